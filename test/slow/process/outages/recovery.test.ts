import { expect, test } from 'vitest';
import { enterConnected } from '../../../features/support.ts';
import { openStoreOf, type TestApp } from '../../../support/app.ts';

const BOT_ID = 123456789;

/** Puts a message into the inbox of a bot that stands still, as a run that ended before its turn left it. */
async function leave(app: TestApp, begun: number, text: string): Promise<void> {
  const { english } = app.world;
  const update = {
    // Before those that the sandbox counts from here on.
    update_id: 100_000_000,
    message: {
      message_id: 1,
      date: 1,
      from: english,
      chat: { id: english.id, type: 'private', first_name: english.first_name },
      text,
      entities: [{ type: 'bot_command', offset: 0, length: text.split(' ', 1).join().length }],
    },
  };
  const store = await openStoreOf(app);
  await store.inbox.add(BOT_ID, [update]);
  for (let times = 0; times < begun; times++) await store.inbox.beginAgain(BOT_ID, update.update_id);
  await store.close();
}

async function left(app: TestApp): Promise<number> {
  const store = await openStoreOf(app);
  const { again } = await store.inbox.unfinished(BOT_ID);
  await store.close();
  return again.length;
}

test.concurrent('an update begun twice is handled at the next start, and removed', async () => {
  await using app = await enterConnected();
  await app.stopBot();
  await leave(app, 2, '/servers');
  await app.startBot();
  await app.english.sees(/^🖥 Servers · /);
  await app.stopBot();
  expect(await left(app)).toBe(0);
});

test.concurrent('a command that is handled again once its operation is told of, tells nothing twice', async () => {
  await using app = await enterConnected();
  const { english } = app;
  const again = async (expected: RegExp) => {
    await app.stopBot();
    await leave(app, 1, '/reboot 10.0.0.0');
    await app.startBot();
    await english.shows(expected);
    await app.settled();
  };
  await again(/Restart 10\.0\.0\.0\?/);
  const shown = english.messages().length;
  await again(/Restart 10\.0\.0\.0\?/);
  await english.press('Yes, restart');
  await english.sees(/^✅ 10\.0\.0\.0 restarted/);
  await again(/^✅ 10\.0\.0\.0 restarted/);
  expect(english.screens().filter((screen) => /10\.0\.0\.0/.test(screen))).toHaveLength(1);
  expect(english.messages()).toHaveLength(shown);
});

test.concurrent('an update begun three times is not begun again: its person and the operator are told', async () => {
  await using app = await enterConnected();
  await app.stopBot();
  await leave(app, 3, '/servers');
  await app.startBot();
  await app.english.sees(/^⚠️ Your last message or tap failed three times/);
  expect(app.log.filter((line) => line.includes('100000000 was begun three times'))).toHaveLength(1);
  expect(app.english.screens().join()).not.toContain('🖥 Servers · ');
});
