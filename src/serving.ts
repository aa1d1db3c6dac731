import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { serveWebhook, type WebhookDependencies } from './telegram/updates/webhook.ts';
import { serveHealth } from './web/health.ts';
import type { Metrics } from './web/metrics.ts';
import { type OpsDependencies, serveOps } from './web/ops.ts';
import { createServer } from './web/server.ts';

export interface ServingDependencies extends Omit<OpsDependencies, 'metrics'> {
  config: Pick<Config, 'host' | 'port' | 'opsHost' | 'opsPort'>;
  metrics: Metrics | undefined;
  /** What comes from Telegram by a webhook; without it there are signs of life to be given. */
  hook: Omit<WebhookDependencies, 'report'> | undefined;
}

/** What listens: for Telegram and a proxy's question after our health, and for the operator. */
export interface Serving {
  /** Gives a sign of life. */
  beat(): void;
  /** Takes no more. */
  close(): void;
  /** Cuts what is not answered by now; resolves when nobody listens any more. */
  end(): Promise<void>;
}

/** Listens where the settings say so. @throws Error where that is taken, or forbidden */
export async function serve(
  { config, metrics, hook, report, phase, ping }: ServingDependencies,
  log: Pick<Logger, 'info'>,
): Promise<Serving> {
  const trouble = (error: unknown) => report(error, 'server');
  const server = config.port === undefined ? undefined : createServer(trouble);
  const beat = server && serveHealth(server.routes, hook === undefined);
  if (server && hook) serveWebhook(server.routes, { ...hook, report });
  const url = await server?.listen(config.host, config.port ?? 0);
  const ops = metrics && createServer(trouble);
  if (ops) serveOps(ops.routes, { metrics, phase, ping, report });
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
