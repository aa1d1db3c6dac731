import type { Update } from 'grammy/types';
import type { Logger } from 'pino';
import { type App, type AppOptions, createApp, createReport } from './app.ts';
import type { Config } from './config.ts';
import { createLeaseManager } from './jobs/lease-manager.ts';
import { end } from './shutdown.ts';
import { openStore, type Store } from './store/index.ts';
import { publishProfile } from './telegram/ui/profile.ts';
import { type Polling, startPolling } from './telegram/updates/polling.ts';
import { createUpdateRecovery, type UpdateRecovery } from './telegram/updates/recovery.ts';
import { retryUntil, untilStoreAnswers } from './telegram/updates/retry.ts';
import { keepRegistered, type WebhookWatch } from './telegram/updates/set-webhook.ts';
import { UPDATE_KINDS } from './telegram/updates/update.ts';
import type { Serving } from './web/serve.ts';

export interface Running {
  ended: Promise<void>;
  idle(): Promise<void>;
  /** Resolves to whether all work ended within {@link end}'s bounds. */
  stop(): Promise<boolean>;
}

export interface RunOptions extends Omit<AppOptions, 'metrics'> {
  /** Called first: the function stops the bot also while it starts. */
  begins?(stop: Running['stop']): void;
  /** The clock of a store on SQLite, epoch ms. */
  machine?: () => number;
  publishes?: boolean;
}

/** Listens before it asks the store or Telegram anything: updates of the webhook wait instead of being refused. */
export async function run(config: Config, log: Logger, options: RunOptions = {}): Promise<Running> {
  const metrics = config.opsPort === undefined ? undefined : (await import('./web/metrics.ts')).createMetrics();
  const report = createReport(log, metrics);
  const open = Promise.withResolvers<void>();
  const secret = Promise.withResolvers<string>();
  const stopping = new AbortController();
  const { signal } = stopping;
  const hook = config.webhookUrl === undefined ? undefined : hookAt(config.webhookUrl);
  let phase: 'starting' | 'running' | 'stopping' = 'starting';
  let store: Store | undefined;
  let services: Built | undefined;
  let beginning: Promise<void> | undefined;
  let updates: WebhookWatch | Polling | undefined;
  const unreached = (error: unknown) => report(error, 'start');

  options.begins?.(stop);
  // Without a port the start does not load the web server.
  const listening = config.port !== undefined || metrics ? serveAll() : undefined;
  const serving = await listening;
  await start();
  return { ended: updates?.ended ?? Promise.resolve(), idle, stop };

  async function idle(): Promise<void> {
    await services?.dispatcher.idle();
    await services?.lateEdits.idle();
  }

  /** Returns early when `stop` was called: then nothing has begun that `stop` would not end. */
  async function start(): Promise<void> {
    const built = await build();
    if (!built) return;
    const { bot, recovery } = built;
    const me = await retryUntil(() => bot.api.getMe(), unreached, signal);
    if (!me) return;
    bot.botInfo = me;
    beginning = begin(built);
    await beginning;
    if (signal.aborted) return;
    if (hook) await withStore(recovery.start);
    if (signal.aborted) return;
    open.resolve();
    phase = 'running';
    if (!hook) await retryUntil(() => bot.api.deleteWebhook(), unreached, signal);
    if (signal.aborted) return;
    updates = startUpdates(built);
    publish(built);
    log.info({ bot: bot.botInfo.username }, 'ready');
  }

  function publish({ bot, texts }: Built): void {
    if (options.publishes === false) return;
    const failed = (error: unknown) => report(error, 'profile');
    const { defaultLocale } = config;
    publishProfile({ api: bot.api, texts, defaultLocale, report: failed, signal }).catch(failed);
  }

  async function build(): Promise<Built | undefined> {
    store = await withStore(openAndKeep);
    if (!store || signal.aborted) return undefined;
    const { inbox, leases, webhook, now } = store;
    const dependencies = createApp(config, log, store, { ...options, metrics });
    const { bot, dispatcher } = dependencies;
    const recovery = createUpdateRecovery({
      inbox,
      leaseManager: createLeaseManager({ leases, report, now }),
      botId: () => bot.botInfo.id,
      handle: (update, ...notes) => dispatcher.handle(update, undefined, ...notes),
      giveUp: dispatcher.giveUp,
      report,
    });
    const known = hook && (config.webhookSecret ?? (await withStore(() => webhook.secret())));
    if (known !== undefined) secret.resolve(known);
    services = { ...dependencies, store, recovery, secret: known };
    return services;
  }

  /** The program may have been stopped meanwhile. */
  async function openAndKeep(): Promise<Store> {
    const opened = await openStore(config.storeUrl, config.storeKeys, options.machine);
    if (signal.aborted) await opened.close();
    return opened;
  }

  function withStore<T>(work: () => T | Promise<T>): Promise<T | undefined> {
    const failed = (error: unknown) => {
      unreached(error);
      // A restart would only wait for the same store again.
      serving?.beat();
    };
    return untilStoreAnswers(work, failed, signal);
  }

  async function begin({ store: { leases, now }, background }: Built): Promise<void> {
    await withStore(() => leases.takeOver(now()));
    for (const each of background) if (!signal.aborted) await withStore(() => each.start());
  }

  async function serveAll(): Promise<Serving> {
    const { serve } = await import('./web/serve.ts');
    const taking = hook && {
      ...hook,
      handle: async (update: Update, patience: AbortSignal) =>
        (await services?.dispatcher.handle(update, patience)) ?? false,
      keep: async (update: Update, handled: Promise<boolean>) =>
        (await services?.recovery.keep(update, handled)) ?? false,
      open: open.promise,
    };
    const ping = async () => services?.store.ping();
    const watchLagMs = async () => (await services?.store.stats.watchLagMs()) ?? 0;
    return serve({ config, metrics, hook: taking, report, phase: () => phase, ping, watchLagMs }, log);
  }

  function hookAt(url: string) {
    return { url, path: new URL(url).pathname, secret: secret.promise };
  }

  function startUpdates({ bot, store: { inbox, webhook }, dispatcher, secret }: Built): WebhookWatch | Polling {
    const common = { api: bot.api, botId: bot.botInfo.id, allowedUpdates: UPDATE_KINDS, report };
    if (hook && secret !== undefined)
      return keepRegistered({
        ...common,
        url: hook.url,
        secret,
        notes: webhook,
        seen: (info) => metrics?.pending(info.pending_update_count),
      });
    return startPolling({
      ...common,
      inbox,
      handle: (update, ...notes) => dispatcher.handle(update, undefined, ...notes),
      giveUp: dispatcher.giveUp,
      alive: () => serving?.beat(),
    });
  }

  async function stop(): Promise<boolean> {
    phase = 'stopping';
    stopping.abort();
    services?.dispatcher.close();
    const served = await listening?.catch(() => undefined);
    served?.close();
    const ended = await end({
      async drain() {
        // A failed start rejects by itself.
        await Promise.allSettled([beginning]);
        await Promise.all([updates?.stop(), services?.dispatcher.idle(), services?.recovery.stop(), quiet()]);
        // Handlers may have started more background work meanwhile.
        await quiet();
      },
      cutProvider: async () => services?.provider.close(),
      async close() {
        // An update without an answer by now was not confirmed: Telegram brings it again.
        await served?.end();
        await Promise.all([store?.close(), options.workers ? undefined : services?.workers.close()]);
      },
    });
    if (!ended) log.error(services?.dispatcher.load(), 'gave up what did not end');
    return ended;
  }

  async function quiet(): Promise<void> {
    await Promise.all(services?.background.map((each) => each.stop()) ?? []);
  }
}

interface Built extends App {
  store: Store;
  recovery: UpdateRecovery;
  secret: string | undefined;
}
