import { numberColumn, type Row, type Sql } from './database/sql.ts';

/** Slots keep the rows of a group few and need no lock. */
const SLOT_MS = 5_000;
const SLOTS_BACK = 12;

/** With {@link OWN_PLACES} of each kind, the sum stays below the 20 messages a minute that Telegram allows a group. */
const SHARED_PLACES = 13;
const OWN_PLACES = 2;

const OWN_KINDS = ['approval', 'alert', 'outcome'] as const;
/** News that no flood of other messages may hold back. */
export type OwnKind = (typeof OWN_KINDS)[number];
export type NewsKind = OwnKind | 'other';

export interface Counted {
  at: number;
  place: OwnKind | 'shared';
}

/** Returns the message that has to be a minute old first, where there are not enough places. */
export function placesFor(
  counted: readonly Counted[],
  kind: NewsKind,
  calls: number,
): { shared: number; own: number } | Counted {
  const relevant = counted.filter(({ place }) => place === 'shared' || place === kind);
  for (let old = 0; ; old++) {
    const left = relevant.slice(old);
    const shared = Math.max(0, SHARED_PLACES - left.filter(({ place }) => place === 'shared').length);
    const own = kind === 'other' ? 0 : Math.max(0, OWN_PLACES - left.filter(({ place }) => place === kind).length);
    if (shared + own < calls) continue;
    const last = relevant[old - 1];
    return last ?? { shared: Math.min(shared, calls), own: Math.max(0, calls - shared) };
  }
}

export interface GroupMessages {
  /** Takes places for some calls. Resolves to 0, or to the wait in ms where there are not enough. */
  take(chatId: number, kind: NewsKind, calls: number, now: number): Promise<number>;
  count(chatId: number, now: number): Promise<void>;
  forget(before: number): Promise<void>;
}

export function openGroupMessages(sql: Sql): GroupMessages {
  /** A concurrent statement waits for the row and sees its new count. */
  async function write(
    chatId: number,
    slot: number,
    { shared, own, kind }: { shared: number; own: number; kind: NewsKind },
  ): Promise<boolean> {
    const column = kind === 'other' ? 'outcome' : kind;
    const others = (name: string) => `(SELECT COALESCE(SUM(${name}), 0) FROM group_messages
      WHERE chat_id = CAST($1 AS BIGINT) AND slot >= CAST($3 AS BIGINT) AND slot <> CAST($2 AS BIGINT))`;
    const [given, givenOwn] = ['CAST($4 AS BIGINT)', 'CAST($5 AS BIGINT)'];
    const fits = (count: string, ofKind: string) =>
      `(${given} = 0 OR ${count} + ${others('count')} + ${given} <= ${SHARED_PLACES})
       AND (${givenOwn} = 0 OR ${ofKind} + ${others(column)} + ${givenOwn} <= ${OWN_PLACES})`;
    const rows = await sql.query(
      `INSERT INTO group_messages AS here (chat_id, slot, count, ${column})
       SELECT CAST($1 AS BIGINT), CAST($2 AS BIGINT), ${given}, ${givenOwn} WHERE ${fits('0', '0')}
       ON CONFLICT (chat_id, slot) DO UPDATE SET count = here.count + ${given}, ${column} = here.${column} + ${givenOwn}
       WHERE ${fits('here.count', `here.${column}`)} RETURNING count`,
      ...[chatId, slot, slot - SLOTS_BACK, shared, own],
    );
    return rows.length > 0;
  }

  async function countedIn(chatId: number, now: number): Promise<Counted[]> {
    const rows = await sql.query(
      'SELECT slot, count, approval, alert, outcome FROM group_messages WHERE chat_id = $1 AND slot >= $2 ORDER BY slot',
      ...[chatId, slotAt(now) - SLOTS_BACK],
    );
    return rows.flatMap(countedInRow);
  }

  return {
    async take(chatId, kind, calls, now) {
      for (;;) {
        const found = placesFor(await countedIn(chatId, now), kind, calls);
        if ('at' in found) return Math.max(1, found.at + (SLOTS_BACK + 1) * SLOT_MS - now);
        if (await write(chatId, slotAt(now), { ...found, kind })) return 0;
      }
    },
    async count(chatId, now) {
      await sql.query(
        `INSERT INTO group_messages AS here (chat_id, slot, count) VALUES ($1, $2, 1)
         ON CONFLICT (chat_id, slot) DO UPDATE SET count = here.count + 1`,
        ...[chatId, slotAt(now)],
      );
    },
    async forget(before) {
      await sql.query('DELETE FROM group_messages WHERE slot < $1', slotAt(before));
    },
  };
}

function countedInRow(row: Row): Counted[] {
  const at = numberColumn(row, 'slot') * SLOT_MS;
  const columns = [['count', 'shared'] as const, ...OWN_KINDS.map((kind) => [kind, kind] as const)];
  return columns.flatMap(([column, place]) =>
    Array.from({ length: numberColumn(row, column) }, (): Counted => ({ at, place })),
  );
}

function slotAt(epochMs: number): number {
  return Math.floor(epochMs / SLOT_MS);
}
