import { numberColumn, type Sql } from './database/sql.ts';

/** Counting by slots of time keeps the rows of a group few and needs no lock. */
const SLOT_MS = 5_000;
/** Covers a minute besides the current slot. */
const SLOTS_BACK = 12;
const ALL = Number.MAX_SAFE_INTEGER;

/** Counts the messages that groups got within the last minute, over all processes of the store. Times are epoch ms. */
export interface GroupMessages {
  /**
   * Takes one of the messages that a group may get in any minute. Resolves to 0, or to the wait in ms where none is
   * left.
   */
  take(chatId: number, most: number, now: number): Promise<number>;
  /** Counts a message that is sent in any case. */
  count(chatId: number, now: number): Promise<void>;
  /** Removes the counts of earlier times. */
  forget(before: number): Promise<void>;
}

export function openGroupMessages(sql: Sql): GroupMessages {
  /** One statement: a concurrent one waits for the row and sees its new count. */
  async function counted(chatId: number, most: number, slot: number): Promise<boolean> {
    const others = `(SELECT COALESCE(SUM(count), 0) FROM group_messages
      WHERE chat_id = CAST($1 AS BIGINT) AND slot >= CAST($3 AS BIGINT) AND slot <> CAST($2 AS BIGINT))`;
    const rows = await sql.query(
      `INSERT INTO group_messages AS here (chat_id, slot, count)
       SELECT CAST($1 AS BIGINT), CAST($2 AS BIGINT), 1 WHERE ${others} < CAST($4 AS BIGINT)
       ON CONFLICT (chat_id, slot) DO UPDATE SET count = here.count + 1
       WHERE here.count + ${others} < CAST($4 AS BIGINT) RETURNING count`,
      ...[chatId, slot, slot - SLOTS_BACK, most],
    );
    return rows.length > 0;
  }

  /** How long until enough messages are a minute old. */
  async function untilRoom(chatId: number, most: number, now: number): Promise<number> {
    const first = slotAt(now) - SLOTS_BACK;
    const rows = await sql.query(
      'SELECT slot, count FROM group_messages WHERE chat_id = $1 AND slot >= $2 ORDER BY slot',
      ...[chatId, first],
    );
    let tooMany = rows.reduce((sum, row) => sum + numberColumn(row, 'count'), 1 - most);
    for (const row of rows) {
      tooMany -= numberColumn(row, 'count');
      if (tooMany <= 0) return Math.max(1, (numberColumn(row, 'slot') + SLOTS_BACK + 1) * SLOT_MS - now);
    }
    return 1;
  }

  return {
    async take(chatId, most, now) {
      return (await counted(chatId, most, slotAt(now))) ? 0 : untilRoom(chatId, most, now);
    },
    async count(chatId, now) {
      await counted(chatId, ALL, slotAt(now));
    },
    async forget(before) {
      await sql.query('DELETE FROM group_messages WHERE slot < $1', slotAt(before));
    },
  };
}

function slotAt(epochMs: number): number {
  return Math.floor(epochMs / SLOT_MS);
}
