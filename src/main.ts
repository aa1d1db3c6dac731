import { setTimeout as wait } from 'node:timers/promises';
import type { Update, User } from 'grammy/types';
import type { Logger } from 'pino';
import { createBot, furnish, screenOf } from './bot.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { createChecker } from './features/domains/index.ts';
import { secretScreen } from './features/servers/secret.ts';
import { batchOf } from './features/shop/batch-screen.ts';
import { allowanceFor } from './features/shop/limit.ts';
import { type Health, serveHealth } from './health.ts';
import { createProvider, type FailureKind } from './hosting/index.ts';
import { createLog } from './log.ts';
import { createOperations, type Operation } from './operations/index.ts';
import { openStore } from './store/index.ts';
import { OPERATION_STATES } from './store/operations.ts';
import { createAccesses } from './telegram/access.ts';
import { setCommands } from './telegram/commands.ts';
import type { House } from './telegram/context.ts';
import { createFiles } from './telegram/files.ts';
import { loadTexts } from './telegram/i18n.ts';
import { localeOf } from './telegram/person.ts';
import { createSecrets } from './telegram/secrets.ts';
import { createSharedTurns } from './telegram/shared-turns.ts';
import { tellOperation } from './telegram/tell.ts';
import { insist } from './telegram/updates/insist.ts';
import { createIntake } from './telegram/updates/intake.ts';
import { startPolling } from './telegram/updates/polling.ts';

const ALLOWED_UPDATES = ['message', 'callback_query', 'inline_query'] as const satisfies readonly Exclude<
  keyof Update,
  'update_id'
>[];
/** What an operator should hear of: the provider could not be asked, or its answer could not be had. */
const OUTAGES: ReadonlySet<string> = new Set<FailureKind>(['unavailable', 'unreadable', 'notSent', 'ambiguous']);
/** How long the end of the program waits for what is under way; with the next one, within the 10 s Docker allows. */
const DRAIN_MS = 7_000;
/** Then the provider's exchanges are cut, and what became unknown by that is written down and told. */
const LAST_WORDS_MS = 2_000;

export interface Running {
  /** Resolves when it was stopped; rejects when the bot can't go on. */
  ended: Promise<void>;
  /** Resolves when nothing is being handled: for tests. */
  idle(): Promise<void>;
  /** Takes no more, finishes what runs within a bound, closes the store. */
  stop(): Promise<void>;
}

/** Builds the parts, settles what a crash left open, and starts to take updates. */
export async function run(config: Config, log: Logger, options: { now?: () => number } = {}): Promise<Running> {
  const report = (error: unknown, where: string) => log.error({ err: error, where }, 'trouble');
  const texts = loadTexts(config.defaultLocale, (problem) => log.error({ problem }, 'text'));
  const provider = createProvider({
    baseUrl: config.hostingApiUrl,
    auth: config.hostingApiAuth,
    nationalTlds: config.nationalTlds,
    observe: (call) => log[OUTAGES.has(call.outcome) ? 'warn' : 'debug'](call, 'provider'),
  });
  const store = await openStore(config.storeUrl, config.storeKeys);
  const bot = createBot(config.botToken, config.telegramApiRoot);
  const accesses = createAccesses(store, provider, (error) => report(error, 'list'));
  const secrets = createSecrets({ api: bot.api, chores: store.chores, report, now: options.now });
  const files = createFiles(bot.api, config.telegramApiRoot, config.botToken);
  const inTurn = createSharedTurns<number | undefined>();
  const tell = async (operation: Operation) => {
    const screen = await screenOf(operation, texts.in(operation.locale), config, store.ledger);
    const messageId = await tellOperation(bot.api, operation, screen);
    // Its message was gone: from now on the new one is the one that is edited.
    if (messageId !== undefined)
      for (const id of batchOf(operation) ?? [operation.id])
        await store.ledger.move(id, { from: OPERATION_STATES, edit: () => ({ messageId }) });
    return messageId;
  };
  const operations = createOperations({
    ledger: store.ledger,
    hostingFor: async (userId, accountId) => (await accesses.of(userId, accountId))?.hosting,
    tell: (operation) => {
      const batch = batchOf(operation);
      if (!batch) return tell(operation);
      // One message shows them all: whoever edits last must have seen them last.
      return inTurn(batch.join(), async () => tell((await store.ledger.get(operation.id)) ?? operation));
    },
    allowance: (operation) => allowanceFor({ store }, operation, options.now?.() ?? Date.now()),
    deliver: (operation, secret) =>
      secrets.show(operation.userId, secretScreen(operation, secret, texts.in(operation.locale))),
    ...options,
    report: (error, operation) => report(error, `operation ${operation?.id ?? ''}`),
  });
  const { topUpUrl, serverLocations } = config;
  const house: House = {
    screenOf: (operation, t) => screenOf(operation, t, config, store.ledger),
    topUpUrl,
    serverLocations,
    store,
    provider,
    operations,
    accesses,
    texts,
    secrets,
    files,
    report,
  };
  const checker = createChecker({
    api: bot.api,
    checks: store.checks,
    accesses,
    texts,
    parallel: config.checkParallel,
    report,
  });
  const taps = furnish(bot, house, { checker, national: config.nationalTlds });
  const intake = createIntake({
    bot,
    taps,
    textsFor: async (person: User) => {
      const chosen = localeOf(store, texts, person).catch((error) => {
        report(error, 'language');
        return texts.for(person.language_code);
      });
      return texts.in(await chosen);
    },
    report,
  });
  const health: Health | undefined =
    config.port === undefined ? undefined : await serveHealth(config.host, config.port);

  const unreached = (error: unknown) => report(error, 'start');
  const me = await insist(() => bot.api.getMe(), unreached);
  if (me) bot.botInfo = me;
  await insist(() => bot.api.deleteWebhook(), unreached);
  await operations.start();
  secrets.start();
  await checker.start();
  const polling = startPolling({
    api: bot.api,
    botId: bot.botInfo.id,
    inbox: store.inbox,
    allowedUpdates: ALLOWED_UPDATES,
    handle: intake.handle,
    report,
    alive: () => health?.beat(),
  });
  insist(
    () => setCommands(bot.api, texts, config.defaultLocale),
    (error) => report(error, 'commands'),
  ).catch((error) => report(error, 'commands'));
  log.info({ bot: bot.botInfo.username }, 'ready');

  return {
    ended: polling.ended,
    idle: () => intake.idle(),
    async stop() {
      intake.close();
      const drained = Promise.all([polling.stop(), intake.idle()]).then(() =>
        Promise.all([operations.stop(), secrets.stop(), checker.stop()]),
      );
      await within(DRAIN_MS, drained);
      await provider.close();
      await within(LAST_WORDS_MS, drained);
      await health?.close();
      await store.close();
    },
  };
}

function within(ms: number, work: Promise<unknown>): Promise<unknown> {
  return Promise.race([work, wait(ms, undefined, { ref: false })]);
}

async function main(): Promise<void> {
  const config = readConfig();
  const log = createLog(config.logLevel);
  const signalled = new Promise<string>((resolve) => {
    process.on('SIGTERM', resolve);
    process.on('SIGINT', resolve);
  });
  const running = await Promise.race([run(config, log), signalled]);
  // Before it runs nothing is under way.
  if (typeof running === 'string') return;
  try {
    const signal = await Promise.race([running.ended, signalled]);
    log.info({ signal }, 'stopping');
  } finally {
    await running.stop();
  }
}

if (import.meta.main) {
  main().then(
    () => process.exit(0),
    (error: unknown) => {
      if (error instanceof ConfigError) process.stderr.write(`${error.message}\n`);
      else createLog('info').fatal({ err: error }, 'ended');
      process.exit(1);
    },
  );
}
