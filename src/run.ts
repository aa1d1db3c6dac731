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
  /** Resolves when the bot was stopped; rejects when it can't go on. */
  ended: Promise<void>;
  /** Resolves when nothing is being handled: for tests. */
  idle(): Promise<void>;
  /**
   * Takes no more updates, finishes the current ones and closes the store, within {@link end}'s bounds. Resolves to whether all of
   * it ended.
   */
  stop(): Promise<boolean>;
}

export interface RunOptions extends Omit<AppOptions, 'metrics'> {
  /** Called before the start does anything, with the function that stops the bot, even while it starts. */
  begins?(stop: Running['stop']): void;
  /** The clock of the machine, by which a store on SQLite goes, and the app as well unless told otherwise. Epoch ms. */
  machine?: () => number;
  /** Whether the bot's profile on Telegram is brought up to date; yes unless told. */
  publishes?: boolean;
}

/**
 * Opens the store, builds the app, settles what a crash left open, and starts to take updates. It listens before it asks the store
 * or Telegram anything: updates that the webhook brings meanwhile wait instead of being refused. While the store or Telegram is out
 * of reach, the start waits for it.
 */
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

  /** Starts, or returns early when it is told to stop: then nothing has begun that `stop` would not end. */
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

  /** Closes the store again if the program was told to stop meanwhile. */
  async function openAndKeep(): Promise<Store> {
    const opened = await openStore(config.storeUrl, config.storeKeys, options.machine);
    if (signal.aborted) await opened.close();
    return opened;
  }

  /** Runs a step of the start that needs the store, as soon as the store answers. */
  function withStore<T>(work: () => T | Promise<T>): Promise<T | undefined> {
    const failed = (error: unknown) => {
      unreached(error);
      // A sign of life: a restart would only wait for the same store again.
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
    // `/readyz` pings only while the program runs, when `services` is set.
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

/** The app over an open store. */
interface Built extends App {
  store: Store;
  recovery: UpdateRecovery;
  /** The webhook's secret, where there is a webhook. */
  secret: string | undefined;
}
