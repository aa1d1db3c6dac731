import { expect, test } from 'vitest';
import { roundLease } from '../../../src/watches/budget.ts';
import { enterBothConnected, enterConnected, TOKEN } from '../../features/support.ts';
import { enterEnglishTeam } from '../../features/teams/support.ts';
import { openStoreOf, type TestApp } from '../../support/app.ts';
import { ask } from './support.ts';

const MINUTE = 60_000;
const IS_FREE = /^🌐 .* is free\n/;
const NAME = 'wanted.com';

/** The name is in the person's account first, so that it is taken. */
async function enterWatched() {
  const app = await enterConnected();
  const { english } = app;
  await english.say(`/register ${NAME}`);
  await english.press(/^1$/);
  await english.say('ns1.example.com ns2.example.com');
  await english.press('Register for');
  await english.sees(/registered and active/);
  await english.say(`/check ${NAME}`);
  await english.sees(/Registered|taken/i);
  await english.press('Message me when free');
  await english.sees(/wanted\.com is taken\. This chat gets a message/);
  app.provider.forget();
  return app;
}

const told = ({ english }: TestApp) => english.screens().filter((text) => IS_FREE.test(text));

test('a name that becomes free is asked for twice, told once, and registered by its button', async () => {
  await using app = await enterWatched();
  const { english } = app;
  await ask(app, 2);
  app.provider.account(TOKEN).removeDomain(NAME);
  await ask(app);
  expect(told(app)).toEqual([]);
  await ask(app, 1, MINUTE + 10_000);
  await expect.poll(() => told(app)).toHaveLength(1);
  await ask(app, 2);
  await expect.poll(() => told(app)).toHaveLength(1);
  await english.press('🛒 wanted.com');
  await english.sees(/wanted\.com[\s\S]*(year|price)/i);
  await expect.poll(() => told(app)).toHaveLength(1);
});

test('a check that fails says neither free nor taken', async () => {
  await using app = await enterWatched();
  await ask(app, 2);
  app.provider.account(TOKEN).removeDomain(NAME);
  app.provider.fault({ operation: 'domain.availability', kind: 'status', status: 503, times: 1_000 });
  await ask(app, 2);
  expect(told(app)).toEqual([]);
  app.provider.clearFaults();
  await ask(app, 2);
  await expect.poll(() => told(app)).toHaveLength(1);
  app.provider.fault({ operation: 'domain.availability', kind: 'status', status: 404, times: 1_000 });
  await ask(app, 2);
  await expect.poll(() => told(app)).toHaveLength(1);
});

test('it is ended in two taps, and not asked for any more', async () => {
  await using app = await enterWatched();
  const { english } = app;
  await english.say('/watch');
  await english.sees(/Watched: names 1, prices 0, traffic 0/);
  await english.press('Names, prices, traffic');
  await english.sees(/wanted\.com/);
  await english.press('🔕 wanted.com');
  await english.sees(/No name, price or traffic is watched/);
  const store = await openStoreOf(app);
  expect(await store.watches.nextDue()).toBeUndefined();
  await store.close();
});

test('a name that is free already is offered at once', async () => {
  await using app = await enterConnected();
  const { english } = app;
  await english.say('/domain nobody-has-it.com');
  await english.press('Message me when free');
  await english.sees(/nobody-has-it\.com is free now/);
  await english.press('Register');
  await english.sees(/nobody-has-it\.com/);
});

test('of a suffix 10 % less is told after two equal answers, and that it went up again', async () => {
  await using app = await enterConnected();
  const { english, provider } = app;
  await english.say('/price com');
  await english.press('When 10% cheaper');
  await english.sees(/gets a message when \.com costs .* or less/);
  await ask(app, 2, 7 * 60 * MINUTE);
  provider.setPrices(85);
  await ask(app, 1, 7 * 60 * MINUTE);
  expect(english.screens().some((text) => /^💰/.test(text))).toBe(false);
  await ask(app, 1, MINUTE + 10_000);
  await english.sees(
    /^💰 \.com costs .* per year\n.*The price was [\s\S]*\[🔎 Check a name with \.com\]\n\[💰 Price of \.com now\]/,
  );
  await english.press('Check a name with .com');
  await english.sees(/Names without an extension are checked with \.com\./);
  await english.say('cheaper');
  await english.sees(/cheaper\.com/);
  await english.press('Price of .com now');
  await english.sees(/\.com: .* per year/);
  provider.setPrices(100);
  await ask(app, 1, 7 * 60 * MINUTE);
  await ask(app, 1, MINUTE + 10_000);
  await english.sees(/The price of \.com went up again/);
});

test.for([
  ['english', 'When 10% cheaper', '🔕 Stop this watch', /^💰 \.com costs/, /^⏹ \.com is no longer watched/],
  ['persian', '۱۰٪ ارزان‌تر', '🔕 دیگر خبر نده', /^💰 .*\.com.* شد/, /^⏹ .*\.com.* دیگر زیر نظر نیست/],
] as const)(
  'a price that came down ends its watch by a key, and says so: %s',
  async ([who, watch, end, told, ended]) => {
    await using app = await enterBothConnected();
    const { provider, [who]: person } = app;
    await person.say('/price com');
    await person.press(watch);
    await ask(app, 2, 7 * 60 * MINUTE);
    provider.setPrices(85);
    await ask(app, 1, 7 * 60 * MINUTE);
    await ask(app, 1, MINUTE + 10_000);
    await person.shows(told);
    await person.press(end);
    await person.shows(ended);
    // The alert says it, and the list of watches comes below.
    expect(person.screens().some((text) => told.test(text))).toBe(false);
    expect(person.screen()).toMatch(/^🌐/);
    const store = await openStoreOf(app);
    await expect.poll(() => store.watches.nextDue()).toBeUndefined();
    await store.close();
  },
);

test.for([
  [
    'english',
    ...['Details', 'Alert above a traffic limit', '100', 'Open server'],
    /^📶 10\.0\.0\.1: traffic above 100 GB\nNow: 101\.5 GB\.\n\[/,
    /^📶[^\n]*traffic above 100 GB/m,
  ],
  [
    'persian',
    ...['جزئیات', 'ترافیک بیشتر از حد دلخواه', '۱۰۰', 'مدیریت سرور'],
    /^📶 10\.0\.0\.1: ترافیک بیشتر از ۱۰۰ گیگابایت\nالان: ۱۰۱٫۵ گیگابایت\.\n\[/,
    /^📶[^\n]*ترافیک بیشتر از ۱۰۰ گیگابایت/m,
  ],
] as const)(
  'traffic is told in the operator’s unit and the digits of the reader, with a key to the card: %s',
  async ([who, details, watch, number, card, told, line]) => {
    await using app = await enterBothConnected({ env: { UNIT_TRAFFIC: 'GB,fa:گیگابایت' } });
    const { provider, [who]: person } = app;
    const server = provider.account(TOKEN).server('srv-10002');
    await person.say('/server srv-10002');
    await person.press(details);
    await person.press(watch);
    await person.say(number);
    await ask(app, 2, 61 * MINUTE);
    server.trafficUsage = '101.5';
    await ask(app, 1, 61 * MINUTE);
    await ask(app, 1, MINUTE + 10_000);
    await person.shows(told);
    await person.say('/alerts');
    await person.sees(line);
    await person.press(card);
    await person.sees(/^🖥 10\.0\.0\.1\n/);
    expect(person.screens().some((text) => told.test(text))).toBe(true);
  },
);

test('a typed price has to be lower than today’s', async () => {
  await using app = await enterConnected();
  const { english } = app;
  await english.say('/price com');
  await english.press('At my price');
  await english.sees(/Send the price at which you want a message/);
  await english.say('999999999999');
  await english.sees(/not below today’s price/);
  await english.say('1,000');
  await english.sees(/costs 1,000 toman per year or less/);
});

test('in a team’s group a viewer can’t set it, and more than 20 names fit into no chat', async () => {
  await using app = await enterEnglishTeam();
  const { viewer, operator } = app.inGroup;
  await operator.say('/check taken-one.com');
  await operator.sees(/Message me when free/);
  const { ownerId, accountId } = await app.team();
  const store = await openStoreOf(app);
  await viewer.press('Message me when free');
  expect(await store.watches.get(ownerId, accountId)).toBeUndefined();
  await operator.press('Message me when free');
  await expect
    .poll(async () => (await store.watches.get(ownerId, accountId))?.chats[0]?.names)
    .toEqual(['taken-one.com']);
  await store.watches.change(ownerId, accountId, Date.now(), ([chat]) => {
    if (chat) chat.names = Array.from({ length: 20 }, (_, at) => `taken-${at}.com`);
  });
  await operator.say('/check taken-more.com');
  await operator.press('Message me when free');
  expect((await store.watches.get(ownerId, accountId))?.chats[0]?.names).toHaveLength(20);
  await store.close();
});

test('traffic above a typed number is told after two readings, once, with no unit of our own', async () => {
  await using app = await enterConnected();
  const { english, provider } = app;
  const server = provider.account(TOKEN).server('srv-10002');
  server.trafficUsage = '37.1';
  await english.say('/server srv-10002');
  await english.press(/Details/);
  await english.press('Alert above a traffic limit');
  await english.sees(/has used .*37\.1.* so far/);
  await english.say('20');
  await english.sees(/Send a whole number above/);
  await english.say('100');
  await english.sees(/traffic above .*100/);
  await ask(app, 2, 61 * MINUTE);
  server.trafficUsage = '100.5';
  await ask(app, 1, 61 * MINUTE);
  const alerts = () => english.screens().filter((text) => /^📶 .*traffic above/.test(text));
  expect(alerts()).toEqual([]);
  server.trafficUsage = '101.5';
  await ask(app, 1, MINUTE + 10_000);
  await expect.poll(alerts).toHaveLength(1);
  expect(alerts()[0]).toMatch(/10\.0\.0\.1: traffic above 100\nNow: 101\.5/);
  server.trafficUsage = 'unreadable';
  await ask(app, 2, 61 * MINUTE);
  expect(alerts()).toHaveLength(1);
  server.trafficUsage = '3';
  await ask(app, 1, 61 * MINUTE);
  await ask(app, 1, MINUTE + 10_000);
  await english.sees(/traffic of 10\.0\.0\.1 is no longer above 100/);
});

test.for([
  [
    'english',
    ...['Details', 'Traffic far above usual', '🔕 📈'],
    /10\.0\.0\.1 · traffic far above usual/,
    /over 5 times as much as usual/,
    /^📈 .*10\.0\.0\.1: traffic far above usual\nIn the last hour: \d+.*Usual in an hour: 1, in the provider’s own unit/,
    /No name, price or traffic is watched/,
  ],
  [
    'persian',
    ...['جزئیات', 'ترافیک خیلی بیشتر از معمول', '🔕 📈'],
    /10\.0\.0\.1.*ترافیک خیلی بیشتر از معمول/,
    /«خیلی بیشتر» یعنی بیش از ۵ برابر/,
    /^📈 .*10\.0\.0\.1.*ترافیک خیلی بیشتر از معمول\nیک ساعت اخیر: [۰-۹]+(?:٫[۰-۹]+)?\. معمولاً در یک ساعت: ۱، با واحد خود هاستینگ/,
    /هیچ دامنه، قیمت یا ترافیکی زیر نظر نیست/,
  ],
] as const)(
  'traffic far above usual is told, by one key of the details: %s',
  async ([who, details, usual, end, set, how, told, none]) => {
    await using app = await enterBothConnected();
    const { provider, [who]: person } = app;
    const server = provider.account(TOKEN).server('srv-10002');
    server.trafficUsage = '37.1';
    await person.say('/server srv-10002');
    await person.press(details);
    await person.press(usual);
    await person.sees(set);
    await app.stopBot();
    const store = await openStoreOf(app);
    const [account] = (await store.accounts.get(person.chat)).accounts;
    const watched = await store.watches.get(person.chat, account?.id ?? '');
    const now = Date.now();
    // A day of equal readings.
    const day = { totalAt: now, growth: Array.from({ length: 24 }, () => 1), agreeing: 2, state: 'under' };
    const { taken } = await store.watches.takeDue(now + 24 * 60 * MINUTE, roundLease());
    const { id, dueAt } = taken.find((each) => each.id === watched?.id) ?? { id: '', dueAt: 0 };
    const offers = [{ kind: 'traffic' as const, of: 'usual srv-10002', readAt: now, total: 37.1, ...day }];
    expect(await store.watches.endRound(id, dueAt, { account: { offers }, alerts: [], dueAt: now }, now)).toBe(true);
    await store.close();
    await app.startBot();
    for (const used of ['137.1', '237.1']) {
      expect(person.screens().some((text) => told.test(text))).toBe(false);
      server.trafficUsage = used;
      await ask(app, 1, 61 * MINUTE);
    }
    await person.shows(told);
    await person.say('/watch');
    await person.press('🌐');
    expect(person.screen()).toMatch(how);
    await person.press(end);
    await person.sees(none);
  },
);

test('a name registered by its own button is told as such, and not watched any more', async () => {
  await using app = await enterWatched();
  const { english } = app;
  await ask(app, 2);
  app.provider.account(TOKEN).removeDomain(NAME);
  await ask(app);
  await ask(app, 1, MINUTE + 10_000);
  await expect.poll(() => told(app)).toHaveLength(1);
  await english.press('🛒 wanted.com');
  await english.press(/^1$/);
  await english.say('ns1.example.com ns2.example.com');
  await english.press('Register for');
  await english.sees(/registered and active/);
  await ask(app);
  await ask(app, 1, MINUTE + 10_000);
  await english.shows(/wanted\.com was registered with this bot/);
  expect(english.screens().some((text) => /taken again/.test(text))).toBe(false);
  const store = await openStoreOf(app);
  await expect.poll(() => store.watches.nextDue()).toBeUndefined();
  await store.close();
});
