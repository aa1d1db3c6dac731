import { closeSync, fdatasync, openSync } from 'node:fs';
import { StoreUnavailable } from './sql.ts';

/** A `relaxed` commit is synchronised with the disk after this time at the latest. */
const SYNCHRONISE_AFTER_MS = 1_000;
/** A disk that takes longer is an outage. */
const LONGEST_MS = 10_000;
/** The number of all that was committed before the database was opened. */
export const EARLIER = 1;

/**
 * Synchronises SQLite's log and file with the disk, on libuv's threads. A synchronisation of the log covers all commits
 * before it began: commits that come while one runs share the next.
 */
export interface DiskSync {
  /** Notes that a commit is in the log; returns its number. */
  committed(): number;
  /** Waits until a commit is on the disk; returns `undefined` where it is. @throws StoreUnavailable */
  until(commit: number): Promise<void> | undefined;
  /** Synchronises the commits so far within a second. */
  soon(): void;
  /** Synchronises all commits so far. @throws StoreUnavailable */
  log(): Promise<void>;
  /** Synchronises the file of the database. @throws StoreUnavailable */
  file(): Promise<void>;
  /** The log was removed and made anew: the file that is open is not it. */
  logRemoved(): void;
  /**
   * Why nothing can be synchronised: one synchronisation failed, or takes too long. After a failure the kernel may take what it
   * could not write for written, so that the next synchronisation would succeed without it: there is none until the database
   * is opened anew.
   */
  failure(): StoreUnavailable | undefined;
  /** Synchronises the rest. */
  close(): Promise<void>;
}

interface Waiting {
  commit: number;
  resolve(): void;
  reject(error: StoreUnavailable): void;
}

/**
 * @param path the database's file; that of its log exists from the first commit until the last connection is closed
 * @param failed hears of every failure
 */
export function createDiskSync(path: string, failed: (error: StoreUnavailable) => void): DiskSync {
  let committed = EARLIER;
  let synchronised = 0;
  let waiting: Waiting[] = [];
  let isRunning = false;
  let failure: StoreUnavailable | undefined;
  let logFile: number | undefined;
  let dataFile: number | undefined;
  let timer: NodeJS.Timeout | undefined;

  function fail(error: unknown, lasting: boolean): void {
    failure = new StoreUnavailable(error, { lasting });
    for (const { reject } of waiting.splice(0)) reject(failure);
    failed(failure);
  }

  function synchronise(file: number): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const late = setTimeout(() => fail(new Error('The disk does not answer'), false), LONGEST_MS).unref();
    fdatasync(file, (error) => {
      clearTimeout(late);
      if (error) fail(error, true);
      else if (!failure?.lasting) failure = undefined;
      resolve(!error);
    });
    return promise;
  }

  async function run(): Promise<void> {
    isRunning = true;
    try {
      while (waiting.length > 0) {
        const upTo = committed;
        logFile ??= openSync(`${path}-wal`, 'r');
        if (!(await synchronise(logFile))) return;
        synchronised = upTo;
        const done = waiting.filter(({ commit }) => commit <= upTo);
        waiting = waiting.filter(({ commit }) => commit > upTo);
        for (const { resolve } of done) resolve();
      }
    } catch (error) {
      fail(error, true);
    } finally {
      isRunning = false;
    }
  }

  function until(commit: number): Promise<void> | undefined {
    if (failure) return Promise.reject(failure);
    if (commit <= synchronised) return undefined;
    return new Promise((resolve, reject) => {
      waiting.push({ commit, resolve, reject });
      if (!isRunning) void run();
    });
  }

  function closeLog(): void {
    if (logFile !== undefined) closeSync(logFile);
    logFile = undefined;
  }

  const log = async () => until(committed);

  return {
    committed: () => ++committed,
    until,
    log,
    soon() {
      timer ??= setTimeout(() => {
        timer = undefined;
        // Where this fails, all that comes next fails too and reports it.
        log().catch(() => undefined);
      }, SYNCHRONISE_AFTER_MS).unref();
    },
    async file() {
      if (failure) throw failure;
      // Never closed: closing any descriptor of the file would end the locks that SQLite has on it.
      dataFile ??= openSync(path, 'r');
      if (!(await synchronise(dataFile))) throw failure;
    },
    logRemoved: closeLog,
    failure: () => failure,
    async close() {
      clearTimeout(timer);
      await log().catch(() => undefined);
      closeLog();
    },
  };
}

/** For a database in memory, which ends with the process. */
export const NO_DISK: DiskSync = {
  committed: () => 0,
  until: () => undefined,
  soon: () => undefined,
  log: () => Promise.resolve(),
  file: () => Promise.resolve(),
  logRemoved: () => undefined,
  failure: () => undefined,
  close: () => Promise.resolve(),
};
