import { expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../../src/store/index.ts';
import type { Check } from '../../../src/store/jobs/checks.ts';
import { onEachDatabase } from '../../support/databases/databases.ts';
import { newKey } from '../../support/databases/store.ts';

const DAY_MS = 24 * 3_600_000;
const ENDED: Check = {
  id: 'c',
  state: 'done',
  userId: 7,
  chatId: 7,
  accountId: 'a',
  locale: 'en',
  domains: ['a.com'],
  rest: ['b.com'],
  junk: [],
  junkCount: 0,
  duplicates: 0,
  cut: false,
  round: 0,
};

onEachDatabase(({ place }) => {
  async function newChecks() {
    const store = await openStore(await place(), [newKey()]);
    onTestFinished(() => store.close());
    await store.checks.add(ENDED, 1, 2);
    await store.checks.endShown(ENDED.id);
    expect(await store.checks.nextDue()).toBe(undefined);
    return store.checks;
  }

  test('a check that runs anew is due at once when the process that began it dies', async () => {
    const checks = await newChecks();
    expect(await checks.change('c', ['done'], () => ({ state: 'running', heldUntil: 50 }))).toMatchObject({
      state: 'running',
      heldUntil: 50,
    });
    expect(await checks.nextDue()).toBe(50);
    await checks.change('c', ['running'], () => ({ messageId: 5 }));
    expect(await checks.nextDue()).toBe(50);
  });

  test('is kept for a week, also by a program that runs for longer', async () => {
    const checks = await newChecks();
    await checks.addResults('c', [{ at: 0, state: 'available', round: 0 }]);
    await checks.add({ ...ENDED, id: 'younger' }, 6 * DAY_MS, 0);
    expect(await checks.get('c')).toMatchObject({ domains: ['a.com'] });
    await checks.add({ ...ENDED, id: 'new' }, 7 * DAY_MS + 2, 0);
    expect(await checks.get('c')).toBe(undefined);
    expect((await checks.results('c')).size).toBe(0);
    expect(await checks.get('younger')).toMatchObject({ id: 'younger' });
  });

  test('one that runs, or whose end is not shown yet, is not removed however old it is', async () => {
    const checks = await newChecks();
    await checks.add({ ...ENDED, id: 'running', state: 'running' }, 1, 2);
    await checks.add({ ...ENDED, id: 'unshown' }, 1, 2);
    await checks.addResults('running', [{ at: 0, state: 'available', round: 0 }]);
    await checks.takeOver(8 * DAY_MS);
    expect(await checks.get('c')).toBeUndefined();
    expect(await checks.get('running')).toMatchObject({ state: 'running' });
    expect((await checks.results('running')).size).toBe(1);
    await checks.endShown('unshown');
    await checks.change('running', ['running'], () => ({ state: 'done' }));
    await checks.endShown('running');
    await checks.takeOver(8 * DAY_MS);
    for (const id of ['running', 'unshown']) expect(await checks.get(id)).toBeUndefined();
  });

  test('old checks are removed in steps, and others have their turn', async () => {
    const checks = await newChecks();
    for (let index = 0; index < 200; index++) {
      await checks.add({ ...ENDED, id: `old${index}`, userId: index }, 1, 2);
      await checks.addResults(`old${index}`, [{ at: 0, state: 'available', round: 0 }]);
      await checks.endShown(`old${index}`);
    }
    let turns = 0;
    let looking = setImmediate(function turn() {
      turns++;
      looking = setImmediate(turn);
    });
    onTestFinished(() => clearImmediate(looking));
    await checks.add({ ...ENDED, id: 'new' }, 8 * DAY_MS, 2);
    expect(turns).toBeGreaterThan(5);
    expect(await checks.get('old199')).toBeUndefined();
  });

  test('results for a removed check are not kept', async () => {
    const checks = await newChecks();
    await checks.takeOver(8 * DAY_MS);
    await checks.addResults('c', [{ at: 0, state: 'available', round: 0 }]);
    expect((await checks.results('c')).size).toBe(0);
  });

  test('names that wait become a check of their own once, or stay where they are', async () => {
    const checks = await newChecks();
    const next = (id: string) => (before: Check) => ({
      ...before,
      id,
      state: 'running' as const,
      rest: [],
      domains: before.rest,
    });
    // A check with this id exists already.
    await expect(checks.takeRest('c', next('c'), 1, 60)).rejects.toThrow();
    expect(await checks.get('c')).toEqual(ENDED);
    const taken = await Promise.all(['d', 'e', 'f'].map((id) => checks.takeRest('c', next(id), 1, 60)));
    expect(taken.filter((each) => each !== undefined)).toMatchObject([{ state: 'running', domains: ['b.com'] }]);
    expect(await checks.get('c')).toEqual({ ...ENDED, rest: [] });
    expect(await checks.nextDue()).toBe(60);
  });

  test('is held by the process that took it last; one that lost it changes nothing', async () => {
    const checks = await newChecks();
    const now = Date.now();
    const until = (seconds: number) => now + seconds * 1_000;
    const begun = await checks.add({ ...ENDED, id: 'd', state: 'running' }, now, until(20));
    for (const seconds of [23, 26, 29])
      expect(await checks.extend({ ...begun, heldUntil: until(seconds - 3) }, until(seconds))).toBe(true);
    expect(await checks.nextDue()).toBe(until(29));
    const mine = { ...begun, heldUntil: until(29) };
    const {
      taken: [theirs],
    } = await checks.takeDue(until(30), 20_000);
    expect(theirs).toMatchObject({ id: 'd', heldUntil: until(50) });
    expect(await checks.extend(mine, until(32))).toBe(false);
    expect(await checks.change('d', ['running'], () => ({ state: 'done' }), mine)).toBe(undefined);
    expect(await checks.get('d')).toEqual(theirs);
    expect(await checks.extend({ id: 'd', heldUntil: until(50) }, until(53))).toBe(true);
    const held = { round: 0, heldUntil: until(53) };
    expect(await checks.change('d', ['running'], () => ({ state: 'done' }), { ...held, round: 1 })).toBe(undefined);
    expect(await checks.change('d', ['running'], () => ({ state: 'done' }), held)).toMatchObject({ state: 'done' });
    expect(await checks.extend({ id: 'd', heldUntil: until(53) }, until(56))).toBe(false);
  });
});
