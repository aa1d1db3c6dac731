import type { Bot } from 'grammy';
import type { User } from 'grammy/types';
import type { Logger } from 'pino';
import { openProvider, openTelegram } from './app/connections.ts';
import { createShownOperations } from './app/operations.ts';
import { registerFeatures } from './bot.ts';
import type { Config } from './config.ts';
import { createChecker } from './features/domains/index.ts';
import { screenOf, summaryOf } from './features/operation-views.ts';
import { followMembers } from './features/teams/timed-work.ts';
import { createDigests } from './features/watches/digests/digests.ts';
import { createWatcher } from './features/watches/watcher.ts';
import type { Provider } from './hosting/index.ts';
import { createLeaseManager } from './jobs/lease-manager.ts';
import { createReminders } from './jobs/reminders.ts';
import type { Store } from './store/index.ts';
import { createMaintenance } from './store/maintenance.ts';
import { createAccesses } from './telegram/access/access.ts';
import { createMembership } from './telegram/access/membership.ts';
import { localeOf } from './telegram/access/person.ts';
import { createFiles } from './telegram/api/files.ts';
import type { Ctx, Services } from './telegram/context.ts';
import { handleAsDeclined, handleAsOutage } from './telegram/failures/outage.ts';
import { loadTexts, type Texts } from './telegram/i18n/index.ts';
import { createSecrets } from './telegram/secrets/delivery.ts';
import { createTokenGuesses } from './telegram/secrets/token-guesses.ts';
import { createNewsRule } from './telegram/tell/tell.ts';
import { createLateEdits, type LateEdits } from './telegram/ui/late-edits.ts';
import { createDeduplicator, createSoleProcessDeduplicator } from './telegram/updates/deduplicate.ts';
import { createDispatcher, type Dispatcher } from './telegram/updates/dispatcher.ts';
import type { Metrics } from './web/metrics.ts';
import { createWorkers, type Workers } from './workers/pool.ts';

/** Nothing runs until `background` is started. */
export interface App {
  bot: Bot<Ctx>;
  provider: Provider;
  texts: Texts;
  dispatcher: Dispatcher;
  lateEdits: LateEdits;
  workers: Workers;
  background: readonly { start(): void | Promise<void>; stop(): Promise<void> }[];
  report(error: unknown, where: string): void;
}

export function createReport(log: Logger, metrics?: Metrics): App['report'] {
  return (error, where) => {
    metrics?.trouble(where);
    log.error({ err: error, where }, 'trouble');
  };
}

export interface AppOptions {
  now?: () => number;
  elapsed?: (() => number) | undefined;
  /** Tests wait less. */
  pauseFactor?: number | undefined;
  /** Tests wait less. */
  watchRoundMs?: number | undefined;
  metrics?: Metrics | undefined;
  /** Shared threads stay open when the app stops; without them the app makes its own. */
  workers?: Workers | undefined;
  textsOf?: typeof loadTexts;
}

/** Starts nothing and sends no request. */
export function createApp(config: Config, log: Logger, store: Store, options: AppOptions = {}): App {
  const { metrics, textsOf = loadTexts, now = store.now, elapsed = () => performance.now() } = options;
  const { checkParallel, nationalTlds, topUpUrl, resellerUrl, serverLocations, consoleHosts } = config;
  const report = createReport(log, metrics);
  const texts = textsOf(config.defaultLocale, (problem) => log.error({ problem }, 'text')).with(config.operatorWords);
  const workers = options.workers ?? createWorkers((error) => report(error, 'worker'));
  const provider = openProvider({ config, log, metrics, workers });
  const telegram = openTelegram({ config, log, metrics, store, texts, report, now, elapsed });
  const { bot, exchange, limits, reach, ephemeralChats } = telegram;
  const accesses = createAccesses(store, provider, (error) => report(error, 'list'));
  const reminders = createReminders({ reminders: store.reminders, shared: store.shared, report, now });
  const isNews = createNewsRule(store.preferences, now);
  const shared = { api: bot.api, store, accesses, limits, reach, texts, report, now };
  const membership = createMembership({ ...shared, removed: (team) => followMembers(reminders, team) });
  const secrets = createSecrets({ api: bot.api, reminders });
  const operations = createShownOperations({
    ...shared,
    ...{ config, membership, secrets, isNews, pauseFactor: options.pauseFactor },
  });
  const lateEdits = createLateEdits({
    inTurn: (person, work) => dispatcher.turn(person, work),
    handledLast: store.leases.handledLast,
    report: (error) => report(error, 'late edit'),
  });
  const services: Services = {
    ...{ store, provider, operations, accesses, membership, texts, reminders, secrets, reach, limits },
    ...{ topUpUrl, resellerUrl, serverLocations, consoleHosts, workers, report, lateEdits, ephemeralChats, summaryOf },
    inTurn: (person, work) => dispatcher.turn(person, work),
    screenOf: (operation, t) => screenOf(operation, t, { store, topUpUrl, resellerUrl }),
    files: createFiles(bot.api, exchange),
    tokenGuesses: createTokenGuesses(now),
  };
  const checker = createChecker({
    ...shared,
    ...{ checks: store.checks, isNews, parallel: checkParallel, resellerUrl, shared: store.shared },
  });
  const watcher = createWatcher({ ...shared, membership, roundMs: options.watchRoundMs });
  const digests = createDigests({ ...shared, summaryOf, roundMs: options.watchRoundMs });
  const wired = { checker, national: nationalTlds, wakeWatches: watcher.wake };
  const taps = registerFeatures(bot, services, wired, watcher);
  const dispatcher = createDispatcher({
    ...{ bot, taps, report, now, elapsed, deduplicator: deduplicatorFor(config, store, report) },
    async textsFor(person: User) {
      const chosen = localeOf(store, texts, person).catch((error) => {
        report(error, 'language');
        return texts.for(person.language_code);
      });
      return texts.in(await chosen);
    },
    outage: (update, error) => handleAsOutage(error, () => bot.handleUpdate(update)),
    declined: (update, notify) => handleAsDeclined(notify, () => bot.handleUpdate(update)),
    observe: metrics?.update,
  });
  metrics?.watch({ load: dispatcher.load, stats: store.stats });
  const maintenance = maintenanceOf(config, log, store, report);
  return {
    ...{ bot, provider, texts, dispatcher, lateEdits, workers, report },
    background: [maintenance, operations, reminders, checker, watcher, digests, lateEdits],
  };
}

function maintenanceOf(config: Config, log: Logger, store: Store, report: App['report']) {
  return createMaintenance({
    store: {
      ...store,
      clean: (signal) => store.clean({ receiptsDays: config.keepReceipts, auditDays: config.keepAudit, signal }),
    },
    beat: () => store.ledger.beat(),
    report,
    warn: (text) => log.warn(text),
  });
}

/** Long polling brings every update once and to one process. */
function deduplicatorFor({ webhookUrl }: Config, store: Store, report: App['report']) {
  if (webhookUrl === undefined) return undefined;
  if (!store.shared) return createSoleProcessDeduplicator();
  const leaseManager = createLeaseManager({ leases: store.leases, report, now: store.now });
  return createDeduplicator({ ...store, report, leaseManager });
}
