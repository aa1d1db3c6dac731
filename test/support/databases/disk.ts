import fs, { fstatSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { onTestFinished } from 'vitest';

/** The files of a SQLite database by the end of their names. */
const FILES = ['', '-wal'] as const;
type File = (typeof FILES)[number];
/** Their content after a power cut. */
export type Left = Readonly<Record<File, Buffer>>;

/** The disk under a SQLite database of this process: it can be slow, stop or fail. */
export interface Disk {
  /** The synchronisations that have begun so far, each by its file. */
  begun(): readonly File[];
  /** Synchronisations of a file that have begun or begin later do not end until the returned function is called. */
  stop(name?: File): () => void;
  /** All that end from now on fail, until the returned function is called. */
  fail(): () => void;
  /**
   * The files after a power cut now: each file as it was when its last synchronisation that has ended began.
   * @throws RangeError before the first
   */
  left(): Left;
}

/**
 * Watches how this process synchronises a database, until the end of the test. To be called before it is opened.
 * @param takesMs how long the disk takes at least
 */
export function watchDisk(path: string, takesMs = 0): Disk {
  const real = fs.fdatasync;
  const begun: File[] = [];
  let left: Left | undefined;
  let isFailing = false;
  const gates = { '': Promise.resolve(), '-wal': Promise.resolve() };

  async function hold(name: File): Promise<void> {
    if (takesMs > 0) await new Promise((resolve) => setTimeout(resolve, takesMs));
    let passed: Promise<void>;
    do {
      passed = gates[name];
      await passed;
    } while (passed !== gates[name]);
  }

  replace((file: number, done: (error: Error | null) => void) => {
    const name = FILES.find((each) => isSame(file, path + each));
    if (name === undefined) return real(file, done);
    begun.push(name);
    const read = (each: File) => readFileSync(path + each);
    const now = { [name]: read(name) };
    // Data that SQLite itself synchronised when it made the file counts as there.
    const first = left ?? { '': read(''), '-wal': read('-wal') };
    void hold(name).then(() =>
      real(file, (error) => {
        if (!error && !isFailing) left = { ...(left ?? first), ...now };
        done(isFailing ? new Error('EIO: i/o error, fdatasync') : error);
      }),
    );
  });
  onTestFinished(() => replace(real));

  return {
    begun: () => begun,
    stop(name = '-wal') {
      const { promise, resolve } = Promise.withResolvers<void>();
      gates[name] = promise;
      return resolve;
    },
    fail() {
      isFailing = true;
      return () => {
        isFailing = false;
      };
    },
    left() {
      if (!left) throw new RangeError('Nothing was synchronised yet');
      return left;
    },
  };
}

/**
 * The disk of every app in this process synchronises at once and nothing: on real files that takes longer than most statements, and on
 * files in memory the change of threads does. {@link watchDisk} still sees each synchronisation.
 */
export function spareSynchronising(): void {
  replace((_file: number, done: (error: null) => void) => void setImmediate(done, null));
}

/** Puts what a power cut left where it can be opened. */
export function putAt(path: string, left: Left): void {
  for (const end of FILES) writeFileSync(path + end, left[end]);
}

function replace(fdatasync: unknown): void {
  Object.assign(fs, { fdatasync });
  syncBuiltinESMExports();
}

function isSame(file: number, path: string): boolean {
  return fstatSync(file).ino === statSync(path, { throwIfNoEntry: false })?.ino;
}
