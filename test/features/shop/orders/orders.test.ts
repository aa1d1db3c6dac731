import { expect, test } from 'vitest';
import { asked, enterBothConnected, enterConnected, TOKEN } from '../../support.ts';
import { bodies } from '../support.ts';

test.concurrent('receipts, what is open first, in both languages', async () => {
  await using app = await enterBothConnected();
  const { english, persian, provider } = app;
  for (const person of [english, persian]) {
    await person.say('/orders');
    expect(person.screen()).toMatch(/No orders yet\.|هنوز سفارشی نیست\./);
    await person.say('/reboot 10.0.0.0');
    await person.press(/Cancel|انصراف/);
    provider.fault({ operation: 'cloud.renew', kind: 'cutBefore', times: 1 });
    await person.say('/renew 10.0.0.1');
    await person.press(/^30 days|^۳۰ روز/);
    await person.press(/Renew for|تمدید به مبلغ/);
    await person.sees(/no answer|پاسخ نرسید/);
    await person.say('/renew 10.0.0.2');
    await person.press(/^30 days|^۳۰ روز/);
    await person.press(/Renew for|تمدید به مبلغ/);
    await person.sees(/✅/);
    await person.say('/orders');
  }
  expect(english.screen()).toMatch(
    /^🧾 Orders\n\n2 orders, the unfinished ones first\. Tap a number to open one\.\n\n1\. Renewal of 10\.0\.0\.1 for 30 days – ⚠️ result unknown\n\d+ \w+ \d{4}, \d\d:\d\d UTC · 455,400 toman\n\n2\. Renewal of 10\.0\.0\.2 for 30 days – ✅ done\n\d+ \w+ \d{4}, \d\d:\d\d UTC · 782,100 toman\n\[1\] \[2\]\n\[All operations\] \[🏠 Home\]$/,
  );
  expect(persian.screen()).toMatch(
    /۲ سفارش، سفارش‌های باز در بالا[\s\S]*۱\. تمدید 10\.0\.0\.1 برای ۳۰ روز – ⚠️ نتیجه نامشخص\n[^\n]* · ۴۵۵٬۴۰۰ تومان\n\n۲\. [^\n]* – ✅ انجام شد[\s\S]*\[۱\] \[۲\]/,
  );
  await english.press('All operations');
  expect(english.screen()).toMatch(/3 operations[\s\S]*3\. Restart of 10\.0\.0\.0 – ▫️ cancelled, nothing was sent/);
});

test.concurrent('an unknown one shows the evidence, looks again, and keeps what the person found out', async () => {
  await using app = await enterBothConnected();
  const { english, persian, provider } = app;
  provider.fault({ operation: 'cloud.renew', kind: 'cutBefore', times: 1 });
  await english.say('/renew 10.0.0.1');
  await english.press('30 days');
  await english.press('Renew for');
  await english.sees(/no answer.*\nExpiry date: .* \(unchanged\)\./);
  app.later(100_000);
  await english.sees(/result unknown/);
  await english.say('/orders');
  await english.press('1');
  expect(english.screen()).toMatch(
    /result unknown[\s\S]*\(unchanged\)\.[\s\S]*Requested on [\s\S]*\[🔎 Check again\]\n\[✅ I checked: it went through\]\n\[❌ I checked: it did not go through\]\n\[🖥 Open server\]\n\[🧾 Orders\]/,
  );
  provider.forget();
  expect(await english.press('Check again')).toMatchObject({ text: 'Checked just now: ⚠️ result still unknown' });
  expect(asked(app)).toContain('server.status {"id":"srv-10002"}');
  await english.press('it did not go through');
  expect(english.screen()).toMatch(
    /You checked on [\d]+ \w+ \d{4}, \d\d:\d\d UTC: it did not go through\.[\s\S]*Requested on [\s\S]*\[🧾 Orders\]$/,
  );
  await english.press('🧾 Orders');
  expect(english.screen()).toMatch(/1\. Renewal of 10\.0\.0\.1 for 30 days – ☑️ you checked: it did not go through/);
  await english.press('1');
  expect(english.screen()).toMatch(/You checked on [\d]+ \w+ \d{4}, \d\d:\d\d UTC: it did not go through\./);
  expect(bodies(app, 'cloud.renew')).toEqual([]);
  await persian.say('/orders');
  expect(persian.screen()).toContain('هنوز سفارشی نیست');
});

test.concurrent('a receipt’s buttons change the receipt that was tapped, and the operation’s own message', async () => {
  // Between the two taps the bot must not find it by itself.
  await using app = await enterBothConnected({ pauseFactor: 1 });
  const { persian, english, provider } = app;
  provider.fault({ operation: 'cloud.renew', kind: 'cutBefore', times: 1 });
  await persian.say('/renew 10.0.0.1');
  await persian.press('۳۰ روز');
  await persian.press('تمدید به مبلغ');
  await persian.sees(/پاسخ نرسید/);
  app.later(100_000);
  await persian.sees(/نتیجه معلوم نیست/);
  const own = persian.messages().at(-1)?.message_id;
  await persian.say('/orders');
  await persian.press('۱');
  expect(await persian.press('بررسی دوباره')).toMatchObject({ text: 'همین حالا بررسی شد: ⚠️ نتیجه هنوز معلوم نیست' });
  provider.account(TOKEN).server('srv-10002').expiresAt += 30 * 24 * 3_600_000;
  expect(await persian.press('بررسی دوباره')).toMatchObject({ text: 'همین حالا بررسی شد: ✅ انجام شد' });
  expect(persian.screen()).toMatch(
    /^✅ سرور 10\.0\.0\.1 [^\n]*تمدید شد\n[\s\S]*انقضای جدید[\s\S]*درخواست در [\s\S]*\[🧾 سفارش‌ها\]$/,
  );
  expect(persian.messages().find(({ message_id }) => message_id === own)?.text).toMatch(/^✅/);

  await english.say('/renew 10.0.0.2');
  await english.press('30 days');
  await english.say('/orders');
  await english.press('1');
  await english.press('Cancel');
  expect(english.screen()).toMatch(/cancelled\. Nothing was bought\.[\s\S]*\[🧾 Orders\]$/);
  expect(english.screens().filter((screen) => screen.includes('cancelled'))).toHaveLength(2);
});

test.concurrent('many orders page', async () => {
  await using app = await enterConnected();
  const { english } = app;
  for (let index = 0; index < 8; index++) {
    await english.say('/renew 10.0.0.1');
    await english.press('30 days');
    await english.press('Cancel');
  }
  await english.say('/orders');
  expect(english.screen()).toMatch(
    /8 orders[\s\S]*Page 1 of 2[\s\S]*\n\[1\] \[2\] \[3\] \[4\] \[5\] \[6\]\n\[Next ›\]/,
  );
  await english.press('Next');
  expect(english.screen()).toMatch(/Page 2 of 2[\s\S]*\n8\. [\s\S]*\n\[7\] \[8\]\n\[‹ Previous\]/);
});
