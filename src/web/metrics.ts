import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from '@prometheus-io/client';
import type { Observe } from '../hosting/http/call.ts';
import type { Stats } from '../store/index.ts';
import type { SeenCall } from '../telegram/api/observation.ts';
import type { SeenUpdate } from '../telegram/updates/update.ts';

export const HELP = {
  updates_total: "Updates by kind and outcome; 'again' was not begun and is delivered again",
  handler_seconds: 'Time a handler took, without what the update waited before',
  provider_calls_total: 'Exchanges with the provider by operation and outcome, repetitions counted as one',
  provider_call_seconds: 'Time an exchange with the provider took, with its repetitions',
  telegram_calls_total: 'Calls of the Bot API by method and outcome: ok, its error code, or network',
  telegram_call_seconds: 'Time a call of the Bot API took',
  troubles_total: 'Errors in the log, by where they happened',
  pending_updates: 'Updates that Telegram kept for the webhook when it was last asked',
  lanes: 'Updates being handled (running) and waiting for an earlier one of their chat (waiting)',
  store_up: '1 when the store answered, 0 when it did not',
  operations: 'Operations the program looks after, by state',
  operations_unknown: 'Operations of unknown outcome that their person has not reported',
  watched_accounts: 'Accounts whose servers are watched',
  watched_accounts_unreadable: 'Accounts whose servers are watched, and could not be read three times in a row',
  watch_lag_seconds: 'How overdue the most overdue round of readings of a watched account is',
  alerts: 'Alerts that are not resolved, by state',
};

const BUCKETS_S = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** Prometheus' own linter refuses these names. `nodejs_active_resources` and the event loop's delay tell the same. */
const MISNAMED = [
  'nodejs_active_resources_total',
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_eventloop_utilization_summary',
  'nodejs_eventloop_utilization_histogram',
];
/** The longest interval of a timer: the library can't turn off this measuring. */
const NEVER_MS = 2 ** 31 - 1;

export interface Sources {
  load(): { running: number; waiting: number };
  stats: Stats;
}

/** A label names a kind, an operation, a method or an outcome; never a person, a server or typed text. */
export interface Metrics {
  update(seen: SeenUpdate): void;
  provider: Observe;
  /** Counts each attempt for itself. */
  telegram(call: SeenCall): void;
  /** @param where its first word is the label */
  trouble(where: string): void;
  pending(updates: number): void;
  watch(sources: Sources): void;
  read(): Promise<{ type: string; text: string }>;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry, eventLoopUtilizationTimeout: NEVER_MS });
  for (const name of MISNAMED) registry.removeSingleMetric(name);
  const counter = <Label extends string>(name: keyof typeof HELP, ...labelNames: Label[]) =>
    new Counter({ name: `bot_${name}`, help: HELP[name], labelNames, registers });
  const gauge = <Label extends string>(name: keyof typeof HELP, ...labelNames: Label[]) =>
    new Gauge({ name: `bot_${name}`, help: HELP[name], labelNames, registers });
  const histogram = <Label extends string>(name: keyof typeof HELP, ...labelNames: Label[]) =>
    new Histogram({ name: `bot_${name}`, help: HELP[name], labelNames, registers, buckets: BUCKETS_S });

  const updates = counter('updates_total', 'kind', 'outcome');
  const handlers = histogram('handler_seconds', 'kind');
  const providerCalls = counter('provider_calls_total', 'operation', 'outcome');
  const providerSeconds = histogram('provider_call_seconds', 'operation');
  const telegramCalls = counter('telegram_calls_total', 'method', 'outcome');
  const telegramSeconds = histogram('telegram_call_seconds', 'method');
  const troubles = counter('troubles_total', 'where');
  const pending = gauge('pending_updates');
  const lanes = gauge('lanes', 'state');
  const storeUp = gauge('store_up');
  const operations = gauge('operations', 'state');
  const unknown = gauge('operations_unknown');
  const watched = gauge('watched_accounts');
  const unreadable = gauge('watched_accounts_unreadable');
  const watchLag = gauge('watch_lag_seconds');
  const alerts = gauge('alerts', 'state');
  let sources: Sources | undefined;

  async function count({ load, stats }: Sources): Promise<void> {
    const { running, waiting } = load();
    lanes.set({ state: 'running' }, running);
    lanes.set({ state: 'waiting' }, waiting);
    operations.reset();
    alerts.reset();
    try {
      for (const [state, total] of await stats.operations()) operations.set({ state }, total);
      unknown.set(await stats.unknown());
      const watches = await stats.watches();
      watched.set(watches.accounts);
      unreadable.set(watches.unreadable);
      watchLag.set((await stats.watchLagMs()) / 1000);
      for (const [state, total] of watches.alerts) alerts.set({ state }, total);
      storeUp.set(1);
    } catch {
      for (const each of [unknown, watched, unreadable, watchLag]) each.set(Number.NaN);
      storeUp.set(0);
    }
  }

  return {
    update({ kind, outcome, ms }) {
      updates.inc({ kind, outcome });
      if (outcome === 'handled' || outcome === 'failed') handlers.observe({ kind }, ms / 1000);
    },
    provider({ operation, outcome, ms }) {
      providerCalls.inc({ operation, outcome });
      providerSeconds.observe({ operation }, ms / 1000);
    },
    telegram({ method, outcome, ms }) {
      telegramCalls.inc({ method, outcome });
      telegramSeconds.observe({ method }, ms / 1000);
    },
    trouble: (where) => troubles.inc({ where: where.split(' ', 1).join() }),
    pending: (total) => pending.set(total),
    watch(given) {
      sources = given;
    },
    async read() {
      if (sources) await count(sources);
      return { type: registry.contentType, text: await registry.metrics() };
    },
  };
}
