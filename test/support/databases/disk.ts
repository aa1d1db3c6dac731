import fs, { fstatSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { onTestFinished } from 'vitest';

/** The endings of the names of a SQLite database's files. */
const FILES = ['', '-wal'] as const;
type File = (typeof FILES)[number];
/** The content of the files after a power cut. */
export type Left = Readonly<Record<File, Buffer>>;

/** The disk under a SQLite database of this process: it can be slow, stop or fail. */
export interface Disk {
  /** The synchronisations that have begun so far, each by its file. */
  begun(): readonly File[];
  /** Holds the end of all synchronisations of a file until the returned function is called. */
  stop(name?: File): () => void;
  /** Lets all synchronisations fail until the returned function is called. */
  fail(): () => void;
  /**
   * The files after a power cut now: each as it was when its last finished synchronisation began.
   * @throws RangeError before the first synchronisation
   */
  left(): Left;
}

/**
 * Call it before the database is opened: it watches until the end of the test. @param takesMs the least time of the
 * disk
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

/** Lets synchronisations do nothing, since they take most of a test's time. {@link watchDisk} still sees each. */
export function spareSynchronising(): void {
  replace((_file: number, done: (error: null) => void) => void setImmediate(done, null));
}

/** Writes the files of a power cut to a path where a test can open them. */
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
