import { closeSync, fdatasync, openSync } from 'node:fs';
import { StoreUnavailable } from './sql.ts';

const SYNCHRONISE_AFTER_MS = 1_000;
const MAX_SYNC_MS = 10_000;
export const EARLIER_COMMITS = 1;

/** Works on libuv's threads. Commits that come while one synchronisation runs share the next. */
export interface DiskSync {
  committed(): number;
  /** Returns `undefined` where the commit is on the disk already. @throws StoreUnavailable */
  until(commit: number): Promise<void> | undefined;
  soon(): void;
  /** @throws StoreUnavailable, as `file` does */
  log(): Promise<void>;
  file(): Promise<void>;
  /** SQLite removed the log and made it anew: the open file is the old one. */
  logRemoved(): void;
  /** No synchronisation follows a failed one: the kernel may take unwritten pages for written, and report success. */
  failure(): StoreUnavailable | undefined;
  close(): Promise<void>;
}

interface Waiting {
  commit: number;
  resolve(): void;
  reject(error: StoreUnavailable): void;
}

export function createDiskSync(path: string, failed: (error: StoreUnavailable) => void): DiskSync {
  let committed = EARLIER_COMMITS;
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
    const late = setTimeout(() => fail(new Error('The disk does not answer'), false), MAX_SYNC_MS).unref();
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
        // The next synchronisation fails too, and reports the error.
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
