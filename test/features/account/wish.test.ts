import { expect, test } from 'vitest';
import { type Opened, open } from '../../../src/store/database/open.ts';
import { parseKeys } from '../../../src/store/encryption/keys.ts';
import type { TestApp } from '../../support/app.ts';
import { bodies } from '../shop/support.ts';
import { asked, connect, enter, enterConnected, OTHER_TOKEN, TOKEN } from '../support.ts';

const MINUTE_MS = 60_000;
/** Of this test's own, so that it can be looked for in what is kept. */
const NAME = 'wished-for-name';

/** Looks into the bot's database from outside. */
async function inside<T>(app: TestApp, look: (opened: Opened) => Promise<T>): Promise<T> {
  const opened = await open(app.env.STORE_URL ?? '', parseKeys(app.env.STORE_KEY ?? ''));
  try {
    return await look(opened);
  } finally {
    await opened.sql.close();
  }
}

function wishesIn(app: TestApp) {
  return inside(app, ({ sql }) => sql.query(`SELECT key, value, expires_at FROM boxes WHERE key LIKE 'wishes:%'`));
}

async function disconnect(person: TestApp['english']): Promise<void> {
  await person.say('/accounts');
  await person.press(/Account 1|حساب ۱/);
  await person.press(/^Disconnect$|^قطع اتصال$/);
  await person.press(/Yes, disconnect|بله، قطع شود/);
}

test.concurrent('the Register of an inline card survives connecting, also a wrong token and a restart, and does nothing by itself', async () => {
  await using app = await enter();
  const { english } = app;
  await english.say(`/start r_${NAME}_com`);
  expect(english.screen()).toMatch(/No account is connected(?!.*private chat)[\s\S]*\[🔑 Connect an account\]$/);
  await english.press('Connect an account');
  await english.say('no-token-of-anybody');
  await app.stopBot();
  await app.startBot();
  await english.say(TOKEN);
  expect(english.screen()).toBe(
    [
      '✅ Connected as Account 1.',
      '',
      'The account has 3 servers.',
      `[➡️ Continue: /register ${NAME}.com]`,
      '[🖥 Servers]',
      '[✏️ Rename] [🏠 Home]',
    ].join('\n'),
  );
  expect(asked(app)).toEqual(['server.list {}', 'server.list {}']);
  await english.press('Continue');
  expect(english.screen()).toMatch(new RegExp(`^🛒 Registering ${NAME}\\.com[\\s\\S]*For how many years`));
  await english.press(/^2$/);
  expect(english.screen()).toContain('Which name servers?');
  expect(bodies(app, 'domain.register')).toEqual([]);
  await connect(english, OTHER_TOKEN);
  expect(english.screen()).not.toContain('Continue');
});

test.concurrent('a command leads to its confirm, and to nothing before that is given', async () => {
  await using app = await enter();
  const { english, persian, world } = app;
  await english.say('/reboot@host_test_bot 10.0.0.0');
  await connect(english);
  expect(english.screen()).toContain('[➡️ Continue: /reboot 10.0.0.0]');
  await english.press('Continue');
  expect(english.screen()).toMatch(/^🔁 Restart 10\.0\.0\.0\?/);
  expect(asked(app, 'server.action')).toEqual([]);
  await english.press('Yes, restart');
  await english.sees(/10\.0\.0\.0 restarted/);
  expect(asked(app, 'server.action')).toHaveLength(1);
  await english.press('Continue');
  expect(english.screen()).toMatch(/^🔁 Restart 10\.0\.0\.0\?/);

  await persian.in(world.group.id).say('/server 10.0.0.1');
  await connect(persian);
  await persian.press('➡️ ادامه: /server 10.0.0.1');
  expect(persian.screen()).toMatch(/10\.0\.0\.1[\s\S]*🟢 روشن/);
});

test.concurrent.for([
  ['/start buy', '/buy', /^🛒/],
  ['/check brand.com', '/check brand.com', /One name checked/],
  ['brand.com\nbrand.net', /\/check brand\.com\s/, /2 names checked/],
  ['/register', '/register', /Which domain\?/],
  ['/domain', '/domain', /No domains of/],
] as const)('%j is gone on with', async ([typed, label, sees]) => {
  await using app = await enter();
  const { english } = app;
  await english.say(typed);
  expect(english.screen()).toContain('[🔑 Connect an account]');
  await connect(english);
  await english.press(label);
  await english.sees(sees);
});

test.concurrent('names that were found in a message are checked with the account that was missing', async () => {
  await using app = await enter();
  const { persian } = app;
  await persian.say('لطفاً brand.com را ببین');
  await persian.press('بررسی این نام');
  await connect(persian);
  await persian.press('ادامه: 🔎 بررسی این نام');
  await persian.sees(/یک نام بررسی شد/);
});

test.concurrent('a button of an account that is gone goes on with the new one', async () => {
  await using app = await enterConnected();
  const { english } = app;
  await english.say('/server 10.0.0.0');
  await disconnect(english);
  expect(await english.press('Restart')).toMatchObject({ show_alert: true });
  await connect(english);
  await english.press(/Continue: .*Restart/);
  expect(english.screen()).toMatch(/^🔁 Restart 10\.0\.0\.0\?/);
  await english.press('Yes, restart');
  await english.sees(/restarted/);
});

test.concurrent('a request that a rejected token prevented is offered again after connecting', async () => {
  await using app = await enterConnected();
  const { english, provider } = app;
  provider.fault({ operation: 'server.list', kind: 'status', status: 401, times: 1 });
  await english.say('/servers');
  expect(english.screen()).toContain('its token is no longer accepted');
  await connect(english, OTHER_TOKEN);
  await english.press('Continue: /servers');
  expect(english.screen()).toContain('Servers · Account 2');
});

test.concurrent('an inline query leads back to where it was typed', async () => {
  await using app = await enter();
  const { english, world } = app;
  await world.inline(english.user.id, 'brand.com').answered;
  await world.inline(english.user.id, '').answered;
  await english.say('/start connect');
  await english.say(TOKEN);
  const [button] = english.messages().at(-1)?.reply_markup?.inline_keyboard[0] ?? [];
  expect(button).toMatchObject({ text: expect.stringContaining('brand.com'), switch_inline_query: 'brand.com' });
});

test.concurrent('it is kept sealed, for fifteen minutes', async () => {
  await using app = await enter();
  const { english } = app;
  await english.say(`/register ${NAME}.com`);
  const [row] = await wishesIn(app);
  expect(Buffer.from(row?.value instanceof Uint8Array ? row.value : []).toString('latin1')).not.toContain(NAME);
  const left = await inside(app, async ({ sql }) => Number(row?.expires_at) - sql.now());
  expect(left).toBeGreaterThan(14 * MINUTE_MS);
  expect(left).toBeLessThanOrEqual(15 * MINUTE_MS);
  await inside(app, ({ sql }) => sql.query(`UPDATE boxes SET expires_at = 1 WHERE key LIKE 'wishes:%'`));
  await connect(english);
  expect(english.screen()).toContain('Connected');
  expect(english.screen()).not.toContain('Continue');
});

test.concurrent('nothing secret is remembered, nor another person’s button', async () => {
  await using app = await enter({ telegram: { older: true } });
  const { english, persian, world } = app;
  await english.say('/server a1b2c3d4e5f6a7b8c9d0e1f2');
  await english.say('/connect');
  await english.say('a1b2c3d4e5f6a7b8c9d0');
  await connect(persian);
  await persian.in(world.group.id).say('/server 10.0.0.0');
  expect(await english.in(world.group.id).press('ری‌استارت')).toMatchObject({ show_alert: true });
  expect(await wishesIn(app)).toEqual([]);
  await connect(english);
  expect(english.screen()).not.toContain('Continue');
});

test.concurrent('the button of a wish that is long over says so', async () => {
  await using app = await enter();
  const { english } = app;
  await english.say('/reboot 10.0.0.0');
  await connect(english);
  await inside(app, ({ sql }) => sql.query(`UPDATE boxes SET expires_at = 1 WHERE key LIKE 'notes:%'`));
  expect(await english.press('Continue')).toMatchObject({
    show_alert: true,
    text: expect.stringContaining('out of date'),
  });
  expect(asked(app, 'server.action')).toEqual([]);
});
