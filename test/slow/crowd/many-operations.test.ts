import { statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { bodies } from '../../features/shop/support.ts';
import { asked, enterBothConnected, enterConnected } from '../../features/support.ts';
import { openStoreOf, type TestApp } from '../../support/app.ts';
import { SQLITE } from '../../support/databases/databases.ts';
import { amountOf } from '../../support/random/seeds.ts';

const MB = 1024 * 1024;
/** More than the store keeps of a person’s. */
const GIVEN_UP = amountOf(140, 200);
const WITHDRAWN =
  /^⌛ .*: nothing was sent\. It was closed because 20 newer requests of yours were waiting for your confirmation\./;
const TOO_LITTLE = { error: 'insufficient_balance', message: 'x' };

const withdrawn = ({ english }: TestApp) => english.screens().filter((screen) => WITHDRAWN.test(screen));
const open = ({ english }: TestApp) => english.screens().filter((screen) => /\[(Yes, |Renew (2 )?for)/.test(screen));

test.concurrent('of many confirms the newest 20 can be given; the oldest say that they were withdrawn', async () => {
  await using app = await enterConnected();
  const { english, world } = app;
  app.provider.fault({ operation: 'cloud.renew', kind: 'status', status: 402, body: TOO_LITTLE, times: 1 });
  await english.say('/renew 10.0.0.1');
  await english.press('30 days');
  await english.press('Renew for');
  await english.sees(/confirm again within one hour/);
  await english.say('/off 10.0.0.0');
  const first = english.messages().at(-1);
  const [button] = first?.reply_markup?.inline_keyboard.flat() ?? [];
  for (let count = 0; count < 19; count++) await english.say(`/snapshot 10.0.0.2 s${count}`);
  expect(withdrawn(app)).toEqual([]);

  await english.say('/reboot 10.0.0.2');
  await english.shows(WITHDRAWN);
  expect(withdrawn(app)).toEqual([
    '⌛ 10.0.0.0: nothing was sent. It was closed because 20 newer requests of yours were waiting for your confirmation.\n[Ask again]\n[🖥 Open server]',
  ]);
  expect(open(app)).toHaveLength(20);
  const data = button && 'callback_data' in button ? button.callback_data : '';
  await world.pressRaw(english.user.id, english.chat, first?.message_id ?? 0, data).answered;
  await app.settled();
  expect(asked(app, 'server.action')).toEqual([]);

  // An operation that waits for a top-up was confirmed before, and stays.
  await english.press('Confirm again');
  await english.shows(/✅ 10\.0\.0\.1 renewed/);
  expect(bodies(app, 'cloud.renew')).toHaveLength(2);
  await english.press('Yes, restart');
  await english.shows(/10\.0\.0\.2 restarted/);
});

test.concurrent('several that are confirmed together count as one, and go together', async () => {
  await using app = await enterConnected();
  const { english } = app;
  await english.say('/renew');
  await english.press('10.0.0.0 ·');
  await english.press('10.0.0.1 ·');
  await english.press('Renew the 2 chosen');
  await english.press('30 days');
  for (let count = 0; count < 19; count++) await english.say(`/snapshot 10.0.0.2 s${count}`);
  expect(open(app)).toHaveLength(20);
  await english.say('/reboot 10.0.0.2');
  await english.shows(/10\.0\.0\.0.*closed because of newer requests, not bought[\s\S]*10\.0\.0\.1.*closed/);
  expect(open(app)).toHaveLength(20);
});

test.concurrent('confirms that are not given take little room', async () => {
  const url = await SQLITE.place();
  // The test takes 220 messages of one person at once, for which flood limits would need minutes.
  await using app = await enterConnected({ env: { STORE_URL: url }, telegram: { rateLimits: false } });
  const { english } = app;
  const bytes = () =>
    ['', '-wal'].reduce((sum, end) => sum + (statSync(url.slice(7) + end, { throwIfNoEntry: false })?.size ?? 0), 0);
  for (let count = 0; count < 20; count++) await english.say(`/snapshot 10.0.0.0 s${count}`);
  const before = bytes();
  for (let count = 0; count < GIVEN_UP; count++) await english.say(`/snapshot 10.0.0.0 t${count}`);
  expect(bytes() - before).toBeLessThan(3 * MB);
  await app.stopBot();
  const store = await openStoreOf(app);
  try {
    expect(await store.ledger.countOf(english.user.id, ['power'])).toBeLessThan(130);
  } finally {
    await store.close();
  }
  expect(bytes() - before).toBeLessThan(0.3 * MB);
});

test.concurrent('three lists of a person are checked at a time; a fourth waits until one has ended', async () => {
  await using app = await enterBothConnected({ env: { CHECK_PARALLEL: '1' } });
  const { english, persian } = app;
  app.provider.fault({ operation: 'domain.availability', kind: 'hang', times: 4 });
  for (const name of ['one', 'two', 'three']) await english.say(`/check ${name}.com`);
  await english.say('/check four.com');
  expect(english.screen()).toBe(
    'Not checked: 3 of your lists are already being checked. Wait until one ends, or stop one.\n[🏠 Home]',
  );
  await persian.say('/check four.com');
  expect(persian.screen()).not.toContain('در حال بررسی است');
  await english.press('Stop');
  await english.say('/check four.com');
  expect(english.screen()).not.toContain('being checked already');
});
