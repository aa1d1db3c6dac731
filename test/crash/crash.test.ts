import { expect, test } from 'vitest';
import { crashSeed, randomRuns } from '../support/random/seed.ts';
import { lineOf } from './judge/figures.ts';
import { run } from './run.ts';

const KILLS = randomRuns(3, 6);

test(`killed ${KILLS} times while people buy, nothing is bought twice, untold or wrongly shown (CRASH_SEED=${crashSeed})`, async () => {
  const { figures, wrong } = await run(crashSeed, KILLS);
  expect(wrong, lineOf(figures)).toEqual([]);
  expect(figures.sent).toBeGreaterThan(0);
}, 120_000);
