import { type FastifyError, type FastifyInstance, fastify } from 'fastify';

/** A message of 4,096 characters with all its entities stays below 100 kB. */
const MAX_BODY_BYTES = 1024 * 1024;
const REQUEST_LIMIT_MS = 10_000;
const CHECK_SLOW_CONNECTIONS_MS = 1_000;
/** Telegram opens 100 at most; connections cost memory. */
const MAX_CONNECTIONS = 2_000;

export interface WebServer {
  routes: FastifyInstance;
  listen(host: string, port: number): Promise<string>;
  close(): Promise<void>;
  cut(): void;
}

/** @param report called with errors of this side, never with mistakes in requests */
export function createServer(report: (error: unknown) => void): WebServer {
  const routes = fastify({
    logger: false,
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: REQUEST_LIMIT_MS,
    forceCloseConnections: 'idle',
    http: { headersTimeout: REQUEST_LIMIT_MS, connectionsCheckingInterval: CHECK_SLOW_CONNECTIONS_MS },
  });
  routes.server.maxConnections = MAX_CONNECTIONS;
  routes.removeContentTypeParser('text/plain');
  // Answers before the body is read: an unknown address costs no megabyte.
  routes.addHook('onRequest', async (request, reply) => {
    if (request.is404) return reply.code(404).send();
  });
  // Nothing useful follows a bad request on its connection.
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
