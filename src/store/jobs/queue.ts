import { numberColumn, type Row, type Sql } from '../database/sql.ts';

type DueTable = 'operations' | 'checks' | 'chores' | 'watches' | 'alerts' | 'digests';

export const MAX_JOBS_TAKEN = 50;

export function whereReadable<Item>(read: (row: Row) => Item): (row: Row) => Item | undefined {
  return (row) => {
    try {
      return read(row);
    } catch {
      return undefined;
    }
  };
}

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

export async function takeDue<Item>(
  sql: Sql,
  { table, columns, read }: { table: DueTable; columns: string; read: (row: Row) => Item },
  now: number,
  leaseMs: number,
  most = MAX_JOBS_TAKEN,
): Promise<{ taken: Item[]; unreadable: unknown[] }> {
  const { shared, skipLocked } = sql.dialect;
  // In a shared store the extra round trip would cost more.
  if (!shared && ((await nextDue(sql, table)) ?? Number.POSITIVE_INFINITY) > now) return { taken: [], unreadable: [] };
  const due = 'due_at <= $2';
  const oldest = `SELECT id FROM ${table} WHERE ${due} ORDER BY due_at LIMIT $3 ${skipLocked}`;
  // More rows than `most` are rare, and ordering them costs several times as much.
  const areFew = `(SELECT COUNT(*) FROM (SELECT 1 FROM ${table} WHERE ${due} LIMIT $3 + 1)) <= $3`;
  const take = async (from: Sql) => {
    const until = now + leaseMs;
    if (!shared) {
      const all = `UPDATE ${table} SET due_at = $1 WHERE ${due} AND ${areFew} RETURNING ${columns}`;
      const taken = await from.query(all, until, now, most);
      if (taken.length > 0) return taken;
    }
    // A CTE runs the search once: every run of the search would lock other rows.
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

export async function extendDue(sql: Sql, table: DueTable, id: string, until: number, since: number): Promise<boolean> {
  const extend = (inside: Sql) =>
    inside.query(`UPDATE ${table} SET due_at = $1 WHERE id = $2 AND due_at = $3 RETURNING id`, until, id, since);
  return (await withoutFsync(sql, extend)).length > 0;
}

/** A lease lost with the machine only ends sooner. In a shared store the extra round trip would cost more. */
function withoutFsync<T>(sql: Sql, work: (sql: Sql) => Promise<T>): Promise<T> {
  return sql.dialect.shared ? work(sql) : sql.transaction(work, { durability: 'relaxed' });
}

export async function nextDue(sql: Sql, table: DueTable): Promise<number | undefined> {
  const [row] = await sql.query(`SELECT MIN(due_at) AS due_at FROM ${table} WHERE due_at IS NOT NULL`);
  return row && row.due_at !== null ? numberColumn(row, 'due_at') : undefined;
}
