import { type FastifyError, type FastifyInstance, fastify } from 'fastify';

/** Telegram's updates are small: a message of 4,096 characters with all its entities stays below 100 kB. */
const MOST_BODY_BYTES = 1024 * 1024;
/** The limit from a connection or a request's first byte to its last. */
const WHOLE_REQUEST_MS = 10_000;
const LOOK_FOR_SLOW_ONES_MS = 1_000;
/** Telegram opens 100 at most; connections above this limit are refused, because they cost memory. */
const MOST_CONNECTIONS = 2_000;

/** An HTTP server with tight limits. Add routes before it listens. */
export interface WebServer {
  routes: FastifyInstance;
  /** Resolves to its address. */
  listen(host: string, port: number): Promise<string>;
  /** Takes no more connections and requests. Resolves when the current ones are answered. */
  close(): Promise<void>;
  /** Cuts all open connections. */
  cut(): void;
}

/** @param report called with errors of this side, never with mistakes in requests */
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
  // Answers before the body is read: an unknown address costs no megabyte.
  routes.addHook('onRequest', async (request, reply) => {
    if (request.is404) return reply.code(404).send();
  });
  // Closes the connection after a bad request: nothing useful follows on it.
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
