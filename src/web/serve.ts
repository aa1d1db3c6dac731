import type { FastifyInstance } from 'fastify';
import { serveWebhook, type WebhookDependencies } from '../telegram/updates/webhook.ts';
import type { Metrics } from './metrics.ts';
import { type OpsDependencies, serveOps } from './ops.ts';
import { createServer } from './server.ts';

export interface ServingDependencies extends Omit<OpsDependencies, 'metrics'> {
  config: {
    host: string;
    port: number | undefined;
    opsHost: string;
    opsPort: number | undefined;
  };
  metrics: Metrics | undefined;
  /** Takes the updates of a webhook; without one, `beat` gives signs of life. */
  hook: Omit<WebhookDependencies, 'report'> | undefined;
}

/** The servers: one for Telegram and health checks, one for the operator. */
export interface Serving {
  /** Gives a sign of life. */
  beat(): void;
  /** Takes no more requests. */
  close(): void;
  /** Cuts requests that are not answered by now. Resolves when the servers are closed. */
  end(): Promise<void>;
}

/** Listens on the addresses of the settings. @throws Error where one is in use or forbidden */
export async function serve(
  { config, metrics, hook, report, phase, ping, watchLagMs }: ServingDependencies,
  log: { info(values: object, message: string): void },
): Promise<Serving> {
  const trouble = (error: unknown) => report(error, 'server');
  const server = config.port === undefined ? undefined : createServer(trouble);
  const beat = server && serveHealth(server.routes, hook === undefined);
  if (server && hook) serveWebhook(server.routes, { ...hook, report });
  const url = await server?.listen(config.host, config.port ?? 0);
  const ops = metrics && createServer(trouble);
  if (ops) serveOps(ops.routes, { metrics, phase, ping, watchLagMs, report });
  const opsUrl = await ops?.listen(config.opsHost, config.opsPort ?? 0);
  log.info({ url, opsUrl }, 'listening');
  let answered: Promise<void> | undefined;
  return {
    beat: () => beat?.(),
    close() {
      answered = server?.close();
    },
    async end() {
      server?.cut();
      ops?.cut();
      await Promise.all([answered, ops?.close()]);
    },
  };
}

/** A process without an answer of Telegram for this long has missed two long polls, and counts as dead. */
const SILENCE_LIMIT_MS = 90_000;

/**
 * Serves `GET /healthz`: 200 as long as the event loop turns. With long polling, 503 when no sign of life came for too long. With a
 * webhook silence only means that no person writes.
 * @param beats whether to expect signs of life
 * @param now a clock that only runs forward, in milliseconds
 * @returns gives a sign of life
 */
export function serveHealth(routes: FastifyInstance, beats: boolean, now = () => performance.now()): () => void {
  let last = now();
  routes.get('/healthz', (_request, reply) => {
    const alive = !beats || now() - last < SILENCE_LIMIT_MS;
    return reply.code(alive ? 200 : 503).send({ alive });
  });
  return () => {
    last = now();
  };
}
