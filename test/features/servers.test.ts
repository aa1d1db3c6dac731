import { afterAll, beforeAll, expect, test } from 'vitest';
import { openHouse, type TestHouse, TOKEN } from '../support/house.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

test('a person connects, lists, opens and reboots', async () => {
  const { english, provider } = house;
  await english.say('/start');
  expect(english.screen()).toContain('Welcome');
  await english.press('Connect an account');
  const sent = await english.say(TOKEN);

  expect(english.messages().some(({ message_id }) => message_id === sent.message_id)).toBe(false);
  await english.press('Servers');

  await english.press('10.0.0.0');

  await english.press('Restart');

  await english.press('Yes, restart');

  await english.sees(/has restarted/);
});
