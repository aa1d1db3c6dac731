import { expect, test } from 'vitest';
import { confirmMoney } from '../../../src/features/common/payment/confirm.ts';
import { batchScreen } from '../../../src/features/shop/renew/batch-screen.ts';
import type { Operation } from '../../../src/operations/index.ts';
import type { Translate } from '../../../src/telegram/i18n/index.ts';
import { visibleLength, withinLimit } from '../../../src/telegram/ui/screen.ts';
import { asked, connect, enter, enterBothConnected, enterConnected, TOKEN } from '../../features/support.ts';
import { openStoreOf } from '../../support/app.ts';
import { testTexts } from '../../support/texts.ts';

const LONG = 'x'.repeat(4_096);

test.concurrent.for(['constructor', '__proto__', 'toString'] as const)(
  'a currency named %s is a currency: the confirm shows the price',
  async (currency) => {
    await using app = await enterBothConnected();
    const { english, provider } = app;
    provider.fault({
      operation: 'cloud.renewQuote',
      kind: 'errorOn200',
      body: { total: 455_400, currency, period: 30 },
    });
    await english.say('/renew 10.0.0.1');
    await english.press('30 days');
    expect(english.screen()).toContain(`Total for 30 days: 455,400 ${currency}`);
    expect(english.screen()).toContain(`[Renew for 455,400 ${currency}]`);
    await english.press('Renew for');
    await english.sees(/✅/);
  },
);

test.concurrent.for([
  ['another period', { total: 5, currency: 'toman', period: 364 }],
  ['no amount', { total: '', currency: 'toman', period: 30 }],
  ['an amount in words', { total: 'free', currency: 'toman', period: 30 }],
  ['an unreadably long amount', { total: `0.${'0'.repeat(30)}1`, currency: 'BTC', period: 30 }],
  ['a currency of 4,096 characters', { total: 5, currency: LONG, period: 30 }],
  ['a currency that begins as an amount', { total: 5, currency: '000 toman', period: 30 }],
] as const)('a quote of %s is none: nothing is offered, and nothing bought at the tap', async ([, body]) => {
  await using app = await enterBothConnected();
  const { english, persian, provider } = app;
  await english.say('/renew 10.0.0.1');
  await english.press('30 days');
  expect(english.screen()).toContain('[Renew for 455,400 toman]');
  provider.fault({ operation: 'cloud.renewQuote', kind: 'status', status: 200, body });
  await english.press('Renew for');
  await english.sees(/^⚠️ Nothing was sent: the price could not be checked again/);
  await persian.say('/renew 10.0.0.0');
  await persian.press('۳۰ روز');
  expect(persian.screen()).not.toContain('تمدید به مبلغ');
  expect(asked(app, 'cloud.renew ')).toEqual([]);
});

test.for<[total: number | string, shown: string, persian: string]>([
  ['0.00045', '0.00045', '۰٫۰۰۰۴۵'],
  [12.34549, '12.34549', '۱۲٫۳۴۵۴۹'],
  [455_620.000_000_000_06, '455,620', '۴۵۵٬۶۲۰'],
  [Number.MAX_SAFE_INTEGER, '9,007,199,254,740,991', '۹٬۰۰۷٬۱۹۹٬۲۵۴٬۷۴۰٬۹۹۱'],
] as const)('a price of %s is shown whole, in the text and on the button', async ([total, shown, persian]) => {
  await using app = await enterBothConnected();
  const { provider } = app;
  provider.fault({ operation: 'cloud.renewQuote', kind: 'errorOn200', body: { total, currency: 'BTC', period: 30 } });
  for (const [person, days, amount] of [
    [app.english, '30 days', shown],
    [app.persian, '۳۰ روز', persian],
  ] as const) {
    await person.say('/renew 10.0.0.1');
    await person.press(days);
    expect(person.screen().split(`${amount} BTC`)).toHaveLength(3);
  }
});

test.concurrent('the price of another period is not shown for a new server either', async () => {
  await using app = await enterConnected();
  const { english, provider } = app;
  provider.fault({
    operation: 'cloud.quote',
    kind: 'status',
    status: 200,
    body: { total: 5, currency: 'toman', period: 7 },
  });
  await english.say('/buy');
  for (const label of ['frankfurt', 'Debian 12', /^2$/, /^4$/, /^40$/, /^1$/, /^0$/, /^30$/])
    await english.press(label);
  expect(english.screen()).toContain('could not be read');
  expect(english.screen()).not.toContain('5 toman');
});

test.concurrent('a tap on a purchase that has no price buys nothing', async () => {
  await using app = await enterConnected();
  const { english, world } = app;
  const store = await openStoreOf(app);
  const { accounts } = await store.accounts.get(english.user.id);
  await store.ledger.add(renewal({ userId: english.user.id, chatId: english.chat, accountId: accounts[0]?.id ?? '' }));
  await store.close();
  await english.say('/help');
  const { message_id = 0 } = english.messages().at(-1) ?? {};
  const { answered } = world.pressRaw(english.user.id, english.chat, message_id, 'py|priceless|0');
  expect(await answered).toMatchObject({
    show_alert: true,
    text: expect.stringContaining('nothing can be bought here'),
  });
  await app.settled();
  expect(asked(app, 'cloud.')).toEqual([]);
});

function renewal(about: Partial<Operation>): Operation {
  const at = Date.now();
  return {
    ...{ id: 'priceless', kind: 'renewal', state: 'ready', userId: 1, chatId: 1, accountId: 'a', locale: 'en' },
    ...{ createdAt: at, expiresAt: at + 60_000, dueAt: at + 60_000, notified: true },
    parameters: { serverId: 'srv-10002', name: 'web1', period: 30 },
    progress: { seen: {} },
    ...about,
  };
}

/** English texts without these keys: the key stands in place of the text. */
function without(...missing: string[]): Translate {
  const fallen = <Look extends object>(look: Look) =>
    new Proxy(look, {
      get: (known, name) => (name === 'plain' ? fallen(t.plain) : Reflect.get(known, name)),
      apply: (_, self, [key, ...rest]) =>
        missing.includes(key) ? key : Reflect.apply(lookOf(look), self, [key, ...rest]),
    });
  const t = testTexts().in('en');
  return fallen(t);
}

function lookOf(look: object) {
  if (typeof look === 'function') return look;
  throw new TypeError('no texts');
}

const QUOTE = { total: 455_400, currency: 'toman', period: 30 };
const DESK = { topUpUrl: undefined, limits: [] };

test.for<[missing: string[], first: boolean, repriced: boolean]>([
  [[], true, true],
  [['money-toman'], false, false],
  [['money-total-days'], false, true],
  [['money-total-days', 'money-repriced'], false, false],
  [['renewal-yes'], false, true],
  [['money-again'], true, false],
])('without the texts %j a confirm shows its price, or there is none', ([missing, first, repriced]) => {
  const t = without(...missing);
  const yes = (price: string) => t.plain('renewal-yes', { price });
  const look = { what: { html: 'w' }, ask: 'ask', lines: [], means: 'means', yes, done: 'done', back: [] };
  const offers = (about: Partial<Operation>): boolean => {
    const { text, keyboard = [] } = confirmMoney(renewal({ quote: QUOTE, ...about }), t, look, DESK);
    const pay = keyboard.flat().find((button) => 'callback_data' in button && button.callback_data.startsWith('py|'));
    const price = pay ? '455,400 toman' : 'without a price that the bot can show';
    expect(`${text} ${pay?.text}`).toContain(price);
    expect(pay?.text ?? price).toContain(price);
    return pay !== undefined;
  };
  expect([offers({}), offers({ quotedBefore: { ...QUOTE, total: 1 } })]).toEqual([first, repriced]);
  expect([offers({ quote: undefined }), offers({ quote: { ...QUOTE, total: Number.NaN } })]).toEqual([false, false]);
  expect(offers({ quote: { ...QUOTE, currency: ' ' } })).toBe(false);
});

test.concurrent.for([[], ['money-toman'], ['batch-ready'], ['batch-yes']])(
  'without the texts %j several are confirmed at prices that stand there, or not at all',
  (missing) => {
    const t = without(...missing);
    const both = ['a', 'b'].map((id) =>
      renewal({ id, quote: QUOTE, parameters: { serverId: id, name: id, period: 30, batch: ['a', 'b'] } }),
    );
    const pays = (operations: readonly Operation[]) =>
      (batchScreen(operations, t, DESK).keyboard ?? [])
        .flat()
        .some((button) => 'callback_data' in button && button.callback_data.startsWith('pa|'));
    expect(pays(both)).toBe(missing.length === 0);
    expect(pays(both.map((each, at) => (at === 0 ? each : { ...each, quote: undefined })))).toBe(false);
  },
);

test.concurrent('servers whose ids every object knows are listed, named, opened and restarted by exactly these ids', async () => {
  const servers = ['__proto__', 'constructor', 'hasOwnProperty'].map((id, at) => ({ id, ip: `192.0.2.${at}` }));
  await using app = await enter({ accounts: [{ token: TOKEN, servers }] });
  const { english } = app;
  await connect(english);
  await english.say('/servers');
  expect(english.screen()).toContain('3 servers');
  await english.press('192.0.2.0');
  await english.press('More');
  await english.press('Set a name');
  await english.say('web1');
  expect(english.screen()).toMatch(/^🖥 web1\n/);
  await app.stopBot();
  await app.startBot();
  await english.say('/reboot web1');
  await english.press('Yes');
  await english.sees(/✅/);
  expect(asked(app, 'server.action')).toEqual(['server.action {"id":"__proto__","action":"reboot"}']);
  await english.say('/servers');
  expect(english.screen()).toMatch(/\[🟢 192\.0\.2\.1 · [\s\S]*\[🟢 192\.0\.2\.2 · [\s\S]*\[🟢 web1 · /);
});

test.concurrent('a state that every object knows is no state: the check ends, and goes on when asked again', async () => {
  await using app = await enterConnected();
  const { english, provider, log } = app;
  for (const avaliable of ['constructor', '__proto__'])
    provider.fault({
      operation: 'domain.availability',
      kind: 'status',
      status: 200,
      body: { avaliable, total: 5, currency: 'toman', period: 1 },
      times: 4,
    });
  await english.say('/check one.com two.com');
  await english.sees(/Check failed: [12]/, 40_000);
  provider.clearFaults();
  await english.press('Check the failed ones again');
  await english.sees(/Available: 2/);
  expect(log.filter((line) => line.includes('"trouble"'))).toEqual([]);
});

test.concurrent('an end of a check that Telegram refuses is shown anew or without its names, and is not tried for ever', async () => {
  await using app = await enterBothConnected();
  const { english, persian, world } = app;
  const refused = { code: 400, description: 'Bad Request: planned' };
  // As a rich message and as a text, in the message and anew.
  world.fail({ ...refused, text: 'one.com', times: 4 });
  await english.say('/check one.com two.com');
  await english.sees(/2 names checked[\s\S]*Available: 2\n\nThe names are in the file/);
  await english.press('All as a file');
  expect(english.messages().at(-1)).toHaveProperty('document');
  world.fail({ ...refused, method: 'editMessageText', times: 9 });
  await persian.say('/check three.com');
  await persian.sees(/three\.com \| /);
  const edits = () => world.calls.filter(({ method, error }) => method === 'editMessageText' && error).length;
  const before = edits();
  app.later(60_000);
  await app.stopBot();
  await app.startBot();
  await persian.say('/help');
  expect(edits()).toBe(before);
});

test.concurrent('a check that an older release broke is asked for again', async () => {
  await using app = await enterConnected();
  const { english } = app;
  await english.say('/check one.com two.com');
  await english.sees(/Available: 2/);
  const data = english
    .messages()
    .at(-1)
    ?.reply_markup?.inline_keyboard.flat()
    .find((button) => 'callback_data' in button && button.callback_data.startsWith('c3|'));
  const id = data && 'callback_data' in data ? data.callback_data.slice('c3|'.length) : '';
  const store = await openStoreOf(app);
  // As JSON keeps a function: not at all.
  const broken: Parameters<typeof store.checks.addResults>[1] = JSON.parse('[{"at":0,"round":0}]');
  await store.checks.addResults(id, broken);
  await store.close();
  await english.press('All as a file');
  expect(english.messages().at(-1)).toHaveProperty('document');
});

test.concurrent('4,096 characters in every word of the provider: cut visibly, and no message is over a limit', async () => {
  const words = { geo: LONG, status: LONG, os: LONG, user: LONG, mac: LONG, ipv6: LONG, trafficUsage: LONG };
  const copies = {
    snapshots: [{ name: 'n'.repeat(4_096), readyAt: 0 }],
    backups: [{ volumeId: 'v'.repeat(4_096), size: LONG, readyAt: 0 }],
  };
  await using app = await enter({ accounts: [{ token: TOKEN, servers: [{ ip: LONG, ...words, ...copies }, {}] }] });
  const { english, provider } = app;
  await connect(english);
  await english.say('/servers');
  await english.press(/^⚪️ x{14}…/);
  expect(english.screen()).toMatch(/⚪️ .*x…/);
  for (const path of [
    ['More', 'Snapshots', /^n+…$/],
    ['More', 'Backups', /^v+$/],
  ]) {
    await english.press('More');
    for (const label of path.slice(1)) await english.press(label);
    await english.press('Delete');
    expect(english.screen()).toContain('…');
    await english.press('Yes');
    await english.sees(/✅/);
    await english.say('/servers');
    await english.press(/^⚪️ x{14}…/);
  }
  expect(asked(app, 'snapshot.delete')).toEqual([`snapshot.delete {"id":"srv-10001","name":"${'n'.repeat(4_096)}"}`]);
  expect(asked(app, 'backup.delete')).toEqual([`backup.delete {"id":"srv-10001","volume_id":"${'v'.repeat(4_096)}"}`]);
  provider.fault({
    operation: 'server.status',
    kind: 'status',
    status: 400,
    body: { error: LONG, message: `\u202e${LONG}` },
  });
  await english.say('/server 10.0.0.1');
  expect(english.screen()).toMatch(/x…\n/);
  // A location that had to be cut is shown, and is nowhere to order.
  await english.say('/buy');
  expect(english.screen()).not.toMatch(/\[x+…\]/);
});

test.concurrent('names of quantities with control characters, and of 4,096 characters: the picture comes all the same', async () => {
  await using app = await enterConnected();
  const { english, provider } = app;
  const point = (time: number) => ({ time, 'cpu\u0000\u202e': 5, [LONG]: 6, ['<b>'.repeat(500)]: 7 });
  const body = { message: 'm', data: [point(1_790_000_000), point(1_790_000_600)] };
  provider.fault({ operation: 'server.graph', kind: 'status', status: 200, body, times: 1 });
  await english.say('/graph 10.0.0.0');
  expect(english.messages().at(-1)).toHaveProperty('photo');
});

test.concurrent('a text over the limit is cut at a line where nothing is open, and says so', () => {
  const lines = (count: number) => Array.from({ length: count }, (_, at) => `<b>line ${at}</b> &amp; more`).join('\n');
  expect(withinLimit(lines(100))).toBe(lines(100));
  const cut = withinLimit(lines(1_000));
  expect(visibleLength(cut)).toBeLessThanOrEqual(4_096);
  expect(cut).toMatch(/<b>line \d+<\/b> &amp; more\n…$/);
  const quoted = withinLimit(`head\n<blockquote>${'y\n'.repeat(5_000)}</blockquote>`);
  expect(quoted).toBe('head\n…');
  expect(withinLimit(`<code>${'&lt;'.repeat(5_000)}</code>`, 100)).toMatch(/^(?:&lt;){24}…$/);
});
