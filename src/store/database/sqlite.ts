import { AsyncLocalStorage } from 'node:async_hooks';
import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createDiskSync, type DiskSync, EARLIER, NO_DISK } from './disk-sync.ts';
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
} from './sql.ts';
import { createStatements, type Statements } from './statements.ts';

const DIALECT: Dialect = { bytes: 'BLOB', forUpdate: '', skipLocked: '', shared: false };

/**
 * Opens a SQLite file (or `:memory:`) as a {@link Sql} driver. Statements that are queued in the same turn of the event
 * loop share one commit, which writes the log and waits for no disk; {@link createDiskSync} synchronises it on another
 * thread, and only then is a `full` commit told. `secure_delete` overwrites removed rows; `compact` returns their space.
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

/** Every commit writes whole pages to the log, of which its rows fill little. */
const PAGE_BYTES = 1_024;
/** The length of the log at which it is copied into the file. */
const LOG_PAGES = 2_048;
/** The log's file is cut to this size when it is written from its start again. */
const LOG_BYTES = 2 * 1024 * 1024;
function setUp(database: DatabaseSync): void {
  // First: the other statements may have to wait for a lock.
  database.exec('PRAGMA busy_timeout = 5000');
  // Takes effect on an empty file.
  database.exec(`PRAGMA page_size = ${PAGE_BYTES}`);
  // Takes effect on an empty file or with a VACUUM. Setting it again would write to the file.
  if (vacuumOf(database) !== INCREMENTAL) database.exec('PRAGMA auto_vacuum = INCREMENTAL');
  database.exec(
    `PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON;
     PRAGMA wal_autocheckpoint = 0; PRAGMA journal_size_limit = ${LOG_BYTES};
     -- What a killed process left in the log. After a synchronisation that failed it has to be written once more.
     PRAGMA wal_checkpoint(PASSIVE);`,
  );
}

function vacuumOf(database: DatabaseSync): unknown {
  return database.prepare('PRAGMA auto_vacuum').get()?.auto_vacuum;
}

function isAsNew(database: DatabaseSync): boolean {
  const pages = database.prepare('PRAGMA page_size').get()?.page_size;
  return vacuumOf(database) === INCREMENTAL && pages === PAGE_BYTES;
}

/** Rewrites the file with the settings of a new one. The size of its pages changes only while there is no log. */
function rewrite(database: DatabaseSync): void {
  try {
    database.exec(`PRAGMA journal_mode = DELETE; PRAGMA synchronous = FULL; PRAGMA page_size = ${PAGE_BYTES}; VACUUM;`);
  } catch (error) {
    const code = codeOf(error);
    if (!PASSING.has(code) && code !== SQLITE_CANTOPEN) throw new StoreUnavailable(error, { lasting: true });
  } finally {
    attempt(() => database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL'));
  }
}

/** The value of `PRAGMA auto_vacuum` that allows to return space in steps. */
const INCREMENTAL = 2;
/** Pages returned in one transaction. */
const COMPACTED_PAGES = 64;
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

/** A longer commit would hold the event loop. */
const MOST_TOGETHER = 64;
/** The length of the log is read after so many commits. */
const LOOK_EVERY = 16;
/** Stands for every table where the commits of tables are noted. */
const ALL_TABLES = '*';

/** A transaction, or a single statement that changes something, on its way through a commit. */
interface Member {
  durability: Durability;
  /** Whether it is a single statement, which SQLite undoes alone when it fails. */
  isStatement: boolean;
  work(): Promise<void>;
  /** The tables that it read or changed. */
  tables: Set<string>;
  changedTables: Set<string>;
  hasChanged: boolean;
  hasEnded: boolean;
  /** Passes its outcome to its caller. */
  settle(): void;
  reject(error: unknown): void;
}

/** Opens the connection that only copies the log, and leaves it to the caller to synchronise. */
function openCopier(path: string): DatabaseSync {
  const copier = new DatabaseSync(path);
  copier.exec('PRAGMA synchronous = OFF; PRAGMA wal_autocheckpoint = 0');
  return copier;
}

function copyPages(copier: DatabaseSync): Row {
  return copier.prepare('PRAGMA wal_checkpoint(PASSIVE)').get() ?? {};
}

class Sqlite implements Sql {
  readonly dialect = DIALECT;
  readonly now: () => number;
  readonly #database: DatabaseSync;
  readonly #statements: Statements;
  readonly #path: string | null;
  readonly #disk: DiskSync;
  /** The connection that copies the log into the file. */
  #copier: DatabaseSync | undefined;
  #waiting: Member[] = [];
  /** Resolves when the next commit, and what may follow it, is over. */
  #turn: Promise<void> | undefined;
  /** Resolves when the open transaction has ended. Only statements of its members run meanwhile. */
  #batch: Promise<void> | undefined;
  #commits = 0;
  #share: () => void = () => undefined;
  /** The last commit with a `deferred` change. */
  #lastDeferred = EARLIER;
  #dataVersion: number | undefined;
  /** SQLite's counters since it was opened, after the last member; unknown after one that failed. */
  #changesSoFar: unknown;
  /** The length of the log, in pages, at which it is copied next. */
  #copyAt = LOG_PAGES;
  /** By table: the last `full` commit that changed it. */
  readonly #changedBy = new Map([[ALL_TABLES, EARLIER]]);

  constructor(database: DatabaseSync, machine: () => number) {
    this.#database = database;
    this.#statements = createStatements(database);
    this.now = machine;
    this.#path = database.location();
    this.#disk = this.#path === null ? NO_DISK : createDiskSync(this.#path, (error) => this.#refuseAll(error));
  }

  async query(statement: string, ...values: SqlValue[]): Promise<Row[]> {
    const { changes, tables } = this.#statements.effectOf(statement);
    if (changes !== 'nothing')
      return this.#enqueue('full', true, async (member) => this.#runIn(member, statement, values));
    while (this.#batch) await this.#batch;
    const rows = this.#run(statement, values);
    // The rows may show changes that are not on the disk yet: the reader may not act on them before they are.
    await this.#disk.until(this.#lastChange(tables));
    return rows;
  }

  transaction<T>(work: (sql: Transaction) => Promise<T>, { durability = 'full' }: TransactionOptions = {}): Promise<T> {
    const committed: (() => void)[] = [];
    const inContext = AsyncLocalStorage.bind(work);
    const run = (member: Member) => inContext(this.#inside(member, committed));
    return this.#enqueue(durability, false, run, () => {
      for (const done of committed) done();
    });
  }

  /** A SQLite store has one process, whose clock it is. */
  compareClocks(): Promise<number> {
    return Promise.resolve(0);
  }

  synchronised(): Promise<void> {
    return this.#disk.until(this.#lastDeferred) ?? Promise.resolve();
  }

  shareCommits(share: () => void): void {
    this.#share = share;
  }

  /** Read once in a turn of the event loop: an update asks several times in one. */
  othersChanges(): number {
    if (this.#dataVersion === undefined) {
      const [row] = this.#run('PRAGMA data_version');
      this.#dataVersion = row ? numberColumn(row, 'data_version') : 0;
      setImmediate(() => {
        this.#dataVersion = undefined;
      });
    }
    return this.#dataVersion;
  }

  /** VACUUM rewrites the file of an older release once; without room for that it stays as it is. */
  async prepare(): Promise<boolean> {
    await this.#idle();
    if (this.#path !== null && !isAsNew(this.#database)) {
      // The log goes with its mode.
      await this.#disk.log();
      this.#disk.logRemoved();
      rewrite(this.#database);
    }
    return vacuumOf(this.#database) === INCREMENTAL;
  }

  async compact(signal?: AbortSignal): Promise<void> {
    const step = `PRAGMA incremental_vacuum(${COMPACTED_PAGES})`;
    // Ends where a step frees nothing.
    for (let free = this.#freePages(), before = free + 1; !signal?.aborted && 0 < free && free < before; ) {
      before = free;
      await this.transaction((inside) => inside.query(step), { durability: 'relaxed' });
      await nextTurn();
      free = this.#freePages();
    }
  }

  logBytes(): number {
    return statSync(`${this.#path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  }

  #freePages(): number {
    const [row] = this.#run('PRAGMA freelist_count');
    return row ? numberColumn(row, 'freelist_count') : 0;
  }

  async close(): Promise<void> {
    await this.#idle();
    await this.#disk.close();
    // The last connection that closes removes the log, which may be all that is left.
    if (this.#disk.failure()) return;
    this.#copier?.close();
    this.#database.close();
  }

  /** Resolves when all that waits has had its commit. */
  async #idle(): Promise<void> {
    while (this.#turn) await this.#turn;
  }

  #enqueue<T>(
    durability: Durability,
    isStatement: boolean,
    work: (member: Member) => Promise<T>,
    committed: () => void = () => undefined,
  ): Promise<T> {
    const failure = this.#disk.failure();
    if (failure) return Promise.reject(failure);
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const member: Member = {
      durability,
      isStatement,
      tables: new Set(),
      changedTables: new Set(),
      hasChanged: false,
      hasEnded: false,
      async work() {
        const result = await work(member);
        member.settle = () => {
          committed();
          resolve(result);
        };
      },
      settle: () => undefined,
      reject,
    };
    this.#waiting.push(member);
    this.#schedule();
    if (durability === 'full') this.#share();
    return promise;
  }

  /** All that is queued in a turn of the event loop shares one commit at its end. */
  #schedule(): void {
    if (this.#turn || this.#waiting.length === 0) return;
    this.#turn = this.#takeTurn().then(() => {
      this.#turn = undefined;
      this.#schedule();
    });
  }

  async #takeTurn(): Promise<void> {
    await nextTurn();
    this.#batch = this.#runBatch(this.#waiting.splice(0, MOST_TOGETHER));
    await this.#batch;
    this.#batch = undefined;
    // Where this copy fails, a later batch tries it again, or the next statement fails too and reports it.
    if (this.#path !== null && this.#isLogLong()) await this.#copyLog(this.#path).catch(() => undefined);
  }

  #refuseAll(error: StoreUnavailable): void {
    for (const { reject } of this.#waiting.splice(0)) reject(error);
  }

  /** Runs members one after another in one transaction. Never rejects. */
  async #runBatch(members: readonly Member[]): Promise<void> {
    try {
      this.#run('BEGIN IMMEDIATE');
      for (const member of members) await this.#runMember(member, members.length === 1);
      if (this.#database.isTransaction) this.#run('COMMIT');
    } catch (error) {
      this.#rollBack();
      for (const { reject } of members) reject(asOutage(error));
      return;
    }
    this.#hasCommitted(members);
  }

  /** @throws Error where SQLite has undone the whole transaction, since the disk is full or fails */
  async #runMember(member: Member, isAlone: boolean): Promise<void> {
    const isNested = !isAlone && !member.isStatement;
    // Nothing but members changes rows.
    const before = this.#changesSoFar ?? this.#totalChanges();
    this.#changesSoFar = undefined;
    if (isNested) this.#run('SAVEPOINT member');
    try {
      await member.work();
      if (isNested) this.#run('RELEASE member');
      this.#changesSoFar = this.#totalChanges();
      member.hasChanged ||= this.#changesSoFar !== before;
    } catch (error) {
      if (isAlone) this.#rollBack();
      else if (!this.#database.isTransaction) throw error;
      else if (isNested) {
        this.#run('ROLLBACK TO member');
        this.#run('RELEASE member');
      }
      member.hasChanged = false;
      member.settle = () => member.reject(error);
    } finally {
      member.hasEnded = true;
    }
  }

  #totalChanges(): unknown {
    return this.#run('SELECT total_changes() AS total')[0]?.total;
  }

  #rollBack(): void {
    if (this.#database.isOpen && this.#database.isTransaction) this.#run('ROLLBACK');
  }

  /** Tells each member its outcome as soon as everything `full` that it changed or may have seen is on the disk. */
  #hasCommitted(members: readonly Member[]): void {
    const changed = members.filter(({ hasChanged }) => hasChanged);
    if (changed.length > 0) {
      const commit = this.#disk.committed();
      const full = changed.filter(({ durability }) => durability === 'full');
      for (const { changedTables } of full) for (const table of changedTables) this.#changedBy.set(table, commit);
      if (changed.some(({ durability }) => durability === 'deferred')) this.#lastDeferred = commit;
      this.#commits++;
    }
    for (const member of members) {
      const onDisk = this.#disk.until(this.#lastChange(member.tables));
      if (onDisk) onDisk.then(member.settle, member.reject);
      else member.settle();
    }
    if (changed.length > 0) this.#disk.soon();
  }

  #lastChange(tables: Iterable<string>): number {
    let last = this.#changedBy.get(ALL_TABLES) ?? 0;
    for (const table of tables) last = Math.max(last, this.#changedBy.get(table) ?? 0);
    return last;
  }

  #isLogLong(): boolean {
    if (this.#commits < LOOK_EVERY) return false;
    this.#commits = 0;
    const [row] = this.#run('PRAGMA wal_checkpoint(NOOP)');
    return row !== undefined && numberColumn(row, 'log') >= this.#copyAt;
  }

  /**
   * Copies the log into the file, so that the next commit writes the log from its start again. SQLite would synchronise
   * both within the call, on this thread. No connection of any program can write meanwhile: the log keeps what the file
   * may lack until both are on the disk.
   */
  async #copyLog(path: string): Promise<void> {
    this.#run('BEGIN IMMEDIATE');
    let copied: Row;
    try {
      await this.#disk.log();
      this.#copier ??= openCopier(path);
      copied = copyPages(this.#copier);
    } catch (error) {
      this.#rollBack();
      throw error;
    }
    // Where this fails, the transaction stays open, so that the log is not written from its start.
    await this.#disk.file();
    this.#rollBack();
    const [pages, done] = [numberColumn(copied, 'log'), numberColumn(copied, 'checkpointed')];
    // Another program that reads an older state keeps the rest in the log.
    this.#copyAt = (done < pages ? pages : 0) + LOG_PAGES;
  }

  #inside(member: Member, committed: (() => void)[]): Transaction {
    const inside: Transaction = {
      dialect: DIALECT,
      now: this.now,
      compareClocks: () => this.compareClocks(),
      query: async (statement, ...values) => this.#runIn(member, statement, values),
      transaction: (nested) => nested(inside),
      // A transaction has the whole database to itself.
      lock: () => Promise.resolve(),
      afterCommit: (done) => void committed.push(done),
      close: () => Promise.reject(new TypeError('A transaction cannot close the store')),
    };
    return inside;
  }

  #runIn(member: Member, statement: string, values: readonly SqlValue[]): Row[] {
    if (member.hasEnded) throw new TypeError('The transaction has ended');
    // SQLite may have undone everything: the statement must not run outside of a transaction.
    if (!this.#database.isTransaction) throw new StoreUnavailable(new Error('The transaction was undone'));
    const { changes, tables } = this.#statements.effectOf(statement);
    for (const table of tables) member.tables.add(table);
    if (changes !== 'nothing') for (const table of tables) member.changedTables.add(table);
    if (changes === 'schema') {
      member.changedTables.add(ALL_TABLES);
      member.hasChanged = true;
    }
    return this.#run(statement, values);
  }

  #run(statement: string, values: readonly SqlValue[] = []): Row[] {
    return attempt(() => this.#statements.run(statement, values));
  }
}

function asOutage(error: unknown): StoreUnavailable {
  return error instanceof StoreUnavailable ? error : new StoreUnavailable(error);
}
