import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Api } from 'grammy';
import { expect, type TestContext, test } from 'vitest';
import { startTelegram } from '../../../src/sandbox/telegram/index.ts';
import { StoreUnavailable } from '../../../src/store/database/sql.ts';
import type { Inbox } from '../../../src/store/inbox.ts';
import { openStore } from '../../../src/store/index.ts';
import { startPolling } from '../../../src/telegram/updates/polling.ts';
import { TokenRefused } from '../../../src/telegram/updates/retry.ts';
import { BOT_TOKEN } from '../../support/app.ts';
import { putAt, watchDisk } from '../../support/databases/disk.ts';
import { folder, memoryStore, newKey, readyOperation } from '../../support/databases/store.ts';
import { eventually, waitFor } from '../../support/eventually.ts';

const BOT_ID = 123456789;

/** A handler that ends once the inbox has the update. */
async function slowly(inbox: Inbox, updateId: number): Promise<boolean> {
  const written = async () => expect(await inbox.waiting(BOT_ID)).toContain(updateId);
  await waitFor(written);
  return true;
}

/** Polls into a real inbox; `handled` has the texts of the handled updates. */
async function polls(
  { onTestFinished }: TestContext,
  handle = async (_inbox: Inbox, _updateId: number) => true,
  open = memoryStore,
) {
  const telegram = await startTelegram({ token: BOT_TOKEN, strict: true });
  const { world } = telegram;
  const { inbox } = await open(onTestFinished);
  const handled: string[] = [];
  const reports: string[] = [];
  const added: number[][] = [];
  const removed: number[][] = [];
  let failures = 0;
  const kept: Inbox = {
    ...inbox,
    add(botId, updates, ...rest) {
      if (failures-- > 0) return Promise.reject(new StoreUnavailable('planned'));
      if (updates.length > 0) added.push(updates.map(({ update_id }) => update_id));
      return inbox.add(botId, updates, ...rest);
    },
    remove(botId, ...ids) {
      removed.push(ids);
      return inbox.remove(botId, ...ids);
    },
  };
  const start = () => {
    const polling = startPolling({
      api: new Api(BOT_TOKEN, { apiRoot: telegram.url }),
      botId: BOT_ID,
      inbox: kept,
      allowedUpdates: ['message'],
      handle: async ({ update_id, message }) => {
        handled.push(message?.text ?? '');
        return handle(inbox, update_id);
      },
      giveUp: async () => undefined,
      report: (error) => reports.push(String(error)),
      alive: () => undefined,
    });
    polling.ended.catch(() => undefined);
    return polling;
  };
  const polling = start();
  onTestFinished(async () => {
    await polling.stop();
    await telegram.close();
  });
  const say = (text: string) => world.say(world.english.id, world.english.id, text);
  const confirmed = () => world.until(() => world.pending() === 0);
  const fail = (times: number) => {
    failures = times;
  };
  return { world, inbox, added, removed, fail, handled, reports, start, polling, say, confirmed };
}

test.concurrent.for([
  ['a second program polling', { code: 409, description: 'Conflict: terminated by other getUpdates request' }],
  ['too many requests', { code: 429, description: 'Too Many Requests: retry after 1', retryAfter: 1 }],
  ['trouble at Telegram', { code: 502, description: 'Bad Gateway' }],
  ['a network that breaks', { cut: true }],
] as const)('goes on after %s, and loses nothing', async ([, fault], context) => {
  const { world, handled, reports, say, confirmed } = await polls(context);
  say('one');
  await confirmed();
  // The waiting poll is answered by this message; the fault hits the next poll.
  world.fail({ method: 'getUpdates', ...fault });
  say('two');
  say('three');
  await confirmed();
  expect(handled).toEqual(['one', 'two', 'three']);
  expect(reports).toHaveLength(1);
});

test.concurrent('waits as long as Telegram asks', async (context) => {
  const { world, say, confirmed } = await polls(context);
  world.fail({ method: 'getUpdates', code: 429, description: 'Too Many Requests', retryAfter: 1 });
  say('one');
  const begun = performance.now();
  await confirmed();
  expect(performance.now() - begun).toBeGreaterThan(950);
});

test.concurrent('a token that is refused ends it', async (context) => {
  const { world, say, polling } = await polls(context);
  world.fail({ method: 'getUpdates', code: 401, description: 'Unauthorized' });
  say('one');
  await expect(polling.ended).rejects.toThrow(TokenRefused);
});

test.concurrent('stops at once, even while it waits for Telegram’s patience', async (context) => {
  const { world, reports, say, polling } = await polls(context);
  world.fail({ method: 'getUpdates', code: 429, description: 'Too Many Requests', retryAfter: 3_600 });
  say('one');
  await eventually(() => reports.length > 0);
  await polling.stop();
  expect(await polling.ended).toBeUndefined();
});

test.concurrent('the first updates after a start are in the inbox before they begin, because one may have ended the last process', async (context) => {
  const waiting: number[] = [];
  const { world, say, handled, confirmed } = await polls(context, async (inbox) => {
    waiting.push((await inbox.waiting(BOT_ID)).length);
    return true;
  });
  world.fail({ method: 'getUpdates', delayMs: 50 });
  say('one');
  say('two');
  await confirmed();
  say('three');
  await confirmed();
  expect(handled).toEqual(['one', 'two', 'three']);
  expect(waiting.slice(0, 2).every((count) => count > 0)).toBe(true);
});

test.concurrent('an unhandled update stays in the inbox and comes first at the next start', async (context) => {
  let ready = false;
  const { inbox, handled, start, polling, say, confirmed } = await polls(context, async () => ready);
  say('one');
  say('two');
  await confirmed();
  await polling.stop();
  handled.length = 0;
  say('three');
  ready = true;
  const again = start();
  await confirmed();
  expect(handled).toEqual(['one', 'two', 'three']);
  await again.stop();
  expect(await inbox.unfinished(BOT_ID)).toEqual({ again: [], dropped: [] });
});

test.concurrent('an update that is handled at once is not written down, and comes once', async (context) => {
  const stopped = Promise.withResolvers<void>();
  const { inbox, added, handled, start, polling, say, confirmed } = await polls(context, async () => {
    // The program stops before Telegram hears that the update was handled.
    if (handled.length === 3) stopped.resolve(polling.stop());
    return true;
  });
  say('the first after the start');
  await confirmed();
  expect(added).toHaveLength(1);
  say('one');
  await confirmed();
  expect(added).toHaveLength(1);
  say('two');
  await stopped.promise;
  const again = start();
  say('three');
  await confirmed();
  await again.stop();
  expect(handled).toEqual(['the first after the start', 'one', 'two', 'three']);
  expect(await inbox.unfinished(BOT_ID)).toEqual({ again: [], dropped: [] });
});

test('Telegram hears that an update was handled when all that this wrote is on the disk', async (context) => {
  const path = join(folder(context.onTestFinished), 'store.sqlite');
  const disk = watchDisk(path);
  const store = await openStore(`sqlite:${path}`, [newKey()]);
  context.onTestFinished(() => store.close());
  const handle = async () => {
    if (handled.includes('one')) await store.ledger.add(readyOperation('a'));
    return true;
  };
  const { world, handled, removed, say, confirmed } = await polls(context, handle, async () => store);
  say('the first after the start');
  await confirmed();
  await eventually(() => removed.length > 0);
  handled.length = 0;
  const go = disk.stop();
  const before = disk.begun().length;
  say('one');
  await eventually(() => disk.begun().length > before);
  expect(handled).toEqual(['one']);
  expect(await store.ledger.get('a')).toBeDefined();
  expect(world.pending()).toBe(1);
  go();
  await confirmed();
  const place = join(folder(context.onTestFinished), 'left.sqlite');
  putAt(place, disk.left());
  const left = new DatabaseSync(place);
  context.onTestFinished(() => left.close());
  expect(left.prepare('SELECT id FROM operations').all()).toEqual([{ id: 'a' }]);
});

test.concurrent('an update that asks for a full commit is written down with it', async (context) => {
  const { added, handled, reports, say, confirmed } = await polls(context, async (inbox, updateId) => {
    if (!handled.includes('commits')) return true;
    await nextTurn();
    // Commits keep the order in which they are asked for: a row that is there when this one is told was written with it, or before.
    await inbox.keep(BOT_ID + 1, { update_id: updateId });
    expect(await inbox.waiting(BOT_ID)).toContain(updateId);
    return true;
  });
  for (const text of ['the first after the start', 'quick', 'commits']) {
    say(text);
    await confirmed();
  }
  expect(added).toHaveLength(2);
  expect(reports).toEqual([]);
});

test.concurrent('a handled update leaves the inbox soon, also where nothing else comes', async (context) => {
  const { inbox, removed, say } = await polls(context, slowly);
  say('one');
  await eventually(() => removed.flat().length === 1);
  expect(await inbox.unfinished(BOT_ID)).toEqual({ again: [], dropped: [] });
});

test.concurrent('a handled update leaves the inbox after all when the commit that was to remove it failed', async (context) => {
  const { inbox, fail, handled, reports, polling, say, confirmed } = await polls(context, slowly);
  say('one');
  await confirmed();
  fail(1);
  say('two');
  await confirmed();
  expect(reports).toHaveLength(1);
  await polling.stop();
  expect(handled).toEqual(['one', 'two']);
  expect(await inbox.unfinished(BOT_ID)).toEqual({ again: [], dropped: [] });
});

test.concurrent('an update that came while the store was away and was not begun is left to Telegram', async (context) => {
  const stopping = Promise.withResolvers<void>();
  let begun = false;
  const { world, fail, handled, start, polling, say } = await polls(context, async () => {
    if (begun) return true;
    // The update waits for its lane until the program stops.
    await stopping.promise;
    return false;
  });
  fail(Number.POSITIVE_INFINITY);
  say('one');
  await eventually(() => handled.length === 1);
  stopping.resolve();
  await polling.stop();
  expect(world.pending()).toBe(1);
  fail(0);
  begun = true;
  const again = start();
  await eventually(() => handled.length === 2);
  await again.stop();
  expect(handled).toEqual(['one', 'one']);
});

test.concurrent('an update that came while the store was away is kept as soon as possible, and then confirmed', async (context) => {
  const gate = Promise.withResolvers<void>();
  const { inbox, fail, handled, polling, say, confirmed } = await polls(context, async () => {
    await gate.promise;
    return true;
  });
  fail(2);
  say('one');
  await eventually(() => handled.length === 1);
  await confirmed();
  expect((await inbox.unfinished(BOT_ID)).again.map(({ update }) => update)).toMatchObject([
    { message: { text: 'one' } },
  ]);
  gate.resolve();
  await polling.stop();
  expect(await inbox.unfinished(BOT_ID)).toEqual({ again: [], dropped: [] });
});

test.concurrent('unhandled updates do not keep others from being fetched', async (context) => {
  const gate = Promise.withResolvers<boolean>();
  const { handled, polling, say, confirmed } = await polls(context, () => gate.promise);
  for (let count = 0; count < 1_000; count++) say('one');
  say('another');
  await confirmed();
  expect(handled.at(-1)).toBe('another');
  gate.resolve(true);
  await polling.stop();
});
