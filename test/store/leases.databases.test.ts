import { expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../src/store/index.ts';
import { type Lease, LeaseLost, openLeases } from '../../src/store/leases.ts';
import { onEachDatabase } from '../support/databases/databases.ts';
import { newKey } from '../support/databases/store.ts';

const LIFE = 100;
const NOTES = [
  { updateId: 7, at: 1_000 },
  { updateId: 8, at: 1_001 },
];
const QUESTION = { name: 'q', about: [], messageId: 1 };

onEachDatabase(({ place, open }) => {
  /** A store, and two processes that work on it. */
  async function twoProcesses() {
    const url = await place();
    const store = await openStore(url, [newKey()]);
    const [one, other] = [open(url), open(url)];
    onTestFinished(async () => {
      await Promise.all([store, one, other].map((each) => each.close()));
    });
    return { store, one: openLeases(one), other: openLeases(other) };
  }

  async function taken(lease: Promise<Lease | undefined>): Promise<Lease> {
    const got = await lease;
    if (!got) throw new Error('another process holds it');
    return got;
  }

  test('one holds it at a time; each name is for itself', async () => {
    const { one, other } = await twoProcesses();
    await taken(one.take('a', 1_000, LIFE));
    expect(await other.take('a', 1_000, LIFE)).toBeUndefined();
    expect(await one.take('a', 1_099, LIFE)).toBeUndefined();
    await taken(other.take('b', 1_000, LIFE));
  });

  test('of many who take it at once, one gets it', async () => {
    const { one, other } = await twoProcesses();
    const takings = Array.from({ length: 40 }, (_, at) => (at % 2 ? one : other).take('a', 1_000, LIFE));
    const got = (await Promise.all(takings)).filter((lease) => lease !== undefined);
    expect(got).toHaveLength(1);
  });

  test('when its time has passed, another takes it with a higher fence, and the first hears that it lost it', async () => {
    const { one, other } = await twoProcesses();
    const first = await taken(one.take('a', 1_000, LIFE));
    const second = await taken(other.take('a', 1_100, LIFE));
    expect(second.fence).toBeGreaterThan(first.fence);
    expect(await one.extend(first, 9_000)).toBe(false);
    expect(await one.release(first, 1_110, NOTES)).toBe(false);
    expect(await one.take('a', 1_110, LIFE)).toBeUndefined();
    expect(await other.extend(second, 1_300)).toBe(true);
  });

  test('the fence grows also where the clocks stand still, and over a removed row', async () => {
    const { one, other } = await twoProcesses();
    const first = await taken(one.take('a', 1_000, 0));
    const second = await taken(other.take('a', 1_000, 0));
    expect(second.fence).toBeGreaterThan(first.fence);
    await one.forget(1_001);
    expect((await taken(one.take('a', 2_000, LIFE))).fence).toBeGreaterThan(second.fence);
  });

  test('held for longer, it stays whose it is', async () => {
    const { one, other } = await twoProcesses();
    const lease = await taken(one.take('a', 1_000, LIFE));
    expect(await one.extend(lease, 1_500)).toBe(true);
    expect(await other.take('a', 1_499, LIFE)).toBeUndefined();
    expect(await one.release(lease, 1_499, [])).toBe(true);
    await taken(other.take('a', 1_499, LIFE));
  });

  test('given back, it is free at once, with what was noted; an extension that comes late does not bring it back', async () => {
    const { one, other } = await twoProcesses();
    const first = await taken(one.take('a', 1_000, LIFE));
    expect(first.notes).toEqual([]);
    expect(await one.release(first, 1_010, NOTES)).toBe(true);
    expect(await one.extend(first, 9_000)).toBe(false);
    const second = await taken(other.take('a', 1_010, LIFE));
    expect(second.notes).toEqual(NOTES);
    // A process that dies with the lease leaves the notes as they were.
    expect((await taken(one.take('a', 1_200, LIFE))).notes).toEqual(NOTES);
  });

  test('only a lease that was free for long is forgotten', async () => {
    const { one } = await twoProcesses();
    const old = await taken(one.take('old', 1_000, LIFE));
    await one.release(old, 1_000, NOTES);
    await taken(one.take('held', 1_000, LIFE));
    await one.forget(1_050);
    expect((await taken(one.take('old', 2_000, LIFE))).notes).toEqual([]);
    expect(await one.take('held', 1_099, LIFE)).toBeUndefined();
  });

  test('a process that lost its lease writes nothing more of a dialogue; the holder does', async () => {
    const { store, other } = await twoProcesses();
    const first = await taken(store.leases.take('a', 1_000, LIFE));
    await store.leases.under(first, () => store.questions.set('k', QUESTION));
    const second = await taken(other.take('a', 1_100, LIFE));
    await other.under(second, () => store.questions.set('k', { ...QUESTION, name: 'newer' }));
    for (const late of [
      () => store.questions.set('k', QUESTION),
      () => store.questions.delete('k'),
      () => store.conversations.delete('k'),
    ])
      await expect(store.leases.under(first, late)).rejects.toThrow(LeaseLost);
    expect(await store.questions.get('k')).toMatchObject({ name: 'newer' });
    await other.under(second, () => store.questions.delete('k'));
    expect(await store.questions.get('k')).toBeUndefined();
    // A process that handles updates alone has no lease, and needs none.
    await store.questions.set('k', QUESTION);
  });
});
