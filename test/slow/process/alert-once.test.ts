import { expect, test } from 'vitest';
import type { Store } from '../../../src/store/index.ts';
import type { AlertChange, AlertSlot } from '../../../src/store/jobs/alerts.ts';
import { connect, enterConnected } from '../../features/support.ts';
import { openStoreOf, type TestApp } from '../../support/app.ts';
import { openProcessApp } from '../../support/bots/process.ts';
import { SERVER } from '../watches/support.ts';

const HOUR = 3_600_000;
const IS_OFF = /web1 is no longer on\n/;
const IS_ON = /web1 is on again\n/;

/** A kill waits until nothing uses the store. */
async function inStore<Result>(app: TestApp, work: (store: Store) => Promise<Result>): Promise<Result> {
  const store = await openStoreOf(app);
  return work(store).finally(() => store.close());
}

/** Opens or ends the alert of a server, as a round does. The next round comes an hour later. */
async function round(app: TestApp, change: 'open' | 'resolve'): Promise<void> {
  const { chat } = app.english;
  await inStore(app, async ({ accounts, watches }) => {
    await expect.poll(async () => (await accounts.get(chat)).accounts).toHaveLength(1);
    const [{ id: accountId } = { id: '' }] = (await accounts.get(chat)).accounts;
    await watches.change(chat, accountId, 0, (chats) => {
      if (chats.length > 0) return;
      chats.push({ chatId: chat, topicId: 0, locale: 'en', power: { all: true, except: [] } });
    });
    const now = Date.now();
    const { taken } = await watches.takeDue(now + 2 * HOUR, 60_000);
    const slot: AlertSlot = { ownerId: chat, accountId, chatId: chat, topicId: undefined, serverId: SERVER };
    const server = { id: SERVER, name: 'web1' };
    const alert = { locale: 'en', what: 'down', server, status: 'off', since: now } as const;
    const alerts: AlertChange[] = [change === 'open' ? { ...slot, change, alert } : { ...slot, change, why: 'up' }];
    const [{ id, dueAt } = { id: '', dueAt: 0 }] = taken;
    const isEnded = await watches.endRound(id, dueAt, { account: {}, alerts, dueAt: now + HOUR }, now);
    expect(isEnded).toBe(true);
  });
}

const count = ({ english }: TestApp, words: RegExp) => english.screens().filter((text) => words.test(text)).length;

test('killed between the first message and its note: its end is told, also where the alert is over by then', async ({
  onTestFinished,
}) => {
  const app = await openProcessApp();
  onTestFinished(() => app.close());
  const { english, world } = app;
  await connect(english);
  await english.sees(/Connected/);
  await app.kill();
  await round(app, 'open');
  world.fail({ method: 'sendMessage', chat: english.chat, text: 'web1', delayMs: 10_000, afterHandling: true });
  await app.start();
  await english.shows(IS_OFF);
  await app.kill();
  await round(app, 'resolve');
  await app.startBot();
  await english.shows(IS_ON);
  await app.settled();
  expect([count(app, IS_OFF), count(app, IS_ON)]).toEqual([1, 1]);
  const end = world.calls.find(({ params }) => `${params.text}`.includes('is on again'));
  expect(end).toMatchObject({ method: 'sendMessage', params: { disable_notification: true } });
});

test('an alert that is over before Telegram took its message is not told at all', async () => {
  await using app = await enterConnected({}, /planned/);
  const { world } = app;
  await app.stopBot();
  await round(app, 'open');
  world.fail({ method: 'sendMessage', text: 'web1', code: 400, description: 'Bad Request: planned' });
  await app.startBot();
  await app.settled();
  await app.stopBot();
  await round(app, 'resolve');
  await app.startBot();
  await app.settled();
  expect([count(app, IS_OFF), count(app, IS_ON)]).toEqual([0, 0]);
});
