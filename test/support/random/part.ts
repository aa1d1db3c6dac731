import { hash } from 'node:crypto';
import { type TestContext, test } from 'vitest';
import { crashSeed, randomRuns } from './seed.ts';

/**
 * Of so many parts of a long list `npm test` tries one, and CI all. The run's seed chooses it, another one for each list, and the output
 * names both.
 * @returns whether the case at that place of the list is tried
 */
export function partOf(list: string, parts: number): (at: number) => boolean {
  const count = randomRuns(1, parts);
  if (count === parts) return () => true;
  const chosen = hash('sha256', `${crashSeed} ${list}`, 'buffer').readUInt32BE() % parts;
  console.info(`${list}: part ${chosen + 1} of ${parts}, CRASH_SEED=${crashSeed}`);
  return (at) => at % parts === chosen;
}

/** Vitest's `test.concurrent` for the tests of a list, of which `npm test` runs a {@link partOf}. */
export function concurrentPart(
  list: string,
  parts: number,
): (name: string, story: (context: TestContext) => Promise<void>, timeout?: number) => void {
  const isTried = partOf(list, parts);
  let at = 0;
  return (name, story, timeout) => {
    if (isTried(at++)) test.concurrent(name, story, timeout);
  };
}
