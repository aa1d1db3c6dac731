import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The calls that wait for the disk, from any thread. */
const SYNCS = ['fsync', 'fdatasync', 'sync_file_range', 'syncfs', 'sync', 'msync'];

/** Counts the synchronisations of a process from outside, by strace. */
export interface SyncCounter {
  /** The program under which the process has to be started. */
  under: readonly string[];
  count(): number;
}

/** @returns undefined where strace is missing */
export function syncCounter(directory: string): SyncCounter | undefined {
  try {
    execFileSync('strace', ['-V'], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  const path = join(directory, 'syncs');
  // With seccomp-bpf the process stops at these calls alone.
  const options = ['-f', '--seccomp-bpf', '-qq', '-e', `trace=${SYNCS.join(',')}`, '-o', path];
  return {
    under: ['strace', ...options],
    // strace writes a call that another thread's call interrupts in two lines: the second one resumes it.
    count: () =>
      readFileSync(path, 'utf8')
        .split('\n')
        .filter((line) => /^\d+ +\w+\(/.test(line)).length,
  };
}

/** Bytes that a process has sent to the disk, by whole pages, without files in memory. Only Linux counts them. */
export function bytesWritten(pid: number): number {
  return Number(/^write_bytes: (\d+)$/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1]);
}
