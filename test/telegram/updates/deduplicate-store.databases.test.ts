import { expect, onTestFinished, test } from 'vitest';
import { createLeaseManager } from '../../../src/jobs/lease-manager.ts';
import { StoreUnavailable } from '../../../src/store/database/sql.ts';
import { openStore } from '../../../src/store/index.ts';
import type { Leases } from '../../../src/store/leases.ts';
import { createDeduplicator } from '../../../src/telegram/updates/deduplicate.ts';
import { onEachDatabase } from '../../support/databases/databases.ts';
import { newKey } from '../../support/databases/store.ts';
import { message, openDispatcher, tap } from './dispatcher-setup.ts';

async function opened(url: string) {
  const store = await openStore(url, [newKey()]);
  let closing: Promise<void> | undefined;
  const close = () => (closing ??= store.close());
  onTestFinished(close);
  return { ...store, close };
}

onEachDatabase(({ place }) => {
  test('handled updates are noted for two minutes, and the last twenty for longer', async () => {
    const { leases, inbox, ping } = await opened(await place());
    let now = Date.now();
    const leaseManager = createLeaseManager({ leases, report: () => undefined, now: () => now });
    const deduplicator = createDeduplicator({
      leases,
      leaseManager,
      inbox,
      ping,
      report: () => undefined,
      now: () => now,
    });
    let handled = 0;
    const bring = (updateId: number) => deduplicator.run({ lane: 'l', updateId }, async () => void handled++);
    const bringAll = async (from: number, to: number) => {
      for (let id = from; id <= to; id++) expect(await bring(id)).toBe(true);
      return handled;
    };
    // Telegram may have a hundred updates under way; each comes twice.
    expect(await bringAll(1, 100)).toBe(100);
    expect(await bringAll(1, 100)).toBe(100);
    now += 3 * 60_000;
    expect(await bringAll(101, 101)).toBe(101);
    expect(await bringAll(82, 100)).toBe(101);
    expect(await bringAll(81, 81)).toBe(102);
    expect(await bringAll(1_001, 1_200)).toBe(302);
    const lease = await leases.take('l', now, 0);
    expect(lease?.notes.map(({ updateId }) => updateId)).toEqual(Array.from({ length: 200 }, (_, at) => 1_001 + at));
  });

  test('giving up what was overtaken long ago leaves the lane to the update that has it now', async () => {
    const { leases, inbox, ping, now } = await opened(await place());
    const leaseManager = createLeaseManager({ leases, report: () => undefined, now });
    const deduplicator = createDeduplicator({ leases, leaseManager, inbox, ping, report: () => undefined, now });
    const end = Promise.withResolvers<void>();
    const runs: Promise<boolean>[] = [];
    const begin = (updateId: number) =>
      new Promise<void>((begun) => {
        const work = () => {
          begun();
          return end.promise;
        };
        runs.push(deduplicator.run({ lane: 'l', updateId }, work));
      });
    await begin(1);
    // The other takes the lane as if this process had stood still for longer than its lease lasts.
    const overtaking = await leases.take('l', now() + 60_000, 0);
    await leases.release(overtaking ?? { name: '', fence: 0, notes: [] }, now(), []);
    await begin(2);
    await deduplicator.abandon('l', 1);
    expect(await leases.take('l', now(), 0)).toBeUndefined();
    await deduplicator.abandon('l', 2);
    expect(await leases.take('l', now(), 0)).toMatchObject({ notes: [{ updateId: 2, abandoned: true }] });
    end.resolve();
    await Promise.all(runs);
  });

  /** A dispatcher whose store gives no lease, the updates it handled and the outages it told. */
  async function withoutLease(take: Leases['take']) {
    const { leases, inbox, ping, now, close } = await opened(await place());
    const leaseManager = createLeaseManager({
      leases: { ...leases, take },
      report: () => undefined,
      now,
      outageMs: 50,
    });
    const told: StoreUnavailable[] = [];
    const outage = async (_update: unknown, error: StoreUnavailable) => void told.push(error);
    const entrance = await openDispatcher({
      deduplicator: createDeduplicator({ leases, leaseManager, inbox, ping, report: () => undefined, now }),
      outage,
    });
    let handled = 0;
    entrance.bot.use(() => void handled++);
    return { ...entrance, close, told, handled: () => handled };
  }

  const unavailable = () => Promise.reject(new StoreUnavailable(new Error('of the test')));

  test('without a lease nothing is handled: while the store is away its person is told so, once, and the tap answered', async () => {
    const { dispatcher, world, close, told, handled } = await withoutLease(unavailable);
    await close();
    expect(await dispatcher.handle(message(world, 'hello'))).toBe(true);
    expect(told).toHaveLength(1);
    const { press, update } = tap(world);
    expect(await dispatcher.handle(update)).toBe(true);
    expect(await press.answered).toEqual({});
    expect(told).toHaveLength(2);
    expect(handled()).toBe(0);
  });

  test('without a lease from a store that answers again, the update has to come again, and no person is told', async () => {
    const { dispatcher, world, told, handled } = await withoutLease(unavailable);
    expect(await dispatcher.handle(message(world, 'hello'))).toBe(false);
    expect([told.length, handled()]).toEqual([0, 0]);
  });

  test('updates of an earlier run, and work in a person’s turn, wait for the store to be back', async () => {
    const { dispatcher, world, close, told, handled } = await withoutLease(unavailable);
    await close();
    expect(await dispatcher.handle(message(world, 'hello'), undefined, async () => undefined)).toBe(false);
    let worked = false;
    const work = async () => {
      worked = true;
    };
    expect(await dispatcher.turn(world.english.id, work)).toBe(false);
    expect([told.length, handled(), worked]).toEqual([0, 0, false]);
  });
});
