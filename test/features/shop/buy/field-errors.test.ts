import { expect, test } from 'vitest';
import type { Fault } from '../../../../src/sandbox/provider/index.ts';
import { enterBothConnected, TOKEN } from '../../support.ts';
import { bodies } from '../support.ts';
import { choose, orderOf, walk } from './buying.ts';

const TOO_MUCH = 'این مقدار بیش از ظرفیت است.';

/** The provider objects to these parameters, once. */
function objection(operation: string, ...fields: string[]): Fault {
  const errors = Object.fromEntries(fields.map((field) => [field, [TOO_MUCH]]));
  return { operation, kind: 'status', status: 422, body: { errors }, times: 1 };
}

test.concurrent('an upgrade’s price: the value is named in both languages, and can be typed anew right there', async () => {
  await using app = await enterBothConnected();
  const { english, persian, provider } = app;
  for (const [person, said, disk, ask] of [
    [
      english,
      'Nothing was done: the provider did not accept one of the values.',
      '⚠️ Disk (100 GB was refused) – the provider says:',
      'Get',
    ],
    [
      persian,
      'کاری انجام نشد: یکی از مقدارها پذیرفته نشد.',
      '⚠️ دیسک (۱۰۰ گیگابایت پذیرفته نشده) – پیام هاستینگ:',
      'استعلام',
    ],
  ] as const) {
    await person.say('/upgrade 10.0.0.1');
    await person.press(/^\+50|^\+۵۰/);
    provider.fault(objection('cloud.upgradeQuote', 'disk', 'x_y'));
    await person.press(ask);
    expect(person.screen()).toContain(`${said}\n\n${disk}\n${TOO_MUCH}\n⚠️ x_y`);
    expect(person.screen()).toMatch(/\[⚠️ (Disk 100|دیسک: ۱۰۰)\]\n/);
    await person.press(/⚠️ (Disk |دیسک: )/);
    await person.say('60');
    expect(person.screen()).toMatch(/(Disk: 50 → 60|دیسک: از ۵۰ به ۶۰)/);
    expect(person.screen()).not.toContain(TOO_MUCH);
    await person.press(ask);
    expect(person.screen()).toMatch(/\[Upgrade for |\[ارتقا به مبلغ /);
  }
  expect(bodies(app, 'cloud.upgrade')).toEqual([]);
});

test.concurrent('a renewal’s price: the periods are offered again', async () => {
  await using app = await enterBothConnected();
  const { english, persian, provider } = app;
  for (const [person, period, other] of [
    [english, '⚠️ Period \\(30 to 364 days\\) – the provider says:', '90 days'],
    [persian, '⚠️ مدت \\(از ۳۰ تا ۳۶۴ روز\\) – پیام هاستینگ:', '۹۰ روز'],
  ] as const) {
    await person.say('/renew 10.0.0.1');
    provider.fault(objection('cloud.renewQuote', 'period'));
    await person.press(/^364|^۳۶۴/);
    expect(person.screen()).toMatch(new RegExp(`${period}\n${TOO_MUCH}\n\n♻️[\\s\\S]*\\[${other}\\]`));
    await person.press(other);
    expect(person.screen()).toMatch(/\[Renew for |\[تمدید به مبلغ /);
  }
  await english.say('/renew');
  await english.press('10.0.0.0 ·');
  await english.press('10.0.0.2 ·');
  await english.press('Renew the 2 chosen');
  provider.fault({ ...objection('cloud.renewQuote', 'period'), times: 2 });
  await english.press('364 days');
  expect(english.screen()).toMatch(
    /10\.0\.0\.0: left out, the provider sent no price[\s\S]*⚠️ Period[\s\S]*\[30 days\] \[90 days\]/,
  );
});

test.concurrent('at the tap: nothing is bought, and the way leads back to the values', async () => {
  await using app = await enterBothConnected();
  const { english, persian, provider } = app;
  await english.say('/upgrade 10.0.0.1');
  await english.press('+50');
  await english.press('Get the price');
  provider.fault(objection('cloud.upgradeQuote', 'disk'));
  await english.press('Upgrade for');
  await english.sees(/^❌ Upgrade of 10\.0\.0\.1: not bought\.[\s\S]*⚠️ Disk – the provider says:\n/);
  await english.press('Change the values');
  expect(english.screen()).toMatch(/Disk: 50 → 100[\s\S]*\[Disk 100\]/);

  await persian.say('/renew 10.0.0.0');
  await persian.press('۳۶۴ روز');
  provider.fault(objection('cloud.renew', 'period'));
  await persian.press('تمدید به مبلغ');
  await persian.sees(/^❌ تمدید 10\.0\.0\.0 برای ۳۶۴ روز: خریده نشد\.[\s\S]*⚠️ مدت – پیام هاستینگ:\n/);
  await persian.press('تغییر مقدارها');
  expect(persian.screen()).toMatch(/\[۳۰ روز\] \[۹۰ روز\]/);
  expect(provider.account(TOKEN).orders).toEqual([]);
});

test.concurrent('an order that is refused goes back to the form, with all that was chosen, at the value in question', async () => {
  await using app = await enterBothConnected();
  const { english, persian, provider } = app;
  for (const [person, go, order, change] of [
    [english, 'Continue', 'Order for', 'Change the values'],
    [persian, 'ادامه', 'سفارش به مبلغ', 'تغییر مقدارها'],
  ] as const) {
    await walk(person);
    await person.press(go);
    provider.fault(objection('cloud.order', 'ram'));
    await person.press(order);
    await person.sees(/^❌[\s\S]*⚠️ (RAM|رم) – /);
    await person.press(change);
    expect(person.screen()).toMatch(
      new RegExp(
        `(RAM: 4 GB|رم: ۴ گیگابایت)\n⚠️ [^\n]*\n${TOO_MUCH}\n[\\s\\S]*🧠.*\nℹ️ .*(4 GB was refused|۴ گیگابایت پذیرفته نشده)`,
      ),
    );
    await choose(person, 8);
    await person.press(go);
    expect(person.screen()).toMatch(/(RAM: 8 GB|رم: ۸ گیگابایت)[\s\S]*\[(Order for|سفارش به مبلغ)/);
  }
  expect(bodies(app, 'cloud.order').map((body) => `cloud.order ${body}`)).toEqual([orderOf(), orderOf()]);
  expect(provider.account(TOKEN).orders).toEqual([]);
});

test.concurrent('an expired confirm is asked for again with the same values, and not by another person', async () => {
  await using app = await enterBothConnected();
  const { english, persian, world } = app;
  await walk(english);
  await english.press('Continue');
  app.later(61_000);
  await english.press('Order for');
  await english.sees(/^⌛/);
  const again = english.messages().at(-1)?.reply_markup?.inline_keyboard[0]?.[0];
  await persian.say('/help');
  const data = again && 'callback_data' in again ? again.callback_data : '';
  const messageId = persian.messages().at(-1)?.message_id ?? 0;
  const { answered } = world.pressRaw(persian.user.id, persian.chat, messageId, data);
  expect((await answered).text).toContain('دیگر');
  await english.press('Ask again');
  expect(english.screen()).toMatch(/RAM: 4 GB[\s\S]*💰 Total for 30 days[\s\S]*\[Continue: /);
});
