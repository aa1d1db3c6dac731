import type { Bot } from 'grammy';
import type { User } from 'grammy/types';
import type { Logger } from 'pino';
import { createBot, registerFeatures } from './bot.ts';
import type { Config } from './config.ts';
import { allowanceFor } from './features/common/payment/spending-limit.ts';
import { createChecker } from './features/domains/index.ts';
import {
  briefOf,
  closedRequest,
  isMinor,
  privateRequest,
  screenOf,
  summaryOf,
  teamScreenOf,
} from './features/operation-views.ts';
import { secretScreen } from './features/servers/credentials/secret-screen.ts';
import { followMembers } from './features/teams/timed-work.ts';
import { createDigests } from './features/watches/digests/digests.ts';
import { createWatcher } from './features/watches/watcher.ts';
import { createProvider, type FailureKind, limitsBeside, type Provider } from './hosting/index.ts';
import { createLeaseManager } from './jobs/lease-manager.ts';
import { createReminders } from './jobs/reminders.ts';
import { createSharedTurns, createTurnsAmongAll, type SharedTurns } from './jobs/shared-turns.ts';
import type { Shown } from './operations/dependencies.ts';
import { createOperations, type Operation, secretFor } from './operations/index.ts';
import { togetherWith } from './operations/message.ts';
import type { Store } from './store/index.ts';
import { createMaintenance } from './store/maintenance.ts';
import { createAccesses } from './telegram/access/access.ts';
import { createFormerMembers } from './telegram/access/former-members.ts';
import { createMembership } from './telegram/access/membership.ts';
import { localeOf } from './telegram/access/person.ts';
import { createChatLimits, createSharedGroupBudget, goFirst } from './telegram/api/chat-limits.ts';
import { createEphemeralChats } from './telegram/api/ephemeral-chats.ts';
import { openExchange } from './telegram/api/exchange.ts';
import { createFiles } from './telegram/api/files.ts';
import { followMigration } from './telegram/api/migration.ts';
import { createReach } from './telegram/api/reach.ts';
import { fallBackToGeneral } from './telegram/api/topics.ts';
import type { Ctx, Services } from './telegram/context.ts';
import { handleAsDeclined, handleAsOutage } from './telegram/failures/outage.ts';
import { loadTexts, type Texts } from './telegram/i18n/index.ts';
import { createSecrets } from './telegram/secrets/delivery.ts';
import { createTokenGuesses } from './telegram/secrets/token-guesses.ts';
import { createApprovalRequests, localeOfShown } from './telegram/tell/ask-approval.ts';
import { createPrivateRequests } from './telegram/tell/ask-privately.ts';
import { createNewsRule, createTeller, privateScreen } from './telegram/tell/tell.ts';
import { createLateEdits, type LateEdits } from './telegram/ui/late-edits.ts';
import { withBelow } from './telegram/ui/rich.ts';
import { privatePlace } from './telegram/ui/screen.ts';
import { noteProviderCall } from './telegram/ui/waiting.ts';
import { createDeduplicator, createSoleProcessDeduplicator } from './telegram/updates/deduplicate.ts';
import { createDispatcher, type Dispatcher } from './telegram/updates/dispatcher.ts';
import type { Metrics } from './web/metrics.ts';
import { createWorkers, type Workers } from './workers/pool.ts';

/** The failures that are logged as warnings: the request or its answer did not get through. */
const OUTAGES: ReadonlySet<string> = new Set<FailureKind>(['unavailable', 'unreadable', 'notSent', 'ambiguous']);

/** The bot, its clients and its background work. Nothing of it runs until `background` is started. */
export interface App {
  bot: Bot<Ctx>;
  provider: Provider;
  texts: Texts;
  dispatcher: Dispatcher;
  lateEdits: LateEdits;
  workers: Workers;
  /** The background work, in its starting order. */
  background: readonly { start(): void | Promise<void>; stop(): Promise<void> }[];
  report(error: unknown, where: string): void;
}

/** Reports errors to the operator, in the log and in the metrics. */
export function createReport(log: Logger, metrics?: Metrics): App['report'] {
  return (error, where) => {
    metrics?.trouble(where);
    log.error({ err: error, where }, 'trouble');
  };
}

export interface AppOptions {
  now?: () => number;
  /** The clock of all rates, which only runs forward, in milliseconds; the machine's unless told. */
  elapsed?: (() => number) | undefined;
  /** The factor of the pauses between two readings of an outcome; 1 unless told. Tests wait less. */
  pauseFactor?: number | undefined;
  /** The time between two rounds of readings of what is watched; a minute unless told. Tests wait less. */
  watchRoundMs?: number | undefined;
  metrics?: Metrics | undefined;
  /** Threads that several apps of one process share. They stay open when the app stops; without them it makes its own. */
  workers?: Workers | undefined;
  /** Loads the texts. Several apps of one process pass a function that parses them once. */
  textsOf?: typeof loadTexts;
}

/** Builds the bot, its clients and its background work over an open store. Starts nothing and sends no request. */
export function createApp(config: Config, log: Logger, store: Store, options: AppOptions = {}): App {
  const { metrics, textsOf = loadTexts } = options;
  const report = createReport(log, metrics);
  const texts = textsOf(config.defaultLocale, (problem) => log.error({ problem }, 'text')).with(config.operatorWords);
  const workers = options.workers ?? createWorkers((error) => report(error, 'worker'));
  const provider = createProvider({
    baseUrl: config.hostingApiUrl,
    auth: config.hostingApiAuth,
    nationalTlds: config.nationalTlds,
    places: limitsBeside(config.checkParallel),
    waiting: noteProviderCall,
    breakerChanged: (state, resource) => log.warn({ state, resource }, 'circuit breaker of the provider'),
    workers,
    observe: (call) => {
      metrics?.provider(call);
      log[OUTAGES.has(call.outcome) ? 'warn' : 'debug'](call, 'provider');
    },
  });
  const { now = store.now } = options;
  const maintenance = createMaintenance({
    store: {
      ...store,
      clean: (signal) => store.clean({ receiptsDays: config.keepReceipts, auditDays: config.keepAudit, signal }),
    },
    beat: () => store.ledger.beat(),
    report,
    warn: (text) => log.warn(text),
  });
  const { elapsed = () => performance.now() } = options;
  const limits = createChatLimits({
    now: elapsed,
    ...(store.shared ? { messages: createSharedGroupBudget(store.groupMessages, now, report) } : {}),
  });
  const { topUpUrl, resellerUrl, serverLocations, consoleHosts } = config;
  const exchange = openExchange({
    apiRoot: config.telegramApiRoot,
    token: config.botToken,
    proxy: config.telegramProxy,
    connectMs: 10_000,
    answerMs: 40_000,
  });
  const bot = createBot(config.botToken, exchange, { limits, observe: metrics?.telegram, now });
  const reach = createReach({
    chats: store.chats,
    waitsIn: async (userId, chatId) => (await store.ledger.showingOf(userId)).some((each) => each.chatId === chatId),
    // A private chat has the number of its person.
    note: (chat, silence) =>
      log.info(
        { chat: chat > 0 ? 'private' : chat, silence },
        silence ? 'may not write in a chat' : 'may write in a chat again',
      ),
    report,
    now,
  });
  const ephemeralChats = createEphemeralChats();
  bot.on('my_chat_member', (ctx, next) => {
    ephemeralChats.forget(ctx.chat.id);
    return next();
  });
  bot.use(reach.listen);
  bot.api.config.use(reach.watch, fallBackToGeneral({ ...store, texts, report }), followMigration(store));
  const accesses = createAccesses(store, provider, (error) => report(error, 'list'));
  const reminders = createReminders({ reminders: store.reminders, shared: store.shared, report, now });
  const secrets = createSecrets({ api: bot.api, reminders });
  const files = createFiles(bot.api, exchange);
  const inTurn: SharedTurns<Shown> = store.shared
    ? createTurnsAmongAll(createLeaseManager({ leases: store.leases, report, now: store.now }))
    : createSharedTurns();
  const isNews = createNewsRule(store.preferences, now);
  async function together(operation: Operation): Promise<Operation[]> {
    const ids = togetherWith(operation);
    if (ids.length === 1) return [operation];
    return (await Promise.all(ids.map((id) => store.ledger.get(id)))).filter((each) => each !== undefined);
  }
  /** The language of the owner of an operation's team: no update tells it here. The team may have ended. */
  async function localeOfOwner({ team: id = '', teamOwner = 0, locale }: Operation): Promise<string> {
    const team = (await store.teams.get(id)) ?? (await store.teams.endedOf(teamOwner)).find((each) => each.id === id);
    return localeOf(store, texts, {
      id: teamOwner,
      is_bot: false,
      first_name: '',
      language_code: team?.locale ?? locale,
    });
  }
  const formerMembers = createFormerMembers({
    api: bot.api,
    store,
    together,
    instead(operation, hasEnded) {
      const t = texts.in(operation.locale);
      return t(hasEnded ? 'told-team-ended' : 'told-role-ended', { what: summaryOf(operation, t) });
    },
    localeOfOwner,
  });
  const tell = createTeller({
    api: bot.api,
    limits,
    reach,
    mayBeTold: formerMembers.mayBeTold,
    async privately(operation, why) {
      const t = texts.in(operation.locale);
      return privateScreen(await screenOf(operation, t, { store, topUpUrl, resellerUrl }), why, t);
    },
    ledger: store.ledger,
    isNews,
    together,
    async screens(operation, together, isSlow) {
      const t = texts.in(texts.for(await localeOfShown(store.teams, together)));
      const screen = await screenOf(operation, t, { store, topUpUrl, resellerUrl });
      const shown = isSlow ? withBelow(screen, t('provider-slow')) : screen;
      return { screen: shown, brief: briefOf(together, t), isMinor: isMinor(operation) };
    },
    now,
  });
  const askApproval = createApprovalRequests({
    api: bot.api,
    limits,
    store,
    together,
    screenIn: (operation, chatId, locale) =>
      teamScreenOf(operation, chatId, texts.in(texts.for(locale)), { store, topUpUrl, resellerUrl }),
    brief: (all, locale) => briefOf(all, texts.in(texts.for(locale))),
  });
  const membership = createMembership({
    api: bot.api,
    store,
    removed: (team) => followMembers(reminders, team),
    report,
    now,
  });
  const askPrivately = createPrivateRequests({
    api: bot.api,
    services: { store, texts, reach, membership, report },
    together,
    limits,
    summaryOf,
    requestIn: (operation, team, chatId, t) =>
      privateRequest(operation, team, chatId, t, { store, topUpUrl, resellerUrl }),
    closed: closedRequest,
    over: (t) => t('approval-over'),
  });
  /** In its message, and to the team that has to approve it, in its chat and in private: where one fails, the others are shown all the same. */
  const show = (current: Operation): Promise<Shown> => goFirst(() => showEverywhere(current));
  async function showEverywhere(current: Operation): Promise<Shown> {
    const operation = await formerMembers.passOn(current);
    const [shown, ...asked] = await Promise.allSettled([
      tell(operation),
      askApproval(operation),
      askPrivately(operation),
    ]);
    if (shown.status === 'rejected') throw shown.reason;
    for (const each of asked) if (each.status === 'rejected') throw each.reason;
    return shown.value;
  }
  const operations = createOperations({
    ledger: store.ledger,
    hostingFor: accesses.hostingFor,
    teamOf: async (asked) => (await accesses.of(asked, 'anyone', asked.accountId))?.team,
    requireMember: membership.requireFor,
    notify: (operation) => {
      const ids = togetherWith(operation);
      if (ids.length === 1 && !store.shared) return show(operation);
      // Operations that share a message, and processes that show the same operation, edit in turn, each with the newest state.
      return inTurn(ids[0] ?? operation.id, async () => show((await store.ledger.get(operation.id)) ?? operation));
    },
    allowance: (operation) => allowanceFor({ store }, operation, now()),
    async secretFor(operation) {
      const { team: id = '', userId } = operation;
      const team = await store.teams.get(id);
      // The bot may not have heard that they left the group.
      const isGone = team && userId !== team.ownerId && (await membership.look(team.chatId, userId)).is === 'out';
      return secretFor(operation, isGone ? undefined : await store.teams.get(id), now());
    },
    async deliver(operation, secret, to) {
      const { userId, locale } = operation;
      const t = texts.in(to === userId ? locale : await localeOfOwner(operation));
      return secrets.show(privatePlace({ id: to, locale: t.locale }, operation), secretScreen(operation, secret, t), t);
    },
    now,
    pauseFactor: options.pauseFactor,
    shared: store.shared,
    report: (error, operation) => report(error, `operation ${operation?.id ?? ''}`),
  });
  const lateEdits = createLateEdits({
    inTurn: (person, work) => dispatcher.turn(person, work),
    handledLast: store.leases.handledLast,
    report: (error) => report(error, 'late edit'),
  });
  const services: Services = {
    inTurn: (person, work) => dispatcher.turn(person, work),
    lateEdits,
    ephemeralChats,
    screenOf: (operation, t) => screenOf(operation, t, { store, topUpUrl, resellerUrl }),
    summaryOf,
    topUpUrl,
    resellerUrl,
    serverLocations,
    consoleHosts,
    store,
    provider,
    operations,
    accesses,
    membership,
    texts,
    reminders,
    secrets,
    reach,
    limits,
    files,
    tokenGuesses: createTokenGuesses(now),
    workers,
    report,
  };
  const checker = createChecker({
    api: bot.api,
    limits,
    reach,
    checks: store.checks,
    isNews,
    accesses,
    texts,
    parallel: config.checkParallel,
    resellerUrl,
    shared: store.shared,
    report,
    now,
  });
  const watcher = createWatcher({
    ...{ api: bot.api, store, accesses, limits, reach, membership, texts, report, now },
    roundMs: options.watchRoundMs,
  });
  const digests = createDigests({
    ...{ api: bot.api, store, accesses, limits, reach, texts, summaryOf, report, now },
    roundMs: options.watchRoundMs,
  });
  const taps = registerFeatures(
    bot,
    services,
    { checker, national: config.nationalTlds, wakeWatches: watcher.wake },
    watcher,
  );
  const dispatcher = createDispatcher({
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
    deduplicator: deduplicator(),
    now,
    elapsed,
    outage: (update, error) => handleAsOutage(error, () => bot.handleUpdate(update)),
    declined: (update, notify) => handleAsDeclined(notify, () => bot.handleUpdate(update)),
    observe: metrics?.update,
  });
  metrics?.watch({ load: dispatcher.load, stats: store.stats });

  /** Long polling brings every update once and to one process: it needs no deduplicator. */
  function deduplicator() {
    if (config.webhookUrl === undefined) return undefined;
    return store.shared
      ? createDeduplicator({
          ...store,
          report,
          leaseManager: createLeaseManager({ leases: store.leases, report, now: store.now }),
        })
      : createSoleProcessDeduplicator();
  }

  return {
    bot,
    provider,
    texts,
    dispatcher,
    lateEdits,
    workers,
    background: [maintenance, operations, reminders, checker, watcher, digests, lateEdits],
    report,
  };
}
