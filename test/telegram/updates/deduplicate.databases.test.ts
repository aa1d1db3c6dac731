import { expect, onTestFinished, test } from 'vitest';
import { createLeaseManager, type LeaseManagerDependencies } from '../../../src/jobs/lease-manager.ts';
import { openStore, type Store } from '../../../src/store/index.ts';
import { LeaseLost } from '../../../src/store/leases.ts';
import { createDeduplicator, createSoleProcessDeduplicator } from '../../../src/telegram/updates/deduplicate.ts';
import { onEachDatabase } from '../../support/databases/databases.ts';
import { newKey } from '../../support/databases/store.ts';
import { waitFor } from '../../support/eventually.ts';
import { message, openDispatcher, tap } from './dispatcher-setup.ts';

const QUESTION = { name: 'q', about: [], messageId: 1 };

function gate() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { passed: promise, open: resolve };
}

/** Handles each message until the gate opens, and records its beginning and end. */
function slowly(bot: Awaited<ReturnType<typeof openDispatcher>>['bot']) {
  const { passed, open } = gate();
  const order: string[] = [];
  bot.on('message', async () => {
    order.push('message begins');
    await passed;
    order.push('message ends');
  });
  return { order, open };
}

onEachDatabase(({ place }) => {
  /** Two replicas over one store and one Telegram. Each has its own dispatcher and bot; the test writes the handlers. */
  async function twoDispatchers(parts: { one?: Partial<LeaseManagerDependencies>; limitMs?: number } = {}) {
    const [url, keys] = [await place(), [newKey()]];
    const open = async () => {
      const store = await openStore(url, keys);
      let closing: Promise<void> | undefined;
      const close = () => (closing ??= store.close());
      onTestFinished(close);
      return { ...store, close };
    };
    const stores = { one: await open(), other: await open() };
    const deduplicator = (store: Store, changes: Partial<LeaseManagerDependencies> = {}) =>
      createDeduplicator({
        ...store,
        report: () => undefined,
        leaseManager: createLeaseManager({
          leases: store.leases,
          now: store.now,
          report: () => undefined,
          ...changes,
        }),
      });
    const limit = parts.limitMs === undefined ? {} : { handlerLimitMs: parts.limitMs };
    const one = await openDispatcher({ deduplicator: deduplicator(stores.one, parts.one), ...limit });
    const other = await openDispatcher({ deduplicator: deduplicator(stores.other) }, one.telegram);
    return { one, other, stores, world: one.world };
  }

  test('the same update, brought to both at once and once more later, is handled once', async () => {
    const { one, other, world } = await twoDispatchers();
    let handled = 0;
    for (const { bot } of [one, other]) bot.use(() => void handled++);
    const update = message(world, 'hello');
    expect(await Promise.all([one.dispatcher.handle(update), other.dispatcher.handle(update)])).toEqual([true, true]);
    expect(await other.dispatcher.handle(update)).toBe(true);
    expect(handled).toBe(1);
    await other.dispatcher.handle(message(world, 'next'));
    expect(handled).toBe(2);
  });

  test('work in a person’s turn at one waits for their update at the other, and is no update itself', async () => {
    const { one, other, world } = await twoDispatchers();
    const { order, open } = slowly(one.bot);
    other.bot.on('message', () => void order.push('next'));
    const handled = one.dispatcher.handle(message(world, 'slow'));
    await waitFor(() => expect(order).toEqual(['message begins']));
    const turn = other.dispatcher.turn(world.english.id, async () => void order.push('work'));
    open();
    expect(await Promise.all([handled, turn])).toEqual([true, true]);
    expect(await other.dispatcher.handle(message(world, 'next'))).toBe(true);
    expect(order).toEqual(['message begins', 'message ends', 'work', 'next']);
  });

  test('a message at one and a tap at the other are not handled side by side; the tap is answered while it waits', async () => {
    const { one, other, world } = await twoDispatchers();
    const { order, open } = slowly(one.bot);
    other.bot.on('callback_query', () => void order.push('tap'));
    const first = one.dispatcher.handle(message(world, 'slow'));
    await expect.poll(() => order).toEqual(['message begins']);
    const { press, update } = tap(world);
    const second = other.dispatcher.handle(update);
    expect(await press.answered).toEqual({});
    open();
    expect(await Promise.all([first, second])).toEqual([true, true]);
    expect(order).toEqual(['message begins', 'message ends', 'tap']);
  });

  test('however long a handler takes, its lane stays its own; who has no patience left is never handled', async () => {
    const { one, other, world } = await twoDispatchers({ one: { leaseMs: 3_000 } });
    const { passed, open } = gate();
    const begun = gate();
    const order: string[] = [];
    one.bot.use(async () => {
      begun.open();
      await passed;
      order.push('first');
    });
    other.bot.use(() => void order.push('second'));
    const first = one.dispatcher.handle(message(world, 'slow'));
    await begun.passed;
    expect(await other.dispatcher.handle(message(world, 'hurry'), AbortSignal.timeout(6_300))).toBe(false);
    const second = other.dispatcher.handle(message(world, 'patient'), AbortSignal.timeout(10_000));
    open();
    expect(await Promise.all([first, second])).toEqual([true, true]);
    expect(order).toEqual(['first', 'second']);
  });

  test('a replica that died frees its lanes, and another handles the update it was handling', async () => {
    const { one, other, stores, world } = await twoDispatchers();
    const update = message(world, 'hello');
    await stores.one.leases.take(`lane:${one.bot.botInfo.id}:${world.english.id}`, Date.now(), 300);
    let handled = 0;
    other.bot.use(() => void handled++);
    expect(await other.dispatcher.handle(update, AbortSignal.timeout(10_000))).toBe(true);
    expect(handled).toBe(1);
  });

  test('a replica that was paused and overtaken writes nothing of the dialogue, says nothing, and gives the update back', async () => {
    const { one, other, stores, world } = await twoDispatchers({ one: { leaseMs: 60_000 } });
    const lane = `lane:${one.bot.botInfo.id}:${world.english.id}`;
    const { passed, open } = gate();
    const begun = gate();
    one.bot.use(async () => {
      begun.open();
      await passed;
      await stores.one.questions.set('k', QUESTION);
    });
    other.bot.use(() => stores.other.questions.set('k', { ...QUESTION, name: 'newer' }));
    const update = message(world, 'hello');
    const paused = one.dispatcher.handle(update);
    await begun.passed;
    // The clock of the paused process would show this time.
    const overtaking = await stores.other.leases.take(lane, Date.now() + 61_000, 0);
    expect(overtaking).toBeDefined();
    await stores.other.leases.release(overtaking ?? { name: '', fence: 0, notes: [] }, Date.now(), []);
    expect(await other.dispatcher.handle(update)).toBe(true);
    open();
    expect(await paused).toBe(false);
    expect(await stores.one.questions.get('k')).toMatchObject({ name: 'newer' });
    expect(one.reports).toEqual([]);
    expect(world.calls.filter(({ method }) => method === 'sendMessage')).toEqual([]);
  });

  test('a handler that outlives its limit frees its lane for every replica, and can write no more', async () => {
    const { one, other, stores, world } = await twoDispatchers({ limitMs: 500 });
    const { passed, open } = gate();
    const begun = gate();
    let refused: unknown;
    one.bot.use(async () => {
      begun.open();
      await passed;
      await stores.one.questions.set('k', QUESTION).catch((error: unknown) => {
        refused = error;
      });
    });
    let handled = 0;
    other.bot.use(() => void handled++);
    const slow = one.dispatcher.handle(message(world, 'slow'));
    await begun.passed;
    expect(await other.dispatcher.handle(message(world, 'next'))).toBe(true);
    expect(handled).toBe(1);
    open();
    await slow;
    expect(refused).toBeInstanceOf(LeaseLost);
  });
});

test('one process alone remembers what it handled', async () => {
  const { dispatcher, bot, world } = await openDispatcher({ deduplicator: createSoleProcessDeduplicator(2) });
  const handled: number[] = [];
  bot.use((ctx) => void handled.push(ctx.update.update_id));
  const updates = ['a', 'b', 'c'].map((text) => message(world, text));
  for (const update of [...updates, ...updates.slice(1)]) expect(await dispatcher.handle(update)).toBe(true);
  // The inbox has these updates as well.
  for (const update of updates.slice(1))
    expect(await dispatcher.handle(update, undefined, async () => undefined)).toBe(true);
  expect(handled).toEqual(updates.map(({ update_id }) => update_id));
});
