/**
 * A database that an older release wrote, and the messages it left in the chats: see test/old-database/README.md. A failure here
 * is a failure for operators who update the bot: mend the code, or migrate the stored data, and leave the fixture as it is.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SETTING_NAMES } from '../../../src/config.ts';
import { documentOf } from '../../features/domains/check/document.ts';
import { buttonsOf, type OldApp, type OldButton, openOldApp } from '../../old-database/open.ts';
import type { Message } from '../../support/app.ts';
import { bare, type Person } from '../../support/person.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** The expiring record that stays longest, a check, is kept for a week. */
const LATER = 2 * HOUR;
const PERSIAN = /[\u0600-\u06ff]/;
/** All settings that the older release had. */
const SETTINGS = `BOT_TOKEN HOSTING_API_URL HOSTING_API_AUTH TELEGRAM_API_ROOT TELEGRAM_PROXY STORE_URL STORE_TLS
  STORE_CA_FILE STORE_KEY HOST PORT OPS_HOST OPS_PORT WEBHOOK_URL WEBHOOK_SECRET LOG_LEVEL DEFAULT_LOCALE TOP_UP_URL
  RESELLER_URL SERVER_LOCATIONS CONSOLE_HOSTS NATIONAL_TLDS CHECK_PARALLEL`.split(/\s+/);

test('settings are called what they were', () => {
  expect(SETTING_NAMES).toEqual(expect.arrayContaining(SETTINGS));
});

describe('people’s settings are kept', () => {
  test('also under a new key in front of the old one', async () => {
    await using app = await openOldApp(LATER, { newKey: 'f'.repeat(64) });
    const english = app.withoutNews(app.english);
    await english.say('/server web1');
    expect(english.screen()).toContain('10.0.0.1');
  });

  test('the language that a person chose, with a client of another language', async () => {
    await using app = await openOldApp(LATER, { swapped: true });
    // Telegram's client languages are swapped between the two people.
    const [chosePersian, choseEnglish] = [app.withoutNews(app.english), app.withoutNews(app.persian)];
    await choseEnglish.say('/accounts');
    expect(choseEnglish.screen()).not.toMatch(PERSIAN);
    await chosePersian.say('/accounts');
    expect(chosePersian.screen()).toMatch(PERSIAN);
  });
});

describe('a moment later', () => {
  test('a confirm that lived is not given, but asked for anew, and that one is given once', async () => {
    await using app = await openOldApp(0);
    const { english } = app;
    const yes = app.button(english.chat, 'ok|', 'web1');
    const fresh = await askedAnew(app, english, yes, /^pw/, /^ok/);
    await tapTwice(app, english, fresh);
    await app.world.until(() => /✅/.test(textOf(app, yes)));
    expect(app.changes()).toEqual(['server.action {"id":"srv-10002","action":"off"}']);
  });

  test('a price that was shown is not paid, but shown anew, and that one is paid once', async () => {
    await using app = await openOldApp(0);
    const { persian } = app;
    const pay = app.button(persian.chat, 'py|', '۳۲۰٬۱۰۰');
    const fresh = await askedAnew(app, persian, pay, /^rf/, /^py/);
    await tapTwice(app, persian, fresh);
    await app.world.until(() => /✅/.test(textOf(app, pay)));
    expect(app.changes()).toEqual(['cloud.renew {"id":"srv-10009","period":30}']);
  });

  test('in the group only its asker gives it', async () => {
    await using app = await openOldApp(0, { telegram: { older: true } });
    const { english, kim, group } = app;
    const yes = app.button(group, 'ok|', '10.0.0.4');
    const fresh = await askedAnew(app, english, yes, /^pw/, /^ok/);
    for (const each of [yes, fresh]) expect(await app.tap(kim, each)).toMatchObject({ show_alert: true });
    expect(app.changes()).toEqual([]);
    await app.tap(english, fresh);
    await app.world.until(() => /✅/.test(textOf(app, yes)));
    expect(app.changes()).toEqual(['server.action {"id":"srv-10005","action":"off"}']);
  });

  test('an order goes on where it was', async () => {
    await using app = await openOldApp(0);
    const { english } = app;
    for (const value of ['4', '40', '1', '0', '30']) await english.press(new RegExp(`^(?:✓ )?${value}$`));
    await pressNew(app, english, /^bo/);
    await pressNew(app, english, /^py/);
    await app.world.until(() => app.changes().length > 0);
    expect(app.changes()).toEqual([
      'cloud.order {"geo":"frankfurt","ram":4,"cpu":2,"disk":40,"backup":1,"traffic":0,"period":30,"os":"debian12"}',
    ]);
  });

  test('a registration goes on where it was', async () => {
    await using app = await openOldApp(0);
    const { persian } = app;
    await app.tap(persian, app.button(persian.chat, 'd2|servers'));
    await persian.sees(/later\.ir/);
    await pressNew(app, persian, /^py/);
    await app.world.until(() => app.changes().length > 0);
    expect(app.changes()).toEqual([
      'domain.register {"domain":"later.ir","period":1,"nic-handle":"ab123-irnic","ns1":"ns1.example.com","ns2":"ns2.example.com"}',
    ]);
  });

  test('a person who was asked for a token connects and goes on with their request', async () => {
    await using app = await openOldApp(0);
    const { kim, oldChats } = app;
    await kim.say(oldChats.accounts[1]?.token ?? '');
    await pressNew(app, kim, /^gw/);
    expect(kim.screen()).toContain('10.1.134.160');
  });

  test('a request that was on its way is not sent again, and one that was accepted is followed', async () => {
    await using app = await openOldApp(0);
    const { group } = app;
    const seen = (ip: string, sign: RegExp) => () =>
      app.persian
        .in(group)
        .screens()
        .some((screen) => screen.includes(ip) && sign.test(screen));
    await app.world.until(seen('10.0.0.5', /✅/));
    await app.world.until(seen('10.0.0.3', /⚠️/));
    expect(app.changes()).toEqual([]);
  });
});

describe('hours later, in one bot', () => {
  const opened = openOnce(LATER);

  test('accounts, names of servers, favourite suffixes, known domains, what was used to register', async () => {
    const app = opened();
    const [english, persian] = [app.withoutNews(app.english), app.withoutNews(app.persian)];
    await english.say('/accounts');
    expect(english.screen()).toMatch(/\[✓ Account 1\]\n\[Second\]/);
    await english.say('/server web1');
    expect(english.screen()).toContain('10.0.0.1');
    await persian.say('/server فروشگاه');
    expect(persian.screen()).toContain('10.0.0.2');
    await english.say('/check brand');
    await english.sees(/brand\.shop/);
    expect(askedNames(app)).toEqual(['brand.com', 'brand.ir', 'brand.shop']);
    await english.say('/domain');
    expect(english.screen()).toContain('[mine.com]');
    await persian.say('/register new.ir');
    expect(persian.screen()).toContain('[ab123-irnic]');
    expect(app.changes()).toEqual([]);
  });

  test('the spending limit, and what was spent of it', async () => {
    const app = opened();
    const persian = app.withoutNews(app.persian);
    await persian.say('/renew 10.0.0.3');
    await persian.press('۳۰ روز');
    expect(persian.screen()).toContain('۱٬۴۰۰٬۰۰۰ تومان');
    expect(persian.screen()).toContain('۶۷۶٬۵۰۰ تومان');
    expect(
      persian
        .messages()
        .flatMap(buttonsOf)
        .filter(({ callback_data }) => callback_data.startsWith('py')),
    ).toEqual([]);
    expect(app.changes()).toEqual([]);
  });

  test('the orders, each with its receipt', async () => {
    const app = opened();
    const { english, persian } = app;
    const bought = await receiptsOf(app, english);
    expect(bought).toHaveLength(13);
    for (const reads of [
      /10\.1\.134\.162[\s\S]*frankfurt[\s\S]*ord-100005[\s\S]*422,400/,
      /mine\.com[\s\S]*ns1\.example\.com · ns2\.example\.com[\s\S]*ord-100007[\s\S]*1,375,000/,
      /mine\.com[\s\S]*4,125,000/,
      /web1[\s\S]*455,400/,
      /10\.0\.0\.6[\s\S]*10\.0\.0\.7/,
      /10\.0\.0\.8[\s\S]*1 → 2/,
    ])
      expect(bought).toContainEqual(expect.stringMatching(reads));
    const persians = await receiptsOf(app, persian);
    expect(persians).toHaveLength(3);
    expect(persians).toContainEqual(
      expect.stringMatching(/فروشگاه\.ir[\s\S]*ab123-irnic[\s\S]*ord-100009[\s\S]*۶۶٬۰۰۰/),
    );
    expect(persians).toContainEqual(expect.stringMatching(/10\.0\.0\.0[\s\S]*۶۱۰٬۵۰۰/));
    expect(app.changes()).toEqual([]);
  });

  test('a confirm that has expired asks anew', async () => {
    const app = opened();
    const { english } = app;
    const fresh = await askedAnew(app, english, app.button(english.chat, 'ok|', 'web1'), /^pw/, /^ok/);
    await app.tap(english, fresh);
    await app.world.until(() => app.changes().length > 0);
    expect(app.changes()).toEqual(['server.action {"id":"srv-10002","action":"off"}']);
  });

  test('a secret was taken out of the chat', async () => {
    const app = opened();
    const { oldChats, english, persian } = app;
    const secrets = oldChats.messages.filter((message) =>
      buttonsOf(message).some(({ callback_data }) => callback_data === 'dn'),
    );
    expect(secrets.map(({ chat }) => chat.id).sort()).toEqual([persian.chat, english.chat, english.chat]);
    const there = () => [...english.messages(), ...persian.messages()].map(idOf);
    await app.world.until(() => secrets.every((message) => !there().includes(idOf(message))));
  });

  test('an unknown outcome is found by looking again', async () => {
    const app = opened();
    const { english, provider, oldChats } = app;
    provider.account(oldChats.accounts[0]?.token ?? '').setStatus('srv-10010', 'off');
    const unknown = app.button(english.chat, 'la|', '10.0.0.9');
    await app.tap(english, unknown);
    await app.world.until(() => /✅/.test(textOf(app, unknown)));
    expect(app.changes()).toEqual([]);
  });

  test('an outcome that its person found out is taken down', async () => {
    const app = opened();
    const { english } = app;
    const said = app.button(english.chat, 'sd|', '10.0.0.10');
    const before = textOf(app, said);
    await app.tap(english, said);
    await app.world.until(() => textOf(app, said) !== before);
    expect(app.changes()).toEqual([]);
  });

  test('a check that ended has its results, its file, and the rest of its names', async () => {
    const app = opened();
    const { english } = app;
    await app.tap(english, app.button(english.chat, 'c3|', 'takenone.com'));
    const lines = (await documentOf(app, english)).trim().split('\r\n').slice(1);
    expect(lines.map((line) => line.split(',')[0]).sort()).toEqual(['forbidden1.com', 'good.shop', 'takenone.com']);
    app.provider.forget();
    await app.tap(english, app.button(english.chat, 'c4|'));
    await english.sees(/n1002\.com/);
    expect(askedNames(app)).toEqual(['n1000.com', 'n1001.com', 'n1002.com']);
    expect(app.changes()).toEqual([]);
  });
});

describe('hours later', () => {
  test('every kind of button is known, answered without trouble, and nothing is sent by any', async () => {
    await using app = await openOldApp(LATER);
    const { english, persian, kim, oldChats, world } = app;
    const unknown = new Set<string | undefined>();
    for (const person of [english, persian]) {
      // Waits for the update that was being handled when the database was copied: its tap is answered with words.
      await person.say('/help');
      const { message } = app.button(person.chat, 'hm');
      unknown.add((await app.tap(person, { message, data: 'zz|zz' })).text);
    }
    expect([...unknown]).toEqual([expect.any(String), expect.stringMatching(PERSIAN)]);
    const refused: string[] = [];
    const kinds = new Set<string>();
    for (const button of sampleOf([...oldChats.before, ...oldChats.messages])) {
      const presser = [kim, english, persian].find(({ user }) => user.id === presserOf(button)) ?? english;
      // The pause keeps the taps below the limit of updates per person.
      app.pass(500);
      const { text } = await app.tap(presser, button);
      kinds.add(kindOf(button));
      if (unknown.has(text)) refused.push(button.data);
    }
    // A person's request from before they connected is kept for minutes only.
    expect(refused.filter((data) => !data.startsWith('gw|'))).toEqual([]);
    expect(kinds.size).toBe(95);
    expect(app.log.filter((line) => /"level":[56]0/.test(line))).toEqual([]);
    expect(world.pending()).toBe(0);
    expect(app.changes()).toEqual([]);
  });
});

/** One app for the tests of a `describe`, in which each forgets what the provider was asked before it. */
function openOnce(laterMs: number): () => OldApp {
  let app: OldApp | undefined;
  const opened = () => app ?? expect.fail('It is not open');
  beforeAll(async () => {
    app = await openOldApp(laterMs);
  });
  beforeEach(() => opened().provider.forget());
  afterAll(() => app?.[Symbol.asyncDispose]());
  return opened;
}

/** The names that the provider was asked about. */
function askedNames({ provider }: OldApp): unknown[] {
  const asked = provider.requests.filter(({ operation }) => operation === 'domain.availability');
  return asked.map(({ query }) => query.domain).sort();
}

/** Waits for a button of these data on a message, as that is by then. */
function buttonIn({ world }: OldApp, find: () => Message | undefined, data: RegExp): Promise<OldButton> {
  return world.until(() => {
    const message = find();
    const found = message && buttonsOf(message).find(({ callback_data }) => data.test(callback_data));
    return message && found && { message, data: found.callback_data };
  });
}

/**
 * A record of the older release is never claimed: nothing proves that its columns are unchanged. Waits until the old
 * confirm says so, taps it all the same, and asks anew by its button. Returns the new confirm's.
 */
async function askedAnew(app: OldApp, person: Person, old: OldButton, again: RegExp, yes: RegExp): Promise<OldButton> {
  const anew = await buttonIn(app, () => app.messageOf(old), again);
  expect(buttonsOf(anew.message).map(({ callback_data }) => callback_data)).not.toContain(old.data);
  await app.tap(person, old);
  expect(app.changes()).toEqual([]);
  await app.tap(person, anew);
  const fresh = await buttonIn(app, () => app.messageOf(old), yes);
  expect(fresh.data).not.toBe(old.data);
  return fresh;
}

/** Taps a button of the person's newest message, once it is there. */
async function pressNew(app: OldApp, person: Person, data: RegExp): Promise<void> {
  await app.tap(person, await buttonIn(app, () => person.messages().at(-1), data));
}

async function tapTwice(app: OldApp, person: Person, button: OldButton): Promise<void> {
  const { message, data } = button;
  await app.tap(person, button);
  await app.world.pressRaw(person.user.id, message.chat.id, message.message_id, data).answered;
  await app.settled();
}

/** Opens every receipt of /orders, page after page. */
async function receiptsOf(app: OldApp, who: Person): Promise<string[]> {
  const person = app.withoutNews(who);
  const receipts: string[] = [];
  await person.say('/orders');
  for (let page = 0; ; page++) {
    const list = person.messages().at(-1);
    if (!list) throw new TypeError('No list');
    for (const { callback_data: data } of buttonsOf(list)) {
      if (!data.startsWith('od|')) continue;
      await app.tap(person, { message: list, data });
      receipts.push(person.screen());
    }
    const data = `or|paid|${page + 1}`;
    if (!buttonsOf(list).some(({ callback_data }) => callback_data === data)) return receipts;
    await app.tap(person, { message: list, data });
  }
}

function idOf({ chat, message_id }: Message): string {
  return `${chat.id} ${message_id}`;
}

const kindOf = ({ data }: OldButton) => data.split('|')[0] ?? '';

/** Two buttons of a kind from each chat; buttons that remove others come last. */
function sampleOf(messages: readonly Message[]): OldButton[] {
  const all = new Map(
    messages.flatMap((message) =>
      buttonsOf(message).map(({ callback_data: data }) => [data, { message, data }] as const),
    ),
  );
  const count = new Map<string, number>();
  const some = [...all.values()].filter((button) => {
    const key = `${button.message.chat.id} ${kindOf(button)}`;
    count.set(key, (count.get(key) ?? 0) + 1);
    return (count.get(key) ?? 0) <= 2;
  });
  const removes = (button: OldButton) => Number(['lu', 'su', 'df', 'lg', 'ax'].includes(kindOf(button)));
  return some.toSorted((one, other) => removes(one) - removes(other));
}

/** The person the old message belongs to: in the group, the one it answers. */
function presserOf({ message: { chat, reply_to_message: asked } }: OldButton): number | undefined {
  return chat.id > 0 ? chat.id : asked?.from?.id;
}

function textOf(app: OldApp, button: OldButton): string {
  const { text, caption } = app.messageOf(button) ?? {};
  return bare(text ?? caption ?? '');
}
