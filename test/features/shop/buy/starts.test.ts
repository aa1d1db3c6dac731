import { expect, test } from 'vitest';
import { openStoreOf } from '../../../support/app.ts';
import { eventually } from '../../../support/eventually.ts';
import { holdAnswers } from '../../../support/hold-answers.ts';
import { bare, type Person } from '../../../support/person.ts';
import { ACCOUNTS, asked, connect, enter, enterBothConnected, enterConnected, TOKEN } from '../../support.ts';
import { forms, quoteOf } from './buying.ts';

/** The values that the record of the account's first server has, and its price in the sandbox. */
const FIRST = { geo: 'tehran', os: 'debian12', cpu: 1, ram: 2, disk: 25, backup: 1 } as const;
const PRICED = /^🛒(?:[\s\S]*\[.* · .*(?:toman|تومان)\]){3}/;

/** Taps the buttons one after the other. Returns how many that are. */
async function tap(person: Person, ...labels: (string | RegExp)[]): Promise<number> {
  for (const label of labels) await person.press(label);
  return labels.length;
}

test.concurrent('a server like another is bought in four taps from the home screen, with its price from the first screen on', async () => {
  await using app = await enterConnected();
  const { english } = app;
  await english.say('/start');
  const toPrices = await tap(english, 'Buy a server');
  await english.sees(PRICED);
  expect(english.screen()).toBe(
    [
      '🛒 A new server · Account 1',
      '',
      'Like 10.0.0.0 · 227,700 toman',
      'tehran · Debian 12 · one CPU core · 2 GB RAM · 25 GB disk · one backup',
      'Twice the size · 442,200 toman',
      '2 CPU cores · 4 GB RAM · 50 GB disk',
      'Half the size · 154,440 toman',
      'one CPU core · 1 GB RAM · 13 GB disk',
      '',
      'Prices for 30 days, VAT included.',
      'Choose a starting point; you can change every value. Or choose everything yourself, location first:',
      '[Like 10.0.0.0 · 227,700 toman]',
      '[Twice the size · 442,200 toman]',
      '[Half the size · 154,440 toman]',
      '[🖥 Like another server]',
      '[tehran] [frankfurt] [amsterdam]',
      '[Cancel]',
    ].join('\n'),
  );
  expect(asked(app, 'cloud').toSorted()).toEqual(
    [
      quoteOf(FIRST),
      quoteOf({ ...FIRST, cpu: 2, ram: 4, disk: 50 }),
      quoteOf({ ...FIRST, cpu: 1, ram: 1, disk: 13 }),
    ].toSorted(),
  );
  expect(asked(app, 'server.status')).toEqual(['server.status {"id":"srv-10001"}']);

  const toForm = await tap(english, 'Like 10.0.0.0');
  expect(english.screen()).toMatch(
    /Period: 30 days\n\nℹ️ Copied from 10\.0\.0\.0\. Its values have no units: check RAM and disk\.\n\n💰 Total for 30 days: 227,700 toman/,
  );
  const toConfirm = await tap(english, 'Continue: 227,700 toman');
  expect(english.screen()).toMatch(
    /^🛒 Order this server\?\nLocation: tehran\nOperating system: Debian 12\nCPU cores: 1\nRAM: 2 GB\nDisk: 25 GB\nBackups: 1\nAdditional traffic: 0\nPeriod: 30 days\n[\s\S]*227,700 toman/,
  );
  expect(asked(app, 'cloud.order')).toEqual([]);
  const toOrder = await tap(english, 'Order for');
  await english.sees(/tehran: ordered/);
  expect(asked(app, 'cloud.order')).toHaveLength(1);
  expect(toPrices + toForm + toConfirm + toOrder).toBe(4);
});

test.concurrent('the first screen does not wait for prices, and shows each as it arrives', async () => {
  await using app = await enterBothConnected();
  const { persian } = app;
  const answer = holdAnswers(app.provider, { operation: 'cloud.quote', times: 1 });
  await persian.say('/buy');
  const first = app.world.calls.findLast(({ method }) => method === 'sendMessage')?.params;
  expect(bare(String(first?.text))).toMatch(/مثل .*10\.0\.0\.0.* · ⏳[\s\S]*دو برابر.* · ⏳[\s\S]*نصف.* · ⏳/);
  await persian.sees(/^🛒(?:[\s\S]*\[.* · .*تومان\]){2}/);
  expect(persian.screen()).toContain('⏳');
  answer();
  await persian.sees(PRICED);
  expect(persian.screen()).toContain(
    '[مثل 10.0.0.0 · ۲۲۷٬۷۰۰ تومان]\n[دو برابر · ۴۴۲٬۲۰۰ تومان]\n[نصف · ۱۵۴٬۴۴۰ تومان]',
  );
  expect(asked(app, 'cloud')).toHaveLength(3);
  expect(forms(persian)).toHaveLength(1);
});

test.concurrent('the last order comes first, and then a server that it did not bring', async () => {
  await using app = await enter({ accounts: [{ token: TOKEN, servers: 1 }] });
  const { english } = app;
  await connect(english);
  await english.say('/buy');
  await english.sees(PRICED);
  await tap(english, 'Half', '30 days');
  await english.say('90');
  await tap(english, 'Continue', 'Order for');
  await english.sees(/tehran: ordered/);
  await english.say('/servers');
  await english.say('/buy');
  await english.sees(PRICED);
  expect(english.screen()).toMatch(
    /As last ordered · .*\ntehran · Debian 12 · one CPU core · 1 GB RAM · 13 GB disk · one backup · 90 days\nLike 10\.0\.0\.0 · 227,700 toman\n.* · 30 days\nTwice the size · .*\n2 CPU cores · 2 GB RAM · 26 GB disk · 90 days\n\nChoose a starting point/,
  );
});

test.concurrent('a server with the values of the last order is no starting point beside it', async () => {
  await using app = await enter({ accounts: [{ token: TOKEN, servers: 1 }] });
  const { english } = app;
  await connect(english);
  await english.say('/buy');
  await english.sees(PRICED);
  await tap(english, 'Like 10.0.0.0', 'Continue', 'Order for');
  await english.sees(/tehran: ordered/);
  await english.say('/servers');
  await english.say('/buy');
  expect(await english.sees(/^🛒(?:[\s\S]*\[.* · .*toman\]){2}\n\[🖥/)).toMatch(
    /\[As last ordered · 227,700 toman\]\n\[Twice the size · 442,200 toman\]\n\[🖥 Like another server\]/,
  );
});

test.concurrent('the new server may be like any other: tapped, or typed', async () => {
  await using app = await enterBothConnected();
  const { english, persian } = app;
  await english.say('/buy');
  await tap(english, 'Like another server');
  expect(english.screen()).toMatch(
    /Like which server\?[\s\S]*\n\[10\.0\.0\.0\] \[10\.0\.0\.1\]\n\[10\.0\.0\.2\]\n\[‹ Back\] \[Cancel\]$/,
  );
  await tap(english, 'Back');
  await english.sees(PRICED);
  await tap(english, 'Like another server', /^10\.0\.0\.1$/);
  expect(english.screen()).toMatch(/Location: frankfurt\n[\s\S]*Copied from 10\.0\.0\.1[\s\S]*💰/);
  expect(forms(english)).toHaveLength(1);

  await persian.say('/buy');
  await tap(persian, 'مثل یک سرور دیگر');
  await persian.say('10.0');
  expect(persian.screen()).toMatch(/مثل کدام سرور[\s\S]*سروری با این نام نیست/);
  await persian.say('۱۰.۰.۰.۲');
  expect(persian.screen()).toMatch(/لوکیشن: amsterdam\n[\s\S]*مقدارها از مشخصات 10\.0\.0\.2 است[\s\S]*💰/);
  expect(forms(persian)).toHaveLength(1);
});

test.concurrent('an account without servers gets three sizes where a location is known, and else the form', async () => {
  const accounts = [{ token: TOKEN, servers: 0 }];
  await using app = await enter({ accounts, env: { SERVER_LOCATIONS: 'tehran' } });
  await connect(app.english);
  await app.english.say('/buy');
  await app.english.sees(PRICED);
  expect(app.english.screen()).toMatch(
    /Small · .*\ntehran · Debian 13 · one CPU core · 1 GB RAM · 20 GB disk · no backups\nMedium · .*\n2 CPU cores · 2 GB RAM · 40 GB disk\nLarge · .*\n4 CPU cores · 4 GB RAM · 80 GB disk/,
  );
  expect(app.english.screen()).not.toContain('Like another server');
  await using bare = await enter({ accounts });
  await connect(bare.english);
  await bare.english.say('/buy');
  expect(bare.english.screen()).toBe(
    '🛒 A new server · Account 1\n\n📍 Which location? Choose one or type it.\n[Cancel]',
  );
  expect(asked(bare, 'cloud')).toEqual([]);
});

test.concurrent('a starting point without a price says so, and a tap tells why and asks for the value', async () => {
  await using app = await enterBothConnected();
  const { english, persian, provider } = app;
  const body = { errors: { disk: ['at least 30'] } };
  provider.fault({ operation: 'cloud.quote', kind: 'status', status: 422, body });
  await english.say('/buy');
  await english.sees(/^🛒(?:[\s\S]*no price: tap to see why){3}/);
  await tap(english, 'Twice the size');
  expect(english.screen()).toMatch(/Disk: 50 GB\n⚠️ .+\nat least 30\n[\s\S]*How large a disk/);
  provider.clearFaults();
  await english.say('80');
  expect(english.screen()).toContain('💰');

  provider.fault({ operation: 'server.status', kind: 'status', status: 404 });
  await persian.say('/buy');
  await persian.sees(/^🛒(?:[\s\S]*بدون قیمت؛ برای دیدن دلیل بزنید){3}/);
  await tap(persian, 'مثل 10.0.0.0');
  expect(persian.screen()).toMatch(/پیام هاستینگ/);
});

test.concurrent('a value that the record does not tell is asked', async () => {
  await using app = await enter({ accounts: [{ token: TOKEN, servers: [{ os: 'freebsd14' }] }] });
  const { english } = app;
  await connect(english);
  await english.say('/buy');
  await english.sees(/^🛒(?:[\s\S]*tap to add the missing values){3}/);
  expect(asked(app, 'cloud')).toEqual([]);
  await tap(english, 'Like 10.0.0.0');
  expect(english.screen()).toMatch(/Location: tehran\nCPU cores: 1\n[\s\S]*Which operating system\?/);
  await tap(english, 'Ubuntu 24');
  expect(english.screen()).toContain('💰');
});

test.concurrent('a late price of a starting point changes nothing for who went on', async () => {
  await using app = await enterConnected();
  const { english, provider } = app;
  const answerEarlier = holdAnswers(provider, { operation: 'cloud.quote', times: 3 });
  await english.say('/buy');
  await tap(english, 'frankfurt', 'Debian 12');
  const before = english.screen();
  expect(before).toContain('How many CPU cores?');
  const answer = holdAnswers(provider, { operation: 'cloud.quote', times: 1 });
  await tap(english, 'Cancel');
  await english.say('/buy');
  answerEarlier();
  answer();
  await english.sees(PRICED);
  expect(english.screens().filter((screen) => PRICED.test(screen))).toHaveLength(1);
});

test.concurrent('prices that a restart cut off are asked again and shown', async () => {
  await using app = await enterConnected();
  const { english, provider } = app;
  provider.fault({ operation: 'cloud.quote', kind: 'hang', times: 3 });
  await english.say('/buy');
  await eventually(() => asked(app, 'cloud').length === 3);
  await app.stopBot();
  app.later(45_000);
  await app.startBot();
  await english.sees(PRICED);
  await tap(english, 'Like 10.0.0.0');
  expect(english.screen()).toContain('Continue: 227,700 toman');
  await app.stopBot();
  const store = await openStoreOf(app);
  expect(await store.reminders.nextDue()).toBeUndefined();
  await store.close();
});

test.concurrent('/buy again keeps the starting points with their prices, and asks none of them again', async () => {
  await using app = await enterConnected();
  const { english } = app;
  await english.say('/buy');
  await english.sees(PRICED);
  await english.say('/buy');
  expect(english.screen()).toMatch(PRICED);
  expect(asked(app, 'cloud')).toHaveLength(3);
  expect(english.screens().filter((screen) => screen.startsWith('🛒'))).toHaveLength(1);
});

test.concurrent('made-up and old buttons of starting points do nothing', async () => {
  await using app = await enterConnected();
  const { english, world } = app;
  await english.say('/buy');
  await english.sees(PRICED);
  const message = english.messages().at(-1)?.message_id ?? 0;
  const form = english.screen();
  for (const data of ['bs|3', 'bs|9', 'bs|x', 'bs|']) {
    await world.pressRaw(english.user.id, english.chat, message, data).answered;
    await app.settled();
  }
  expect(forms(english)).toEqual([form]);
  await tap(english, 'Cancel');
  for (const data of ['bs|0', 'bp', 'bt'])
    expect(await world.pressRaw(english.user.id, english.chat, message, data).answered).toMatchObject({
      text: 'This form is closed. Open a new one with /buy',
    });
  await app.settled();
  expect(asked(app, 'cloud')).toHaveLength(3);
});

test.concurrent('another person’s account brings its own starting points', async () => {
  await using app = await enter({ accounts: ACCOUNTS });
  await connect(app.persian, ACCOUNTS[1]?.token);
  await app.persian.say('/buy');
  await app.persian.sees(PRICED);
  expect(app.persian.screen()).toContain('مثل 10.1.134.160');
});

test.concurrent('a record in gigabytes, as the order takes them, needs no note of its units', async () => {
  for (const [unit, isNoted] of [
    ['GB,fa:گیگابایت', false],
    ['GiB,fa:گیبی‌بایت', true],
  ] as const) {
    await using app = await enterBothConnected({ env: { UNIT_MEMORY: unit, UNIT_DISK: 'GB,fa:گیگابایت' } });
    for (const [person, note] of [
      [app.english, 'Copied from 10.0.0.0'],
      [app.persian, 'مقدارها از مشخصات'],
    ] as const) {
      await person.say('/buy');
      await person.sees(PRICED);
      await tap(person, /^(Like|مثل) 10\.0\.0\.0/);
      expect(person.screen().includes(note)).toBe(isNoted);
    }
  }
});
