import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { setImmediate as pause } from 'node:timers/promises';
import {
  type Dialect,
  type Durability,
  numberColumn,
  type Row,
  type Sql,
  type SqlValue,
  StoreUnavailable,
  type Transaction,
  type TransactionOptions,
  wholeNumbers,
} from './sql.ts';

const DIALECT: Dialect = { bytes: 'BLOB', forUpdate: '', skipLocked: '', shared: false };

/**
 * Opens a SQLite file (or `:memory:`) as a {@link Sql} driver. WAL with synchronous FULL: a returned commit survives a
 * crash of the machine. `secure_delete` overwrites removed rows; `compact` returns their space.
 * @param machine the clock of this machine, epoch milliseconds
 */
export function openSqlite(path: string, machine: () => number = Date.now): Sql {
  if (path !== ':memory:') attempt(() => keepToOwner(path));
  const database = attempt(() => new DatabaseSync(path));
  try {
    attempt(() => setUp(database));
  } catch (error) {
    database.close();
    throw error;
  }
  return new Sqlite(database, machine);
}

/** The size of the log at which it is copied into the file. */
const LOG_PAGES = 512;
const LOG_BYTES = 2 * 1024 * 1024;
function setUp(database: DatabaseSync): void {
  // First: the other statements may have to wait for a lock.
  database.exec('PRAGMA busy_timeout = 5000');
  // Takes effect on an empty file or with a VACUUM. Setting it again would write to the file.
  if (vacuumOf(database) !== INCREMENTAL) database.exec('PRAGMA auto_vacuum = INCREMENTAL');
  database.exec(
    `PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON;
     PRAGMA wal_autocheckpoint = ${LOG_PAGES}; PRAGMA journal_size_limit = ${LOG_BYTES};`,
  );
}

function vacuumOf(database: DatabaseSync): unknown {
  return database.prepare('PRAGMA auto_vacuum').get()?.auto_vacuum;
}

/** The value of `PRAGMA auto_vacuum` that allows to return space in steps. */
const INCREMENTAL = 2;
/** Pages returned in one transaction. */
const COMPACTED_PAGES = 16;
/** There is no room for the rewritten database. */
const SQLITE_CANTOPEN = 14;

/**
 * SQLite's codes of errors that may pass: busy, locked, no memory, I/O error, disk full, lock protocol. All others lie
 * in the file.
 */
const PASSING: ReadonlySet<unknown> = new Set([5, 6, 7, 10, 13, 15]);

/** @throws StoreUnavailable where SQLite throws */
function attempt<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new StoreUnavailable(error, { lasting: !PASSING.has(codeOf(error)) });
  }
}

/** The low byte is the kind of the error; the higher ones are details. */
function codeOf(error: unknown): number | undefined {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : undefined;
}

/**
 * Makes the database and its new folder readable for the owner only; SQLite gives the log and its index the same mode.
 * An existing folder stays as it is.
 */
function keepToOwner(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600));
  for (const each of [path, `${path}-wal`, `${path}-shm`]) {
    const found = statSync(each, { throwIfNoEntry: false });
    if (found?.isFile() && (found.mode & 0o077) !== 0) chmodSync(each, 0o600);
  }
}

/** A `relaxed` commit is synchronised with the disk after this time at the latest. */
const SYNCHRONISE_AFTER_MS = 1_000;

class Sqlite implements Sql {
  readonly dialect = DIALECT;
  readonly now: () => number;
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  /** Transactions run one at a time on the one connection, without other statements in between. */
  #turn: Promise<unknown> = Promise.resolve();
  #current: Durability = 'full';
  #synchronising: NodeJS.Timeout | undefined;

  constructor(database: DatabaseSync, machine: () => number) {
    this.#database = database;
    this.now = machine;
  }

  async query(statement: string, ...values: SqlValue[]): Promise<Row[]> {
    await this.#turn;
    // A single statement is its own transaction.
    if (!statement.startsWith('SELECT')) this.#require('full');
    return this.#run(statement, values);
  }

  transaction<T>(work: (sql: Transaction) => Promise<T>, { durability = 'full' }: TransactionOptions = {}): Promise<T> {
    const result = this.#turn.then(() => {
      this.#require(durability);
      return this.#inTransaction(work);
    });
    this.#turn = result.then(
      () => undefined,
      () => undefined,
    );
    return result;
  }

  /** A SQLite store has one process, whose clock it is. */
  compareClocks(): Promise<number> {
    return Promise.resolve(0);
  }

  othersChanges(): number {
    const [row] = this.#run('PRAGMA data_version', []);
    return row ? numberColumn(row, 'data_version') : 0;
  }

  /** VACUUM rewrites the file of an older release once; without room for that it stays as it is. */
  async prepare(): Promise<boolean> {
    await this.#turn;
    if (vacuumOf(this.#database) === INCREMENTAL) return true;
    try {
      this.#database.exec('VACUUM');
    } catch (error) {
      const code = codeOf(error);
      if (!PASSING.has(code) && code !== SQLITE_CANTOPEN) throw new StoreUnavailable(error, { lasting: true });
    }
    return vacuumOf(this.#database) === INCREMENTAL;
  }

  async compact(signal?: AbortSignal): Promise<void> {
    const step = `PRAGMA incremental_vacuum(${COMPACTED_PAGES})`;
    // Ends where a step frees nothing.
    for (let free = this.#freePages(), before = free + 1; !signal?.aborted && 0 < free && free < before; ) {
      before = free;
      await this.transaction((inside) => inside.query(step), { durability: 'relaxed' });
      await pause();
      free = this.#freePages();
    }
  }

  #freePages(): number {
    const [row] = this.#run('PRAGMA freelist_count', []);
    return row ? numberColumn(row, 'freelist_count') : 0;
  }

  async close(): Promise<void> {
    clearTimeout(this.#synchronising);
    await this.#turn;
    this.#database.close();
  }

  /** Sets the durability of the next commits. NORMAL writes to the log at once and synchronises it with the next full commit. */
  #require(durability: Durability): void {
    // A commit without changes synchronises nothing, so a later write has to do it.
    if (durability === 'relaxed')
      this.#synchronising ??= setTimeout(() => void this.#synchronise(), SYNCHRONISE_AFTER_MS).unref();
    if (durability === this.#current) return;
    // As a prepared statement it would take effect only when compiled.
    attempt(() => this.#database.exec(`PRAGMA synchronous = ${durability === 'relaxed' ? 'NORMAL' : 'FULL'}`));
    this.#current = durability;
  }

  async #synchronise(): Promise<void> {
    this.#synchronising = undefined;
    // Where this fails, the next write fails too and reports it.
    await this.query('PRAGMA user_version = 1').catch(() => undefined);
  }

  async #inTransaction<T>(work: (sql: Transaction) => Promise<T>): Promise<T> {
    const committed: (() => void)[] = [];
    const inside: Transaction = {
      dialect: DIALECT,
      now: this.now,
      compareClocks: () => this.compareClocks(),
      query: async (statement, ...values) => this.#run(statement, values),
      transaction: (nested) => nested(inside),
      // A transaction has the whole database to itself.
      lock: () => Promise.resolve(),
      afterCommit: (done) => void committed.push(done),
      close: () => Promise.reject(new TypeError('A transaction cannot close the store')),
    };
    this.#run('BEGIN IMMEDIATE', []);
    try {
      const result = await work(inside);
      this.#run('COMMIT', []);
      for (const done of committed) done();
      return result;
    } catch (error) {
      if (this.#database.isTransaction) this.#run('ROLLBACK', []);
      throw error;
    }
  }

  #run(statement: string, values: readonly SqlValue[]): Row[] {
    return attempt(() => {
      let prepared = this.#statements.get(statement);
      if (!prepared) {
        // By position (`?1`): SQLite's named parameters need an object for every call.
        prepared = this.#database.prepare(statement.replaceAll('$', '?'));
        this.#statements.set(statement, prepared);
      }
      return prepared.all(...wholeNumbers(values));
    });
  }
}
