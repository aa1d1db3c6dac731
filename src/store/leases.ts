import { AsyncLocalStorage } from 'node:async_hooks';
import { numberColumn, type Sql, textColumn } from './database/sql.ts';

/** The right to do something that only one process may do at a time, such as handling a person's updates. */
export interface Lease {
  name: string;
  /** Grows whenever it is taken or given back: who holds an older one was overtaken, however alive they feel. */
  fence: number;
  /** What the holders before noted, the newest last. */
  notes: readonly Note[];
}

/** An update that was handled, and when (epoch ms). */
export interface Note {
  updateId: number;
  at: number;
  /** Its handler was not waited for any longer: whether it ever ended is not known. */
  abandoned?: boolean;
}

/** Another process took the lease over: what this one was about to write is out of date. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
  constructor() {
    super('Another process took this over meanwhile');
  }
}

/** Leases in a store that several processes work on. Times are epoch ms, by the store's clock. */
export interface Leases {
  /**
   * Takes it for `lifeMs` where it is free, or its holder let its time pass. `undefined` while somebody holds it.
   * @param updateId what it is taken for; not before what came earlier, and waits for it in the inbox
   */
  take(name: string, now: number, lifeMs: number, updateId?: number): Promise<Lease | undefined>;
  /** Holds it for longer. Resolves to whether it is still held: `false` when another has it. */
  extend(lease: Lease, until: number): Promise<boolean>;
  /** Gives it back, with what to note for those after. Resolves to whether it was still held. */
  release(lease: Lease, now: number, notes: readonly Note[]): Promise<boolean>;
  /** Runs work whose guarded writes fail with {@link LeaseLost} once the lease is given back, or another has it. */
  under<T>(lease: Lease, work: () => Promise<T>): Promise<T>;
  /**
   * At the start of the program: what the dead one held is free. In a store that others work on too, it may be in the hands
   * of a living one, and is free when its time has passed.
   */
  takeOver(now: number): Promise<void>;
  /** Removes those that nobody has held since then. */
  forget(before: number): Promise<void>;
}

/** The end of a note; versions before this one read past it. */
const ABANDONED = ':abandoned';

const holding = new AsyncLocalStorage<Lease>();

export function openLeases(sql: Sql): Leases {
  return {
    async take(name, now, lifeMs, updateId) {
      // A fence begins with the time, so that it grows also over a row that was removed.
      const [row] = await sql.query(
        `INSERT INTO leases (name, fence, expires_at, notes)
         SELECT $1, CAST($2 AS BIGINT), CAST($3 AS BIGINT), ''
         WHERE NOT EXISTS (SELECT 1 FROM inbox WHERE lane = $1 AND update_id < CAST($4 AS BIGINT))
         ON CONFLICT (name) DO UPDATE SET expires_at = excluded.expires_at,
           fence = CASE WHEN leases.fence < excluded.fence THEN excluded.fence ELSE leases.fence + 1 END
         WHERE leases.expires_at <= excluded.fence
         RETURNING fence, notes`,
        name,
        now,
        now + lifeMs,
        updateId ?? null,
      );
      return row && { name, fence: numberColumn(row, 'fence'), notes: notesIn(textColumn(row, 'notes')) };
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
      const held = await sql.query(
        `UPDATE leases SET expires_at = $1, notes = $2, fence = fence + 1 WHERE name = $3 AND fence = $4 RETURNING name`,
        now,
        notes.map(({ updateId, at, abandoned }) => `${updateId}:${at}${abandoned ? ABANDONED : ''}`).join(),
        name,
        fence,
      );
      return held.length > 0;
    },
    under: (lease, work) => holding.run(lease, work),
    async takeOver(now) {
      if (!sql.dialect.shared) await sql.query('UPDATE leases SET expires_at = $1 WHERE expires_at > $1', now);
    },
    async forget(before) {
      await sql.query('DELETE FROM leases WHERE expires_at < $1', before);
    },
  };
}

/**
 * Writes in the transaction in which it looks that the lease under which this runs is still held; without a lease it just
 * writes.
 * @throws LeaseLost
 */
export function guarded<T>(sql: Sql, write: (inside: Sql) => Promise<T>): Promise<T> {
  const lease = holding.getStore();
  if (!lease) return write(sql);
  return sql.transaction(async (inside) => {
    // A write itself, so that whoever is about to take it over waits until this transaction has ended.
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
      // One without a time is of an earlier version, and old.
      const [updateId = 0, at = 0] = note.split(':').map(Number);
      return note.endsWith(ABANDONED) ? { updateId, at, abandoned: true } : { updateId, at };
    });
}
