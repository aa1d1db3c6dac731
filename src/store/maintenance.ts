import { setImmediate as pause } from 'node:timers/promises';
import type { Sql } from './database/sql.ts';
import { openGroupMessages } from './group-messages.ts';
import { forgetOldChecks } from './jobs/checks.ts';
import { openLeases } from './leases.ts';
import type { Ledger, OldestLeft } from './operations/ledger.ts';
import { RETENTIONS, type Retention } from './operations/operation.ts';
import texts from './store.json' with { type: 'json' };

/** So long a machine goes by the time that passes alone: it loses less than a millisecond, or what it sleeps meanwhile. */
const COMPARE_EVERY_MS = 10_000;
/** A store without a sign of life for minutes may have been restored from a backup: see `takeOver`. */
const BEAT_EVERY_MS = 15_000;
const CLEAN_EVERY_MS = 3_600_000;
/** For longer than this nobody brings an update again that was handled. */
const LEASES_KEPT_MS = 48 * 3_600_000;
/** Less than this is the network, or the way of clocks. */
const CLOCK_OFF_MS = 1_000;

const DAY_MS = 24 * 3_600_000;
/** A confirm can be given a day after it was written down, and what was spent counts for a day after that. */
const SPENT_DAYS = 1;
/** So many rows go in one transaction: nobody waits for it for more than a few milliseconds. */
const BATCH = 20;
/** Of the rows that can't be read, so many are reported each time. */
const MOST_REPORTED = 20;

/** For how long what nothing is left to be done for is kept. */
export interface KeptFor {
  /** Operations that may have cost money, at least; for ever unless told. */
  receiptsDays?: number | undefined;
  /** Leaves the rest for the next time. */
  signal?: AbortSignal | undefined;
}

/**
 * Removes what has had its time, a little at a time, and gives its space back. Resolves to the errors of operations that stay,
 * as they do not fit their seal.
 */
export async function clean(sql: Sql, ledger: Ledger, { receiptsDays, signal }: KeptFor = {}): Promise<unknown[]> {
  const now = sql.now();
  const paid = receiptsDays === undefined ? undefined : receiptsDays + SPENT_DAYS;
  const keptDays: Record<Retention, number | undefined> = { unsent: 7, free: 90, paid };
  const unreadable: unknown[] = [];
  await inBatches(signal, () => removeExpired(sql, now));
  for (const retention of RETENTIONS) {
    const days = keptDays[retention];
    if (days === undefined) continue;
    let last: OldestLeft | undefined;
    await inBatches(signal, async () => {
      const forgotten = await ledger.forget(retention, now - days * DAY_MS, last);
      unreadable.push(...forgotten.unreadable);
      last = forgotten.last;
      return last !== undefined;
    });
  }
  await inBatches(signal, () =>
    sql.transaction((inside) => forgetOldChecks(inside, now, BATCH), { durability: 'relaxed' }),
  );
  await openLeases(sql).forget(now - LEASES_KEPT_MS);
  await openGroupMessages(sql).forget(now - CLEAN_EVERY_MS);
  await sql.compact?.(signal);
  return unreadable.slice(0, MOST_REPORTED);
}

/** Removes some of the values whose time is over; returns whether there may be more. Lost with the machine, they go once more. */
function removeExpired(sql: Sql, now: number): Promise<boolean> {
  const some = `SELECT key FROM boxes WHERE expires_at <= $1 LIMIT ${BATCH}`;
  return sql.transaction(
    async (inside) => {
      const removed = await inside.query(`DELETE FROM boxes WHERE key IN (${some}) RETURNING key`, now);
      return removed.length === BATCH;
    },
    { durability: 'relaxed' },
  );
}

/** @param remove removes some, and returns whether there may be more */
async function inBatches(signal: AbortSignal | undefined, remove: () => Promise<boolean>): Promise<void> {
  while (!signal?.aborted && (await remove())) await pause();
}

/** What a store needs from time to time while it is open. */
export interface Maintenance {
  start(): void;
  stop(): Promise<void>;
}

export interface MaintenanceDependencies {
  store: {
    /** Whether it gives back the space of what is removed. */
    compacts: boolean;
    /** Resolves to how far the machine's own clock is ahead of the store's, milliseconds. */
    compareClocks(): Promise<number>;
    /** Resolves to the errors of what can't be read. */
    clean(signal: AbortSignal): Promise<readonly unknown[]>;
  };
  /** Notes that this process is alive. Resolves to whether the store was put back meanwhile. */
  beat?(): Promise<boolean>;
  /** Tells the operator, once until it has been well again. */
  warn(text: string): void;
  report(error: unknown, where: string): void;
  compareEveryMs?: number;
  cleanEveryMs?: number;
}

export function createMaintenance(dependencies: MaintenanceDependencies): Maintenance {
  const { store, beat, warn, report, compareEveryMs = COMPARE_EVERY_MS, cleanEveryMs = CLEAN_EVERY_MS } = dependencies;
  let off = false;
  const ends: (() => Promise<void>)[] = [];
  const stopped = new AbortController();

  async function compare(): Promise<void> {
    const apartMs = Math.abs(await store.compareClocks());
    const wasOff = off;
    off = apartMs > CLOCK_OFF_MS;
    if (off && !wasOff) warn(texts.clockOff.replace('{seconds}', String(Math.round(apartMs / 1_000))));
  }

  async function noteAlive(): Promise<void> {
    if (await beat?.()) warn(texts.putBack);
  }

  async function clean(): Promise<void> {
    for (const error of await store.clean(stopped.signal)) report(error, 'upkeep');
  }

  return {
    start() {
      if (!store.compacts) warn(texts.notCompacted);
      ends.push(
        repeat(compare, compareEveryMs, 0),
        repeat(noteAlive, BEAT_EVERY_MS, BEAT_EVERY_MS),
        // Also at the start: one that never runs for an hour would remove nothing.
        repeat(clean, cleanEveryMs, 0),
      );
    },
    async stop() {
      stopped.abort();
      await Promise.all(ends.splice(0).map((end) => end()));
    },
  };

  /** Does it now and then, the next time after the one before has ended. Returns what ends that. */
  function repeat(work: () => Promise<void>, everyMs: number, firstMs: number): () => Promise<void> {
    let ended = false;
    let running = Promise.resolve();
    let timer = setTimeout(turn, firstMs).unref();
    function turn(): void {
      running = work()
        .catch((error) => report(error, 'upkeep'))
        .then(() => {
          if (!ended) timer = setTimeout(turn, everyMs).unref();
        });
    }
    return () => {
      ended = true;
      clearTimeout(timer);
      return running;
    };
  }
}
