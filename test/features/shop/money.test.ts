import { expect, test } from 'vitest';
import type { Person } from '../../support/person.ts';
import { asked, enterBothConnected, enterConnected, TOKEN } from '../support.ts';
import { bodies } from './support.ts';

const RENEWAL = '{"id":"srv-10002","period":30}';
const BALANCE = { error: 'balance', message: 'موجودی کافی نیست. ۵۰٬۰۰۰ تومان شارژ کنید.' };

async function askFor(person: Person, server = '10.0.0.1'): Promise<void> {
  await person.say(`/renew ${server}`);
  await person.press(/^30 days|^۳۰ روز/);
}

/** The data of the button that pays, as it stands on the newest message. */
function payButton(person: Person): { messageId: number; data: string } {
  for (const message of [...person.messages()].reverse()) {
    for (const button of message.reply_markup?.inline_keyboard.flat() ?? [])
      if ('callback_data' in button && button.callback_data.startsWith('py|'))
        return { messageId: message.message_id, data: button.callback_data };
  }
  throw new Error(person.screen());
}

test.concurrent('100 taps at once, the same update ten times, from two devices: one request', async () => {
  await using app = await enterConnected();
  const { english, world } = app;
  await askFor(english);
  const { messageId, data } = payButton(english);
  const presses = Array.from({ length: 100 }, () => world.press(english.user.id, english.chat, messageId, data));
  for (const first of presses.slice(0, 1)) for (let again = 0; again < 10; again++) world.resend(first);
  await Promise.all(presses.map(({ answered }) => answered));
  await english.sees(/✅/);
  expect(bodies(app, 'cloud.renew')).toEqual([RENEWAL]);
  expect(app.provider.account(TOKEN).orders).toHaveLength(1);
});

test.concurrent('20 taps at a price that changed: nothing is bought before the new one is confirmed', async () => {
  await using app = await enterConnected();
  const { english, provider, world } = app;
  await askFor(english);
  const { messageId, data } = payButton(english);
  const body = { total: 500_000, currency: 'toman', period: 30 };
  provider.fault({ operation: 'cloud.renewQuote', kind: 'errorOn200', body });
  const presses = Array.from({ length: 20 }, () => world.press(english.user.id, english.chat, messageId, data));
  await Promise.all(presses.map(({ answered }) => answered));
  await english.sees(/price has changed/);
  await app.settled();
  expect(english.screen()).toMatch(
    /^⚠️ Nothing was bought: the price has changed from 455,400 toman to 500,000 toman\. Check the new price before you confirm\.\n\n♻️ Renew 10\.0\.0\.1[\s\S]*Total for 30 days: 500,000 toman[\s\S]*\[Confirm again for 500,000 toman\]/,
  );
  expect(bodies(app, 'cloud.renew')).toEqual([]);
  const late = world.pressRaw(english.user.id, english.chat, messageId, data);
  expect(await late.answered).toMatchObject({ show_alert: true });
  expect(bodies(app, 'cloud.renew')).toEqual([]);
});

test.concurrent('a price that changed is confirmed anew, in another currency too', async () => {
  await using app = await enterBothConnected();
  const { persian, provider } = app;
  await askFor(persian);
  const body = { total: 455_400, currency: 'sekeh', period: 30 };
  provider.fault({ operation: 'cloud.renewQuote', kind: 'errorOn200', body, times: 2 });
  await persian.press('تمدید به مبلغ');
  await persian.sees(/^⚠️ چیزی خریده نشد: قیمت عوض شده است، از ۴۵۵٬۴۰۰ تومان به ۴۵۵٬۴۰۰ sekeh\./);
  expect(bodies(app, 'cloud.renew')).toEqual([]);
  await persian.press('تأیید دوباره به مبلغ ۴۵۵٬۴۰۰ sekeh');
  await persian.sees(/✅[\s\S]*جمع: ۴۵۵٬۴۰۰ sekeh/);
  expect(bodies(app, 'cloud.renew')).toEqual([RENEWAL]);
});

test.concurrent('a price that can’t be had sends nothing', async () => {
  await using app = await enterBothConnected();
  const { english, persian, provider } = app;
  await askFor(english);
  provider.fault({
    operation: 'cloud.renewQuote',
    kind: 'errorOn200',
    body: { error: 'x', message: 'بعداً' },
    times: 1,
  });
  await english.press('Renew for');
  await english.sees(/^⚠️ Nothing was sent: the price could not be checked again\.\n[\s\S]*بعداً/);
  await askFor(persian, '10.0.0.0');
  provider.fault({ operation: 'server.status', kind: 'status', status: 401, times: 1 });
  await persian.press('تمدید به مبلغ');
  await persian.sees(/چیزی فرستاده نشد: استعلام دوبارهٔ قیمت ممکن نشد/);
  expect(bodies(app, 'cloud.renew')).toEqual([]);
  await english.press('Confirm again');
  await english.sees(/✅/);
  expect(bodies(app, 'cloud.renew')).toEqual([RENEWAL]);
});

test.concurrent('not enough money: what is lacking, the way to top up, and the same confirm again with a fresh price', async () => {
  await using app = await enterBothConnected({ env: { TOP_UP_URL: 'https://pay.example.com/' } });
  const { english, persian, provider } = app;
  for (const [person, server] of [
    [english, '10.0.0.1'],
    [persian, '10.0.0.0'],
  ] as const) {
    await askFor(person, server);
    provider.fault({ operation: 'cloud.renew', kind: 'status', status: 402, body: BALANCE, times: 1 });
    await person.press(/Renew for|تمدید به مبلغ/);
  }
  await english.sees(/^💳 Nothing was bought: not enough balance\. 50,000 toman more is needed\./);
  expect(english.screen()).toMatch(
    /Top up the account, then confirm again[\s\S]*The provider says:\nموجودی[\s\S]*\[💳 Top up the account\]\n\[Confirm again for 455,400 toman\]\n\[Cancel\]$/,
  );
  await persian.sees(/^💳 چیزی خریده نشد: موجودی حساب کافی نیست و ۵۰٬۰۰۰ تومان کم دارد/);
  const { messageId, data } = payButton(english);
  app.later(50 * 60_000);
  await app.stopBot();
  await app.startBot();
  provider.forget();
  await english.press('Confirm again');
  await english.sees(/✅/);
  expect(asked(app, 'cloud')).toEqual([`cloud.renewQuote ${RENEWAL}`, `cloud.renew ${RENEWAL}`]);
  const late = app.world.pressRaw(english.user.id, english.chat, messageId, data);
  expect((await late.answered).text).toBe('This request is already closed. Its message shows how it ended.');
  app.later(11 * 60_000);
  await persian.press('تأیید دوباره');
  await persian.sees(/مهلت تأیید گذشت/);
});

test.concurrent.for([
  ['cutBefore', {}, 0],
  ['cutAfter', {}, 1],
  ['status', { status: 500 }, 0],
  ['status', { status: 502, afterHandling: true }, 1],
  ['html', {}, 0],
  ['html', { afterHandling: true }, 1],
  ['truncated', {}, 1],
] as const)(
  'an answer that is lost (%s %j) is never sent again, and told by what can be read',
  async ([kind, how, done]) => {
    await using app = await enterBothConnected();
    const { english, provider } = app;
    await askFor(english);
    provider.fault({ operation: 'cloud.renew', kind, ...how, times: 1 });
    await english.press('Renew for');
    if (done) await english.sees(/✅ 10\.0\.0\.1 renewed for 30 days\nNew expiry date: /);
    else {
      await english.sees(/no answer\. It may or may not/);
      app.later(100_000);
      await english.sees(/result unknown/);
      await english.press('it went through');
      await english.sees(/You checked on .*: it went through\./);
    }
    expect(bodies(app, 'cloud.renew')).toEqual([RENEWAL]);
    expect(provider.account(TOKEN).orders).toHaveLength(done);
  },
);

test.concurrent('refused: nothing was bought, in the provider’s words', async () => {
  await using app = await enterBothConnected();
  const { persian, provider } = app;
  await askFor(persian);
  provider.fault({ operation: 'cloud.renew', kind: 'errorOn200', times: 1 });
  await persian.press('تمدید به مبلغ');
  await persian.sees(/^❌ تمدید 10\.0\.0\.1 برای ۳۰ روز: خریده نشد\.[\s\S]*عملیات دیگری روی این سرور/);
  expect(bodies(app, 'cloud.renew')).toEqual([RENEWAL]);
});

test.concurrent('a second renewal does not make the lost one look done', async () => {
  await using app = await enterConnected();
  const { english, provider } = app;
  await askFor(english);
  provider.fault({ operation: 'cloud.renew', kind: 'cutBefore', times: 1 });
  await english.press('Renew for');
  await english.sees(/no answer/);
  await askFor(english);
  expect(english.screen()).toContain('⚠️ You already placed the same order (');
  await english.press('Renew for');
  await english.sees(/✅/);
  app.later(100_000);
  await app.stopBot();
  await app.startBot();
  await english.shows(/result unknown[\s\S]*\(unchanged\)/);
  await english.say('/orders');
  expect(english.screen()).toMatch(/⚠️ result unknown[\s\S]*✅ done/);
  expect(provider.account(TOKEN).orders).toHaveLength(1);
});

test.concurrent('the same order again is warned of for ten minutes', async () => {
  await using app = await enterBothConnected();
  const { persian } = app;
  await askFor(persian);
  expect(persian.screen()).not.toContain('همین سفارش را');
  await persian.press('تمدید به مبلغ');
  await persian.sees(/✅/);
  await askFor(persian);
  expect(persian.screen()).toContain('⚠️ همین سفارش را قبلاً (');
  app.later(11 * 60_000);
  await askFor(persian);
  expect(persian.screen()).not.toContain('همین سفارش را');
});

test.concurrent('the person’s own limit: off at first, set, kept at the confirm and at the tap, removed', async () => {
  await using app = await enterConnected();
  const { english } = app;
  const account = async () => {
    await english.say('/accounts');
    await english.press('Account 1');
    await english.press('My personal limit');
  };
  await account();
  expect(english.screen()).toMatch(/Your personal limit · Account 1[\s\S]*No limit is set\./);
  for (const unfit of ['lots', '-500000', '-5 toman', '0 toman']) {
    await english.say(unfit);
    expect(english.screen()).toContain('This is not an amount with a currency');
  }
  await askFor(english, '10.0.0.0');
  await account();
  await english.say('۵۰۰٬۰۰۰ تومان');
  expect(english.screen()).toContain('Limit: 500,000 toman in 24 hours');
  // Written down before the limit was set: it holds at the tap as well.
  await english.press('Renew for 227,700');
  await english.shows(/✅/);
  await askFor(english);
  expect(english.screen()).toMatch(
    /^✋ Nothing was sent: this purchase costs 455,400 toman, you have spent 227,700 toman, and your personal limit is 500,000 toman in 24 hours/,
  );
  app.later(25 * 3_600_000);
  await askFor(english);
  await account();
  await english.say('400000 toman');
  await english.press('Renew for 455,400');
  await english.shows(
    /^✋ Nothing was sent: this purchase would exceed your personal limit of 400,000 toman in 24 hours\./,
  );
  await account();
  await english.press('Remove the limit of 400,000 toman');
  expect(english.screen()).toContain('No limit is set.');
  await app.stopBot();
  await app.startBot();
  await english.press('Confirm again for 455,400');
  await english.shows(/✅ 10\.0\.0\.1/);
  expect(bodies(app, 'cloud.renew')).toHaveLength(2);
});

test.concurrent('the balance that a refusal told is said before the next purchase, with the way to top up', async () => {
  await using app = await enterBothConnected({ env: { TOP_UP_URL: 'https://pay.example.com/' } });
  const { english, persian, provider } = app;
  const short = (person: Person) =>
    person
      .screen()
      .split('\n')
      .filter((line) => line.startsWith('💳 At') || line.startsWith('💳 ساعت'));
  await askFor(english);
  expect(short(english)).toEqual([]);
  // 455,400 toman, of which the account lacks 50,000: it has 405,400.
  provider.fault({ operation: 'cloud.renew', kind: 'status', status: 402, body: BALANCE, times: 1 });
  await english.press('Renew for');
  await english.sees(/^💳 Nothing was bought: not enough balance/);
  const body = { total: 500_000, currency: 'toman', period: 30 };
  provider.fault({ operation: 'cloud.renewQuote', kind: 'errorOn200', body, times: 1 });
  await askFor(english, '10.0.0.2');
  expect(short(english)).toEqual([
    expect.stringMatching(
      /^💳 At \d\d:\d\d:\d\d UTC the balance was 94,600 toman too low for this purchase\. Top up first\.$/,
    ),
  ]);
  expect(english.screen()).toMatch(/\n\[💳 Top up the account\]\n\[Renew for 500,000 toman\]\n\[Cancel\]$/);
  provider.fault({ operation: 'cloud.renewQuote', kind: 'errorOn200', body: { ...body, total: 405_400 }, times: 1 });
  await askFor(english, '10.0.0.2');
  expect(short(english)).toEqual([]);
  expect(english.screen()).not.toContain('Top up');
  await askFor(persian);
  expect(short(persian)).toEqual([]);
  expect(bodies(app, 'cloud.renew')).toHaveLength(1);
});
