import { hash } from 'node:crypto';
import { type TestContext, test } from 'vitest';
import { crashSeed, randomRuns } from './seed.ts';

const told = new Set<string>();

/**
 * Of so many parts of a long list `npm test` tries one, and CI all. The run's seed chooses it, another one for each list, and the output
 * names both, once for lists of one name.
 * @returns whether the case at that place of the list is tried
 */
export function partOf(list: string, parts: number): (at: number) => boolean {
  const count = randomRuns(1, parts);
  if (count === parts) return () => true;
  const chosen = hash('sha256', `${crashSeed} ${list}`, 'buffer').readUInt32BE() % parts;
  const line = `${list}: part ${chosen + 1} of ${parts}, CRASH_SEED=${crashSeed}`;
  if (!told.has(line)) console.info(line);
  told.add(line);
  return (at) => at % parts === chosen;
}

/** The cases of a list that `npm test` tries, a {@link partOf} them. */
export function casesInPart<const Case>(list: string, parts: number, cases: readonly Case[]): Case[] {
  const isTried = partOf(list, parts);
  return cases.filter((_, at) => isTried(at));
}

/**
 * Vitest's `test.concurrent` for the tests of a list, of which `npm test` runs a {@link partOf}.
 * @param first the place of the first test: lists of the same tests run another part of them each
 */
export function concurrentPart(
  list: string,
  parts: number,
  first = 0,
): (name: string, story: (context: TestContext) => Promise<void>, timeout?: number) => void {
  const isTried = partOf(list, parts);
  let at = first;
  return (name, story, timeout) => {
    if (isTried(at++)) test.concurrent(name, story, timeout);
  };
}
