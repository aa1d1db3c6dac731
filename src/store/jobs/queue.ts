import { numberColumn, type Row, type Sql } from '../database/sql.ts';

/** The tables whose rows somebody has to look after at a time (`due_at`). */
type DueTable = 'operations' | 'checks' | 'chores';

/** More than this nobody takes at a time: what one process can't look after soon is left for others. */
export const MOST_TAKEN = 50;

/** Reads a row, or gives `undefined` where it can't be read: {@link takeDue} returns its error once it is due. */
export function whereReadable<Item>(read: (row: Row) => Item): (row: Row) => Item | undefined {
  return (row) => {
    try {
      return read(row);
    } catch {
      return undefined;
    }
  };
}

/** Reads each row; the errors of those that can't be read are returned apart. */
export function readEach<Item>(
  rows: readonly Row[],
  read: (row: Row) => Item,
): { items: Item[]; unreadable: unknown[] } {
  const items: Item[] = [];
  const unreadable: unknown[] = [];
  for (const row of rows) {
    try {
      items.push(read(row));
    } catch (error) {
      unreadable.push(error);
    }
  }
  return { items, unreadable };
}

/**
 * Takes the rows that are due, the oldest first and at most so many, each for `leaseMs`: one process gets each, and when
 * it dies the row is due again after that. One that can't be read must not hold up the others: its error is returned apart.
 */
export async function takeDue<Item>(
  sql: Sql,
  { table, columns, read }: { table: DueTable; columns: string; read: (row: Row) => Item },
  now: number,
  leaseMs: number,
  most = MOST_TAKEN,
): Promise<{ taken: Item[]; unreadable: unknown[] }> {
  const { shared, skipLocked } = sql.dialect;
  const due = 'due_at <= $2';
  const oldest = `SELECT id FROM ${table} WHERE ${due} ORDER BY due_at LIMIT $3 ${skipLocked}`;
  const take = async (from: Sql) => {
    // Seldom is there more, and looking for the oldest costs several times as much.
    const all = !shared && (await from.query(`SELECT 1 FROM ${table} WHERE due_at <= $1 LIMIT 1 OFFSET $2`, now, most));
    const until = now + leaseMs;
    if (all && all.length === 0)
      return from.query(`UPDATE ${table} SET due_at = $1 WHERE ${due} RETURNING ${columns}`, until, now);
    // Apart from the UPDATE, so that it is looked up once: each look would lock others.
    return from.query(
      `WITH due AS (${oldest}) UPDATE ${table} SET due_at = $1 WHERE id IN (SELECT id FROM due) AND ${due} RETURNING ${columns}`,
      until,
      now,
      most,
    );
  };
  const { items, unreadable } = readEach(await withoutFsync(sql, take), read);
  return { taken: items, unreadable };
}

/**
 * Holds a row that was taken for longer. Resolves to whether it was due at `since` still: otherwise somebody else took it,
 * or has put it off.
 */
export async function extendDue(sql: Sql, table: DueTable, id: string, until: number, since: number): Promise<boolean> {
  const extend = (inside: Sql) =>
    inside.query(`UPDATE ${table} SET due_at = $1 WHERE id = $2 AND due_at = $3 RETURNING id`, until, id, since);
  return (await withoutFsync(sql, extend)).length > 0;
}

/** Lost with the machine, a lease is only due again sooner. Where others share the store, one round trip counts for more. */
function withoutFsync<T>(sql: Sql, work: (sql: Sql) => Promise<T>): Promise<T> {
  return sql.dialect.shared ? work(sql) : sql.transaction(work, { durability: 'relaxed' });
}

/** When the next row is due, epoch milliseconds. */
export async function nextDue(sql: Sql, table: DueTable): Promise<number | undefined> {
  const [row] = await sql.query(`SELECT MIN(due_at) AS due_at FROM ${table} WHERE due_at IS NOT NULL`);
  return row && row.due_at !== null ? numberColumn(row, 'due_at') : undefined;
}
