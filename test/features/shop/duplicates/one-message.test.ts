import { expect, test } from 'vitest';
import type { TestApp } from '../../../support/app.ts';
import { holdAnswers } from '../../../support/hold-answers.ts';
import { enterConnected, TOKEN } from '../../support.ts';
import { bodies } from '../support.ts';

const BALANCE = { error: 'balance', message: 'موجودی کافی نیست. ۵۰٬۰۰۰ تومان شارژ کنید.' };

/** The first button of the newest message. */
function firstButton({ english }: TestApp): { messageId: number; data: string } {
  const message = english.messages().at(-1);
  const button = message?.reply_markup?.inline_keyboard[0]?.[0];
  if (!message || !button || !('callback_data' in button)) throw new Error(english.screen());
  return { messageId: message.message_id, data: button.callback_data };
}

/** The data of the newest button with such a label. */
function buttonOf({ english }: TestApp, label: RegExp): string {
  const all = english.messages().flatMap(({ reply_markup }) => reply_markup?.inline_keyboard.flat() ?? []);
  const found = all.findLast(({ text }) => label.test(text));
  if (!found || !('callback_data' in found)) throw new Error(english.screens().join('\n---\n'));
  return found.callback_data;
}

function pressed({ english, world }: TestApp, { messageId, data }: { messageId: number; data: string }) {
  return world.pressRaw(english.user.id, english.chat, messageId, data).answered;
}

/** Renews a server. Resolves to the button that asked for the price, which the message no longer shows. */
async function renewed(app: TestApp): Promise<{ messageId: number; data: string }> {
  const { english } = app;
  await english.say('/renew 10.0.0.1');
  const days = firstButton(app);
  await english.press(/^30 days/);
  await english.press('Renew for');
  await english.sees(/^✅ 10\.0\.0\.1 renewed/);
  return days;
}

test.concurrent('asked for twice in one message: one is bought, and nothing writes over its outcome later', async () => {
  await using app = await enterConnected();
  const { english } = app;
  await english.say('/renew 10.0.0.1');
  english.tap(/^30 days/);
  await english.press(/^30 days/);
  await english.press('Renew for');
  await english.sees(/✅/);
  app.later(61_000);
  await app.stopBot();
  await app.startBot();
  await english.say('/orders');
  await english.sees(/✅ done[\s\S]*cancelled|cancelled[\s\S]*✅ done/);
  expect(english.screens().some((screen) => /^✅ 10\.0\.0\.1 renewed/.test(screen))).toBe(true);
  expect(bodies(app, 'cloud.renew')).toHaveLength(1);
  expect(app.provider.account(TOKEN).orders).toHaveLength(1);
});

test.concurrent('the tap that asked comes again: the confirm it showed first can no longer be given, one wish is bought once', async () => {
  await using app = await enterConnected();
  const { english } = app;
  await english.say('/renew 10.0.0.1');
  const days = firstButton(app);
  await english.press(/^30 days/);
  const first = firstButton(app);
  await pressed(app, days);
  await app.settled();
  const second = firstButton(app);
  expect(second.messageId).toBe(first.messageId);
  expect(second.data).not.toBe(first.data);
  const replaced = { text: expect.stringMatching(/^Nothing was sent: a newer request/), show_alert: true };
  expect(await pressed(app, first)).toEqual(replaced);
  await pressed(app, second);
  await english.sees(/^✅ 10\.0\.0\.1 renewed/);
  // A tap that has to wait for its turn is answered at once, without words.
  await app.settled();
  expect(await pressed(app, first)).toEqual(replaced);
  await app.settled();
  expect(app.provider.account(TOKEN).orders).toHaveLength(1);
});

test.concurrent('the tap that asked is sent again by Telegram’s client: the confirm stays the same one, and its tap buys', async () => {
  await using app = await enterConnected();
  const { english, world } = app;
  await english.say('/renew 10.0.0.1');
  const asked = english.tap(/^30 days/);
  await app.settled();
  const confirm = firstButton(app);
  world.resend(asked);
  await app.settled();
  expect(firstButton(app)).toEqual(confirm);
  await pressed(app, confirm);
  await english.sees(/^✅ 10\.0\.0\.1 renewed/);
  world.resend(asked);
  await app.settled();
  expect(english.screen()).toMatch(/^✅ 10\.0\.0\.1 renewed/);
  expect(app.provider.account(TOKEN).orders).toHaveLength(1);
});

test.concurrent('a late tap on a button that its message no longer shows gets its confirm in a message of its own', async () => {
  await using app = await enterConnected();
  const { english } = app;
  const days = await renewed(app);
  await pressed(app, days);
  await english.sees(/Renew 10\.0\.0\.1/);
  app.later(61_000);
  await app.stopBot();
  await app.startBot();
  await english.sees(/the time to confirm is over/);
  expect(english.screens().filter((screen) => /^✅ 10\.0\.0\.1 renewed/.test(screen))).toHaveLength(1);
});

test.concurrent.each([
  [
    'Telegram drops the message',
    ({ world }: TestApp) => world.fail({ method: 'sendMessage', cut: true }),
    /^Something went wrong/,
  ],
  [
    'the provider is down',
    ({ provider }: TestApp) => provider.fault({ operation: 'cloud.renewQuote', kind: 'status', status: 503 }),
    /^🔌 The provider is not answering/,
  ],
] as const)('a late tap that fails (%s) tells so in a new message, and the outcome stays', async (_, fail, words) => {
  await using app = await enterConnected();
  const { english } = app;
  const days = await renewed(app);
  fail(app);
  await pressed(app, days);
  await english.shows(words);
  expect(english.screens().filter((screen) => /^✅ 10\.0\.0\.1 renewed/.test(screen))).toHaveLength(1);
});

test.concurrent('a tap on a confirm that was replaced, and had to wait for its turn, is answered with a message', async () => {
  await using app = await enterConnected();
  const { english, provider, world } = app;
  await english.say('/renew 10.0.0.1');
  english.tap(/^30 days/);
  await app.settled();
  const first = firstButton(app);
  await english.say('/renew 10.0.0.1');
  await world.until(() => english.screens().length > 1);
  world.pressRaw(english.user.id, english.chat, first.messageId, buttonOf(app, /^30 days/));
  await app.settled();
  const answer = holdAnswers(provider, { operation: 'server.list', times: 1 });
  world.say(english.user.id, english.chat, '/servers');
  expect(await pressed(app, first)).toEqual({});
  answer();
  await english.shows(/^Nothing was sent: a newer request replaced this one/);
  expect(bodies(app, 'cloud.renew')).toEqual([]);
});

test.concurrent('only the confirm of that message is given up: one in another message, and one that waits for a top-up, stay', async () => {
  await using app = await enterConnected();
  const { english, provider } = app;
  await english.say('/renew 10.0.0.0');
  await english.press(/^30 days/);
  const elsewhere = firstButton(app);
  await english.say('/renew 10.0.0.1');
  const days = firstButton(app);
  await english.press(/^30 days/);
  provider.fault({ operation: 'cloud.renew', kind: 'status', status: 402, body: BALANCE, times: 1 });
  await english.press('Renew for');
  await english.sees(/50,000|۵۰٬۰۰۰/);
  const short = firstButton(app);
  await pressed(app, days);
  await app.settled();
  expect(firstButton(app).messageId).toBe(days.messageId);
  expect(firstButton(app).data).not.toBe(short.data);
  await pressed(app, elsewhere);
  await app.settled();
  expect(bodies(app, 'cloud.renew').at(-1)).toBe('{"id":"srv-10001","period":30}');
  await english.say('/orders');
  await english.sees(/(Renewal of 10\.0\.0\.1[^\n]*waiting for you to confirm[\s\S]*){2}10\.0\.0\.0/);
});
