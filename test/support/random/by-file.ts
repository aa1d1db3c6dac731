import { hash } from 'node:crypto';
import { relative } from 'node:path';
import { expect } from 'vitest';

/** A number below `count`: always the same one for this seed in this test file, with the files in any order. */
export function chooseByFile(seed: string, count: number): number {
  const file = relative(process.cwd(), expect.getState().testPath ?? '');
  return hash('sha256', `${seed} ${file}`, 'buffer').readUInt32BE() % count;
}
