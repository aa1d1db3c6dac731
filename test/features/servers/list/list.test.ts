import { expect, test } from 'vitest';
import { asked, connect, enter, enterBothConnected, enterConnected, OTHER_TOKEN, TOKEN } from '../../support.ts';

const DAY = 24 * 3600 * 1000;
const day = (offset: number) => new Date(Date.now() + offset * DAY).toISOString().slice(0, 10);

test.concurrent('the list shows state, name, days and location, the most urgent first, in the reader’s language', async () => {
  await using app = await enterBothConnected();
  const { english, persian } = app;
  await english.say('/servers');
  expect(english.screen()).toBe(
    [
      '🖥 Servers · Account 1',
      '',
      '3 servers · soonest expiry first',
      '[🟢 10.0.0.1 · ⚠️ 2 days · frankfurt]',
      '[🟢 10.0.0.2 · 45 days · amsterdam]',
      '[🟢 10.0.0.0 · 212 days · tehran]',
      '[↕️ By name] [📊 Status of all]',
      '[🛒 Buy a server] [♻️ Renew]',
      '[🔄 Refresh] [🔔 Monitoring]',
      '[🏠 Home]',
    ].join('\n'),
  );
  await persian.say('/servers');
  expect(persian.screen()).toContain(
    '🖥 سرورها · حساب ۱\n\n۳ سرور · نزدیک‌ترین انقضا در بالا\n[🟢 10.0.0.1 · ⚠️ ۲ روز · frankfurt]',
  );
  expect(asked(app, 'server.list')).toEqual(['server.list {}', 'server.list {}']);
});

test.concurrent('an IP and a location reach the provider as its own filters', async () => {
  await using app = await enterBothConnected();
  const { english, persian } = app;
  await english.say('/servers 10.0.0.1');
  expect(english.screen()).toMatch(/One server\nFilter: 10\.0\.0\.1\n\[🟢 10\.0\.0\.1 · ⚠️ 2 days/);
  await english.say('/servers frankfurt');
  expect(english.screen()).toContain('Filter: frankfurt\n[🟢 10.0.0.1 ');
  expect(english.screen()).toMatch(/\n\[All servers\] \[🔄 Refresh\]\n\[🔔 Monitoring\] \[🏠 Home\]$/);
  await persian.say('/servers ۱۰.۰.۰.۲');
  expect(persian.screen()).toContain('یک سرور\nفیلتر: ۱۰.۰.۰.۲\n[🟢 10.0.0.2 ');
  await persian.say('/servers ٢٠٠١:db8::1');
  expect(asked(app, 'server.list')).toEqual([
    'server.list {"ip":"10.0.0.1"}',
    'server.list {"geo":"frankfurt"}',
    'server.list {"ip":"10.0.0.2"}',
    'server.list {"ip":"2001:db8::1"}',
  ]);
});

test.concurrent('none that match: the way back to all of them', async () => {
  await using app = await enterBothConnected();
  const { english, persian } = app;
  await english.say('/servers atlantis');
  expect(english.screen()).toBe('No server matches atlantis.\n[All servers] [🔄 Refresh]\n[🏠 Home]');
  await english.press('All servers');
  expect(english.screen()).toContain('3 servers');
  await persian.say('/servers تهران');
  expect(persian.screen()).toContain('سروری با تهران پیدا نشد.\n[همهٔ سرورها]');
});

test.concurrent('an account without servers says so', async () => {
  await using app = await enter({ accounts: [{ token: TOKEN, servers: 0 }] });
  const { english, persian } = app;
  await connect(english);
  expect(english.screen()).toContain('The account has no servers yet.');
  await english.press('Servers');
  expect(english.screen()).toBe('No servers in this account yet.\n[🛒 Buy a server]\n[🔄 Refresh] [🏠 Home]');
  await connect(persian);
  expect(persian.screen()).toContain('هنوز سروری در آن نیست.');
  await persian.say('/reboot');
  expect(persian.screen()).toContain('هنوز سروری در این حساب نیست.');
});

test.concurrent('ten thousand servers page without another request', async () => {
  await using app = await enter({ accounts: [{ token: TOKEN, servers: 10_000 }] });
  const { english, persian } = app;
  await connect(english);
  app.provider.forget();
  await english.press('Servers');
  expect(english.screen()).toMatch(
    /10,000 servers · soonest expiry first\nPage 1 of 1,250\n\nTo find one fast: \/server with its name/,
  );
  await english.press('Next');
  expect(english.screen()).toMatch(/Page 2 of 1,250[\s\S]*\[🟢 10\.0\.0\.65·[\s\S]*\[‹ Previous\] \[Next ›\]/);
  await english.press('Next');
  await english.press('Previous');
  await english.press('Previous');
  expect(english.screen()).toMatch(/Page 1 of 1,250[\s\S]*\[🟢 10\.0\.0\.1 · [\s\S]*\n\[Next ›\]/);
  expect(asked(app, 'server.list')).toEqual(['server.list {}']);
  await english.say('/server 10.0.39.15');
  expect(english.screen()).toContain('🖥 10.0.39.15\n🟢 on');
  expect(asked(app, 'server.list')).toEqual(['server.list {}']);
  await connect(persian);
  await persian.press('سرورها');
  expect(persian.screen()).toMatch(/۱۰٬۰۰۰ سرور · نزدیک‌ترین انقضا در بالا\nصفحهٔ ۱ از ۱٬۲۵۰/);
});

test.concurrent('a filter stays while pages are turned', async () => {
  await using app = await enter({ accounts: [{ token: TOKEN, servers: 40 }] });
  const { english } = app;
  await connect(english);
  app.provider.forget();
  await english.say('/servers tehran');
  expect(english.screen()).toMatch(/10 servers · soonest expiry first\nFilter: tehran\nPage 1 of 2[\s\S]*\n\[Next ›\]/);
  await english.press('Next');
  expect(english.screen()).toMatch(/Filter: tehran\nPage 2 of 2\n\[🟢 10\.0\.0\.24 [\s\S]*\[All servers\]/);
  await english.press('Refresh');
  expect(english.screen()).toContain('Page 2 of 2');
  expect(asked(app, 'server.list')).toEqual(Array.from({ length: 3 }, () => 'server.list {"geo":"tehran"}'));
});

test.concurrent('the list shrinks under the pages: the last one is shown', async () => {
  await using app = await enter({ accounts: [{ token: TOKEN, servers: 17 }] });
  const { english } = app;
  await connect(english);
  await english.press('Servers');
  await english.press('Next');
  await english.press('Next');
  expect(english.screen()).toContain('Page 3 of 3\n[🟢 10.0.0.11 ');
  app.provider.account(TOKEN).removeServer('srv-10012');
  await english.press('Refresh');
  expect(english.screen()).toContain('16 servers · soonest expiry first\nPage 2 of 2\n[🟢 10.0.0.2 ');
});

test.concurrent('expired, missing and odd dates, odd names and entries that are none', async () => {
  await using app = await enterBothConnected();
  const { english, persian, provider } = app;
  const body = [
    { id: 'a', ip: '192.0.2.1', geo: 'x', expire_date: day(0) },
    { id: 'b', ip: '192.0.2.2', expire_date: `${day(1).replaceAll('-', '/')} 00:00:00` },
    { id: 'c', ip: '192.0.2.3', geo: '', expire_date: day(-1) },
    { id: 'd', expire_date: day(-40) },
    { id: 5, ip: null, expire_date: '1405-02-31' },
    { id: 'f', ip: '192.0.2.6', expire_date: 'soon, perhaps' },
    { ip: '192.0.2.7' },
    'nothing',
    {
      id: `long-${'g'.repeat(300)}`,
      geo: 'سیاره‌ای <دور> & "جدا"'.repeat(9),
      expire_date: '\u202e'.repeat(9) + 'x'.repeat(99),
    },
  ];
  provider.fault({ operation: 'server.list', kind: 'errorOn200', body, times: 2 });
  await english.say('/servers');
  const rows = english.screen().split('\n').slice(5);
  expect(rows.slice(0, 6)).toEqual([
    '[❔ d·⚠️ expired]',
    '[❔ 192.0.2.3·⚠️ expired]',
    '[❔ 192.0.2.1·⚠️ today·x]',
    '[❔ 192.0.2.2·⚠️ 1 day]',
    '[❔ 5·1405-02-31]',
    '[❔ 192.0.2.6·soon, perhaps]',
  ]);
  expect(rows[6]).toMatch(/^\[❔ long-g{9}…·x{22,}…·سیاره‌ای <دور> & "جدا"[^…]*…\]$/);
  expect(rows).toHaveLength(11);
  await persian.say('/servers');
  expect(persian.screen()).toMatch(/(⚠️ منقضی[\s\S]*){2}[\s\S]*⚠️ امروز[\s\S]*⚠️ ۱ روز/);
});

test.concurrent('buttons stay within 64 bytes for any server name', async () => {
  await using app = await enterConnected();
  const { english, provider, world } = app;
  const body = Array.from({ length: 30 }, (_, index) => ({ id: `${'شناسه'.repeat(50)}${index}`, geo: 'گ'.repeat(60) }));
  provider.fault({ operation: 'server.list', kind: 'errorOn200', body });
  await english.say(`/servers ${'گ'.repeat(60)}`);
  await english.press('Next');
  const sizes = world
    .messages(english.user.id, english.chat)
    .flatMap(({ reply_markup }) => reply_markup?.inline_keyboard.flat() ?? [])
    .map((button) => ('callback_data' in button ? Buffer.byteLength(button.callback_data) : 0));
  expect(Math.max(...sizes)).toBeLessThanOrEqual(64);
  expect(english.screen()).toContain('Page 2 of 4');
});

test.concurrent('a filter that is too long is refused, not cut', async () => {
  await using app = await enterBothConnected();
  const { english, persian } = app;
  await english.say(`/servers ${'<x>'.repeat(1200)}`);
  expect(english.screen()).toMatch(
    /^The filter <x><x>.*… is too long\. Send an IP or a location of at most 64 characters\.\n\[🏠 Home\]$/,
  );
  await persian.say(`/server ${'ط'.repeat(4000)}`);
  expect(persian.screen()).toMatch(/سروری با نام یا آی‌پی ط+… در/);
  expect(asked(app, 'server.list').filter((line) => line.includes('geo'))).toEqual([]);
});

test.concurrent('the provider is down: said so, and the same button tries again', async () => {
  await using app = await enterBothConnected();
  const { english, persian, provider } = app;
  await english.say('/servers');
  provider.fault({ operation: 'server.list', kind: 'status', status: 503, times: 6 });
  await english.press('Refresh');
  expect(english.screen()).toMatch(/^🔌 The provider is not answering[\s\S]*\[🔄 Try again\]\n\[🏠 Home\]$/);
  await persian.say('/servers');
  expect(persian.screen()).toMatch(/هاستینگ فعلاً پاسخ نمی‌دهد[\s\S]*\[🏠 خانه\]$/);
  await english.press('Try again');
  expect(english.screen()).toContain('3 servers');
});

test.concurrent('a token that was revoked is not an empty list', async () => {
  await using app = await enterBothConnected();
  const { english, persian, provider } = app;
  provider.fault({
    operation: 'server.list',
    kind: 'status',
    status: 401,
    body: { message: 'توکن باطل است' },
    times: 2,
  });
  await english.say('/servers');
  expect(english.screen()).toMatch(/its token is no longer accepted[\s\S]*The provider says:\nتوکن باطل است/);
  await persian.say('/servers');
  expect(persian.screen()).toMatch(/این حساب وصل نیست[\s\S]*پیام هاستینگ:\nتوکن باطل است/);
});

test.concurrent('a page of the list of a disconnected account is not shown', async () => {
  await using app = await enter({
    accounts: [
      { token: TOKEN, servers: 40 },
      { token: OTHER_TOKEN, servers: 1 },
    ],
  });
  const { english, world } = app;
  await connect(english);
  await connect(english, OTHER_TOKEN);
  const { message_id } = (await english.messages().at(-1)) ?? { message_id: 0 };
  const forged = world.pressRaw(english.user.id, english.chat, message_id, 'sp|AAAAAA|1|');
  expect(await forged.answered).toMatchObject({ show_alert: true });
});

test.concurrent('after a restart a card opens from an old message without waiting for the list', async () => {
  await using app = await enterConnected();
  const { english, provider } = app;
  await english.say('/servers');
  await app.stopBot();
  await app.startBot();
  provider.fault({ operation: 'server.list', kind: 'hang' });
  await english.press('10.0.0.1');
  expect(english.screen()).toMatch(/^🖥 10\.0\.0\.1\n🟢 on/);
});

test.concurrent('a forged reference finds nothing', async () => {
  await using app = await enterConnected();
  const { english, world } = app;
  await english.say('/server 10.0.0.1');
  const card = english.messages().at(-1);
  const account = /"mo\|([^|]+)\|/.exec(JSON.stringify(card?.reply_markup))?.[1];
  expect(account).toBeDefined();
  world.pressRaw(english.user.id, english.chat, card?.message_id ?? 0, `sv|${account}|forged-ref`);
  await app.settled();
  expect(english.screen()).toContain('no longer in the account. /servers');
});
