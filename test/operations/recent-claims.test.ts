import { expect, test } from 'vitest';
import { createRecentClaims } from '../../src/operations/recent-claims.ts';

test('a claim of a person is known until a later moment is asked about', () => {
  const claims = createRecentClaims({ now: () => 100 });
  expect([claims.mayHaveSince(7, 100), claims.mayHaveSince(7, 101)]).toEqual([true, false]);
  claims.note(7, 200);
  claims.note(7, 150);
  expect([claims.mayHaveSince(7, 200), claims.mayHaveSince(7, 201), claims.mayHaveSince(8, 150)]).toEqual([
    true,
    false,
    false,
  ]);
});

test('claims of more people than are remembered may have been any person’s', () => {
  const claims = createRecentClaims({ now: () => 0 });
  for (let person = 0; person < 1_000; person++) claims.note(person, 1_000 + person);
  expect(claims.mayHaveSince(5_000, 1)).toBe(false);
  claims.note(1_000, 3_000);
  expect([claims.mayHaveSince(0, 1_999), claims.mayHaveSince(0, 2_000)]).toEqual([true, false]);
  expect([claims.mayHaveSince(1_000, 3_000), claims.mayHaveSince(1_000, 3_001)]).toEqual([true, false]);
});

test('in a shared store another process may have taken any tap', () => {
  expect(createRecentClaims({ now: () => 0, shared: true }).mayHaveSince(7, 1_000)).toBe(true);
});
