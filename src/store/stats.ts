import { number, type Sql, text } from './database/sql.ts';

/** How many there are, for the operator. Every answer comes from an index over what is open, however much is kept. */
export interface Stats {
  /** The operations that the program looks after, by state. */
  operations(): Promise<Map<string, number>>;
  /** The operations whose outcome is not known, and whose person has not said it either. */
  unknown(): Promise<number>;
}

export function openStats(sql: Sql): Stats {
  return {
    async operations() {
      const rows = await sql.query(
        'SELECT state, COUNT(*) AS total FROM operations WHERE due_at IS NOT NULL GROUP BY state',
      );
      return new Map(rows.map((row) => [text(row, 'state'), number(row, 'total')]));
    },
    async unknown() {
      const [row] = await sql.query(
        `SELECT COUNT(*) AS total FROM operations WHERE state = 'unknown' AND said IS NULL`,
      );
      return row ? number(row, 'total') : 0;
    },
  };
}
