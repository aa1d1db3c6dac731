import { expect, test } from 'vitest';
import { enterConnected } from '../features/support.ts';
import { openStoreOf, type TestHouse } from '../support/app.ts';

const BOT_ID = 123456789;

/** Puts a message into the inbox of a bot that stands still, as a run that ended before its turn left it. */
async function leave(house: TestHouse, begun: number, text: string): Promise<void> {
  const { english } = house.world;
  const update = {
    update_id: 900_000_000,
    message: {
      message_id: 1,
      date: 1,
      from: english,
      chat: { id: english.id, type: 'private', first_name: english.first_name },
      text,
      entities: [{ type: 'bot_command', offset: 0, length: text.length }],
    },
  };
  const store = await openStoreOf(house);
  await store.inbox.add(BOT_ID, [update]);
  for (let times = 0; times < begun; times++) await store.inbox.beginAgain(BOT_ID, update.update_id);
  await store.close();
}

async function left(house: TestHouse): Promise<number> {
  const store = await openStoreOf(house);
  const { again } = await store.inbox.leftovers(BOT_ID);
  await store.close();
  return again.length;
}

test('what was begun twice is handled at the next start, and gone', async () => {
  await using house = await enterConnected();
  await house.stopBot();
  await leave(house, 2, '/servers');
  await house.startBot();
  await house.english.sees(/^🖥 Servers · /);
  await house.stopBot();
  expect(await left(house)).toBe(0);
});

test('what was begun three times is not begun again: its person and the operator are told', async () => {
  await using house = await enterConnected();
  await house.stopBot();
  await leave(house, 3, '/servers');
  await house.startBot();
  await house.english.sees(/^⚠️ I began something you sent or tapped three times/);
  expect(house.log.filter((line) => line.includes('900000000 was begun three times'))).toHaveLength(1);
  expect(house.english.screens().join()).not.toContain('🖥 Servers · ');
});
