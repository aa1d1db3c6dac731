import { expect, test } from 'vitest';
import { holdAnswers } from '../../../support/hold-answers.ts';
import { asked } from '../../support.ts';
import { choose, enterForm, forms, ORDER, orderOf, PRICE, quoteOf, WANTED, walk } from './buying.ts';

test.concurrent('a person buys by buttons, in one message, and only the confirm orders', async () => {
  await using app = await enterForm({ env: { SERVER_LOCATIONS: 'Tehran, mashhad' } });
  const { english } = app;
  await english.say('/buy');
  await english.sees(/⚠️[\s\S]*⚠️[\s\S]*⚠️/);
  expect(english.screen()).toBe(
    [
      '🛒 A new server · Account 1',
      '',
      'Like 10.0.0.0 · ⚠️ no price: tap to see why',
      'Twice the size · ⚠️ no price: tap to see why',
      'Half the size · ⚠️ no price: tap to see why',
      '',
      'Choose a starting point; you can change every value. Or choose everything yourself, location first:',
      '[Like 10.0.0.0]',
      '[Twice the size]',
      '[Half the size]',
      '[🖥 Like another server]',
      '[Tehran] [mashhad]',
      '[frankfurt] [amsterdam]',
      '[Cancel]',
    ].join('\n'),
  );
  for (const field of ORDER.slice(0, 3)) await choose(english, WANTED[field]);
  expect(english.screen()).toBe(
    [
      '🛒 A new server · Account 1',
      '',
      'Location: frankfurt',
      'Operating system: Debian 12',
      'CPU cores: 2',
      '',
      '🧠 How much RAM, in gigabytes? Choose or type a number.',
      '[1] [2] [4]',
      '[8] [16] [32]',
      '[📍 frankfurt] [💿 Debian 12]',
      '[⚙️ 2 CPU cores]',
      '[Cancel]',
    ].join('\n'),
  );
  for (const field of ORDER.slice(3)) await choose(english, WANTED[field]);
  expect(english.screen()).toBe(
    [
      '🛒 A new server · Account 1',
      '',
      'Location: frankfurt',
      'Operating system: Debian 12',
      'CPU cores: 2',
      'RAM: 4 GB',
      'Disk: 40 GB',
      'Backups: 1',
      'Additional traffic: 0',
      'Period: 30 days',
      '',
      `💰 Total for 30 days: ${PRICE} toman, VAT included`,
      '',
      'Tap a value to change it. Nothing is bought before you confirm in the next step.',
      `[Continue: ${PRICE} toman…]`,
      '[📍 frankfurt] [💿 Debian 12]',
      '[⚙️ 2 CPU cores] [🧠 4 GB]',
      '[💽 40 GB] [🗂 one backup]',
      '[📶 no extra] [📅 30 days]',
      '[Cancel]',
    ].join('\n'),
  );
  expect(asked(app, 'cloud')).toEqual([quoteOf()]);
  expect(english.screens()).toHaveLength(2);

  await english.press('Continue');
  expect(english.screen()).toMatch(/^🛒 Order this server\?[\s\S]*Total for 30 days: 422,400 toman, VAT included/);
  expect(asked(app, 'cloud')).toEqual([quoteOf(), quoteOf()]);
  await english.press('Order for');
  await english.sees(/frankfurt: ordered/);
  expect(asked(app, 'cloud.order')).toEqual([orderOf()]);
  expect(english.screens()).toHaveLength(2);
});

test.concurrent('the same in Persian, every value typed, in Persian and Arabic digits', async () => {
  await using app = await enterForm();
  const { persian } = app;
  await persian.say('/buy');
  expect(persian.screen()).toMatch(/^🛒 سرور جدید · حساب ۱\n\nمثل 10\.0\.0\.0[\s\S]*\[انصراف\]$/);
  for (const typed of ['Frankfurt', 'Debian12', '۲', '٤', ' ۴۰ ', '۱', '۰', '٣٠']) await persian.say(typed);
  expect(persian.screen()).toBe(
    [
      '🛒 سرور جدید · حساب ۱',
      '',
      'لوکیشن: frankfurt',
      'سیستم‌عامل: Debian 12',
      'تعداد هسته: ۲',
      'رم: ۴ گیگابایت',
      'دیسک: ۴۰ گیگابایت',
      'بکاپ: ۱',
      'ترافیک اضافه: ۰',
      'مدت: ۳۰ روز',
      '',
      '💰 جمع برای ۳۰ روز: ۴۲۲٬۴۰۰ تومان با احتساب مالیات بر ارزش افزوده',
      '',
      'برای تغییر هر مقدار روی آن بزنید. تا سفارش را در مرحلهٔ بعد تأیید نکنید چیزی خریده نمی‌شود.',
      '[ادامه: ۴۲۲٬۴۰۰ تومان…]',
      '[📍 frankfurt] [💿 Debian 12]',
      '[⚙️ ۲ هسته] [🧠 ۴ گیگابایت]',
      '[💽 ۴۰ گیگابایت] [🗂 ۱ بکاپ]',
      '[📶 بدون ترافیک اضافه] [📅 ۳۰ روز]',
      '[انصراف]',
    ].join('\n'),
  );
  expect(asked(app, 'cloud')).toEqual([quoteOf()]);
  // The typed value stands in the form, which stays the last message.
  expect(persian.screens()).toHaveLength(2);
  expect(
    persian
      .messages()
      .map(({ text }) => text)
      .slice(-2),
  ).toEqual(['/buy', expect.stringContaining('💰')]);
  await persian.press('ادامه');
  await persian.press('سفارش به مبلغ');
  await persian.sees(/سفارش داده شد/);
  expect(asked(app, 'cloud.order')).toEqual([orderOf()]);
});

test.concurrent('any value is changed without starting over, in the middle and at the end', async () => {
  await using app = await enterForm();
  const { english } = app;
  await walk(english, 4);
  await english.press('Debian 12');
  expect(english.screen()).toContain('[Debian 13] [✓ Debian 12]\n[Debian 11] [Debian 10]\n[Ubuntu 24]');
  await choose(english, 'alma9');
  expect(english.screen()).toMatch(/Operating system: AlmaLinux 9\n[\s\S]*How large a disk/);
  await english.say('1,000');
  for (const value of [1, 0, 30]) await choose(english, value);
  expect(asked(app, 'cloud')).toEqual([quoteOf({ os: 'alma9', disk: 1000 })]);

  app.provider.forget();
  await english.press('1,000 GB');
  expect(english.screen()).toMatch(/How large a disk[\s\S]*\[‹ Back\] \[Cancel\]$/);
  await english.press('Back');
  expect(english.screen()).toContain('Total for 30 days');
  await english.press('30 days');
  await english.say('۳۶۴');
  expect(english.screen()).toMatch(/Period: 364 days\n\n💰 Total for 364 days: /);
  await english.press('no extra');
  await choose(english, 500);
  const kept = { os: 'alma9', disk: 1000 } as const;
  expect(asked(app, 'cloud')).toEqual([
    quoteOf(kept),
    quoteOf({ ...kept, period: 364 }),
    quoteOf({ ...kept, period: 364, traffic: 500 }),
  ]);
  expect(forms(english)).toHaveLength(1);
});

test.concurrent('an objection of the provider leads back to the value that it names', async () => {
  await using app = await enterForm({ env: { SERVER_LOCATIONS: 'atlantis' } });
  const { english, persian } = app;
  const cases = [
    [
      english,
      /RAM: 500 GB\n⚠️ The provider says:\n.+\nDisk: 40 GB[\s\S]*How much RAM[\s\S]*\[‹ Back\]/,
      /Which location/,
    ],
    [persian, /رم: ۵۰۰ گیگابایت\n⚠️ پیام هاستینگ:\n.+\nدیسک: ۴۰ گیگابایت[\s\S]*چند گیگابایت رم/, /کدام لوکیشن/],
  ] as const;
  for (const [person, memory, place] of cases) {
    app.provider.forget();
    await person.say('/buy');
    for (const typed of ['atlantis', 'debian12', '2', '500', '40', '1', '0', '30']) await person.say(typed);
    expect(person.screen()).toMatch(memory);
    await person.say('8');
    expect(person.screen()).toMatch(place);
    expect(person.screen()).toMatch(/atlantis\n⚠️ .+\n.+\n/);
    await person.say('Frankfurt');
    expect(person.screen()).toContain('💰');
    expect(person.screen()).not.toContain('⚠️');
    expect(asked(app, 'cloud')).toEqual([
      quoteOf({ geo: 'atlantis', ram: 500 }),
      quoteOf({ geo: 'atlantis', ram: 8 }),
      quoteOf({ ram: 8 }),
    ]);
  }
});

test.concurrent('two values at fault are asked one after the other; back asks the provider once more', async () => {
  await using app = await enterForm();
  const { english } = app;
  const body = { errors: { disk: ['too small'], cpu: ['too few', 'too slow'] } };
  app.provider.fault({ kind: 'status', status: 422, body, operation: 'cloud.quote', times: 2 });
  await walk(english);
  expect(english.screen()).toMatch(/CPU cores: 2\n⚠️ .+\ntoo few\ntoo slow\n[\s\S]*Disk: 40 GB\n⚠️ .+\ntoo small\n/);
  expect(english.screen()).toContain('How many CPU cores?');
  await choose(english, 4);
  expect(english.screen()).toContain('How large a disk');
  await english.press('Back');
  expect(english.screen()).toMatch(/too few[\s\S]*How many CPU cores\?/);
  await english.press('Back');
  expect(english.screen()).toContain('💰');
  expect(asked(app, 'cloud')).toEqual([quoteOf(), quoteOf({ cpu: 4 }), quoteOf({ cpu: 4 })]);
});

test.concurrent('a price that can’t be had is said so, and asked again on demand', async () => {
  await using app = await enterForm();
  const { english, persian } = app;
  for (const [person, words, again] of [
    [english, /The provider’s answer could not be read/, 'Get the price again'],
    [persian, /پاسخ هاستینگ نامعتبر بود/, 'استعلام دوبارهٔ قیمت'],
  ] as const) {
    app.provider.fault({ kind: 'html', operation: 'cloud.quote' });
    await walk(person);
    expect(person.screen()).toMatch(words);
    expect(person.screen()).not.toMatch(/\[Continue|\[ادامه/);
    app.provider.clearFaults();
    await person.press(again);
    expect(person.screen()).toContain('💰');
    // And at the last step: nothing is handed over without a price.
    app.provider.fault({ kind: 'html', operation: 'cloud.quote' });
    await person.press(/Continue|ادامه/);
    expect(person.screen()).toMatch(words);
    app.provider.clearFaults();
    await person.press(again);
    await person.press(/Continue|ادامه/);
    expect(person.screen()).toMatch(/Order for|سفارش به مبلغ/);
  }
  expect(asked(app, 'cloud.order')).toEqual([]);
});

test.concurrent('the newest price wins: a late one of earlier values is never shown', async () => {
  await using app = await enterForm();
  const { english } = app;
  const answerFirst = holdAnswers(app.provider, { operation: 'cloud.quote', times: 1 });
  await walk(english);
  expect(english.screen()).toContain('⏳ Asking the provider for the price…\n[🔄 Get the price again]');
  const from = app.world.calls.length;
  await english.press('4 GB');
  await choose(english, 8);
  expect(english.screen()).toMatch(/RAM: 8 GB[\s\S]*💰 Total for 30 days: 620,400 toman/);
  const answerLast = holdAnswers(app.provider, { operation: 'cloud.quote', times: 1 });
  await english.press('8 GB');
  await choose(english, 16);
  answerFirst();
  answerLast();
  await english.sees(/RAM: 16 GB[\s\S]*💰 Total for 30 days: 1,016,400 toman/);
  const shown = app.world.calls.slice(from).map(({ params }) => String(params.text));
  expect(shown.filter((text) => text.includes(`${PRICE} toman`))).toEqual([]);
  expect(asked(app, 'cloud')).toEqual([quoteOf(), quoteOf({ ram: 8 }), quoteOf({ ram: 16 })]);
});

test.concurrent('a price that takes its time arrives by itself', async () => {
  await using app = await enterForm();
  const { persian } = app;
  const answer = holdAnswers(app.provider, { operation: 'cloud.quote' });
  await walk(persian);
  expect(persian.screen()).toContain('⏳ در حال استعلام قیمت…');
  answer();
  await persian.sees(/💰 جمع برای ۳۰ روز: ۴۲۲٬۴۰۰ تومان/);
  expect(asked(app, 'cloud')).toEqual([quoteOf()]);
});

test.concurrent('an objection that takes its time goes back to its value too', async () => {
  await using app = await enterForm();
  const { english } = app;
  const answer = holdAnswers(app.provider, { operation: 'cloud.quote', times: 1 });
  await english.say('/buy');
  for (const typed of ['frankfurt', 'debian12', '2', '500', '40', '1', '0', '30']) await english.say(typed);
  expect(english.screen()).toContain('Asking the provider');
  answer();
  await english.sees(/RAM: 500 GB\n⚠️[\s\S]*How much RAM/);
  await english.say('4');
  expect(english.screen()).toContain(`Total for 30 days: ${PRICE} toman`);
});
