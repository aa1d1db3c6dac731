import { expect, test } from 'vitest';
import { openStore } from '../../../src/store/index.ts';
import type { Person } from '../../support/person.ts';
import { asked, connect, enter, enterBothConnected, enterConnected, OTHER_TOKEN, TOKEN } from '../support.ts';

async function call(person: Person, ip: string, label: string, name: string): Promise<void> {
  await person.say(`/server ${ip}`);
  await person.press(/More|بیشتر/);
  await person.press(label);
  await person.say(name);
}

test.concurrent('a server gets a name that works wherever its IP does', async () => {
  await using app = await enterConnected();
  const { english } = app;
  await english.say('/server 10.0.0.1');
  await english.press('More');
  await english.press('Set a name');
  expect(english.screen()).toMatch(/Send a name for 10\.0\.0\.1, at most 24 characters[\s\S]*\[Cancel\]$/);
  await english.say('web1');
  expect(english.screen()).toMatch(/^🖥 web1\n[\s\S]*IP: 10\.0\.0\.1/);
  expect(english.screens().at(-2)).not.toContain('[Cancel]');
  await english.press('More');
  expect(english.screen()).toContain('[✏️ Rename] [Remove the name]');
  await english.say('/servers');
  expect(english.screen()).toContain('[🟢 web1 · ⚠️ 2 days · frankfurt]');
  app.provider.forget();
  await english.say('/reboot WEB1');
  expect(english.screen()).toContain('🔁 Restart web1 (10.0.0.1)?');
  expect(asked(app)).toEqual(['server.status {"id":"srv-10002"}']);
});

test.concurrent('the name is changed and removed', async () => {
  await using app = await enterBothConnected();
  const { persian } = app;
  await call(persian, '10.0.0.0', 'نام‌گذاری', 'فروشگاه');
  expect(persian.screen()).toContain('🖥 فروشگاه');
  await persian.press('بیشتر');
  expect(persian.screen()).toContain('[✏️ تغییر نام] [حذف نام]');
  await persian.press('تغییر نام');
  await persian.say('انبار');
  expect(persian.screen()).toContain('🖥 انبار');
  await persian.press('بیشتر');
  await persian.press('حذف نام');
  expect(persian.screen()).toMatch(/^🖥 10\.0\.0\.0\n/);
  await persian.press('بیشتر');
  expect(persian.screen()).toContain('[🏷 نام‌گذاری]');
  await persian.press('مدیریت سرور');
  await persian.say('/server انبار');
  expect(persian.screen()).toMatch(/سروری با نام یا آی‌پی انبار[\s\S]*\[🖥 سرورها\]$/);
});

test.concurrent('a Persian name is found however its letters are typed', async () => {
  await using app = await enterBothConnected();
  const { persian } = app;
  await call(persian, '۱۰.۰.۰.۱', 'نام‌گذاری', 'یک سرور ۲');
  for (const typed of ['يك سرور 2', 'یک سرور ٢', 'یک سرور']) {
    await persian.say(`/server ${typed}`);
    expect(persian.screen()).toMatch(/^🖥 یک سرور ۲\n🟢/);
  }
});

test.concurrent('a name and an IP are found with what keyboards and clipboards add, and so confirm what they name', async () => {
  await using app = await enterBothConnected();
  const { english, persian } = app;
  await call(english, '10.0.0.1', 'Set a name', '\u202amy\u200b shop\u00ad\u202c\u200f');
  expect(english.screen()).toMatch(/^🖥 my shop\n/);
  const typed = [
    'my shop',
    'Ｍｙ ｓｈｏｐ',
    '\u202bmy\u00a0shop\u061c',
    '۱۰٫۰٫۰٫۱',
    '\ufeff10.0.0.1\u2060',
    '１０．０．０．１',
  ];
  for (const name of typed) {
    await english.say(`\u200f\u200e/Server ${name}`);
    expect(english.screen(), name).toMatch(/^🖥 my shop\n/);
    await english.say(`restart ${name}`);
    expect(english.screen(), name).toMatch(/^🔁 Restart my shop \(10\.0\.0\.1\)\?/);
    await english.press('Cancel');
  }
  await call(persian, '10.0.0.0', 'نام‌گذاری', '۱۰٫۰٫۰٫۲');
  expect(persian.screen()).toMatch(/^این نام قابل استفاده نیست/);
});

test.concurrent('names that an earlier release took are found as well, and an IP means its own server', async () => {
  await using app = await enterConnected();
  const { english } = app;
  await english.say('/servers');
  const store = await openStore(app.env.STORE_URL ?? '');
  await store.accounts.change(english.user.id, ({ accounts: [account] }) => {
    account?.aliases.set('srv-10001', '\u202ashop\u200b\u202c');
    account?.aliases.set('srv-10002', '۱۰٫۰٫۰٫۲');
  });
  await store.close();
  await english.say('/server shop');
  expect(english.screen()).toContain('IP: 10.0.0.0');
  await english.say('/server 10.0.0.2');
  expect(english.screen()).toMatch(/^🖥 10\.0\.0\.2\n/);
});

test.concurrent('names that are taken or do not fit are asked for again', async () => {
  await using app = await enterBothConnected();
  const { english, persian } = app;
  await call(english, '10.0.0.0', 'Set a name', 'web1');
  await call(english, '10.0.0.1', 'Set a name', 'Web1');
  expect(english.screen()).toBe('Another server in this account already has this name. Send another one.\n[Cancel]');
  for (const unfit of ['x'.repeat(25), '10.0.0.7', '۱۰.۰', '12', 'fe80::1', '\u200e\u2069', '👩‍👩‍👧‍👦'.repeat(24)]) {
    await english.say(unfit);
    expect(english.screen()).toMatch(/^This can’t be used as a name\.[\s\S]*at most 24 characters[\s\S]*\[Cancel\]$/);
  }
  await english.upload('name.txt', 'text/plain', Buffer.from('x'));
  expect(english.screen()).toContain('This can’t be used as a name');
  await english.say('web2');
  expect(english.screen()).toContain('🖥 web2');
  expect(english.screens().filter((screen) => screen.includes('[Cancel]'))).toEqual([]);

  await call(persian, '10.0.0.0', 'نام‌گذاری', '127.0.0.1');
  expect(persian.screen()).toMatch(/^این نام قابل استفاده نیست[\s\S]*۲۴ کاراکتر/);
  await persian.press('انصراف');
  expect(persian.screen()).toContain('لغو شد. چیزی تغییر نکرد');
});

test.concurrent('a name for one person and account is none for another', async () => {
  await using app = await enter();
  const { english, persian } = app;
  await connect(english);
  await connect(persian);
  await call(english, '10.0.0.0', 'Set a name', 'web1');
  await persian.say('/server web1');
  expect(persian.screen()).toContain('سروری با نام یا آی‌پی web1');
  await connect(english, OTHER_TOKEN);
  await english.say('/server web1');
  expect(english.screen()).toContain('No server with this name or IP in your current account: web1');
});

test.concurrent('a beginning that fits several lets the person choose', async () => {
  await using app = await enter({ accounts: [{ token: TOKEN, servers: 30 }] });
  const { english, persian } = app;
  await connect(english);
  await call(english, '10.0.0.7', 'Set a name', 'web-a');
  await call(english, '10.0.0.8', 'Set a name', 'web-b');
  await english.say('/off web');
  expect(english.screen()).toBe(
    [
      '⏹ Power off which server?',
      '[🟢 web-a · ⚠️ 5 days · tabriz]',
      '[🟢 web-b · 212 days · tehran]',
      '[🖥 Servers]',
    ].join('\n'),
  );
  await english.press('web-b');
  expect(english.screen()).toContain('⏹ Power off web-b (10.0.0.8)?');
  await english.say('/server 10.0.0.2');
  expect(english.screen()).toMatch(/^🖥 10\.0\.0\.2\n/);
  await english.say('/server 10.0.0');
  expect(english.screen()).toMatch(/^Which server\?\nPage 1 of 4\n(?:\[🟢 .*\]\n){8}\[Next ›\]\n\[🖥 Servers\]$/);
  await connect(persian);
  await persian.say('/reboot ۱۰.۰.۰.۲');
  expect(persian.screen()).toContain('🔁 سرور 10.0.0.2 ری‌استارت شود؟');
  await persian.say('/reboot');
  expect(persian.screen()).toMatch(/^🔁 کدام سرور ری‌استارت شود؟\nصفحهٔ ۱ از ۴\n/);
  await persian.say('/reboot ۱۰.۰.۰.۲۸۸');
  expect(persian.screen()).toContain('آی‌پی ۱۰.۰.۰.۲۸۸ در');
});

test.concurrent('a server without an IP is found by its id', async () => {
  await using app = await enterConnected();
  const { english, provider } = app;
  const body = [{ id: 'vm-blue' }, { id: 'vm-red' }];
  provider.fault({ operation: 'server.list', kind: 'errorOn200', body });
  await english.say('/servers');
  provider.fault({ operation: 'server.status', kind: 'errorOn200', body: { status: 'on' } });
  await english.say('/server vm-b');
  expect(english.screen()).toMatch(/^🖥 vm-blue\n🟢 on/);
  await english.say('/server');
  expect(english.screen()).toContain('[🟢 vm-blue]\n[🟢 vm-red]');
});

test.concurrent('a name comes before an id that reads the same', async () => {
  await using app = await enterConnected();
  const { english } = app;
  await english.say('/server srv-10001');
  expect(english.screen()).toContain('🖥 10.0.0.0\n');
  await call(english, '10.0.0.1', 'Set a name', 'srv-10001');
  app.provider.forget();
  await english.say('/server SRV-10001');
  expect(english.screen()).toMatch(/^🖥 srv-10001\n[\s\S]*IP: 10\.0\.0\.1\n/);
  expect(asked(app)).toEqual(['server.status {"id":"srv-10002"}']);
});

test.concurrent('a server that is newer than the kept list is found by its IP', async () => {
  await using app = await enterConnected();
  const { english, provider } = app;
  provider.fault({
    operation: 'server.list',
    kind: 'errorOn200',
    body: [{ id: 'srv-10001', ip: '10.0.0.0' }],
    times: 1,
  });
  await connect(english, OTHER_TOKEN);
  await connect(english);
  await english.say('/server 10.0.0.2');
  expect(english.screen()).toMatch(/^🖥 10\.0\.0\.2\n/);
});
