import { expect, test } from 'vitest';
import { asked, enterBothConnected, enterConnected, TOKEN } from '../../support.ts';
import { bodies } from '../support.ts';

const DAY = 24 * 3600 * 1000;
const ID = '"id":"srv-10002"';
const QUOTE = `cloud.renewQuote {${ID},"period":30}`;
const STATUS = `server.status {${ID}}`;
/** 4 GB, 2 CPU cores, 50 GB, 2 backups for 30 days, with tax. */
const PRICE = '455,400 toman';

const expiry = (days: number, locale: string) =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(Date.now() + days * DAY);

test.concurrent('from the card to the new expiry date: quoted, confirmed, quoted again, sent once', async () => {
  await using app = await enterConnected();
  const { english } = app;
  await english.say('/server 10.0.0.1');
  await english.press('♻️ Renew');
  expect(english.screen()).toBe(
    [
      '♻️ Renew 10.0.0.1 for how long?',
      `Expires: ${expiry(2, 'en-GB')}`,
      '[30 days] [90 days]',
      '[180 days] [364 days]',
      '[⌨️ Another number of days]',
      '[🖥 Open server]',
    ].join('\n'),
  );
  app.provider.forget();
  await english.press('30 days');
  expect(english.screen()).toBe(
    [
      '♻️ Renew 10.0.0.1 for 30 days?',
      `Expires: ${expiry(2, 'en-GB')}`,
      '',
      `💰 Total for 30 days: ${PRICE}, VAT included`,
      '',
      'The price is taken from the account’s balance at once.',
      '',
      'The button works for 60 seconds, and only for you.',
      `[Renew for ${PRICE}]`,
      '[Cancel]',
    ].join('\n'),
  );
  expect(asked(app).sort()).toEqual([QUOTE, STATUS]);
  app.provider.forget();
  await english.press('Renew for');
  await english.sees(/✅/);
  expect(english.screen()).toBe(
    [
      '✅ 10.0.0.1 renewed for 30 days',
      `New expiry date: ${expiry(32, 'en-GB')}`,
      `Total: ${PRICE}, VAT included`,
      '[🖥 Open server]',
    ].join('\n'),
  );
  expect(asked(app, 'cloud')).toEqual([QUOTE, `cloud.renew {${ID},"period":30}`]);
  expect(asked(app).slice(0, 2).sort()).toEqual([QUOTE, STATUS]);
});

test.concurrent('the same in Persian, with typed days', async () => {
  await using app = await enterBothConnected();
  const { persian } = app;
  await persian.say('/renew ۱۰.۰.۰.۱');
  await persian.press('تعداد روز دیگر');
  expect(persian.screen()).toContain('تعداد روزها را بفرستید، از ۳۰ تا ۳۶۴.');
  for (const unfit of ['۲۹', '365', '30.5', '-40', 'سی', '٩٩٩٩٩٩٩٩٩٩٩٩٩٩٩٩٩٩']) {
    await persian.say(unfit);
    expect(persian.screen()).toContain('تعداد روز باید عددی از ۳۰ تا ۳۶۴ باشد');
  }
  expect(asked(app, 'cloud')).toEqual([]);
  await persian.say('٣١');
  expect(persian.screen()).toContain('سرور 10.0.0.1 برای ۳۱ روز تمدید شود؟');
  expect(persian.screen()).toContain('💰 جمع برای ۳۱ روز: ۴۷۰٬۵۸۰ تومان با احتساب مالیات بر ارزش افزوده');
  await persian.press('تمدید به مبلغ ۴۷۰٬۵۸۰ تومان');
  await persian.sees(/✅ سرور 10\.0\.0\.1 برای ۳۱ روز تمدید شد\nانقضای جدید: /);
  expect(persian.screen()).toContain('پیام هاستینگ:\nسرویس سرور تمدید شد.');
  expect(asked(app, 'cloud')).toEqual([
    `cloud.renewQuote {${ID},"period":31}`,
    `cloud.renewQuote {${ID},"period":31}`,
    `cloud.renew {${ID},"period":31}`,
  ]);
});

test.concurrent('accepted, but it does not show: the provider’s words are there in every language', async () => {
  await using app = await enterConnected();
  const { english, provider } = app;
  provider.fault({ operation: 'cloud.renew', kind: 'errorOn200', body: { message: 'در صف است' }, times: 1 });
  await english.say('/renew 10.0.0.1');
  await english.press('30 days');
  await english.press('Renew for');
  await english.sees(/⏳/);
  expect(english.screen()).not.toContain('در صف است');
  app.later(11 * 60_000);
  await english.sees(/^🟡 Renewal of 10\.0\.0\.1 [^\n]* accepted[\s\S]*The provider says:\nدر صف است/);
});

test.concurrent('cancelled and expired: nothing is sent', async () => {
  await using app = await enterBothConnected();
  const { english, persian } = app;
  await english.say('/renew 10.0.0.1');
  await english.press('90 days');
  await english.press('Cancel');
  expect(english.screen()).toBe('▫️ Renewal of 10.0.0.1 for 90 days: cancelled. Nothing was bought.\n[🖥 Open server]');
  await persian.say('/renew 10.0.0.1');
  await persian.press('۹۰ روز');
  app.later(61_000);
  await persian.press('تمدید به مبلغ');
  await persian.sees(/⌛ تمدید 10\.0\.0\.1 برای ۹۰ روز: مهلت تأیید گذشت\. چیزی خریده نشد\.\n\[درخواست دوباره\]/);
  expect(bodies(app, 'cloud.renew')).toEqual([]);
  await persian.press('درخواست دوباره');
  expect(persian.screen()).toContain('برای ۹۰ روز تمدید شود؟');
});

test.concurrent('in a group it leads to the private chat', async () => {
  await using app = await enterConnected();
  const here = app.english.in(app.world.group.id);
  for (const command of ['renew', 'upgrade', 'orders']) {
    await here.say(`/${command}@host_test_bot`);
    expect(here.screen()).toContain('Nothing was done: the private chat with the bot is needed for this step.');
  }
  await here.say('/server@host_test_bot 10.0.0.1');
  expect(here.screen()).not.toMatch(/Renew|Upgrade/);
  expect(asked(app, 'cloud')).toEqual([]);
});

test.concurrent('the periods of chosen servers lead back to the page where they were chosen', async () => {
  await using app = await enterConnected({ accounts: [{ token: TOKEN, servers: 12 }] });
  const { english } = app;
  await english.say('/renew');
  await english.press('Next');
  await english.press(/days left$/);
  const before = english.screen();
  await english.press('Renew the one chosen');
  await english.press('Back');
  expect(english.screen()).toBe(before);
  expect(before).toContain('Page 2 of 2');
});

test.concurrent('several in one go: toggled, quoted, summed, confirmed once, each with its own receipt', async () => {
  await using app = await enterConnected();
  const { english } = app;
  await english.say('/renew');
  expect(english.screen()).toMatch(
    /Soonest expiry first[\s\S]*\n\[10\.0\.0\.1 · 2 days left\]\n\[10\.0\.0\.2 · 45 days left\]\n\[10\.0\.0\.0 · 212 days left\]\n\[🖥 Servers\] \[🏠 Home\]$/,
  );
  await english.press('10.0.0.1 ·');
  await english.press('10.0.0.2 ·');
  await english.press('10.0.0.0 ·');
  await english.press('✓ 10.0.0.2 ·');
  expect(english.screen()).toMatch(
    /\[✓ 10\.0\.0\.1[^\n]*\n\[10\.0\.0\.2[^\n]*\n\[✓ 10\.0\.0\.0[^\n]*\n\[♻️ Renew the 2 chosen…\]/,
  );
  await english.press('Renew the 2 chosen');
  expect(english.screen()).toContain('Renew these 2 servers for how long?\n10.0.0.0\n10.0.0.1');
  app.provider.forget();
  await english.press('30 days');
  expect(english.screen()).toBe(
    [
      '♻️ Renew 2 servers for 30 days?',
      '',
      `▫️ 10.0.0.0 · 227,700 toman · Expires: ${expiry(212, 'en-GB')}`,
      `▫️ 10.0.0.1 · 455,400 toman · Expires: ${expiry(2, 'en-GB')}`,
      '',
      '💰 Total: 683,100 toman, VAT included',
      '',
      'The price is taken from the account’s balance at once.',
      '',
      'The button works for 60 seconds, and only for you.',
      '[Renew 2 for 683,100 toman]',
      '[Cancel]',
    ].join('\n'),
  );
  await english.press('Renew 2 for');
  await english.sees(/✅[\s\S]*✅/);
  expect(english.screen()).toBe(
    [
      '✅ 2 servers renewed for 30 days',
      '',
      'Server | Price | Expires',
      `✅ 10.0.0.0 | 227,700 toman | ${expiry(242, 'en-GB')}`,
      `✅ 10.0.0.1 | 455,400 toman | ${expiry(32, 'en-GB')}`,
      '',
      '💰 Total: 683,100 toman, VAT included',
      '[🧾 Orders] [🖥 Servers]',
    ].join('\n'),
  );
  const sent = bodies(app, 'cloud.renew').sort();
  expect(sent).toEqual(['{"id":"srv-10001","period":30}', '{"id":"srv-10002","period":30}']);
});

test.concurrent('several are shown to nobody else, whatever confirm their button is made to name', async () => {
  await using app = await enterBothConnected();
  const { english, persian, world } = app;
  await english.say('/renew');
  await english.press('10.0.0.0 ·');
  await english.press('10.0.0.1 ·');
  await english.press('Renew the 2 chosen');
  await english.press('30 days');
  const [button] = english.messages().at(-1)?.reply_markup?.inline_keyboard.flat() ?? [];
  const data = button && 'callback_data' in button ? button.callback_data : '';
  expect(data).toMatch(/^[^|]+\|[^|]+\|[^|]+$/);
  await persian.say('/start');
  const before = persian.screens();
  const message = persian.messages().at(-1)?.message_id ?? 0;
  for (const forged of [data, data.replace(/[^|]+$/, 'older')]) {
    const press = world.pressRaw(persian.user.id, persian.chat, message, forged);
    await app.settled();
    expect((await press.answered).text).toContain('فقط درخواست‌کننده');
  }
  expect(persian.screens()).toEqual(before);
});

test.concurrent('several, in part: each is shown as it ended, and what is left can be confirmed again', async () => {
  await using app = await enterBothConnected();
  const { persian, provider } = app;
  await persian.say('/renew');
  await persian.press('10.0.0.0 ·');
  await persian.press('10.0.0.1 ·');
  await persian.press('10.0.0.2 ·');
  await persian.press('تمدید ۳ سرور انتخاب‌شده');
  provider.fault({
    operation: 'cloud.renewQuote',
    kind: 'errorOn200',
    body: { error: 'no', message: 'نمی‌شود' },
    times: 1,
  });
  await persian.press('۳۰ روز');
  expect(persian.screen()).toMatch(
    /۲ سرور برای ۳۰ روز تمدید شوند؟[\s\S]*❔ 10\.0\.0\.\d: قیمتی اعلام نشد؛ کنار گذاشته شد\.[\s\S]*نمی‌شود/,
  );
  provider.fault({
    operation: 'cloud.renew',
    kind: 'status',
    status: 402,
    body: { error: 'balance', message: 'مبلغ ۵۰۰۰۰ تومان شارژ کنید' },
    times: 1,
  });
  await persian.press('تمدید ۲ سرور به مبلغ');
  await persian.sees(/✅/);
  expect(persian.screen()).toMatch(/▫️[^\n]*\n💳 این یکی خریده نشد: موجودی حساب کافی نیست و ۵۰٬۰۰۰ تومان کم دارد/);
  await persian.press('تأیید یک سرور باقی‌مانده به مبلغ');
  await persian.sees(/✅[\s\S]*✅/);
  expect(provider.account('provider-token-of-the-test').orders).toHaveLength(2);
});
