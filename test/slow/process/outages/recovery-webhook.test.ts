import { expect, onTestFinished, test } from 'vitest';
import { openStoreOf, openTestApp, type TestApp, TOKEN } from '../../../support/app.ts';
import { openHooked } from '../../../support/bots/hooked.ts';
import { type Database, onEachDatabase, onPostgres, POSTGRES, SQLITE } from '../../../support/databases/databases.ts';
import { freePort } from '../../../support/programs/port.ts';

const BOT_ID = 123456789;
const CARD = /10\.0\.0\.2[\s\S]*🟢 on/;

/** The number of updates in the inbox of an app's bot. */
async function inInbox(app: Pick<TestApp, 'env'>): Promise<number> {
  const store = await openStoreOf(app);
  const waiting = await store.inbox.waiting(BOT_ID);
  await store.close();
  return waiting.length;
}

onEachDatabase(({ place }) => {
  test('an update that long polling left is handled after the change to a webhook, and removed', async () => {
    const app = await openTestApp({ env: { STORE_URL: await place(), STORE_KEY: 'a'.repeat(64) } });
    onTestFinished(() => app.close());
    await app.english.say(`/connect ${TOKEN}`);
    await app.english.sees(/Connected/);
    await app.stopBot();
    const { id, first_name } = app.english.user;
    const store = await openStoreOf(app);
    await store.inbox.add(BOT_ID, [
      {
        update_id: 900_000_000,
        message: {
          message_id: 1,
          date: 1,
          from: app.english.user,
          chat: { id, type: 'private', first_name },
          text: '/servers',
          entities: [{ type: 'bot_command', offset: 0, length: 8 }],
        },
      },
    ]);
    await store.close();
    const port = await freePort();
    Object.assign(app.env, { PORT: String(port), WEBHOOK_URL: `http://127.0.0.1:${port}/updates` });
    await app.startBot();
    await app.english.sees(/^🖥 Servers · /);
    await app.stopBot();
    expect(await inInbox(app)).toBe(0);
    expect(app.english.screens().filter((screen) => screen.startsWith('🖥 Servers · '))).toHaveLength(1);
  });
});

/** A bot that is killed after it confirmed an update that it goes on with. */
async function killedAfterConfirming({ place }: Database): Promise<void> {
  const app = await openHooked({ STORE_URL: await place(), STORE_KEY: 'a'.repeat(64) }, 500);
  onTestFinished(() => app.close());
  await app.english.say(`/connect ${TOKEN}`);
  await app.english.sees(/Connected/);
  app.provider.fault({ operation: 'server.status', kind: 'hang', times: 3 });
  app.world.say(app.english.user.id, app.english.chat, '/server 10.0.0.2');
  await app.world.until(() => app.world.pending() === 1);
  await app.world.until(() => app.world.pending() === 0);
  await app.kill();
  expect(await inInbox(app)).toBe(1);
  app.provider.clearFaults();
  await app.startBot();
  await app.english.sees(CARD);
  await app.stopBot();
  expect(app.english.screens().filter((screen) => CARD.test(screen))).toHaveLength(1);
  expect(await inInbox(app)).toBe(0);
}

onPostgres(() => {
  // Half a minute: the twenty seconds after which a webhook confirms what goes on, and the ten of the dead one's lease.
  test('killed after it confirmed what took long, it does it after the next start, once', async () => {
    await Promise.all([SQLITE, POSTGRES].map(killedAfterConfirming));
  });
});
