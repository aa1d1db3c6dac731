import type { Update } from 'grammy/types';
import type { Logger } from 'pino';
import { type Config, ConfigError, readConfig } from './config.ts';
import { end } from './ending.ts';
import { createLog } from './log.ts';
import { createParts } from './parts.ts';
import type { Serving } from './serving.ts';
import { createHolder } from './store/holder.ts';
import { setCommands } from './telegram/commands.ts';
import { insist } from './telegram/updates/insist.ts';
import { createLeftovers } from './telegram/updates/leftovers.ts';
import { type Polling, startPolling } from './telegram/updates/polling.ts';
import { keepRegistered, type Registration } from './telegram/updates/register.ts';

const ALLOWED_UPDATES = ['message', 'callback_query', 'inline_query'] as const satisfies readonly Exclude<
  keyof Update,
  'update_id'
>[];

export interface Running {
  /** Resolves when it was stopped; rejects when the bot can't go on. */
  ended: Promise<void>;
  /** Resolves when nothing is being handled: for tests. */
  idle(): Promise<void>;
  /** Takes no more, finishes what runs, closes the store, within {@link end}'s bounds. Resolves to whether all of it ended. */
  stop(): Promise<boolean>;
}

export interface RunOptions {
  now?: () => number;
  /** Called before anything is under way, with what ends it also while it still starts. */
  begins?(stop: Running['stop']): void;
}

/**
 * Builds the parts, settles what a crash left open, and starts to take updates. It listens before it asks Telegram
 * anything: what a webhook brings meanwhile waits a moment instead of being turned away.
 */
export async function run(config: Config, log: Logger, options: RunOptions = {}): Promise<Running> {
  const metrics = config.opsPort === undefined ? undefined : (await import('./web/metrics.ts')).createMetrics();
  const parts = await createParts(config, log, { ...options, metrics });
  const { bot, store, texts, intake, background, report } = parts;
  const open = Promise.withResolvers<void>();
  const stopping = new AbortController();
  const { signal } = stopping;
  let phase: 'starting' | 'running' | 'stopping' = 'starting';
  let beginning: Promise<void> | undefined;
  let updates: Registration | Polling | undefined;
  const hook = config.webhookUrl === undefined ? undefined : await hookAt(config.webhookUrl);
  const leftovers = createLeftovers({
    inbox: store.inbox,
    holder: createHolder({ leases: store.leases, report, now: store.now }),
    botId: () => bot.botInfo.id,
    handle: intake.handle,
    giveUp: intake.giveUp,
    report,
  });
  // Whoever sets neither port does not wait for a web server to be loaded.
  const serving = config.port !== undefined || metrics ? await serveAll() : undefined;

  const unreached = (error: unknown) => report(error, 'start');
  options.begins?.(stop);
  await start();
  return { ended: updates?.ended ?? Promise.resolve(), idle: () => intake.idle(), stop };

  /** Returns early, with nothing begun that would not be stopped, where it is told to stop. */
  async function start(): Promise<void> {
    const me = await insist(() => bot.api.getMe(), unreached, signal);
    if (!me) return;
    bot.botInfo = me;
    beginning = begin();
    await beginning;
    if (signal.aborted) return;
    if (hook) await leftovers.start();
    if (signal.aborted) return;
    open.resolve();
    phase = 'running';
    if (!hook) await insist(() => bot.api.deleteWebhook(), unreached, signal);
    if (signal.aborted) return;
    updates = startUpdates();
    insist(
      () => setCommands(bot.api, texts, config.defaultLocale),
      (error) => report(error, 'commands'),
      signal,
    ).catch((error) => report(error, 'commands'));
    log.info({ bot: bot.botInfo.username }, 'ready');
  }

  async function begin(): Promise<void> {
    for (const each of background) if (!signal.aborted) await each.start();
  }

  async function serveAll(): Promise<Serving> {
    const { serve } = await import('./serving.ts');
    const taking = hook && { ...hook, handle: intake.handle, keep: leftovers.keep, open: open.promise };
    return serve({ config, metrics, hook: taking, report, phase: () => phase, ping: store.ping }, log);
  }

  async function hookAt(url: string) {
    const secret = config.webhookSecret ?? (await store.webhook.secret());
    return { url, path: new URL(url).pathname, secret };
  }

  function startUpdates(): Registration | Polling {
    const common = { api: bot.api, botId: bot.botInfo.id, allowedUpdates: ALLOWED_UPDATES, report };
    if (hook)
      return keepRegistered({
        ...common,
        ...hook,
        notes: store.webhook,
        seen: (info) => metrics?.pending(info.pending_update_count),
      });
    return startPolling({
      ...common,
      inbox: store.inbox,
      handle: (update, begins) => intake.handle(update, undefined, begins),
      giveUp: intake.giveUp,
      alive: () => serving?.beat(),
    });
  }

  async function stop(): Promise<boolean> {
    phase = 'stopping';
    stopping.abort();
    intake.close();
    serving?.close();
    const ended = await end({
      async drain() {
        // Where the start fails, it says so itself.
        await Promise.allSettled([beginning]);
        await Promise.all([updates?.stop(), intake.idle(), leftovers.stop(), quiet()]);
        // What handlers left to it meanwhile has to end too.
        await quiet();
      },
      cutProvider: () => parts.provider.close(),
      async close() {
        // What was not answered by now was not confirmed: Telegram brings it again.
        await serving?.end();
        await store.close();
      },
    });
    if (!ended) log.error(intake.load(), 'gave up what did not end');
    return ended;
  }

  async function quiet(): Promise<void> {
    await Promise.all(background.map((each) => each.stop()));
  }
}

/** Resolves to whether all that was under way had an end. */
async function main(): Promise<boolean> {
  const config = readConfig();
  const log = createLog(config.logLevel);
  const signalled = new Promise<string>((resolve) => {
    process.on('SIGTERM', resolve);
    process.on('SIGINT', resolve);
  });
  // Before there is anything to stop, nothing is under way.
  let stop: Running['stop'] = () => Promise.resolve(true);
  const ended = run(config, log, {
    begins(known) {
      stop = known;
    },
  }).then((running) => running.ended);
  try {
    const signal = await Promise.race([ended, signalled]);
    log.info({ signal }, 'stopping');
  } catch (error) {
    await stop();
    throw error;
  }
  return stop();
}

if (import.meta.main) {
  main().then(
    (ended) => process.exit(ended ? 0 : 1),
    (error: unknown) => {
      if (error instanceof ConfigError) process.stderr.write(`${error.message}\n`);
      else createLog('info').fatal({ err: error }, 'ended');
      process.exit(1);
    },
  );
}
