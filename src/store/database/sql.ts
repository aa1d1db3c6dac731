/** Numbers are whole. */
export type SqlValue = string | number | null | Uint8Array;
export type Row = Readonly<Record<string, unknown>>;

export interface Dialect {
  bytes: 'BLOB' | 'BYTEA';
  forUpdate: '' | 'FOR UPDATE';
  skipLocked: '' | 'FOR UPDATE SKIP LOCKED';
  shared: boolean;
}
/**
 * A crash of the machine spares a `full` commit at once, a `deferred` one after {@link Sql.synchronised},
 * and a `relaxed` one after about a second. On PostgreSQL all commits are full.
 */
export type Durability = 'full' | 'deferred' | 'relaxed';

export interface Sql {
  readonly dialect: Dialect;
  /** The store's clock, epoch ms: all processes compare due times and leases by it. */
  now(): number;
  /** @returns ms that the machine's clock is ahead of the store's @throws StoreUnavailable */
  compareClocks(): Promise<number>;
  query(statement: string, ...values: SqlValue[]): Promise<Row[]>;
  /** Resolves where the database takes changes; absent where an answer proves that. @throws StoreUnavailable */
  takesChanges?(): Promise<void>;
  /** `work` may run again after a conflict, so it must not touch anything but the store. */
  transaction<T>(work: (sql: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** Changes whenever another connection has changed the database; absent in shared stores. @throws StoreUnavailable */
  othersChanges?(): number;
  /** Resolves when all `deferred` commits so far survive a crash of the machine. @throws StoreUnavailable */
  synchronised?(): Promise<void>;
  /** Calls `share` when a commit waits for the disk: statements that `share` writes at once go with the commit. */
  shareCommits?(share: () => void): void;
  prepare?(): Promise<boolean>;
  compact?(signal?: AbortSignal): Promise<void>;
  /** Absent where the database limits its log itself. */
  logBytes?(): number;
  close(): Promise<void>;
}

export interface TransactionOptions {
  patient?: boolean;
  durability?: Durability | undefined;
  /** PostgreSQL then needs no messages for a transaction. `work` runs one statement at most. */
  oneStatement?: boolean;
}

export interface Transaction extends Sql {
  lock(name: string): Promise<void>;
  /** Calls `done` after the outermost commit; never after a rollback. */
  afterCommit(done: () => void): void;
}

/** PostgreSQL refuses fractions where SQLite stores them. */
export function wholeNumbers(values: readonly SqlValue[]): SqlValue[] {
  return values.map((value) => (typeof value === 'number' ? Math.trunc(value) : value));
}

/** The store did not answer: never read this as "nothing is there". */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
  /** Waiting does not help: a wrong password, a file that is no database. */
  readonly lasting: boolean;
  constructor(cause: unknown, { lasting = false } = {}) {
    super('The store did not answer', { cause });
    this.lasting = lasting;
  }
}

export function textColumn(row: Row, column: string): string {
  const value = row[column];
  if (typeof value !== 'string') throw new TypeError(`Column ${column} holds no text`);
  return value;
}

export function numberColumn(row: Row, column: string): number {
  const value = row[column];
  if (typeof value === 'number') return value;
  if (typeof value === 'string' && /^-?\d+$/.test(value)) return Number(value);
  throw new TypeError(`Column ${column} holds no number`);
}

export function nullableNumberColumn(row: Row, column: string): number | null {
  return row[column] === null ? null : numberColumn(row, column);
}
