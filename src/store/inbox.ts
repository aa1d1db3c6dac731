import { nullableNumberColumn, numberColumn, type Row, type Sql } from './database/sql.ts';
import type { Seal } from './encryption/seal.ts';

/** Telegram may start its numbers anew after a week without updates: an offset older than this is not used. */
const OFFSET_LIFE_MS = 6 * 24 * 3_600_000;
const MOST_ATTEMPTS = 3;
const MOST_PASSED = 100;

export interface KeptUpdate {
  updateId: number;
  update: unknown;
  /** When it reached this bot, epoch ms; a release before this one did not note it. */
  keptAt?: number | undefined;
}

/**
 * Updates that were taken from Telegram and are not handled yet. They are written in the transaction that moves the
 * offset, so that a crash loses none; what people type can hold secrets, so they are sealed.
 */
export interface Inbox {
  /** The offset to ask Telegram for, if one is known. */
  offset(botId: number): Promise<number | undefined>;
  /**
   * Keeps the updates and moves the offset past them; in the same commit removes those that were handled. Returns those
   * that were not in the inbox yet.
   */
  add<Update extends { update_id: number }>(
    botId: number,
    updates: readonly Update[],
    handled?: readonly number[],
  ): Promise<Update[]>;
  /**
   * Keeps an update that came another way than by an offset.
   * @param about `keptAt`: when it reached this bot (epoch ms), now unless told; `lane`: the lease of its lane, what came after
   * it in there does not get that before it
   */
  keep(
    botId: number,
    update: { update_id: number },
    about?: { keptAt?: number | undefined; lane?: string | undefined },
  ): Promise<void>;
  /** Whatever came after it in its lane waits for it no longer. */
  letPass(updateId: number, of: { lane: string } | { botId: number }): Promise<void>;
  /** The numbers of those that are in it, oldest first. */
  waiting(botId: number): Promise<number[]>;
  /** One of them, and whether it was begun again {@link MOST_ATTEMPTS} times; `undefined` once it was removed. */
  find(botId: number, updateId: number): Promise<(KeptUpdate & { tooOften: boolean }) | undefined>;
  remove(botId: number, ...updateIds: number[]): Promise<void>;
  /** What the last run left, oldest first. One that was begun again {@link MOST_ATTEMPTS} times is removed, and returned apart. */
  unfinished(botId: number): Promise<{ again: KeptUpdate[]; dropped: KeptUpdate[] }>;
  /** Notes that the handling of a leftover begins. */
  beginAgain(botId: number, updateId: number): Promise<void>;
}

export function openInbox(sql: Sql, seal: Seal): Inbox {
  const place = (botId: number, updateId: number) => `inbox:${botId}:${updateId}`;
  /** The offsets written last, as they stand in the store: this process alone writes them. */
  const offsets = new Map<number, { next: number; savedAt: number }>();

  /** What was let pass lately, by lane and number. */
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

  const insert = (
    inside: Sql,
    botId: number,
    update: { update_id: number },
    { keptAt = sql.now(), lane }: Parameters<Inbox['keep']>[2] = {},
  ) =>
    inside.query(
      `INSERT INTO inbox (bot_id, update_id, body, kept_at, lane) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT DO NOTHING RETURNING update_id`,
      botId,
      update.update_id,
      seal.seal(update, place(botId, update.update_id)),
      keptAt,
      lane ?? null,
    );
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
    async add(botId, updates, handled = []) {
      const next = Math.max(...updates.map((update) => update.update_id)) + 1;
      const savedAt = sql.now();
      const fresh = await sql.transaction(async (inside) => {
        const added = updates.slice(0, 0);
        for (const update of updates) {
          if ((await insert(inside, botId, update)).length > 0) added.push(update);
        }
        // After the new ones: what was handled a moment ago and comes once more is not new.
        await removeFrom(inside, botId, handled);
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
    async keep(botId, update, about = {}) {
      await insert(sql, botId, update, about);
      if (passed.delete(`${about.lane} ${update.update_id}`)) await passBy(update.update_id, { botId });
    },
    async letPass(updateId, of) {
      // It may be on its way into the inbox.
      if ('lane' in of) passed.add(`${of.lane} ${updateId}`);
      for (const oldest of passed.values().take(Math.max(0, passed.size - MOST_PASSED))) passed.delete(oldest);
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
      return row && { ...read(botId, row), tooOften: numberColumn(row, 'attempts') >= MOST_ATTEMPTS };
    },
    async remove(botId, ...updateIds) {
      // Lost with the machine, it is handled once more.
      await sql.transaction((inside) => removeFrom(inside, botId, updateIds), { durability: 'relaxed' });
    },
    unfinished: (botId) =>
      sql.transaction(async (inside) => {
        const dropped = await inside.query(
          'DELETE FROM inbox WHERE bot_id = $1 AND attempts >= $2 RETURNING update_id, body, kept_at',
          botId,
          MOST_ATTEMPTS,
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
