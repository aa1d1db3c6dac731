import { expect, test } from 'vitest';
import type { Operation } from '../../../../src/operations/index.ts';
import { openStoreOf, type TestApp } from '../../../support/app.ts';
import { ENDLESS_MS, hasten } from '../../../support/hasten.ts';
import type { Person } from '../../../support/person.ts';
import { enterBothConnected, enterConnected, TOKEN } from '../../support.ts';
import { WANTED, walk } from '../buy/buying.ts';
import { bodies } from '../support.ts';

/** Buys a server, and waits until it is there. */
async function buy(person: Person): Promise<string> {
  await walk(person);
  await person.press(/^Continue|^ادامه/);
  await person.press(/^Order for|^سفارش به مبلغ/);
  await person.sees(/✅|🎉/);
  return person.screen();
}

/** The newest order as /orders shows it. */
async function receiptOf(person: Person): Promise<string> {
  await person.say('/orders');
  await person.press(/^1$|^۱$/);
  return person.screen();
}

/** The part of a receipt before the time of the request. */
const upToMoment = (screen: string) => screen.split(/\n\n(?:Requested on|درخواست در)/)[0];

const code = ({ provider }: TestApp) => provider.account(TOKEN).orders.at(-1)?.orderId ?? 'none';

test.concurrent('a server’s receipt: how to get in, what was bought, its code and price, and what a new server needs first', async () => {
  await using app = await enterConnected({ timings: { orderMs: 100 } });
  const { english, provider } = app;
  const own = await buy(english);
  const text = [
    '✅ New server in frankfurt: ordered and ready:',
    'IP: 10.1.134.162',
    'IPv6: 2001:db8::186a2',
    'User: root',
    'Port: 22',
    '',
    'Location: frankfurt',
    'Operating system: Debian 12',
    'CPU cores: 2',
    'RAM: 4 GB',
    'Disk: 40 GB',
    'Backups: 1',
    'Additional traffic: 0',
    'Period: 30 days',
    `Order code: ${code(app)}`,
    'Total: 422,400 toman, VAT included',
  ].join('\n');
  const keys = ['[10.1.134.162]', '[🔑 Set a password]', '[🏷 Set a name]'].join('\n');
  expect(own.startsWith(text)).toBe(true);
  expect(own.endsWith(`${keys}\n[🖥 Servers]`)).toBe(true);
  const kept = await receiptOf(english);
  expect(kept.startsWith(text)).toBe(true);
  expect(kept.endsWith(`${keys}\n[🖥 Servers]\n[🧾 Orders]`)).toBe(true);

  await english.press('Set a password');
  await english.press('Make a strong one');
  expect(english.screen()).toMatch(/10\.1\.134\.162/);
  await english.press(/^Yes|^Change/);
  await english.shows(/Password/);
  const id = provider.account(TOKEN).servers.at(-1)?.id;
  await app.world.until(() => bodies(app, 'server.password').some((body) => body.includes(`"id":"${id}"`)));
});

test.concurrent('the same in Persian; the name is given from the receipt, and works', async () => {
  await using app = await enterBothConnected({ timings: { orderMs: 100 } });
  const { persian } = app;
  const text = [
    '✅ سرور جدید در frankfurt سفارش داده شد و آماده است:',
    'آی‌پی: 10.1.134.162',
    'IPv6: 2001:db8::186a2',
    'نام کاربری: root',
    'پورت: 22',
    '',
    'لوکیشن: frankfurt',
    'سیستم‌عامل: Debian 12',
    'تعداد هسته: ۲',
    'رم: ۴ گیگابایت',
    'دیسک: ۴۰ گیگابایت',
    'بکاپ: ۱',
    'ترافیک اضافه: ۰',
    'مدت: ۳۰ روز',
  ].join('\n');
  expect((await buy(persian)).startsWith(text)).toBe(true);
  expect((await receiptOf(persian)).startsWith(text)).toBe(true);
  await persian.press('نام‌گذاری');
  await persian.say('web9');
  expect(persian.screen()).toMatch(/^🖥 web9\n/);
  await persian.say('/server web9');
  expect(persian.screen()).toMatch(/^🖥 web9\n[\s\S]*10\.1\.134\.162/);
});

test.concurrent('a differing value of the provider is shown as it came; a password is not shown', async () => {
  await using app = await enterBothConnected({ timings: { orderMs: 100 } });
  const { english, persian, provider } = app;
  const body = {
    status: 'on',
    os: 'debian12',
    cpu: '2',
    ram: '4096',
    disk: '40 GB',
    user: 'admin',
    password: 'hunter2',
  };
  await walk(english);
  await english.press(/^Continue/);
  provider.fault({ operation: 'server.status', kind: 'errorOn200', body });
  await english.press(/^Order for/);
  await english.sees(/✅/);
  expect(english.screen()).toMatch(
    /^[^\n]+\nIP: 10\.1\.134\.162\nUser: admin\n\nLocation: frankfurt\nOperating system: Debian 12\nCPU cores: 2\nRAM: 4 GB \(the provider shows 4096\)\nDisk: 40 GB \(the provider shows 40 GB\)\nBackups: 1\n/,
  );
  expect(english.screens().join('\n')).not.toContain('hunter2');
  await walk(persian);
  await persian.press(/^ادامه/);
  provider.fault({ operation: 'server.status', kind: 'errorOn200', body });
  await persian.press(/^سفارش به مبلغ/);
  await persian.sees(/✅/);
  expect(persian.screen()).toMatch(
    /رم: ۴ گیگابایت \(هاستینگ نشان می‌دهد: ۴۰۹۶\)\nدیسک: ۴۰ گیگابایت \(هاستینگ نشان می‌دهد: 40 GB\)\n/,
  );
});

test.concurrent('a record that can’t be read at first is read once more for the receipt; one that never can delays no other', async () => {
  await using app = await enterBothConnected({ timings: { orderMs: 100 } });
  const { english, persian, provider } = app;
  const fault = {
    operation: 'server.status',
    kind: 'errorOn200',
    body: { error: 'not found', message: 'no' },
  } as const;
  provider.fault({ ...fault, times: 1 });
  expect(await buy(english)).toMatch(/\nIP: 10\.1\.134\.162\nIPv6: [^\n]+\nUser: root\nPort: 22\n\nLocation/);
  provider.fault(fault);
  expect(await buy(persian)).toMatch(
    /\nآی‌پی: 10\.1\.134\.163\n\nلوکیشن: frankfurt\n[\s\S]*\[🔑 تعیین رمز عبور\]\n\[🏷 نام‌گذاری\]/,
  );
});

test.concurrent('of several servers that match each has its card, and none a password', async () => {
  await using app = await enterConnected({ timings: { orderMs: 3_600_000 } });
  const { english, provider } = app;
  await walk(english);
  await english.press(/^Continue/);
  await english.press(/^Order for/);
  await english.sees(/frankfurt: ordered/);
  await walk(english);
  await english.press(/^Continue/);
  await english.press(/^Order for/);
  await english.sees(/frankfurt: ordered/);
  for (const server of provider.account(TOKEN).servers) server.readyAt = 0;
  await english.sees(/2 new servers match/);
  expect(english.screen()).toMatch(/\n10\.1\.134\.162 · 10\.1\.134\.163\n[\s\S]*\nRAM: 4 GB\n/);
  expect(english.screen()).not.toMatch(/Set a password|User: /);
});

test.concurrent.for([
  [
    'english',
    ['+1', 'RAM 4', 'Traffic 0'],
    ['Get the price', 'Upgrade for'],
    /^✅ 10\.0\.0\.1 upgraded\nCPU cores: 2 → 3\nRAM: 4 → 8\nTraffic added: 120 GB\nTotal: [\d,]+ toman, VAT included\n/,
  ],
  [
    'persian',
    [/\+۱$/, 'رم: ۴', 'ترافیک: ۰'],
    ['استعلام قیمت', 'ارتقا به مبلغ'],
    /^✅ سرور 10\.0\.0\.1 ارتقا داده شد\nتعداد هسته: از ۲ به ۳\nرم: از ۴ به ۸\nترافیک اضافه‌شده: ۱۲۰ گیگابایت\nجمع: [۰-۹٬]+ تومان با احتساب مالیات/,
  ],
] as const)(
  'an upgrade’s receipt: from what to what, the traffic added, its price, in %s',
  async ([who, [step, memory, traffic], [price, yes], words]) => {
    await using app = await enterBothConnected({ timings: { rebootMs: ENDLESS_MS } });
    const { [who]: person } = app;
    await person.say('/upgrade 10.0.0.1');
    await person.press(step);
    await person.press(memory);
    await person.say('8');
    await person.press(traffic);
    await person.say('120');
    await person.press(price);
    await person.press(yes);
    await person.sees(/^⏳[\s\S]*(RAM: 4 → 8\nTraffic to add: 120 GB|رم: از ۴ به ۸\nترافیکی که اضافه می‌شود: ۱۲۰)/);
    hasten(app);
    await person.sees(/✅/);
    const own = person.screen();
    expect(own).toMatch(words);
    expect(upToMoment(await receiptOf(person))).toBe(own.split('\n[')[0]);
  },
);

test.concurrent('an upgrade whose answer was lost says what it was for', async () => {
  await using app = await enterConnected();
  const { english, provider } = app;
  await english.say('/upgrade 10.0.0.1');
  await english.press('+2');
  await english.press('Get the price');
  provider.fault({ operation: 'cloud.upgrade', kind: 'cutBefore', times: 1 });
  await english.press('Upgrade for');
  await english.sees(/^⚠️ Upgrade of 10\.0\.0\.1: no answer[\s\S]*\nCPU cores: 2 → 4\nTotal: /);
});

test.concurrent('receipts of an earlier release are still shown', async () => {
  await using app = await enterConnected();
  const { english } = app;
  const { user } = english;
  const store = await openStoreOf(app);
  const { accounts } = await store.accounts.get(user.id);
  const at = Date.now() - 3_600_000;
  const old: Pick<
    Operation,
    'userId' | 'chatId' | 'accountId' | 'locale' | 'expiresAt' | 'dueAt' | 'notified' | 'state'
  > = {
    userId: user.id,
    chatId: user.id,
    accountId: accounts[0]?.id ?? '',
    locale: 'en',
    expiresAt: at,
    dueAt: null,
    notified: true,
    state: 'done',
  };
  const quote = { total: 1_000, currency: 'toman' };
  const target = { serverId: 'srv-10002', name: '10.0.0.1', person: 'Sam' };
  const to = { cpu: 3, ram: 4, disk: 50, backup: 2, traffic: 0 };
  const candidates = [{ id: 'srv-10001', ip: '10.0.0.0', exact: true }];
  const batch = ['old-one', 'old-two'];
  for (const operation of [
    {
      kind: 'order',
      parameters: { server: WANTED },
      progress: { seen: { candidates, proven: true } },
      receipt: { orderId: 'old-code' },
    },
    { kind: 'upgrade', parameters: { ...target, to }, progress: { seen: {} } },
    { kind: 'renewal', id: 'old-one', parameters: { ...target, period: 30, batch }, progress: { seen: {} } },
    { kind: 'renewal', id: 'old-two', parameters: { ...target, period: 30, batch }, progress: { seen: {} } },
  ] as const)
    await store.ledger.add({ id: operation.kind, ...old, ...operation, quote, createdAt: at, sentAt: at });
  await store.close();
  const shown: string[] = [];
  for (const number of ['1', '2', '3', '4']) {
    await english.say('/orders');
    await english.press(number);
    shown.push(english.screen());
  }
  expect(shown).toContainEqual(
    expect.stringMatching(
      /ordered and ready:\nIP: 10\.0\.0\.0\n\nLocation: frankfurt\n[\s\S]*Order code: old-code\nTotal: 1,000 toman[\s\S]*\[🔑 Set a password\]/,
    ),
  );
  expect(shown).toContainEqual(expect.stringMatching(/^✅ 10\.0\.0\.1 upgraded\nCPU cores: – → 3\n/));
  expect(shown.filter((screen) => /^✅ 2 servers renewed[\s\S]*💰 Total: 2,000 toman/.test(screen))).toHaveLength(2);
});
