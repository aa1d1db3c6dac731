import type { Update } from 'grammy/types';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createLeaseManager } from '../../../src/jobs/lease-manager.ts';
import { StoreUnavailable } from '../../../src/store/database/sql.ts';
import { openStore } from '../../../src/store/index.ts';
import {
  createDeduplicator,
  createSoleProcessDeduplicator,
  type UpdateDeduplicator,
} from '../../../src/telegram/updates/deduplicate.ts';
import { createUpdateRecovery } from '../../../src/telegram/updates/recovery.ts';
import { laneOf, leaseName } from '../../../src/telegram/updates/update.ts';
import { onEachDatabase } from '../../support/databases/databases.ts';
import { newKey } from '../../support/databases/store.ts';
import { waitFor } from '../../support/eventually.ts';
import { message, openDispatcher } from './dispatcher-setup.ts';

/** A live process has to extend the lease in time on a busy machine too. */
const LEASE_MS = 3_000;
const LOOK_MS = 50;

onEachDatabase(({ place }) => {
  /** Two replicas over one store. The first can die: its handlers hang, and its writes no longer reach the store. */
  async function twoReplicas({ limitMs = 60_000, onlyProcess = undefined as UpdateDeduplicator | undefined } = {}) {
    const [url, keys] = [await place(), [newKey()]];
    const handled: string[] = [];
    let ahead = 0;
    let sandbox: Awaited<ReturnType<typeof openDispatcher>>['telegram'] | undefined;
    const open = async () => {
      const store = await openStore(url, keys);
      const leaseManager = () =>
        createLeaseManager({
          ...store,
          now: () => store.now() + ahead,
          report: () => undefined,
          leaseMs: LEASE_MS,
          outageMs: 10,
        });
      const reports: unknown[] = [];
      const report = (error: unknown) => void reports.push(error);
      const deduplicator = onlyProcess ?? createDeduplicator({ ...store, leaseManager: leaseManager(), report });
      const { bot, dispatcher, telegram, world } = await openDispatcher(
        { deduplicator, handlerLimitMs: limitMs, report },
        sandbox,
      );
      sandbox = telegram;
      const botId = () => bot.botInfo.id;
      const recovery = createUpdateRecovery({
        inbox: store.inbox,
        leaseManager: leaseManager(),
        botId,
        handle: (update, begins) => dispatcher.handle(update, undefined, begins),
        giveUp: dispatcher.giveUp,
        report,
        lookAgainMs: LOOK_MS,
      });
      let closing: Promise<void> | undefined;
      /** The dead process's leases have run out at once. */
      const die = () => {
        ahead += LEASE_MS;
        closing ??= store.close();
        return closing;
      };
      onTestFinished(die);
      onTestFinished(recovery.stop);
      const left = () => store.inbox.waiting(botId());
      /** Handles an update that the webhook confirmed early, so that the inbox has it. */
      const keep = async (update: Update) => {
        const all = dispatcher.handle(update);
        expect(await recovery.keep(update, all)).toBe(true);
        return all;
      };
      /** Leaves an update in the inbox, as a process does that dies before it handles the update. */
      const leave = (update: Update) =>
        store.inbox.keep(botId(), update, { lane: leaseName(botId(), laneOf(update).lane) });
      return { bot, dispatcher, recovery, store, die, left, keep, leave, botId, world, reports };
    };
    const replicas = { one: await open(), other: await open() };
    const end = Promise.withResolvers<void>();
    // Hanging handlers hang to the end of the test.
    onTestFinished(() => end.resolve());
    return { ...replicas, handled, world: replicas.one.world, hang: () => end.promise };
  }

  test('an update that a dead replica was handling is handled once by a live one, and removed', async () => {
    const { one, other, handled, world, hang } = await twoReplicas();
    const begun = Promise.withResolvers<void>();
    one.bot.use(() => {
      begun.resolve();
      return hang();
    });
    other.bot.on('message', (ctx) => void handled.push(ctx.message.text ?? ''));
    void one.keep(message(world, 'long'));
    await begun.promise;
    await waitFor(async () => expect(await other.left()).toHaveLength(1));
    await one.die();
    await Promise.all([other.recovery.start(), other.recovery.start()]);
    await waitFor(async () => expect(await other.left()).toEqual([]));
    expect(handled).toEqual(['long']);
    expect(other.reports).toEqual([]);
  });

  test('an update that a live replica is handling is taken by no other, also past its handler’s limit', async () => {
    const { one, other, handled, world } = await twoReplicas({ limitMs: 100 });
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    one.bot.use(() => gate.then(() => void handled.push('one')));
    other.bot.use(() => void handled.push('other'));
    const kept = one.keep(message(world, 'long'));
    await waitFor(async () => expect(await other.left()).toHaveLength(1));
    await other.recovery.start();
    await waitFor(() => expect(one.reports.join()).toContain('outlived its limit'));
    const find = vi.spyOn(other.store.inbox, 'waiting');
    await waitFor(() => expect(find.mock.calls.length).toBeGreaterThan((LEASE_MS / LOOK_MS) * 2));
    expect(handled).toEqual([]);
    open();
    await kept;
    await waitFor(async () => expect(await other.left()).toEqual([]));
    expect(handled).toEqual(['one']);
  });

  test('an update given up by its lane and then lost with its process is handled by another', async () => {
    const { one, other, handled, world, hang } = await twoReplicas({ limitMs: 100 });
    one.bot.use(hang);
    other.bot.use(() => void handled.push('other'));
    void one.keep(message(world, 'long'));
    await waitFor(() => expect(one.reports.join()).toContain('outlived its limit'));
    // The lane is free: the next update of the person does not wait.
    expect(await other.dispatcher.handle(message(world, 'next'))).toBe(true);
    await one.die();
    await other.recovery.start();
    await waitFor(async () => expect(await other.left()).toEqual([]));
    expect(handled).toEqual(['other', 'other']);
  });

  test('an update handled by a process that was killed before removing it is not handled again', async () => {
    const { one, other, handled, world } = await twoReplicas();
    for (const { bot } of [one, other]) bot.use(() => void handled.push('once'));
    const killed = Promise.withResolvers<void>();
    vi.spyOn(one.store.inbox, 'removeUnder').mockImplementation(async () => {
      await one.die();
      killed.resolve();
      throw new Error('killed');
    });
    await one.keep(message(world, 'long'));
    await killed.promise;
    expect(await other.left()).toHaveLength(1);
    await other.recovery.start();
    await waitFor(async () => expect(await other.left()).toEqual([]));
    expect(handled).toEqual(['once']);
  });

  test('an update that the store kept without an answer is handled once, and holds up no later one', async () => {
    const { one, other, handled, world } = await twoReplicas();
    for (const { bot } of [one, other]) bot.use((ctx) => void handled.push(ctx.message?.text ?? ''));
    const { keepUnder } = one.store.inbox;
    vi.spyOn(one.store.inbox, 'keepUnder').mockImplementationOnce(async (...kept) => {
      await keepUnder(...kept);
      throw new StoreUnavailable(new Error('The answer was lost'));
    });
    const long = message(world, 'long');
    const all = one.dispatcher.handle(long);
    expect(await one.recovery.keep(long, all)).toBe(false);
    expect(await all).toBe(true);
    await waitFor(async () => expect(await other.left()).toEqual([]));
    expect(await other.dispatcher.handle(message(world, 'next'))).toBe(true);
    expect(handled).toEqual(['long', 'next']);
    expect(one.reports).toHaveLength(1);
  });

  test('a kept update that is delivered again is handled once', async () => {
    const { one, other, handled, world } = await twoReplicas();
    other.bot.use(() => void handled.push('other'));
    const update = message(world, 'long');
    await one.store.inbox.keep(one.botId(), update);
    expect(await other.dispatcher.handle(update)).toBe(true);
    await other.recovery.start();
    await waitFor(async () => expect(await other.left()).toEqual([]));
    expect(handled).toEqual(['other']);
  });

  test('an update that lost its lane on the way is handled anew, though it was confirmed', async () => {
    const { one, other, handled, world } = await twoReplicas();
    other.bot.use(() => void handled.push('other'));
    const update = message(world, 'long');
    expect(await one.recovery.keep(update, Promise.resolve(false))).toBe(true);
    await other.recovery.start();
    await waitFor(async () => expect(await other.left()).toEqual([]));
    expect(handled).toEqual(['other']);
  });

  test('updates that long polling left are handled by one replica, in order; one begun three times is not', async () => {
    const { one, other, handled, world } = await twoReplicas();
    for (const { bot } of [one, other]) bot.on('message', (ctx) => void handled.push(ctx.message.text ?? ''));
    const updates = ['broken', 'a', 'b', 'c', 'd'].map((text) => message(world, text));
    const [broken] = updates;
    await one.store.inbox.add(one.botId(), updates.toReversed());
    for (let times = 0; times < 3; times++) await one.store.inbox.beginAgain(one.botId(), broken?.update_id ?? 0);
    await Promise.all([one.recovery.start(), other.recovery.start()]);
    await waitFor(async () => expect(await other.left()).toEqual([]));
    expect(handled).toEqual(['a', 'b', 'c', 'd']);
    expect([...one.reports, ...other.reports].join()).toMatch(/begun three times/);
    await world.until(() =>
      world.calls.some(({ method, params }) => method === 'sendMessage' && /three times/.test(String(params.text))),
    );
  });

  test('a confirmed update that waits for its turn goes before later ones of its person, also on another replica', async () => {
    const { one, other, handled, world } = await twoReplicas();
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    for (const { bot } of [one, other]) {
      bot.on('message', async (ctx) => {
        begun.resolve();
        if (ctx.message.text === 'first') await gate;
        handled.push(ctx.message.text ?? '');
      });
    }
    const [first, ...others] = ['first', 'second', 'third', 'fourth'].map((text) => message(world, text));
    if (!first || !others[0] || !others[1] || !others[2]) throw new RangeError('not written');
    const all = [one.dispatcher.handle(first)];
    await begun.promise;
    all.push(other.keep(others[0]));
    await waitFor(async () => expect(await one.left()).toHaveLength(1));
    all.push(one.dispatcher.handle(others[1]), other.dispatcher.handle(others[2]));
    open();
    await Promise.all(all);
    expect(handled.slice(0, 2)).toEqual(['first', 'second']);
    expect(handled.toSorted()).toEqual(['first', 'fourth', 'second', 'third']);
  });

  test('updates that a dead replica kept go first, and later ones after them', async () => {
    const { one, other, handled, world, hang } = await twoReplicas();
    other.bot.on('message', (ctx) => void handled.push(ctx.message.text ?? ''));
    const [first, second] = [message(world, 'first'), message(world, 'second')];
    // The update was never begun when its process dies.
    expect(
      await one.recovery.keep(
        first,
        hang().then(() => false),
      ),
    ).toBe(true);
    await one.die();
    const late = other.dispatcher.handle(second);
    await other.recovery.start();
    expect(await late).toBe(true);
    await waitFor(async () => expect(await other.left()).toEqual([]));
    expect(handled).toEqual(['first', 'second']);
  });

  test('an update that one replica took up is not taken by another, however long it takes', async () => {
    const { one, other, handled, world } = await twoReplicas();
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    for (const { bot } of [one, other]) bot.use(() => gate.then(() => void handled.push('once')));
    await one.store.inbox.keep(one.botId(), message(world, 'long'));
    await Promise.all([one.recovery.start(), other.recovery.start()]);
    const finds = [one, other].map(({ store }) => vi.spyOn(store.inbox, 'waiting'));
    const looks = (LEASE_MS / LOOK_MS) * 2;
    for (const { mock } of finds) await waitFor(() => expect(mock.calls.length).toBeGreaterThan(looks));
    open();
    await waitFor(async () => expect(await other.left()).toEqual([]));
    for (const { mock } of finds) {
      const seen = mock.calls.length;
      await waitFor(() => expect(mock.calls.length).toBeGreaterThan(seen + 2));
    }
    await Promise.all([one.dispatcher.idle(), other.dispatcher.idle()]);
    expect(handled).toEqual(['once']);
  });

  test('an update that can’t be kept is not said to be kept', async () => {
    const { one, world } = await twoReplicas();
    await one.die();
    expect(await one.recovery.keep(message(world, 'long'), Promise.resolve(false))).toBe(false);
    expect(one.reports).toHaveLength(1);
  });

  test('an older update that comes later does not wait behind one that waits for it, also where both wait in one process', async () => {
    const { one, other, handled, world } = await twoReplicas();
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    for (const { bot } of [one, other]) {
      bot.on('message', async (ctx) => {
        begun.resolve();
        if (ctx.message.text === 'first') await gate;
        handled.push(ctx.message.text ?? '');
      });
    }
    const [first, second, third] = ['first', 'second', 'third'].map((text) => message(world, text));
    if (!first || !second || !third) throw new RangeError('not written');
    const all = [other.dispatcher.handle(first)];
    await begun.promise;
    // Telegram delivers messages and taps side by side.
    all.push(one.dispatcher.handle(third), one.keep(second));
    await waitFor(async () => expect(await one.left()).toHaveLength(1));
    open();
    await waitFor(() => expect(handled).toEqual(['first', 'second', 'third']));
    await Promise.all(all);
  });

  test('an update taken up from a dead replica does not hold back an older one that is taken up later', async () => {
    const { one, other, handled, world, hang } = await twoReplicas();
    other.bot.on('message', (ctx) => void handled.push(ctx.message.text ?? ''));
    const [first, second] = [message(world, 'first'), message(world, 'second')];
    // A live process has this update and never begins it.
    const never = hang().then(() => false);
    expect(await one.recovery.keep(first, never)).toBe(true);
    await other.leave(second);
    const takes = vi.spyOn(other.dispatcher, 'handle');
    await other.recovery.start();
    await waitFor(() => expect(takes.mock.calls.map(([update]) => update.update_id)).toEqual([second.update_id]));
    await one.die();
    await waitFor(() => expect(handled).toEqual(['first', 'second']));
  });

  test('an outage at the look costs what was left neither its place before what came after it nor its handling', async () => {
    const { one, other, handled, world } = await twoReplicas();
    for (const { bot } of [one, other]) bot.on('message', (ctx) => void handled.push(ctx.message.text ?? ''));
    const [first, second] = [message(world, 'first'), message(world, 'second')];
    await one.leave(first);
    const found = Promise.withResolvers<void>();
    vi.spyOn(one.store.inbox, 'find').mockImplementationOnce(async () => {
      found.resolve();
      throw new StoreUnavailable(new Error('of the test'));
    });
    const letPass = vi.spyOn(one.store.inbox, 'letPass');
    const started = one.recovery.start();
    await found.promise;
    await Promise.allSettled([started]);
    expect(await other.dispatcher.handle(second)).toBe(true);
    await waitFor(() => expect(handled).toEqual(['first', 'second']));
    expect(letPass).not.toHaveBeenCalled();
  });

  test('an update that can’t be read holds up nothing', async () => {
    const { one, other, handled, world } = await twoReplicas();
    other.bot.on('message', (ctx) => void handled.push(ctx.message.text ?? ''));
    const [first, second] = [message(world, 'first'), message(world, 'second')];
    await one.leave(first);
    vi.spyOn(other.store.inbox, 'find').mockRejectedValue(new TypeError('of the test'));
    const late = other.dispatcher.handle(second);
    await other.recovery.start();
    expect(await late).toBe(true);
    expect(handled).toEqual(['second']);
    expect(other.reports.join()).toContain('of the test');
  });

  test('a start that could not see what was left says so, so that nothing is let in before it', async () => {
    const { one } = await twoReplicas();
    vi.spyOn(one.store.inbox, 'waiting').mockRejectedValueOnce(new StoreUnavailable(new Error('of the test')));
    await expect(one.recovery.start()).rejects.toThrow(StoreUnavailable);
  });

  test('an update that outlived its limit while the store was away is passed once the store is back', async () => {
    const { one, other, handled, world, hang } = await twoReplicas({ limitMs: 100 });
    one.bot.use(hang);
    other.bot.on('message', (ctx) => void handled.push(ctx.message.text ?? ''));
    const [first, second] = [message(world, 'first'), message(world, 'second')];
    vi.spyOn(one.store.inbox, 'letPass').mockRejectedValueOnce(new StoreUnavailable(new Error('of the test')));
    void one.keep(first);
    await waitFor(() => expect(one.reports.join()).toContain('The store did not answer'));
    expect(await other.dispatcher.handle(second, AbortSignal.timeout(10_000))).toBe(true);
    expect(handled).toEqual(['second']);
  });

  test('an update that failed for a defect of the bot is taken up again', async () => {
    const { one, handled, world } = await twoReplicas();
    one.bot.on('message', (ctx) => void handled.push(ctx.message.text ?? ''));
    await one.leave(message(world, 'once'));
    vi.spyOn(one.dispatcher, 'handle').mockRejectedValueOnce(new TypeError('of the test'));
    await one.recovery.start();
    await waitFor(async () => expect(await one.left()).toEqual([]));
    expect(handled).toEqual(['once']);
    expect(one.reports.join()).toContain('of the test');
  });

  test('a single process goes on with the updates left, in order, however long the first takes', async () => {
    const { one, handled, world } = await twoReplicas({ onlyProcess: createSoleProcessDeduplicator() });
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    one.bot.on('message', async (ctx) => {
      if (ctx.message.text === 'first') await gate;
      handled.push(ctx.message.text ?? '');
    });
    const [first, second, third] = ['first', 'second', 'third'].map((text) => message(world, text));
    if (!first || !second || !third) throw new RangeError('not written');
    for (const update of [first, second]) await one.leave(update);
    const patience = new AbortController();
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => patience.signal);
    onTestFinished(() => timeout.mockRestore());
    await one.recovery.start();
    const late = one.dispatcher.handle(third);
    // The first update takes longer than the patience of an update that Telegram could bring again.
    patience.abort();
    timeout.mockRestore();
    open();
    expect(await late).toBe(true);
    await waitFor(async () => expect(await one.left()).toEqual([]));
    expect(handled).toEqual(['first', 'second', 'third']);
  });
});
