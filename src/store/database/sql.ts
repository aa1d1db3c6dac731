/** What a SQL parameter or column may hold on both drivers. Numbers are whole: of a time, the fraction of a millisecond is cut. */
export type SqlValue = string | number | null | Uint8Array;
export type Row = Readonly<Record<string, unknown>>;

/** Where the two databases differ; the statements are the same otherwise. */
export interface Dialect {
  /** The type of a column of bytes. */
  bytes: 'BLOB' | 'BYTEA';
  /** Behind a SELECT of a transaction: nobody else changes these rows until it ends. */
  forUpdate: '' | 'FOR UPDATE';
  /** Behind a SELECT that takes work: what another process is taking already is left out. */
  skipLocked: '' | 'FOR UPDATE SKIP LOCKED';
  /** Whether other processes may work on the same store at the same time. */
  shared: boolean;
}
/**
 * How a commit is kept: `surely`, it survives a crash of the machine as soon as it returned; `soon`, a crash of the program
 * as soon as it returned, and one of the machine from the next sure commit of anybody on, or about a second later. On
 * PostgreSQL, which may crash while nobody else does, both are `surely`.
 */
export type Durability = 'full' | 'relaxed';

/** The small driver interface that SQLite and PostgreSQL share: numbered parameters (`$1`), rows as plain records. */
export interface Sql {
  readonly dialect: Dialect;
  /** The clock that all who share the store go by, epoch milliseconds: what is held or due is told by no other. */
  now(): number;
  /**
   * Looks what time it is by the clock of the store.
   * @returns how far the machine's own is ahead of it, milliseconds; 0 where they are one
   * @throws StoreUnavailable
   */
  compareClocks(): Promise<number>;
  /** @throws StoreUnavailable */
  query(statement: string, ...values: SqlValue[]): Promise<Row[]>;
  /**
   * Runs `work` in one transaction: all of it is kept, or nothing. `work` touches nothing but the store: where two
   * transactions stand in each other's way it is run again.
   */
  transaction<T>(work: (sql: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /**
   * Grows whenever another connection changed anything; only where one process is meant to work on the store.
   * @throws StoreUnavailable
   */
  othersChanges?(): number;
  /**
   * What a file of an older release needs once before it is used; only where the database is a file. Resolves to whether space
   * can be given back.
   */
  prepare?(): Promise<boolean>;
  /** Gives the space of what was removed back, a little at a time; only where the database does not by itself. */
  compact?(signal?: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

export interface TransactionOptions {
  /** Maintenance: it may take longer than a person would wait. */
  patient?: boolean;
  /** `surely` unless told. */
  durability?: Durability | undefined;
}

export interface Transaction extends Sql {
  /** Waits until no other transaction holds this name, and holds it until this one ends. */
  lock(name: string): Promise<void>;
  /** Has this done once the outermost transaction is committed, and never where that is undone. */
  afterCommit(done: () => void): void;
}

/** Values as both databases take them alike: PostgreSQL refuses a fraction where SQLite would keep it. */
export function wholeNumbers(values: readonly SqlValue[]): SqlValue[] {
  return values.map((value) => (typeof value === 'number' ? Math.trunc(value) : value));
}

/** The store did not answer: an outage, never to be read as "nothing is there". */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
  /** The store answered, and will say the same again: a wrong password, a file that is no database. Waiting helps nobody. */
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
