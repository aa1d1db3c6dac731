import { nullableNumberColumn, numberColumn, type Row, type Sql, type SqlValue } from './database/sql.ts';
import type { Seal } from './encryption/seal.ts';
import { type Lease, type LeaseWanted, leaseOf, RELEASE_LEASE, TAKE_LEASE, takeValues } from './leases.ts';

/** Telegram may restart its numbers after a week without updates. */
const OFFSET_LIFE_MS = 6 * 24 * 3_600_000;
const MAX_ATTEMPTS = 3;
const MAX_PASSED = 100;

export interface KeptUpdate {
  updateId: number;
  update: unknown;
  keptAt?: number | undefined;
}

interface AboutKept {
  keptAt?: number | undefined;
  lane?: string | undefined;
}

const KEEP_UNDER = `WITH taken AS (${TAKE_LEASE}),
  kept AS (
    INSERT INTO inbox (bot_id, update_id, body, kept_at, lane)
    SELECT CAST($5 AS BIGINT), CAST($6 AS BIGINT), CAST($7 AS BYTEA), CAST($8 AS BIGINT), CAST($9 AS TEXT) FROM taken
    ON CONFLICT DO NOTHING
  )
  SELECT fence, notes FROM taken`;
const REMOVE_UNDER = `WITH removed AS (DELETE FROM inbox WHERE bot_id = $5 AND update_id = $6) ${RELEASE_LEASE}`;

/** The transaction that stores updates also moves the offset. Updates are sealed: people may type secrets. */
export interface Inbox {
  offset(botId: number): Promise<number | undefined>;
  add<Update extends { update_id: number }>(
    botId: number,
    updates: readonly Update[],
    handled?: readonly number[],
    next?: number,
  ): Promise<Update[]>;
  synchronised(): Promise<void>;
  shareCommits(share: () => void): void;
  /** @param about `keptAt`: epoch ms, now by default; `lane`: its later updates wait for this one */
  keep(botId: number, update: { update_id: number }, about?: AboutKept): Promise<void>;
  /** One commit. Stores nothing where another process holds the lease. */
  keepUnder(
    lease: LeaseWanted,
    botId: number,
    update: { update_id: number },
    about?: AboutKept,
  ): Promise<Lease | undefined>;
  removeUnder(lease: Lease, botId: number, updateId: number): Promise<void>;
  letPass(updateId: number, of: { lane: string } | { botId: number }): Promise<void>;
  waiting(botId: number): Promise<number[]>;
  find(botId: number, updateId: number): Promise<(KeptUpdate & { tooOften: boolean }) | undefined>;
  remove(botId: number, ...updateIds: number[]): Promise<void>;
  /** The updates that the last run left. One begun {@link MAX_ATTEMPTS} times is removed and returned as dropped. */
  unfinished(botId: number): Promise<{ again: KeptUpdate[]; dropped: KeptUpdate[] }>;
  beginAgain(botId: number, updateId: number): Promise<void>;
}

export function openInbox(sql: Sql, seal: Seal): Inbox {
  const place = (botId: number, updateId: number) => `inbox:${botId}:${updateId}`;
  /** Only this process writes the offsets. */
  const offsets = new Map<number, { next: number; savedAt: number }>();

  const passed = new Set<string>();

  async function passBy(updateId: number, of: { lane: string } | { botId: number }): Promise<void> {
    const [column, value] = 'lane' in of ? ['lane', of.lane] : ['bot_id', of.botId];
    await sql.query(`UPDATE inbox SET lane = NULL WHERE update_id = $1 AND ${column} = $2`, updateId, value);
  }

  async function readOffset(botId: number): Promise<{ next: number; savedAt: number } | undefined> {
    const [row] = await sql.query('SELECT next_update_id, saved_at FROM offsets WHERE bot_id = $1', botId);
    return row && { next: numberColumn(row, 'next_update_id'), savedAt: numberColumn(row, 'saved_at') };
  }

  async function removeFrom(inside: Sql, botId: number, updateIds: readonly number[]): Promise<void> {
    for (const updateId of updateIds)
      await inside.query('DELETE FROM inbox WHERE bot_id = $1 AND update_id = $2', botId, updateId);
  }

  const rowOf = (
    botId: number,
    update: { update_id: number },
    { keptAt = sql.now(), lane }: AboutKept = {},
  ): SqlValue[] => [botId, update.update_id, seal.seal(update, place(botId, update.update_id)), keptAt, lane ?? null];
  const insert = (inside: Sql, ...row: Parameters<typeof rowOf>) =>
    inside.query(
      `INSERT INTO inbox (bot_id, update_id, body, kept_at, lane) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT DO NOTHING RETURNING update_id`,
      ...rowOf(...row),
    );
  const passLate = async (botId: number, updateId: number, { lane }: AboutKept) => {
    if (passed.delete(`${lane} ${updateId}`)) await passBy(updateId, { botId });
  };
  // SQLite changes no rows in a WITH, and needs no message to a server.
  const { shared } = sql.dialect;
  const read = (botId: number, row: Row): KeptUpdate => {
    const updateId = numberColumn(row, 'update_id');
    const keptAt = nullableNumberColumn(row, 'kept_at') ?? undefined;
    return { updateId, update: seal.open(row.body, place(botId, updateId)), keptAt };
  };

  return {
    async offset(botId) {
      const kept = offsets.get(botId) ?? (await readOffset(botId));
      return kept && kept.savedAt >= sql.now() - OFFSET_LIFE_MS ? kept.next : undefined;
    },
    async add(botId, updates, handled = [], next = Math.max(...updates.map(({ update_id }) => update_id)) + 1) {
      const savedAt = sql.now();
      const fresh = await sql.transaction(async (inside) => {
        const added = updates.slice(0, 0);
        // First, so that the new rows take the freed pages: each page that changes is written whole.
        await removeFrom(inside, botId, handled);
        for (const update of updates) {
          // An update that was just handled and comes again is not new.
          if (handled.includes(update.update_id)) continue;
          if ((await insert(inside, botId, update)).length > 0) added.push(update);
        }
        await inside.query(
          `INSERT INTO offsets (bot_id, next_update_id, saved_at) VALUES ($1, $2, $3)
           ON CONFLICT (bot_id) DO UPDATE SET next_update_id = excluded.next_update_id, saved_at = excluded.saved_at`,
          botId,
          next,
          savedAt,
        );
        return added;
      });
      offsets.set(botId, { next, savedAt });
      return fresh;
    },
    synchronised: async () => sql.synchronised?.(),
    shareCommits: (share) => sql.shareCommits?.(share),
    async keep(botId, update, about = {}) {
      await insert(sql, botId, update, about);
      await passLate(botId, update.update_id, about);
    },
    async keepUnder(wanted, botId, update, about = {}) {
      const take = async (inside: Sql) => {
        if (shared) return inside.query(KEEP_UNDER, ...takeValues(wanted), ...rowOf(botId, update, about));
        const taken = await inside.query(TAKE_LEASE, ...takeValues(wanted));
        if (taken.length > 0) await insert(inside, botId, update, about);
        return taken;
      };
      const [row] = await (shared ? take(sql) : sql.transaction(take));
      if (!row) return undefined;
      await passLate(botId, update.update_id, about);
      return leaseOf(wanted.name, row);
    },
    async removeUnder({ name, fence }, botId, updateId) {
      const release = [sql.now(), '', name, fence];
      if (shared) return void (await sql.query(REMOVE_UNDER, ...release, botId, updateId));
      await sql.transaction(
        async (inside) => {
          await removeFrom(inside, botId, [updateId]);
          await inside.query(RELEASE_LEASE, ...release);
        },
        { durability: 'relaxed' },
      );
    },
    async letPass(updateId, of) {
      // The update may still be on its way into the inbox.
      if ('lane' in of) passed.add(`${of.lane} ${updateId}`);
      for (const oldest of passed.values().take(Math.max(0, passed.size - MAX_PASSED))) passed.delete(oldest);
      await passBy(updateId, of);
    },
    async waiting(botId) {
      const rows = await sql.query('SELECT update_id FROM inbox WHERE bot_id = $1 ORDER BY update_id', botId);
      return rows.map((row) => numberColumn(row, 'update_id'));
    },
    async find(botId, updateId) {
      const [row] = await sql.query(
        'SELECT update_id, body, kept_at, attempts FROM inbox WHERE bot_id = $1 AND update_id = $2',
        botId,
        updateId,
      );
      return row && { ...read(botId, row), tooOften: numberColumn(row, 'attempts') >= MAX_ATTEMPTS };
    },
    async remove(botId, ...updateIds) {
      // If this commit is lost with the machine, the update is handled again.
      await sql.transaction((inside) => removeFrom(inside, botId, updateIds), { durability: 'relaxed' });
    },
    unfinished: (botId) =>
      sql.transaction(async (inside) => {
        const dropped = await inside.query(
          'DELETE FROM inbox WHERE bot_id = $1 AND attempts >= $2 RETURNING update_id, body, kept_at',
          botId,
          MAX_ATTEMPTS,
        );
        const again = await inside.query(
          'SELECT update_id, body, kept_at FROM inbox WHERE bot_id = $1 ORDER BY update_id',
          botId,
        );
        return { again: again.map((row) => read(botId, row)), dropped: dropped.map((row) => read(botId, row)) };
      }),
    async beginAgain(botId, updateId) {
      await sql.query('UPDATE inbox SET attempts = attempts + 1 WHERE bot_id = $1 AND update_id = $2', botId, updateId);
    },
  };
}
