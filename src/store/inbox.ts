import type { Seal } from './seal.ts';
import { number, type Sql } from './sql.ts';

/** Telegram may start its numbers anew after a week without updates: an offset older than this is not used. */
const OFFSET_LIFE_MS = 6 * 24 * 3_600_000;
const MOST_ATTEMPTS = 3;

export interface Kept {
  updateId: number;
  update: unknown;
}

/**
 * Updates that were taken from Telegram and are not handled yet. They are written in the transaction that moves the
 * offset, so that a crash loses none; what people type can hold secrets, so they are sealed.
 */
export interface Inbox {
  /** The offset to ask Telegram for, if one is known. */
  offset(botId: number): Promise<number | undefined>;
  /** Keeps the updates and moves the offset past them. Returns those that were not in the inbox yet. */
  add<Update extends { update_id: number }>(botId: number, updates: readonly Update[]): Promise<Update[]>;
  remove(botId: number, updateId: number): Promise<void>;
  /** What a crash left, oldest first. One that {@link MOST_ATTEMPTS} starts have tried already is dropped and returned apart. */
  leftovers(botId: number): Promise<{ again: Kept[]; dropped: number[] }>;
}

export function openInbox(sql: Sql, seal: Seal): Inbox {
  const place = (botId: number, updateId: number) => `inbox:${botId}:${updateId}`;
  return {
    async offset(botId) {
      const [row] = await sql.query('SELECT next_update_id, saved_at FROM offsets WHERE bot_id = $1', botId);
      if (!row || number(row, 'saved_at') < Date.now() - OFFSET_LIFE_MS) return undefined;
      return number(row, 'next_update_id');
    },
    add(botId, updates) {
      const next = Math.max(...updates.map((update) => update.update_id)) + 1;
      return sql.transaction(async (inside) => {
        const fresh = updates.slice(0, 0);
        for (const update of updates) {
          const added = await inside.query(
            'INSERT INTO inbox (bot_id, update_id, body) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING update_id',
            botId,
            update.update_id,
            seal.seal(update, place(botId, update.update_id)),
          );
          if (added.length > 0) fresh.push(update);
        }
        await inside.query(
          `INSERT INTO offsets (bot_id, next_update_id, saved_at) VALUES ($1, $2, $3)
           ON CONFLICT (bot_id) DO UPDATE SET next_update_id = excluded.next_update_id, saved_at = excluded.saved_at`,
          botId,
          next,
          Date.now(),
        );
        return fresh;
      });
    },
    async remove(botId, updateId) {
      await sql.query('DELETE FROM inbox WHERE bot_id = $1 AND update_id = $2', botId, updateId);
    },
    leftovers: (botId) =>
      sql.transaction(async (inside) => {
        const dropped = await inside.query(
          'DELETE FROM inbox WHERE bot_id = $1 AND attempts >= $2 RETURNING update_id',
          botId,
          MOST_ATTEMPTS,
        );
        const rows = await inside.query(
          'UPDATE inbox SET attempts = attempts + 1 WHERE bot_id = $1 RETURNING update_id, body',
          botId,
        );
        const again = rows.map((row) => {
          const updateId = number(row, 'update_id');
          return { updateId, update: seal.open(row.body, place(botId, updateId)) };
        });
        return {
          again: again.sort((a, b) => a.updateId - b.updateId),
          dropped: dropped.map((row) => number(row, 'update_id')),
        };
      }),
  };
}
