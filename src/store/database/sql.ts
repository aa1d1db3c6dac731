/** Values of SQL parameters and columns in both drivers. Numbers are whole; fractions are cut. */
export type SqlValue = string | number | null | Uint8Array;
export type Row = Readonly<Record<string, unknown>>;

/** The differences between the two databases; all else is the same SQL. */
export interface Dialect {
  /** The type of a column for bytes. */
  bytes: 'BLOB' | 'BYTEA';
  /** Appended to a SELECT in a transaction, locks the rows until it ends. */
  forUpdate: '' | 'FOR UPDATE';
  /** Appended to a SELECT that takes jobs, skips rows that another process is taking. */
  skipLocked: '' | 'FOR UPDATE SKIP LOCKED';
  /** Whether several processes may use the store at the same time. */
  shared: boolean;
}
/**
 * A `full` commit survives a crash of the machine once it has returned, a `deferred` one once {@link Sql.synchronised} has resolved. A
 * `relaxed` one, which the program repeats by itself, survives it after the next of these or about a second. All survive a crash of
 * the program at once. On PostgreSQL, which may crash while the bot goes on, all are full.
 */
export type Durability = 'full' | 'deferred' | 'relaxed';

/** The driver interface of SQLite and PostgreSQL: numbered parameters (`$1`), rows as plain records. */
export interface Sql {
  readonly dialect: Dialect;
  /** The store's clock, by which all processes compare due times and leases, epoch milliseconds. */
  now(): number;
  /**
   * Reads the store's clock.
   * @returns how far the machine's clock is ahead of it, milliseconds; 0 where they are the same
   * @throws StoreUnavailable
   */
  compareClocks(): Promise<number>;
  /** @throws StoreUnavailable */
  query(statement: string, ...values: SqlValue[]): Promise<Row[]>;
  /**
   * Resolves where the database takes changes; absent where it does while it answers.
   * @throws StoreUnavailable
   */
  takesChanges?(): Promise<void>;
  /**
   * Runs `work` in one transaction. `work` may run again after a conflict, so it must not touch anything but the store.
   */
  transaction<T>(work: (sql: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /**
   * Changes whenever another connection has changed the database. Absent in shared stores, which change all the time.
   * @throws StoreUnavailable
   */
  othersChanges?(): number;
  /**
   * Resolves when all `deferred` commits so far survive a crash of the machine; absent where every commit does.
   * @throws StoreUnavailable
   */
  synchronised?(): Promise<void>;
  /**
   * Calls `share` when a commit was asked for that will be synchronised with the disk: the statements that `share` writes
   * without waiting for anything else go with it. Absent where commits share nothing.
   */
  shareCommits?(share: () => void): void;
  /** Prepares the file of an older release, once. Resolves to whether it can return the space of removed rows. */
  prepare?(): Promise<boolean>;
  /** Returns the space of removed rows in small steps; absent where the database does so itself. */
  compact?(signal?: AbortSignal): Promise<void>;
  /** The size of the log's file; absent where the database looks after it. */
  logBytes?(): number;
  close(): Promise<void>;
}

export interface TransactionOptions {
  /** For maintenance: allows more time than a person would wait. */
  patient?: boolean;
  /** `full` by default. */
  durability?: Durability | undefined;
  /** `work` runs one statement at most, which PostgreSQL commits without the messages of a transaction. */
  oneStatement?: boolean;
}

export interface Transaction extends Sql {
  /** Waits for the lock of this name and holds it until the transaction ends. */
  lock(name: string): Promise<void>;
  /** Calls `done` after the outermost commit; never after a rollback. */
  afterCommit(done: () => void): void;
}

/** Cuts fractions: PostgreSQL refuses them where SQLite stores them. */
export function wholeNumbers(values: readonly SqlValue[]): SqlValue[] {
  return values.map((value) => (typeof value === 'number' ? Math.trunc(value) : value));
}

/** The store did not answer. It must never be read as "nothing is there". */
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
