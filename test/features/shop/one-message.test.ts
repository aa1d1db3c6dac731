import { expect, test } from 'vitest';
import { enterConnected, TOKEN } from '../support.ts';
import { bodies } from './support.ts';

test('asked for twice in one message: what was bought is not shown as expired with the other one', async () => {
  await using house = await enterConnected();
  const { english } = house;
  await english.say('/renew 10.0.0.1');
  english.tap(/^30 days/);
  await english.press(/^30 days/);
  await english.press('Renew for');
  await english.sees(/✅/);
  house.later(61_000);
  await house.stopBot();
  await house.startBot();
  await english.say('/orders');
  await english.sees(/✅ done[\s\S]*⌛ expired|⌛ expired[\s\S]*✅ done/);
  expect(english.screens().some((screen) => /^✅ 10\.0\.0\.1: renewal/.test(screen))).toBe(true);
  expect(bodies(house, 'cloud.renew')).toHaveLength(1);
  expect(house.provider.account(TOKEN).orders).toHaveLength(1);
});

test('the button of the first confirm, tapped late: its outcome stays when the second one expires', async () => {
  await using house = await enterConnected();
  const { english, world } = house;
  const { user, chat } = english;
  const data = () => english.messages().at(-1)?.reply_markup?.inline_keyboard[0]?.[0];
  await english.say('/renew 10.0.0.1');
  const days = data();
  await english.press(/^30 days/);
  const pay = data();
  const messageId = english.messages().at(-1)?.message_id ?? 0;
  if (!days || !pay || !('callback_data' in days) || !('callback_data' in pay)) throw new Error(english.screen());
  world.pressRaw(user.id, chat, messageId, days.callback_data);
  await house.settled();
  world.pressRaw(user.id, chat, messageId, pay.callback_data);
  await english.sees(/^✅ 10\.0\.0\.1: renewal/);
  house.later(61_000);
  await house.stopBot();
  await house.startBot();
  await english.say('/orders');
  await english.sees(/✅ done[\s\S]*⌛ expired|⌛ expired[\s\S]*✅ done/);
  expect(english.screens().some((screen) => /^✅ 10\.0\.0\.1: renewal/.test(screen))).toBe(true);
  expect(house.provider.account(TOKEN).orders).toHaveLength(1);
});
