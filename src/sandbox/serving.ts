import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Certificate } from './certificate.ts';

/** Where sandboxes listen. */
export const HOST = '127.0.0.1';

/** The state of the sandbox that received a request. */
export type StateOf<State> = (request: Pick<FastifyRequest, 'raw'>) => State;

export interface Place {
  /** Any free port when left out. */
  port: number | undefined;
  /** Serves HTTPS with it. */
  certificate: Certificate | undefined;
}

/** The HTTP server of one sandbox. */
export interface Serving {
  url: string;
  server: Server;
  /** Cuts all connections. */
  close(): Promise<void>;
}

/**
 * Makes the function that serves sandboxes of one kind. The sandboxes of a process share their routes: Fastify compiles routes for longer
 * than all else of a sandbox's start takes. Each has a server of its own, and a state that the routes ask for.
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
    // Node's own five seconds cut off clients that are slow for a moment: they send a call on a connection which is just being closed.
    server.keepAliveTimeout = app.server.keepAliveTimeout;
    // Fastify answers what is no HTTP request by a listener of its own server.
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
