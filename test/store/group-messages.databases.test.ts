import { expect, onTestFinished, test } from 'vitest';
import { openStore, type Store } from '../../src/store/index.ts';
import { onEachDatabase } from '../support/databases/databases.ts';
import { newKey } from '../support/databases/store.ts';

const GROUP = -1_001_234_567_890;
/** The places that all messages share, and the further ones of alerts. */
const [MOST, OWN] = [13, 2];
/** Not at the beginning of a slot, second or minute. */
const BEGUN = 1_700_000_003_210;

onEachDatabase(({ place }) => {
  /** The counters of several processes, each with connections of its own. */
  async function several(count: number) {
    const [url, keys] = [await place(), [newKey()]];
    const stores: Store[] = [];
    for (let opened = 0; opened < count; opened++) stores.push(await openStore(url, keys));
    onTestFinished(async () => {
      for (const store of stores) await store.close();
    });
    return stores.map(({ groupMessages }) => groupMessages);
  }

  test('of what several send to a group at once, no more goes out than may, and other groups get theirs', async () => {
    const all = await several(3);
    const takes = await Promise.all(
      Array.from({ length: 20 }, () => all.map((each) => each.take(GROUP, 'other', 1, BEGUN))).flat(),
    );
    expect(takes.filter((waitMs) => waitMs === 0)).toHaveLength(MOST);
    expect(Math.min(...takes.filter((waitMs) => waitMs > 0))).toBeGreaterThanOrEqual(60_000);
    expect(await all[0]?.take(-200, 'other', 1, BEGUN)).toBe(0);
  });

  test('no minute has more than the limit, and a message that waits as told is admitted', async () => {
    const [one, other] = await several(2);
    const sent: number[] = [];
    let now = BEGUN;
    for (let count = 0; count < 60; count++) {
      const take = () => (count % 2 ? one : other)?.take(GROUP, 'other', 1, now);
      const waitMs = (await take()) ?? 0;
      now += waitMs;
      if (waitMs > 0) expect(await take()).toBe(0);
      sent.push(now);
      now += 700;
    }
    for (const [index, at] of sent.entries())
      expect(sent.slice(index).filter((later) => later < at + 60_000).length).toBeLessThanOrEqual(MOST);
    expect((sent.at(-1) ?? 0) - BEGUN).toBeLessThan((60 / MOST) * 66_000);
  });

  test('messages sent in any case count, and old ones are forgotten', async () => {
    const [groups] = await several(1);
    for (let count = 0; count < MOST; count++) await groups?.count(GROUP, BEGUN);
    await groups?.count(GROUP, BEGUN);
    expect(await groups?.take(GROUP, 'other', 1, BEGUN + 59_000)).toBeGreaterThan(0);
    await groups?.forget(BEGUN);
    expect(await groups?.take(GROUP, 'other', 1, BEGUN + 1_000)).toBeGreaterThan(0);
    await groups?.forget(BEGUN + 60_000);
    expect(await groups?.take(GROUP, 'other', 1, BEGUN + 1_000)).toBe(0);
  });

  test('an alert has places of its own beside a flood, which several take together, and only so many', async () => {
    const all = await several(2);
    for (let count = 0; count < 3 * MOST; count++) await all[0]?.count(GROUP, BEGUN);
    const takes = await Promise.all(
      Array.from({ length: 5 }, () => all.map((each) => each.take(GROUP, 'alert', 1, BEGUN))).flat(),
    );
    expect(takes.filter((waitMs) => waitMs === 0)).toHaveLength(OWN);
    expect(await all[1]?.take(GROUP, 'other', 1, BEGUN)).toBeGreaterThan(0);
    expect(await all[1]?.take(GROUP, 'outcome', OWN, BEGUN)).toBe(0);
    expect(await all[0]?.take(GROUP, 'outcome', 1, BEGUN)).toBeGreaterThan(0);
    expect(await all[0]?.take(GROUP, 'alert', OWN, BEGUN + 66_000)).toBe(0);
  });
});
