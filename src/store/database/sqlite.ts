import { AsyncLocalStorage } from 'node:async_hooks';
import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createDiskSync, type DiskSync, EARLIER_COMMITS, NO_DISK } from './disk-sync.ts';
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
 * Statements queued in one turn of the event loop share a commit. {@link createDiskSync} synchronises the log on
 * another thread; only then does a `full` commit resolve.
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
const COPY_LOG_AT_PAGES = 2_048;
const KEPT_LOG_BYTES = 2 * 1024 * 1024;
function setUp(database: DatabaseSync): void {
  // First: the other statements may have to wait for a lock.
  database.exec('PRAGMA busy_timeout = 5000');
  database.exec(`PRAGMA page_size = ${PAGE_BYTES}`);
  // Takes effect on an empty file or with a VACUUM. Setting it again would write to the file.
  if (vacuumOf(database) !== INCREMENTAL) database.exec('PRAGMA auto_vacuum = INCREMENTAL');
  database.exec(
    `PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON;
     PRAGMA wal_autocheckpoint = 0; PRAGMA journal_size_limit = ${KEPT_LOG_BYTES};
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

/** The page size changes only while there is no log. */
function rewrite(database: DatabaseSync): void {
  try {
    database.exec(`PRAGMA journal_mode = DELETE; PRAGMA synchronous = FULL; PRAGMA page_size = ${PAGE_BYTES}; VACUUM;`);
  } catch (error) {
    const code = codeOf(error);
    if (!PASSING_ERRORS.has(code) && code !== SQLITE_CANTOPEN) throw new StoreUnavailable(error, { lasting: true });
  } finally {
    attempt(() => database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL'));
  }
}

const INCREMENTAL = 2;
const PAGES_PER_STEP = 64;
const SQLITE_CANTOPEN = 14;

/** These errors may pass: busy, locked, no memory, I/O error, disk full, lock protocol. All others lie in the file. */
const PASSING_ERRORS: ReadonlySet<unknown> = new Set([5, 6, 7, 10, 13, 15]);

/** @throws StoreUnavailable where SQLite throws */
function attempt<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new StoreUnavailable(error, { lasting: !PASSING_ERRORS.has(codeOf(error)) });
  }
}

function codeOf(error: unknown): number | undefined {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : undefined;
}

/** SQLite gives the log and its index the same mode. */
function keepToOwner(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600));
  for (const each of [path, `${path}-wal`, `${path}-shm`]) {
    const found = statSync(each, { throwIfNoEntry: false });
    if (found?.isFile() && (found.mode & 0o077) !== 0) chmodSync(each, 0o600);
  }
}

const MAX_MEMBERS_PER_COMMIT = 64;
const COMMITS_PER_LENGTH_CHECK = 16;
const ALL_TABLES = '*';

interface Member {
  durability: Durability;
  /** SQLite undoes a single statement alone when it fails. */
  isStatement: boolean;
  work(): Promise<void>;
  tables: Set<string>;
  changedTables: Set<string>;
  hasChanged: boolean;
  hasEnded: boolean;
  settle(): void;
  reject(error: unknown): void;
}

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
  #copier: DatabaseSync | undefined;
  #waiting: Member[] = [];
  #turn: Promise<void> | undefined;
  #batch: Promise<void> | undefined;
  #commits = 0;
  #share: () => void = () => undefined;
  #lastDeferred = EARLIER_COMMITS;
  #dataVersion: number | undefined;
  #changesSoFar: unknown;
  #copyAt = COPY_LOG_AT_PAGES;
  /** By table: the last `full` commit that changed it. */
  readonly #changedBy = new Map([[ALL_TABLES, EARLIER_COMMITS]]);

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
    // The rows may show changes that are not on the disk yet: the reader must not act on them before they are.
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

  /** Without room for a VACUUM the file of an older release stays as it is. */
  async prepare(): Promise<boolean> {
    await this.#idle();
    if (this.#path !== null && !isAsNew(this.#database)) {
      // Changing the journal mode removes the log.
      await this.#disk.log();
      this.#disk.logRemoved();
      rewrite(this.#database);
    }
    return vacuumOf(this.#database) === INCREMENTAL;
  }

  async compact(signal?: AbortSignal): Promise<void> {
    const step = `PRAGMA incremental_vacuum(${PAGES_PER_STEP})`;
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
    // The last connection that closes removes the log, which may hold the only copy of commits.
    if (this.#disk.failure()) return;
    this.#copier?.close();
    this.#database.close();
  }

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

  #schedule(): void {
    if (this.#turn || this.#waiting.length === 0) return;
    this.#turn = this.#takeTurn().then(() => {
      this.#turn = undefined;
      this.#schedule();
    });
  }

  async #takeTurn(): Promise<void> {
    await nextTurn();
    this.#batch = this.#runBatch(this.#waiting.splice(0, MAX_MEMBERS_PER_COMMIT));
    await this.#batch;
    this.#batch = undefined;
    // If the copy fails, a later batch tries again, or the next statement fails too and reports the error.
    if (this.#path !== null && this.#isLogLong()) await this.#copyLog(this.#path).catch(() => undefined);
  }

  #refuseAll(error: StoreUnavailable): void {
    for (const { reject } of this.#waiting.splice(0)) reject(error);
  }

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

  /** Settles each member once every `full` change that it made or may have seen is on the disk. */
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
    if (this.#commits < COMMITS_PER_LENGTH_CHECK) return false;
    this.#commits = 0;
    const [row] = this.#run('PRAGMA wal_checkpoint(NOOP)');
    return row !== undefined && numberColumn(row, 'log') >= this.#copyAt;
  }

  /**
   * SQLite itself would synchronise both files on this thread. The open transaction keeps connections from writing:
   * the log keeps what the file may lack until both are on the disk.
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
    // If this fails, the transaction stays open, so that the log is not written from its start.
    await this.#disk.file();
    this.#rollBack();
    const [pages, done] = [numberColumn(copied, 'log'), numberColumn(copied, 'checkpointed')];
    // Another program that reads an older state keeps the rest in the log.
    this.#copyAt = (done < pages ? pages : 0) + COPY_LOG_AT_PAGES;
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
