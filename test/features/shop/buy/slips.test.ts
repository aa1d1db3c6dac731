import { expect, test } from 'vitest';
import { openStore } from '../../../../src/store/index.ts';
import type { TestApp } from '../../../support/app.ts';
import type { Person } from '../../../support/person.ts';
import { enterBothConnected, enterConnected, TOKEN } from '../../support.ts';
import { bodies } from '../support.ts';
import { enterForm, walk } from './buying.ts';

/** Waits until the person's newest order has expired, and has been told as far as it is to be. */
async function expired(app: TestApp, { user }: Person): Promise<void> {
  const store = await openStore(app.env.STORE_URL ?? '');
  const newest = async () => {
    const [order] = await store.ledger.listOf(user.id, ['order'], 0, 1);
    return [order?.state, order?.notified];
  };
  try {
    await expect.poll(newest).toEqual(['expired', true]);
  } finally {
    await store.close();
  }
}

test.concurrent.for([
  ['english', 'it did not go through', 'Change to: went through', /You checked on .*: it went through\./],
  ['persian', 'انجام نشده', 'اصلاح: انجام شده بود', /شما در .* بررسی کردید: انجام شده است\./],
] as const)(
  'a wrong tap on “not bought” or “bought” is corrected, and the amount counts again, in %s',
  async ([who, no, slip, found]) => {
    await using app = await enterBothConnected();
    const { provider, [who]: person } = app;
    const ask = async () => {
      await person.say('/renew 10.0.0.1');
      await person.press(/^30 days|^۳۰ روز/);
    };
    await ask();
    provider.fault({ operation: 'cloud.renew', kind: 'cutBefore', times: 1 });
    await person.press(/^Renew for|^تمدید به مبلغ/);
    app.later(100_000);
    await person.sees(/result unknown|نتیجه معلوم نیست/);
    await person.press(no);
    await person.sees(/did not go through\.|انجام نشده است\./);
    await person.press(slip);
    await person.sees(found);
    expect(person.screen()).not.toContain(slip);
    await person.say('/accounts');
    await person.press(/Account 1|حساب ۱/);
    await person.press(/My personal limit|سقف شخصی/);
    await person.say('500000 toman');
    await ask();
    expect(person.screen()).toMatch(/^✋ .*(you have spent 455,400 toman|۴۵۵٬۴۰۰ تومان خرج شده)/);
  },
);

test.concurrent('more locations than there are buttons for: that is said, and each can be typed', async () => {
  const places = Array.from({ length: 30 }, (_, index) => `place${index}`);
  await using app = await enterBothConnected({ env: { SERVER_LOCATIONS: places.join(',') } });
  const { english, persian } = app;
  await english.say('/buy');
  expect(english.screen()).toMatch(/\d+ more locations are not shown: type one\./);
  expect(english.screen()).toContain('[place23]');
  expect(english.screen()).not.toContain('[place24]');
  await english.say('PLACE29');
  expect(english.screen()).toMatch(/Location: place29/);
  await persian.say('/buy');
  expect(persian.screen()).toMatch(/لوکیشن دیگر دکمه ندارد/);
});

test.concurrent('a confirm that could not be shown leaves the form open, and never writes over it', async () => {
  await using app = await enterConnected();
  const { english, world } = app;
  await walk(english);
  await english.sees(/VAT included/);
  world.fail({ method: 'editMessageText', cut: true, times: 1 });
  await english.press('Continue');
  await english.sees(/Try again/);
  app.later(61_000);
  await app.stopBot();
  await app.startBot();
  await expired(app, english);
  expect(english.screens().filter((screen) => screen.includes('⌛'))).toEqual([]);
  await english.press('Try again');
  await english.sees(/Order this server/);
  await english.press('Order for');
  await english.sees(/frankfurt: ordered/);
  expect(bodies(app, 'cloud.order')).toHaveLength(1);
});

test.concurrent('a record that counts in another unit is typed instead', async () => {
  const servers = [{ ram: 4_294_967_296 }, {}];
  await using app = await enterConnected({ accounts: [{ token: TOKEN, servers }] });
  const { english } = app;
  await english.say('/upgrade 10.0.0.0');
  expect(english.screen()).toMatch(/does not show all values[\s\S]*\[RAM \?\]\n/);
  await english.press(/^\+1$/);
  await english.press('RAM ?');
  await english.say('8');
  await english.press('Get the price');
  expect(english.screen()).toMatch(/RAM: – → 8\n/);
});

test.concurrent.each([false, true] as const)(
  'an action on a receipt leads back to the page that it was opened from (old: %s)',
  async (old) => {
    await using app = await enterConnected();
    app.world.inaccessibleTaps(old);
    const { english } = app;
    for (let count = 0; count < 8; count++) {
      await english.say('/renew 10.0.0.1');
      await english.press(/^30 days/);
    }
    await english.say('/orders');
    await english.press(/Next/);
    await english.press(/^8$/);
    await english.press('Cancel');
    expect(english.screen()).toMatch(/cancelled\. Nothing was bought\.[\s\S]*\[🧾 Orders\]$/);
    await english.press('🧾 Orders');
    expect(english.screen()).toMatch(/Page 2 of 2/);
  },
);

test.concurrent('a command in words is asked about where an answer is awaited, and done or taken for the answer', async () => {
  await using app = await enterForm();
  const { english, persian } = app;
  await english.say('/buy');
  for (const typed of ['renew 10.0.0.1', 'status', 'help']) {
    await english.say(typed);
    expect(english.screen()).toMatch(
      /^Nothing was done: your message reads like a command\. Is your message the command, or your answer\?\n\[\/\w+/,
    );
  }
  await english.press('/help');
  expect(english.screen()).toMatch(/What you can type/);
  await persian.say('/buy');
  await persian.say('راهنما');
  expect(persian.screen()).toMatch(/^کاری انجام نشد: این پیام شبیه دستور است/);
  await persian.press('پاسخ من');
  expect(persian.screen()).toContain('چیزی انتخاب نشد: در راهنما سروری فروخته نمی‌شود');
  await persian.say('۴');
  expect(persian.screen()).toContain('سروری فروخته نمی‌شود');
  await english.say('/accounts');
  await english.press('Rename');
  await english.say('status');
  expect(english.screen()).toMatch(/^Nothing was done: your message reads like a command/);
  await english.press('My answer: status');
  await english.say('/accounts');
  expect(english.screen()).toContain('status');
});
