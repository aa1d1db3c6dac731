import { expect, test } from 'vitest';
import { holdAnswers } from '../../../support/hold-answers.ts';
import type { Person } from '../../../support/person.ts';
import { asked, connect, enter, enterBothConnected, enterConnected, TOKEN } from '../../support.ts';

const statusesOf = (app: Parameters<typeof asked>[0]) => asked(app, 'server.status');

/** Every version that a person saw of the newest message. */
async function watch(person: Person, act: () => Promise<unknown>): Promise<string[]> {
  const seen: string[] = [];
  let over = false;
  const look = () => {
    const screen = person.screen();
    if (seen.at(-1) !== screen) seen.push(screen);
    if (!over) setImmediate(look);
  };
  look();
  await act();
  over = true;
  look();
  return seen;
}

test.concurrent('the list is there at once; the states of its rows follow in an edit, one reading a row', async () => {
  await using app = await enter({ accounts: [{ token: TOKEN, servers: 12 }] });
  const { english, provider } = app;
  await connect(english);
  provider.account(TOKEN).setStatus('srv-10002', 'off');
  provider.forget();
  const answer = holdAnswers(provider, { operation: 'server.status', times: 8 });
  const seen = await watch(english, async () => {
    const said = english.say('/servers');
    await english.sees(/Reading the status of every server/);
    answer();
    await said;
  });
  const lists = seen.filter((screen) => screen.startsWith('🖥 Servers'));
  expect(lists[0]).toMatch(/\n⏳ Reading the status of every server…\n\[10\.0\.0\.1 · ⚠️ 2 days/);
  expect(lists.at(-1)).toMatch(/Page 1 of 2\n\[⚫️ 10\.0\.0\.1 · ⚠️ 2 days · frankfurt\]\n\[🟢 10\.0\.0\.9 /);
  expect(statusesOf(app)).toHaveLength(8);
  expect(new Set(statusesOf(app)).size).toBe(8);
});

test.concurrent('a reading is kept for a while: by a list, a card or a watch', async () => {
  await using app = await enterConnected();
  const { english, provider } = app;
  await english.say('/server 10.0.0.1');
  await english.say('/servers');
  expect(statusesOf(app)).toHaveLength(3);
  await english.say('/reboot');
  await english.say('/servers');
  expect(statusesOf(app)).toHaveLength(3);
  expect(english.screen()).not.toContain('⏳');
  await english.say('/off 10.0.0.1');
  await english.press('Yes');
  await english.sees(/^✅/);
  const before = statusesOf(app).length;
  await english.say('/servers');
  expect(english.screen()).toContain('[⚫️ 10.0.0.1 ');
  expect(statusesOf(app)).toHaveLength(before);
  provider.account(TOKEN).setStatus('srv-10001', 'off');
  await english.say('/server 10.0.0.0');
  await english.say('/servers');
  expect(english.screen()).toContain('[⚫️ 10.0.0.0 ');
});

test.concurrent('a tap before the states are there is handled at once, and nothing is written over its screen', async () => {
  await using app = await enterConnected();
  const { english, provider } = app;
  await english.say('/servers');
  app.later(60_000);
  provider.forget();
  provider.fault({ operation: 'server.status', kind: 'hang', times: 2 });
  await english.say('/status');
  const press = english.tap('Servers');
  await press.answered;
  await english.sees(/^🖥 Servers/);
  await app.settled();
  expect(english.screen()).toMatch(/^🖥 Servers/);
});

test.concurrent('states that can’t be read are marked, and the rest is shown', async () => {
  await using app = await enterBothConnected();
  const { english, persian, provider } = app;
  provider.fault({
    operation: 'server.status',
    kind: 'errorOn200',
    body: { error: 'conflict', message: 'x' },
    times: 1,
  });
  await english.say('/servers');
  expect(english.screen()).toMatch(/\n❔ The status of one server could not be read\.\n/);
  expect(english.screen().match(/\[❔ /g)).toHaveLength(1);
  expect(english.screen().match(/\[🟢 /g)).toHaveLength(2);
  provider.fault({ operation: 'server.status', kind: 'html' });
  await persian.say('/status');
  expect(persian.screen()).toMatch(/\n❔ وضعیت ۳ سرور خوانده نشد\.\n\nسرور \| مانده \| لوکیشن\n❔ 10\.0\.0\.1 \| /);
  provider.clearFaults();
  await persian.press('به‌روزرسانی');
  expect(persian.screen()).toMatch(/\n🟢 ۳ روشن\n\nسرور .*\n🟢 10\.0\.0\.1 \| /);
});

test.concurrent('/status tells every server in a row, the most urgent first, and its button reads them anew', async () => {
  await using app = await enterBothConnected();
  const { english, persian, provider } = app;
  const account = provider.account(TOKEN);
  account.setStatus('srv-10001', 'off');
  account.setStatus('srv-10003', 'rebooting');
  await english.say('/status');
  expect(english.screen()).toBe(
    [
      '📊 Status of all · Account 1 · 3 servers',
      '🟢 1 on · ⚫️ 1 off · ⚪️ 1 other',
      '',
      'Server | Time left | Location',
      '🟢 10.0.0.1 | ⚠️ 2 days | frankfurt',
      '⚪️ 10.0.0.2 · “rebooting” | 45 days | amsterdam',
      '⚫️ 10.0.0.0 | 212 days | tehran',
      '[🔄 Refresh] [🖥 Servers]',
    ].join('\n'),
  );
  account.setStatus('srv-10003', 'on');
  await english.press('Refresh');
  expect(english.screen()).toContain('⚫️ 10.0.0.0');
  await persian.say('/status');
  expect(persian.screen()).toMatch(
    /^📊 وضعیت سرورها · حساب ۱ · ۳ سرور\n🟢 ۲ روشن · ⚫️ ۱ خاموش\n\nسرور \| مانده \| لوکیشن\n🟢 10\.0\.0\.1 \| ⚠️ ۲ روز/,
  );
});

test.concurrent('forty servers stand in one message; ten thousand have pages', async () => {
  await using app = await enter({ accounts: [{ token: TOKEN, servers: 10_000 }] });
  const { english, provider } = app;
  await connect(english);
  provider.forget();
  await english.say('/status');
  expect(english.screen()).toMatch(
    /^📊 Status of all · Account 1 · 10,000 servers\nPage 1 of 250\n🟢 40 on\n\nServer .*\n(?:🟢 .*\n){40}\[Next ›\]\n/,
  );
  expect(statusesOf(app)).toHaveLength(40);
  await english.press('Next');
  expect(english.screen()).toMatch(/Page 2 of 250\n🟢 40 on\n/);
  expect(statusesOf(app)).toHaveLength(80);
});

test.concurrent('an account without servers has no states', async () => {
  await using app = await enter({ accounts: [{ token: TOKEN, servers: 0 }] });
  const { english } = app;
  await connect(english);
  await english.say('/status');
  expect(english.screen()).toBe('No servers in this account yet.\n[🔄 Refresh] [🖥 Servers]');
});

test.concurrent('the list is ordered by expiry, by name or by place; its pages and its refresh keep the order', async () => {
  await using app = await enter({ accounts: [{ token: TOKEN, servers: 12 }] });
  const { english } = app;
  await connect(english);
  const names = () => [...english.screen().matchAll(/\[🟢 (\S+) /g)].map(([, name]) => name);
  await english.say('/servers');
  expect(names().slice(0, 3)).toEqual(['10.0.0.1', '10.0.0.9', '10.0.0.7']);
  await english.press('By name');
  expect(names()).toEqual(Array.from({ length: 8 }, (_, index) => `10.0.0.${index}`));
  await english.press('Next');
  expect(names()).toEqual(['10.0.0.8', '10.0.0.9', '10.0.0.10', '10.0.0.11']);
  await english.press('Refresh');
  expect(names()).toEqual(['10.0.0.8', '10.0.0.9', '10.0.0.10', '10.0.0.11']);
  await english.press('By location');
  expect(english.screen()).toMatch(/(?:.*amsterdam\]\n){3}(?:.*frankfurt\]\n){3}.*tabriz\]/);
  await english.press('By expiry');
  expect(names().slice(0, 3)).toEqual(['10.0.0.1', '10.0.0.9', '10.0.0.7']);
});

test.concurrent.each([
  { kind: 'status', status: 503, body: { message: 'x' } },
  { kind: 'rateLimit', ms: 1_000 },
  { kind: 'cutBefore' },
] as const)('a provider in trouble is asked once for each row, not again ($kind)', async (fault) => {
  await using app = await enterBothConnected();
  const { english, persian, provider } = app;
  provider.fault({ operation: 'server.status', ...fault });
  for (const [person, command, unread] of [
    [english, '/servers', '❔ The status of 3 servers could not be read.'],
    [persian, '/status', '❔ وضعیت ۳ سرور خوانده نشد.'],
    [english.in(app.world.group.id), '/reboot', '❔ The status of 3 servers could not be read.'],
  ] as const) {
    provider.forget();
    await person.say(command);
    expect(person.screen()).toContain(unread);
    expect(statusesOf(app)).toHaveLength(3);
  }
});
