import { number, type Row, type Sql } from './sql.ts';

/** The tables whose rows somebody has to look after at a time (`due_at`). */
type DueTable = 'operations' | 'checks' | 'chores';

/**
 * Takes the rows that are due, each for `leaseMs`: one process gets each, and when it dies the row is due again after
 * that. One that can't be read must not hold up the others: its error is returned apart.
 */
export async function takeDue<Item>(
  sql: Sql,
  { table, columns, read }: { table: DueTable; columns: string; read: (row: Row) => Item },
  now: number,
  leaseMs: number,
): Promise<{ taken: Item[]; unreadable: unknown[] }> {
  const { skipLocked } = sql.dialect;
  const due = skipLocked && `id IN (SELECT id FROM ${table} WHERE due_at <= $2 ${skipLocked}) AND`;
  const take = (from: Sql) =>
    from.query(`UPDATE ${table} SET due_at = $1 WHERE ${due} due_at <= $2 RETURNING ${columns}`, now + leaseMs, now);
  // Lost with the machine, a lease is only due again sooner. Where others share the store, one round trip counts for more.
  const rows = sql.dialect.shared ? await take(sql) : await sql.transaction(take, { keep: 'soon' });
  const taken: Item[] = [];
  const unreadable: unknown[] = [];
  for (const row of rows) {
    try {
      taken.push(read(row));
    } catch (error) {
      unreadable.push(error);
    }
  }
  return { taken, unreadable };
}

/** When the next row is due, epoch milliseconds. */
export async function nextDue(sql: Sql, table: DueTable): Promise<number | undefined> {
  const [row] = await sql.query(`SELECT MIN(due_at) AS due_at FROM ${table} WHERE due_at IS NOT NULL`);
  return row && row.due_at !== null ? number(row, 'due_at') : undefined;
}
