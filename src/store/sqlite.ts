import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import {
  type Dialect,
  type Row,
  type Sql,
  type SqlValue,
  StoreUnavailable,
  type Transaction,
  type TransactionOptions,
  whole,
} from './sql.ts';

const DIALECT: Dialect = { bytes: 'BLOB', forUpdate: '', skipLocked: '', shared: false };

/**
 * Opens a SQLite file (or `:memory:`) as a {@link Sql} driver. WAL with synchronous FULL: a commit that returned survives
 * a crash of the machine. `secure_delete` overwrites what is deleted.
 * @param machine the clock of this machine, epoch milliseconds
 */
export function openSqlite(path: string, machine: () => number = Date.now): Sql {
  if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true });
  const database = new DatabaseSync(path);
  database.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 5000; PRAGMA secure_delete = ON;',
  );
  return new Sqlite(database, machine);
}

class Sqlite implements Sql {
  readonly dialect = DIALECT;
  readonly now: () => number;
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  /** Transactions queue here: one connection runs one at a time, and no statement of another slips into it. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(database: DatabaseSync, machine: () => number) {
    this.#database = database;
    this.now = machine;
  }

  async query(statement: string, ...values: SqlValue[]): Promise<Row[]> {
    await this.#turn;
    return this.#run(statement, values);
  }

  transaction<T>(work: (sql: Transaction) => Promise<T>, { keep }: TransactionOptions = {}): Promise<T> {
    const result = this.#turn.then(() => (keep === 'soon' ? this.#relaxed(work) : this.#inTransaction(work)));
    this.#turn = result.then(
      () => undefined,
      () => undefined,
    );
    return result;
  }

  /** Nobody else shares it. */
  compareClocks(): Promise<number> {
    return Promise.resolve(0);
  }

  async close(): Promise<void> {
    await this.#turn;
    this.#database.close();
  }

  /** NORMAL: written to the log at once, and synchronised along with what is written next. */
  async #relaxed<T>(work: (sql: Transaction) => Promise<T>): Promise<T> {
    this.#synchronous('NORMAL');
    try {
      return await this.#inTransaction(work);
    } finally {
      this.#synchronous('FULL');
    }
  }

  #synchronous(level: 'FULL' | 'NORMAL'): void {
    try {
      // Not as a prepared statement: this takes effect when it is compiled.
      this.#database.exec(`PRAGMA synchronous = ${level}`);
    } catch (error) {
      throw new StoreUnavailable(error);
    }
  }

  async #inTransaction<T>(work: (sql: Transaction) => Promise<T>): Promise<T> {
    const inside: Transaction = {
      dialect: DIALECT,
      now: this.now,
      compareClocks: () => this.compareClocks(),
      query: async (statement, ...values) => this.#run(statement, values),
      transaction: (nested) => nested(inside),
      // A transaction has the whole database to itself.
      lock: () => Promise.resolve(),
      close: () => Promise.reject(new TypeError('A transaction cannot close the store')),
    };
    this.#run('BEGIN IMMEDIATE', []);
    try {
      const result = await work(inside);
      this.#run('COMMIT', []);
      return result;
    } catch (error) {
      if (this.#database.isTransaction) this.#run('ROLLBACK', []);
      throw error;
    }
  }

  #run(statement: string, values: readonly SqlValue[]): Row[] {
    try {
      let prepared = this.#statements.get(statement);
      if (!prepared) {
        // By position (`?1`): SQLite's named parameters would take an object for every call.
        prepared = this.#database.prepare(statement.replaceAll('$', '?'));
        this.#statements.set(statement, prepared);
      }
      return prepared.all(...whole(values));
    } catch (error) {
      throw new StoreUnavailable(error);
    }
  }
}
