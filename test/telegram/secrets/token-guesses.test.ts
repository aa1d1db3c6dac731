import { expect, test } from 'vitest';
import { type Attempt, createTokenGuesses } from '../../../src/telegram/secrets/token-guesses.ts';

const RULES = { most: 3, everyMs: 1_000, turnLifeMs: 10_000, waitMs: 60_000 };

/** Wrong tokens on a clock that the test sets. */
function guessing(rules = RULES) {
  const clock = { at: 1_000_000 };
  const guesses = createTokenGuesses(() => clock.at, rules);
  /** Resolves to the wait in ms; to 0 where the token was tried. */
  const guess = async (person: number, was: 'wrong' | 'right' | 'unseen' = 'wrong') => {
    const trial = await guesses.enter(person);
    if (trial === 'unanswered') return trial;
    if ('waitMs' in trial) return trial.waitMs;
    trial.end(was);
    return 0;
  };
  return { clock, guesses, guess };
}

test('so many wrong ones at once, then one each time, in the order of those who came', async () => {
  const { clock, guess } = guessing();
  const waits = [];
  for (let person = 1; person <= 6; person++) waits.push(await guess(person));
  expect(waits).toEqual([0, 0, 0, 1_000, 2_000, 3_000]);
  // A person who asks again keeps the turn, and does not get a second one.
  expect([await guess(4), await guess(6), await guess(7)]).toEqual([1_000, 3_000, 4_000]);
  clock.at += 1_000;
  expect([await guess(8), await guess(4), await guess(5)]).toEqual([4_000, 0, 1_000]);
  clock.at += 100_000;
  expect([await guess(1), await guess(2), await guess(3), await guess(9)]).toEqual([0, 0, 0, 1_000]);
});

test('a crowd that goes on guessing does not take a turn that was given', async () => {
  const { clock, guess } = guessing();
  for (let person = 1; person <= 20; person++) await guess(person);
  const wait = Number(await guess(100, 'right'));
  for (let passed = 0; passed < wait; passed += 500) {
    for (let person = 1; person <= 40; person++) await guess(person);
    clock.at += 500;
  }
  expect(await guess(100, 'right')).toBe(0);
});

test('right ones, and those that the provider never saw, take no room', async () => {
  const { guess } = guessing();
  for (let count = 0; count < 20; count++) expect(await guess(count, count % 2 === 0 ? 'right' : 'unseen')).toBe(0);
  for (let count = 0; count < 3; count++) expect(await guess(count)).toBe(0);
  expect(await guess(4)).toBe(1_000);
});

test('a token that comes while others are being tried waits for them, for they may be right', async () => {
  const { guesses } = guessing();
  const trying: Attempt[] = [];
  const enter = async (person: number) => {
    const trial = await guesses.enter(person);
    if (trial === 'unanswered') return trial;
    if ('waitMs' in trial) return trial.waitMs;
    trying.push(trial);
    return 0;
  };
  const entered = [1, 2, 3, 4, 5].map(enter);
  expect(await Promise.all(entered.slice(0, 3))).toEqual([0, 0, 0]);
  trying[0]?.end('right');
  expect(await entered[3]).toBe(0);
  for (const trial of trying) trial.end('wrong');
  expect(await entered[4]).toBe(1_000);
});

test('those that the provider does not answer about take no room and give no turn', async () => {
  const { guesses, guess } = guessing({ ...RULES, waitMs: 20 });
  const trying = [];
  for (let person = 1; person <= 3; person++) trying.push(await guesses.enter(person));
  for (let person = 4; person <= 40; person++) expect(await guess(person)).toBe('unanswered');
  for (const attempt of trying) if (typeof attempt === 'object' && 'end' in attempt) attempt.end('unseen');
  expect(await guess(41, 'right')).toBe(0);
});

test('a clock that is set back locks no person out', async () => {
  const { clock, guess } = guessing();
  for (let person = 1; person <= 3; person++) await guess(person);
  expect(await guess(4)).toBe(1_000);
  clock.at -= 3_600_000;
  expect(await guess(5)).toBeLessThanOrEqual(3_000);
});
