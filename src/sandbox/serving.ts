import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Certificate } from './certificate.ts';

export const HOST = '127.0.0.1';

export type StateOf<State> = (request: Pick<FastifyRequest, 'raw'>) => State;

export interface Place {
  port: number | undefined;
  certificate: Certificate | undefined;
}

export interface Serving {
  url: string;
  server: Server;
  close(): Promise<void>;
}

/**
 * The sandboxes of a process share their routes, because compiling routes takes most of a sandbox's start.
 * Each sandbox has its own server and state.
 */
export function shareRoutes<State>(
  build: (stateOf: StateOf<State>) => FastifyInstance,
): (state: State, place: Place) => Promise<Serving> {
  const states = new WeakMap<IncomingMessage, State>();
  const stateOf: StateOf<State> = ({ raw }) => {
    const state = states.get(raw);
    if (state === undefined) throw new TypeError('The request came to no sandbox');
    return state;
  };
  let routes: Promise<FastifyInstance> | undefined;
  return async (state, { port = 0, certificate }) => {
    routes ??= prepared(build(stateOf));
    const app = await routes;
    const handle: Parameters<typeof createServer>[1] = (request, response) => {
      states.set(request, state);
      app.routing(request, response);
    };
    const server = certificate ? createHttpsServer(certificate, handle) : createServer(handle);
    // Node's own five seconds cut off slow clients, which send a call on a connection that is just being closed.
    server.keepAliveTimeout = app.server.keepAliveTimeout;
    // Fastify answers invalid HTTP by a listener of its own server.
    server.on('clientError', (error, socket) => app.server.emit('clientError', error, socket));
    server.listen(port, HOST);
    await once(server, 'listening');
    return {
      url: `${certificate ? 'https' : 'http'}://${HOST}:${portOf(server)}`,
      server,
      async close() {
        const closed = server.listening ? once(server, 'close') : undefined;
        server.close();
        server.closeAllConnections();
        await closed;
      },
    };
  };
}

async function prepared(app: FastifyInstance): Promise<FastifyInstance> {
  await app.ready();
  return app;
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('The server does not listen at a port');
  return address.port;
}
