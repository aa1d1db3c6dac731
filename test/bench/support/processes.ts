import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** A process by its `/proc` entry: Linux alone has one. */
interface Entry {
  pid: number;
  parent: number;
  /** Clock ticks of its own and of its ended children. */
  ticks: number;
}

let ticksPerSecond: number | undefined;

/** Milliseconds of processor time that a process and all its descendants have used, ended ones included. */
export function treeCpuMs(root: number): number {
  ticksPerSecond ??= Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));
  const entries = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? entryOf(Number(name)) : []));
  const within = new Set([root]);
  // A child may stand before its parent.
  for (let size = 0; size < within.size; ) {
    size = within.size;
    for (const { pid, parent } of entries) if (within.has(parent)) within.add(pid);
  }
  const ticks = entries.filter(({ pid }) => within.has(pid)).reduce((sum, entry) => sum + entry.ticks, 0);
  return (ticks / ticksPerSecond) * 1_000;
}

function entryOf(pid: number): Entry[] {
  try {
    // The second field, the name in brackets, may hold spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    return [{ pid, parent: Number(fields[1]), ticks }];
  } catch {
    // It has ended meanwhile.
    return [];
  }
}
