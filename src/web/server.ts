import { type FastifyError, type FastifyInstance, fastify } from 'fastify';

/** Telegram's updates are small: a message of 4,096 characters with all its entities stays below 100 kB. */
const MOST_BODY_BYTES = 1024 * 1024;
/** From the first byte of a request, or from an open connection without one, to the last. */
const WHOLE_REQUEST_MS = 10_000;
const LOOK_FOR_SLOW_ONES_MS = 1_000;
/** Telegram opens 100 at most; what comes above this is refused rather than paid for with memory. */
const MOST_CONNECTIONS = 2_000;

/** An HTTP server that gives nobody much: routes are added before it listens. */
export interface WebServer {
  routes: FastifyInstance;
  /** Resolves to where it listens. */
  listen(host: string, port: number): Promise<string>;
  /** Takes no more connections and requests; resolves when those under way are answered. */
  close(): Promise<void>;
  /** Cuts whatever is still open. */
  cut(): void;
}

/** @param report hears of what went wrong on our side, never of what a stranger sends */
export function createServer(report: (error: unknown) => void): WebServer {
  const routes = fastify({
    logger: false,
    bodyLimit: MOST_BODY_BYTES,
    requestTimeout: WHOLE_REQUEST_MS,
    forceCloseConnections: 'idle',
    http: { headersTimeout: WHOLE_REQUEST_MS, connectionsCheckingInterval: LOOK_FOR_SLOW_ONES_MS },
  });
  routes.server.maxConnections = MOST_CONNECTIONS;
  routes.removeContentTypeParser('text/plain');
  // Before the body is read: nobody has us read a megabyte for an address that is not there.
  routes.addHook('onRequest', async (request, reply) => {
    if (request.is404) return reply.code(404).send();
  });
  // What may still come over a connection that began with a mistake is of no use.
  routes.addHook('onSend', async (_request, reply) => {
    if (reply.statusCode >= 400) reply.header('connection', 'close');
  });
  routes.setErrorHandler<FastifyError>((error, _request, reply) => {
    const status = error.statusCode ?? 500;
    if (status >= 500) report(error);
    return reply.code(status).send();
  });
  return {
    routes,
    listen: (host, port) => routes.listen({ host, port }),
    close: () => routes.close(),
    cut: () => routes.server.closeAllConnections(),
  };
}
