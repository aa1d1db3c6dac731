import { AsyncLocalStorage } from 'node:async_hooks';
import { numberColumn, type Row, type Sql, type SqlValue, textColumn } from './database/sql.ts';

/** The right to do what one process may do at a time, such as handling the updates of a lane. */
export interface Lease {
  name: string;
  /** Grows with every take and release: a holder with an older one has lost the lease. */
  fence: number;
  /** The notes of earlier holders, the newest last. */
  notes: readonly Note[];
}

/** A handled update, and when it was handled (epoch ms). */
export interface Note {
  updateId: number;
  at: number;
  /** Its handler exceeded its limit: whether it ended is not known. */
  abandoned?: boolean;
}

/** Another process took the lease: this one's writes are out of date. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
  constructor() {
    super('Another process took this over meanwhile');
  }
}

/** A lease to be taken at `now`; times are epoch ms. */
export interface LeaseWanted {
  name: string;
  now: number;
  until: number;
  /** See {@link Leases.take}. */
  updateId?: number | undefined;
}

/** The values of the statement are {@link takeValues}. A new fence starts with the time, so that it also grows after its row was removed. */
export const TAKE_LEASE = `INSERT INTO leases (name, fence, expires_at, notes)
  SELECT $1, CAST($2 AS BIGINT), CAST($3 AS BIGINT), ''
  WHERE NOT EXISTS (SELECT 1 FROM inbox WHERE lane = $1 AND update_id < CAST($4 AS BIGINT))
  ON CONFLICT (name) DO UPDATE SET expires_at = excluded.expires_at,
    fence = CASE WHEN leases.fence < excluded.fence THEN excluded.fence ELSE leases.fence + 1 END
  WHERE leases.expires_at <= excluded.fence
  RETURNING fence, notes`;

/** The values of the statement: the time, the notes, and the lease's name and fence. */
export const RELEASE_LEASE =
  'UPDATE leases SET expires_at = $1, notes = $2, fence = fence + 1 WHERE name = $3 AND fence = $4 RETURNING name';

export function takeValues({ name, now, until, updateId }: LeaseWanted): SqlValue[] {
  return [name, now, until, updateId ?? null];
}

/** The lease that {@link TAKE_LEASE} returned. */
export function leaseOf(name: string, row: Row): Lease {
  return { name, fence: numberColumn(row, 'fence'), notes: notesIn(textColumn(row, 'notes')) };
}

/** Named leases in a store of several processes. Times are epoch ms, by the store's clock. */
export interface Leases {
  /**
   * Takes it for `lifeMs` where it is free or has ended. Resolves to `undefined` while another process holds it.
   * @param updateId the update it is taken for; an earlier update of the lane in the inbox comes first
   */
  take(name: string, now: number, lifeMs: number, updateId?: number): Promise<Lease | undefined>;
  /** Extends it. Resolves to `false` where another process has it. */
  extend(lease: Lease, until: number): Promise<boolean>;
  /** Gives it back with notes for the next holders. Resolves to whether it was still held. */
  release(lease: Lease, now: number, notes: readonly Note[]): Promise<boolean>;
  /**
   * Runs work whose guarded writes fail with {@link LeaseLost} once the lease is released or taken by another process.
   */
  under<T>(lease: Lease, work: () => Promise<T>): Promise<T>;
  /** The update that was handled last under the lease of the running work; `undefined` without one. */
  handledLast(): number | undefined;
  /**
   * Runs at the start. Frees all leases of a store of one process. In a shared store another process may hold them:
   * they end by their time.
   */
  takeOver(now: number): Promise<void>;
  /** Removes leases that ended before then. */
  forget(before: number): Promise<void>;
}

/** The suffix of a note; earlier releases ignore it. */
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

/**
 * Checks the lease of the running work in the transaction that writes. Without a lease it only writes.
 * @throws LeaseLost
 */
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
      // A note without a time was written by an earlier release.
      const [updateId = 0, at = 0] = note.split(':').map(Number);
      return note.endsWith(ABANDONED) ? { updateId, at, abandoned: true } : { updateId, at };
    });
}
