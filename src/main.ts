import type { Update, User } from 'grammy/types';
import type { Logger } from 'pino';
import { createBot, furnish, screenOf } from './bot.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { type Health, serveHealth } from './health.ts';
import { createProvider } from './hosting/index.ts';
import { createLog } from './log.ts';
import { createOperations } from './operations/index.ts';
import { openStore } from './store/index.ts';
import { createAccesses } from './telegram/access.ts';
import { setCommands } from './telegram/commands.ts';
import type { House } from './telegram/context.ts';
import { loadTexts } from './telegram/i18n.ts';
import { localeOf } from './telegram/person.ts';
import { tellOperation } from './telegram/tell.ts';
import { createIntake } from './telegram/updates/intake.ts';
import { startPolling } from './telegram/updates/polling.ts';

const ALLOWED_UPDATES = ['message', 'callback_query'] as const satisfies readonly Exclude<keyof Update, 'update_id'>[];
/** How long the end of the program waits for what is under way. */
const DRAIN_MS = 10_000;

export interface Running {
  /** Rejects when the bot can't go on. */
  ended: Promise<void>;
  /** Resolves when nothing is being handled: for tests. */
  idle(): Promise<void>;
  /** Takes no more, finishes what runs within a bound, closes the store. */
  stop(): Promise<void>;
}

/** Builds the parts, settles what a crash left open, and starts to take updates. */
export async function run(config: Config, log: Logger): Promise<Running> {
  const report = (error: unknown, where: string) => log.error({ err: error, where }, 'trouble');
  const texts = loadTexts(config.defaultLocale, (problem) => log.error({ problem }, 'text'));
  const provider = createProvider({ baseUrl: config.hostingApiUrl, auth: config.hostingApiAuth });
  const store = await openStore(config.storeUrl, config.storeKeys);
  const bot = createBot(config.botToken, config.telegramApiRoot);
  const accesses = createAccesses(store, provider, (error) => report(error, 'list'));
  const operations = createOperations({
    ledger: store.ledger,
    hostingFor: async (userId, accountId) => (await accesses.of(userId, accountId))?.hosting,
    tell: (operation) => tellOperation(bot.api, operation, screenOf(operation, texts.in(operation.locale))),
    report: (error, operation) => report(error, `operation ${operation?.id ?? ''}`),
  });
  const house: House = { store, provider, operations, accesses, texts, report };
  const taps = furnish(bot, house);
  const intake = createIntake({
    bot,
    taps,
    textsFor: async (person: User) => texts.in(await localeOf(store, texts, person)),
    report,
  });
  const health: Health | undefined =
    config.port === undefined ? undefined : await serveHealth(config.host, config.port);

  await bot.init();
  await bot.api.deleteWebhook();
  await operations.start();
  const polling = startPolling({
    api: bot.api,
    botId: bot.botInfo.id,
    inbox: store.inbox,
    allowedUpdates: ALLOWED_UPDATES,
    handle: intake.handle,
    report,
    alive: () => health?.beat(),
  });
  setCommands(bot.api, texts, config.defaultLocale).catch((error) => report(error, 'commands'));
  log.info({ bot: bot.botInfo.username }, 'ready');

  return {
    ended: polling.ended,
    idle: () => intake.idle(),
    async stop() {
      await polling.stop();
      await within(DRAIN_MS, Promise.all([intake.idle(), operations.stop()]));
      await health?.close();
      await provider.close();
      await store.close();
    },
  };
}

function within(ms: number, work: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    work.finally(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}

async function main(): Promise<void> {
  const config = readConfig();
  const log = createLog(config.logLevel);
  const running = await run(config, log);
  let stopping = false;
  const stop = (signal: string) => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'stopping');
    void running.stop().then(() => process.exit(0));
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  await running.ended;
}

if (import.meta.main) {
  main().catch((error: unknown) => {
    if (error instanceof ConfigError) process.stderr.write(`${error.message}\n`);
    else createLog('info').fatal({ err: error }, 'ended');
    process.exit(1);
  });
}
