import { expect, test } from 'vitest';
import type { Operation } from '../../src/operations/index.ts';
import { commonOutcomeOf, isToldBy, lastTapOf, outcomeOf } from '../../src/operations/outcome.ts';
import { readyOperation } from '../support/databases/store.ts';

const operation = (changes: Partial<Operation>) => readyOperation('op', { claimedAt: 5, ...changes });
const UNCLEAR = { seen: {}, unclear: true };

test.each<[string, Partial<Operation>]>([
  ['an open confirm', { claimedAt: undefined }],
  ['a confirm that another operation held back', { heldBy: ['other'] }],
  ['a price that is being asked', { state: 'quoting' }],
  ['a request on its way', { state: 'sending' }],
  ['one that is watched', { state: 'accepted', progress: { seen: {} } }],
  ['a lost answer that readings may still settle', { state: 'unknown', progress: { seen: {} } }],
  ['a confirm whose time is over', { state: 'expired', claimedAt: undefined }],
  ['a cancelled one', { state: 'cancelled' }],
  [
    'a confirm that a restored store closed, and nobody had given',
    { state: 'expired', claimedAt: undefined, failure: { kind: 'restored' } },
  ],
])('%s is no outcome', (_, changes) => {
  expect(outcomeOf(operation(changes))).toBeUndefined();
});

test.each<[string, Partial<Operation>]>([
  ['done', { state: 'done' }],
  ['refused', { state: 'refused' }],
  ['back to be confirmed again', { state: 'ready' }],
  ['accepted, and nothing was seen of it for long', { state: 'accepted', progress: UNCLEAR }],
  ['unknown for good', { state: 'unknown', progress: UNCLEAR }],
  ['given in time, and the bot was interrupted', { state: 'expired', failure: { kind: 'interrupted' } }],
  ['given, and closed by a restored store', { state: 'expired', failure: { kind: 'restored' } }],
])('%s is one, and another one after another claim', (_, changes) => {
  const first = outcomeOf(operation(changes));
  expect(first).toBeDefined();
  expect(outcomeOf(operation({ ...changes, claimedAt: 6 }))).not.toBe(first);
});

test('several have an outcome once none is under way; what is cancelled afterwards is no news, any other change is', () => {
  const done = operation({ state: 'done' });
  expect(commonOutcomeOf([done, operation({ state: 'accepted', progress: { seen: {} } })])).toBeUndefined();
  const short = commonOutcomeOf([done, operation({ state: 'ready' })]);
  expect(short).toBeDefined();
  const cancelled = commonOutcomeOf([done, operation({ state: 'cancelled' })]);
  expect(isToldBy(short, cancelled ?? '')).toBe(true);
  const both = commonOutcomeOf([done, operation({ state: 'done' })]);
  expect(isToldBy(short, both ?? '')).toBe(false);
  expect(isToldBy(undefined, both ?? '')).toBe(false);
});

test('the last tap is the newest of confirm, look and answer', () => {
  const tapped = operation({ createdAt: 1, claimedAt: 9, tappedAt: 3 });
  expect(lastTapOf(operation({ createdAt: 1, claimedAt: undefined }))).toBe(1);
  // Rows of older releases do not hold when the tap came.
  expect(lastTapOf(operation({ createdAt: 1, claimedAt: 9 }))).toBe(9);
  expect(lastTapOf(tapped)).toBe(3);
  expect(lastTapOf({ ...tapped, askedAt: 12 })).toBe(12);
  expect(lastTapOf({ ...tapped, said: { happened: true, at: 20 } })).toBe(20);
});
