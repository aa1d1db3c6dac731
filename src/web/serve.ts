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
  hook: Omit<WebhookDependencies, 'report'> | undefined;
}

export interface Serving {
  beat(): void;
  close(): void;
  /** Cuts the requests that are not answered. Resolves when the servers are closed. */
  end(): Promise<void>;
}

/** @throws Error where an address is in use or forbidden */
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

/** A process without an answer of Telegram for this long has missed two long polls. */
const SILENCE_LIMIT_MS = 90_000;

/** With a webhook a silence only means that no person writes. @param beats whether to expect signs of life */
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
