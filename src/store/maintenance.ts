import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AuditLog } from './audit/log.ts';
import type { Sql } from './database/sql.ts';
import { openGroupMessages } from './group-messages.ts';
import { forgetOldAlerts } from './jobs/alerts.ts';
import { forgetOldChecks } from './jobs/checks.ts';
import { forgetOldReadings } from './jobs/token-readings.ts';
import { openLeases } from './leases.ts';
import type { Ledger, OldestLeft } from './operations/ledger.ts';
import { RETENTIONS, type Retention } from './operations/operation.ts';

/** In between the machine measures elapsed time, which is off by less than a millisecond. */
const COMPARE_EVERY_MS = 10_000;
/** After minutes without a beat the store may have been restored from a backup, see `takeOver`. */
const BEAT_EVERY_MS = 15_000;
const CLEAN_EVERY_MS = 3_600_000;
const LEASES_KEPT_MS = 48 * 3_600_000;
const CLOCK_OFF_MS = 1_000;

/** SQLite's log is copied into the file long before. */
const MAX_LOG_BYTES = 64 * 1024 * 1024;

const DAY_MS = 24 * 3_600_000;
/** A confirm works until a day after its preparation, and spending counts for a day after that. */
const SPENT_DAYS = 1;
/** Other transactions wait a few milliseconds at most. */
const ROWS_PER_TRANSACTION = 20;
const MAX_UNREADABLE_REPORTED = 20;

const NOT_COMPACTED =
  'The database keeps the space of what is removed: there was no room to write it anew. It is tried again at the next start';
const PUT_BACK =
  'The database was put back to an earlier state while the bot runs: confirms that were open are closed. Check what was bought since then';
const logLong = (bytes: number) =>
  `The log of the database has grown to ${Math.round(bytes / 1024 / 1024)} MB: another program has read from the database for long, or the disk is full. It shrinks when that ends`;
const clockOff = (seconds: number) =>
  `The clocks of this machine and of the database are ${seconds} s apart: the bot goes by the database’s; set the wrong one right`;

export interface KeptFor {
  receiptsDays?: number | undefined;
  auditDays?: number | undefined;
  signal?: AbortSignal | undefined;
}

export async function clean(
  sql: Sql,
  ledger: Pick<Ledger, 'forget'>,
  audit: Pick<AuditLog, 'forget'>,
  tellOmitted: (behind: string | undefined) => Promise<string | undefined>,
  { receiptsDays, auditDays, signal }: KeptFor = {},
): Promise<unknown[]> {
  const now = sql.now();
  const paid = receiptsDays === undefined ? undefined : receiptsDays + SPENT_DAYS;
  const keptDays: Record<Retention, number | undefined> = { unsent: 7, free: 90, paid };
  const unreadable: unknown[] = [];
  // First: the rows that count omitted refusals expire below.
  let told: string | undefined;
  await inBatches(signal, async () => {
    told = await tellOmitted(told);
    return told !== undefined;
  });
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
  if (auditDays !== undefined) {
    let behind: Awaited<ReturnType<AuditLog['forget']>>['last'];
    await inBatches(signal, async () => {
      const forgotten = await audit.forget(now - auditDays * DAY_MS, ROWS_PER_TRANSACTION, behind);
      unreadable.push(...forgotten.unreadable);
      behind = forgotten.last;
      return behind !== undefined;
    });
  }
  await inBatches(signal, () =>
    sql.transaction((inside) => forgetOldChecks(inside, now, ROWS_PER_TRANSACTION), { durability: 'relaxed' }),
  );
  await inBatches(signal, () =>
    sql.transaction((inside) => forgetOldAlerts(inside, now, ROWS_PER_TRANSACTION), { durability: 'relaxed' }),
  );
  await inBatches(signal, () =>
    sql.transaction((inside) => forgetOldReadings(inside, now, ROWS_PER_TRANSACTION), { durability: 'relaxed' }),
  );
  await openLeases(sql).forget(now - LEASES_KEPT_MS);
  await openGroupMessages(sql).forget(now - CLEAN_EVERY_MS);
  await sql.compact?.(signal);
  return unreadable.slice(0, MAX_UNREADABLE_REPORTED);
}

function removeExpired(sql: Sql, now: number): Promise<boolean> {
  const some = `SELECT key FROM boxes WHERE expires_at <= $1 LIMIT ${ROWS_PER_TRANSACTION}`;
  return sql.transaction(
    async (inside) => {
      const removed = await inside.query(`DELETE FROM boxes WHERE key IN (${some}) RETURNING key`, now);
      return removed.length === ROWS_PER_TRANSACTION;
    },
    { durability: 'relaxed' },
  );
}

async function inBatches(signal: AbortSignal | undefined, remove: () => Promise<boolean>): Promise<void> {
  while (!signal?.aborted && (await remove())) await nextTurn();
}

export interface Maintenance {
  start(): void;
  stop(): Promise<void>;
}

export interface MaintenanceDependencies {
  store: {
    compacts: boolean;
    compareClocks(): Promise<number>;
    clean(signal: AbortSignal): Promise<readonly unknown[]>;
    logBytes(): number;
  };
  /** Resolves to whether the store was put back meanwhile. */
  beat?(): Promise<boolean>;
  warn(text: string): void;
  report(error: unknown, where: string): void;
  compareEveryMs?: number;
  cleanEveryMs?: number;
}

export function createMaintenance(dependencies: MaintenanceDependencies): Maintenance {
  const { store, beat, warn, report, compareEveryMs = COMPARE_EVERY_MS, cleanEveryMs = CLEAN_EVERY_MS } = dependencies;
  let off = false;
  let long = false;
  const ends: (() => Promise<void>)[] = [];
  const stopped = new AbortController();

  async function compare(): Promise<void> {
    const apartMs = Math.abs(await store.compareClocks());
    const wasOff = off;
    off = apartMs > CLOCK_OFF_MS;
    if (off && !wasOff) warn(clockOff(Math.round(apartMs / 1_000)));
  }

  async function lookAtLog(): Promise<void> {
    const bytes = store.logBytes();
    const wasLong = long;
    long = bytes > MAX_LOG_BYTES;
    if (long && !wasLong) warn(logLong(bytes));
  }

  async function noteAlive(): Promise<void> {
    if (await beat?.()) warn(PUT_BACK);
  }

  async function clean(): Promise<void> {
    for (const error of await store.clean(stopped.signal)) report(error, 'maintenance');
  }

  return {
    start() {
      if (!store.compacts) warn(NOT_COMPACTED);
      ends.push(
        repeat(compare, compareEveryMs, 0),
        repeat(lookAtLog, compareEveryMs, compareEveryMs),
        repeat(noteAlive, BEAT_EVERY_MS, BEAT_EVERY_MS),
        // Also at the start: a process that never runs for an hour would remove nothing.
        repeat(clean, cleanEveryMs, 0),
      );
    },
    async stop() {
      stopped.abort();
      await Promise.all(ends.splice(0).map((end) => end()));
    },
  };

  function repeat(work: () => Promise<void>, everyMs: number, firstMs: number): () => Promise<void> {
    let ended = false;
    let running = Promise.resolve();
    let timer = setTimeout(turn, firstMs).unref();
    function turn(): void {
      running = work()
        .catch((error) => report(error, 'maintenance'))
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
