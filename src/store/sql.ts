/** What a SQL parameter or column may hold on both drivers. */
export type SqlValue = string | number | null | Uint8Array;
export type Row = Readonly<Record<string, unknown>>;

/** The small driver interface that SQLite and PostgreSQL share: numbered parameters (`$1`), rows as plain records. */
export interface Sql {
  query(statement: string, ...values: SqlValue[]): Promise<Row[]>;
  /** Runs `work` in one transaction: all of it is kept, or nothing. */
  transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** The store did not answer: an outage, never to be read as "nothing is there". */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
  constructor(cause: unknown) {
    super('The store did not answer', { cause });
  }
}

export function text(row: Row, column: string): string {
  const value = row[column];
  if (typeof value !== 'string') throw new TypeError(`Column ${column} holds no text`);
  return value;
}

export function number(row: Row, column: string): number {
  const value = row[column];
  if (typeof value === 'number') return value;
  if (typeof value === 'string' && /^-?\d+$/.test(value)) return Number(value);
  throw new TypeError(`Column ${column} holds no number`);
}

export function numberOrNull(row: Row, column: string): number | null {
  return row[column] === null ? null : number(row, column);
}
