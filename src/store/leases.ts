import { AsyncLocalStorage } from 'node:async_hooks';
import { numberColumn, type Row, type Sql, type SqlValue, textColumn } from './database/sql.ts';

/** The right to handle the updates of a lane, or to do other work of one process at a time. */
export interface Lease {
  name: string;
  /** Grows with every take and release: a holder with an older fence has lost the lease. */
  fence: number;
  notes: readonly Note[];
}

export interface Note {
  updateId: number;
  at: number;
  /** The handler exceeded its limit: whether it ended is not known. */
  abandoned?: boolean;
}

export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
  constructor() {
    super('Another process took this over meanwhile');
  }
}

export interface LeaseWanted {
  name: string;
  now: number;
  until: number;
  updateId?: number | undefined;
}

/** Takes {@link takeValues}. A new fence starts with the time, so that it also grows after its row was removed. */
export const TAKE_LEASE = `INSERT INTO leases (name, fence, expires_at, notes)
  SELECT $1, CAST($2 AS BIGINT), CAST($3 AS BIGINT), ''
  WHERE NOT EXISTS (SELECT 1 FROM inbox WHERE lane = $1 AND update_id < CAST($4 AS BIGINT))
  ON CONFLICT (name) DO UPDATE SET expires_at = excluded.expires_at,
    fence = CASE WHEN leases.fence < excluded.fence THEN excluded.fence ELSE leases.fence + 1 END
  WHERE leases.expires_at <= excluded.fence
  RETURNING fence, notes`;

export const RELEASE_LEASE =
  'UPDATE leases SET expires_at = $1, notes = $2, fence = fence + 1 WHERE name = $3 AND fence = $4 RETURNING name';

export function takeValues({ name, now, until, updateId }: LeaseWanted): SqlValue[] {
  return [name, now, until, updateId ?? null];
}

export function leaseOf(name: string, row: Row): Lease {
  return { name, fence: numberColumn(row, 'fence'), notes: notesIn(textColumn(row, 'notes')) };
}

/** Named leases in a store of several processes. Times are epoch ms, by the store's clock. */
export interface Leases {
  /** @param updateId an earlier update of the lane comes first */
  take(name: string, now: number, lifeMs: number, updateId?: number): Promise<Lease | undefined>;
  extend(lease: Lease, until: number): Promise<boolean>;
  release(lease: Lease, now: number, notes: readonly Note[]): Promise<boolean>;
  /** Guarded writes of the work fail with {@link LeaseLost} once another process takes the lease. */
  under<T>(lease: Lease, work: () => Promise<T>): Promise<T>;
  handledLast(): number | undefined;
  /** Runs at the start. Frees all leases of a store of one process; in a shared store they end by their time. */
  takeOver(now: number): Promise<void>;
  forget(before: number): Promise<void>;
}

const ABANDONED = ':abandoned';

const holding = new AsyncLocalStorage<Lease>();

export function openLeases(sql: Sql): Leases {
  return {
    async take(name, now, lifeMs, updateId) {
      const [row] = await sql.query(TAKE_LEASE, ...takeValues({ name, now, until: now + lifeMs, updateId }));
      return row && leaseOf(name, row);
    },
    async extend({ name, fence }, until) {
      const held = await sql.query(
        'UPDATE leases SET expires_at = $1 WHERE name = $2 AND fence = $3 RETURNING name',
        until,
        name,
        fence,
      );
      return held.length > 0;
    },
    async release({ name, fence }, now, notes) {
      const noted = notes.map(({ updateId, at, abandoned }) => `${updateId}:${at}${abandoned ? ABANDONED : ''}`).join();
      return (await sql.query(RELEASE_LEASE, now, noted, name, fence)).length > 0;
    },
    under: (lease, work) => holding.run(lease, work),
    handledLast: () => holding.getStore()?.notes.at(-1)?.updateId,
    async takeOver(now) {
      if (!sql.dialect.shared) await sql.query('UPDATE leases SET expires_at = $1 WHERE expires_at > $1', now);
    },
    async forget(before) {
      await sql.query('DELETE FROM leases WHERE expires_at < $1', before);
    },
  };
}

/** Checks the lease of the running work in the transaction that writes. @throws LeaseLost */
export function guarded<T>(sql: Sql, write: (inside: Sql) => Promise<T>): Promise<T> {
  const lease = holding.getStore();
  if (!lease) return write(sql);
  return sql.transaction(async (inside) => {
    // An UPDATE, so that a process taking the lease waits until this transaction ends.
    const held = await inside.query(
      'UPDATE leases SET fence = fence WHERE name = $1 AND fence = $2 RETURNING name',
      lease.name,
      lease.fence,
    );
    if (held.length === 0) throw new LeaseLost();
    return write(inside);
  });
}

function notesIn(noted: string): Note[] {
  return noted
    .split(',')
    .filter(Boolean)
    .map((note) => {
      const [updateId = 0, at = 0] = note.split(':').map(Number);
      return note.endsWith(ABANDONED) ? { updateId, at, abandoned: true } : { updateId, at };
    });
}
