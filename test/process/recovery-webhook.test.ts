import { expect, onTestFinished, test } from 'vitest';
import { type Database, onEachDatabase, onPostgres, POSTGRES, SQLITE } from '../support/databases.ts';
import { openHooked } from '../support/hooked.ts';
import { openHouse, openStoreOf, type TestHouse, TOKEN } from '../support/app.ts';
import { freePort } from '../support/port.ts';

const BOT_ID = 123456789;
const CARD = /10\.0\.0\.2[\s\S]*Status/;

/** How many updates are in the inbox of a house's bot. */
async function inInbox(house: Pick<TestHouse, 'env'>): Promise<number> {
  const store = await openStoreOf(house);
  const waiting = await store.inbox.waiting(BOT_ID);
  await store.close();
  return waiting.length;
}

onEachDatabase(({ place }) => {
  test('what long polling left is handled after the change to a webhook, and gone', async () => {
    const house = await openHouse({ env: { STORE_URL: await place(), STORE_KEY: 'a'.repeat(64) } });
    onTestFinished(() => house.close());
    await house.english.say(`/connect ${TOKEN}`);
    await house.english.sees(/Connected/);
    await house.stopBot();
    const { id, first_name } = house.english.user;
    const store = await openStoreOf(house);
    await store.inbox.add(BOT_ID, [
      {
        update_id: 900_000_000,
        message: {
          message_id: 1,
          date: 1,
          from: house.english.user,
          chat: { id, type: 'private', first_name },
          text: '/servers',
          entities: [{ type: 'bot_command', offset: 0, length: 8 }],
        },
      },
    ]);
    await store.close();
    const port = await freePort();
    Object.assign(house.env, { PORT: String(port), WEBHOOK_URL: `http://127.0.0.1:${port}/updates` });
    await house.startBot();
    await house.english.sees(/^🖥 Servers · /);
    await house.stopBot();
    expect(await inInbox(house)).toBe(0);
    expect(house.english.screens().filter((screen) => screen.startsWith('🖥 Servers · '))).toHaveLength(1);
  });
});

/** A bot that is killed after it confirmed an update that it goes on with. */
async function killedAfterConfirming({ place }: Database): Promise<void> {
  const house = await openHooked({ STORE_URL: await place(), STORE_KEY: 'a'.repeat(64) }, 500);
  onTestFinished(() => house.close());
  await house.english.say(`/connect ${TOKEN}`);
  await house.english.sees(/Connected/);
  house.provider.fault({ operation: 'server.status', kind: 'hang', times: 3 });
  house.world.say(house.english.user.id, house.english.chat, '/server 10.0.0.2');
  await house.world.until(() => house.world.pending() === 1);
  await house.world.until(() => house.world.pending() === 0, { timeoutMs: 30_000 });
  await house.kill();
  expect(await inInbox(house)).toBe(1);
  house.provider.clearFaults();
  await house.start();
  await house.english.sees(CARD, 30_000);
  await house.bot().end('SIGTERM');
  expect(house.english.screens().filter((screen) => CARD.test(screen))).toHaveLength(1);
  expect(await inInbox(house)).toBe(0);
}

onPostgres(() => {
  // Half a minute: the twenty seconds after which a webhook confirms what goes on, and the ten of the dead one's lease.
  test('killed after it confirmed what took long, it does it after the next start, once', {
    timeout: 90_000,
  }, async () => {
    await Promise.all([SQLITE, POSTGRES].map(killedAfterConfirming));
  });
});
