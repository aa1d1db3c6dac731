import { expect, test } from 'vitest';
import { asked, enterBothConnected, enterConnected, TOKEN } from '../../support.ts';
import { orderOf, quoteOf, walk } from '../buy/buying.ts';

test.concurrent('an order from the form to the card: confirmed, its code at once, then the server that appeared', async () => {
  await using app = await enterConnected({ timings: { orderMs: 2_000 } });
  const { english, provider } = app;
  await walk(english);
  await english.sees(/VAT included/);
  await english.press('Continue');
  await english.sees(/Order this server\?/);
  expect(english.screen()).toBe(
    [
      '🛒 Order this server?',
      'Location: frankfurt',
      'Operating system: Debian 12',
      'CPU cores: 2',
      'RAM: 4 GB',
      'Disk: 40 GB',
      'Backups: 1',
      'Additional traffic: 0',
      'Period: 30 days',
      '',
      '💰 Total for 30 days: 422,400 toman, VAT included',
      '',
      'The price is taken from the account’s balance at once. The server is ready a little later: a message comes here.',
      '',
      'The button works for 60 seconds, and only for you.',
      '[Order for 422,400 toman]',
      '[Cancel]',
    ].join('\n'),
  );
  provider.forget();
  await english.press('Order for 422,400 toman');
  const code = provider.account(TOKEN).orders[0]?.orderId ?? 'none';
  await english.sees(
    new RegExp(`^⏳ New server in frankfurt: ordered\\.[\\s\\S]*\\nOrder code: ${code}\\nTotal: 422,400`),
  );
  await english.sees(/^✅ New server in frankfurt: ordered and ready:\nIP: 10\.1\.134\.162\nIPv6: /);
  expect(asked(app, 'cloud')).toEqual([quoteOf(), orderOf()]);
  await english.press('10.1.134.162');
  expect(english.screen()).toMatch(/^🖥 10\.1\.134\.162[\s\S]*Operating system: Debian 12\nLocation: frankfurt/);
});

test.concurrent('in Persian, over a restart; not there for long: an honest “not yet”, and found when it appears', async () => {
  await using app = await enterBothConnected({ timings: { orderMs: 10 * 60_000 } });
  const { persian } = app;
  await walk(persian);
  await persian.sees(/مالیات/);
  await persian.press('ادامه');
  await persian.press('سفارش به مبلغ ۴۲۲٬۴۰۰ تومان');
  await persian.sees(/⏳ سرور جدید در frankfurt سفارش داده شد[\s\S]*کد سفارش: /);
  app.later(6 * 60_000);
  await app.stopBot();
  await app.startBot();
  await persian.sees(
    /^🟡 سرور جدید در frankfurt سفارش داده شد، اما هنوز در حساب دیده نمی‌شود[\s\S]*\[🔎 بررسی دوباره\]/,
  );
  await persian.press('بررسی دوباره');
  app.later(4 * 60_000);
  await persian.sees(/^✅ سرور جدید در frankfurt سفارش داده شد و آماده است:\nآی‌پی: 10\.1\.134\.162/);
  expect(asked(app, 'cloud.order')).toEqual([orderOf()]);
});

test.concurrent('when the hour is over, it says that it looks no more; a tap looks again, for another hour', async () => {
  await using app = await enterConnected({ timings: { orderMs: 5 * 3_600_000 } });
  const { english, provider } = app;
  const wake = async (minutes: number) => {
    app.later(minutes * 60_000);
    await app.stopBot();
    await app.startBot();
  };
  await walk(english);
  await english.press(/^Continue/);
  await english.press(/^Order for/);
  await english.sees(/frankfurt: ordered/);
  await wake(6);
  await english.sees(/The bot checks for one hour/);
  await wake(60);
  await english.sees(/^🟡[\s\S]*the server never appeared[\s\S]*The bot no longer checks[\s\S]*\[🔎 Check again\]/);
  await english.press('Check again');
  await english.sees(/The bot checks for one hour/);
  for (const server of provider.account(TOKEN).servers) server.readyAt = 0;
  await english.sees(/: ordered and ready:/);
});
