import { existsSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isTried, ONE_OF, SLOW } from './order.ts';

test('each slow file exists, and stands in the list once', () => {
  expect(SLOW.filter((path) => !existsSync(new URL(`../${path}`, import.meta.url)))).toEqual([]);
  expect(new Set(SLOW).size).toBe(SLOW.length);
});

test('each seed chooses one slow file of each group, some seed each file, and none leaves out a quick file', () => {
  const seeds = fc.sample(fc.nat(), 1_000);
  const groups = Array.from({ length: Math.ceil(SLOW.length / ONE_OF) }, (_, at) =>
    SLOW.slice(at * ONE_OF, (at + 1) * ONE_OF),
  );
  for (const seed of seeds)
    for (const group of groups) expect(group.filter((path) => isTried(path, seed))).toHaveLength(1);
  expect(SLOW.filter((path) => !seeds.some((seed) => isTried(path, seed)))).toEqual([]);
  expect(isTried('support/order.test.ts', 1)).toBe(true);
});
