import { numberColumn, type Sql } from './database/sql.ts';

/** Messages are counted by slots of time, so that a group has few rows and nothing has to be locked. */
const SLOT_MS = 5_000;
/** As many as surely cover a minute, besides the one that is running. */
const SLOTS_BACK = 12;
const ALL = Number.MAX_SAFE_INTEGER;

/** What groups were sent within the last minute, by all processes that share the store. Times are epoch ms. */
export interface GroupMessages {
  /**
   * Takes one of so many messages that a group may get in any minute. Resolves to 0 where there was one left, or else to how
   * long to wait, in ms.
   */
  take(chatId: number, most: number, now: number): Promise<number>;
  /** Counts one that goes out in any case. */
  count(chatId: number, now: number): Promise<void>;
  /** Removes what was sent before then. */
  forget(before: number): Promise<void>;
}

export function openGroupMessages(sql: Sql): GroupMessages {
  /** One statement: whoever comes at the same moment waits for the row, and finds it counted up. */
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

  /** How long it takes until so many have left the minute that there is room for one. */
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
