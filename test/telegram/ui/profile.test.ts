import { Api } from 'grammy';
import { expect, test } from 'vitest';
import { LOCALES } from '../../../src/telegram/i18n/index.ts';
import { enter } from '../../features/support.ts';
import { BOT_TOKEN, type TestApp } from '../../support/app.ts';
import { testTexts } from '../../support/texts.ts';

const TEXTS = testTexts();
/** The default texts, and those of each language. */
const EACH = LOCALES.length + 1;
/** Two descriptions and three menus for each. */
const PARTS = 5 * EACH;
/** The English descriptions equal the default ones. */
const FIRST_WRITES = PARTS - 2;

const profileCalls = ({ world }: TestApp, method: RegExp) => world.calls.filter((call) => method.test(call.method));
const reads = (app: TestApp) => profileCalls(app, /^getMy/);
const writes = (app: TestApp) => profileCalls(app, /^setMy/);
const part = ({ method, params }: TestApp['world']['calls'][number]) => [
  method,
  params.language_code ?? '',
  params.scope ?? '',
];
const telegram = (app: TestApp) => new Api(BOT_TOKEN, { apiRoot: app.telegram.url });

/** Waits for the reads of all parts and for the expected writes. */
async function published(app: TestApp, { starts = 1, written = FIRST_WRITES } = {}): Promise<void> {
  await app.world.until(() => reads(app).length >= PARTS * starts && writes(app).length >= written);
  await app.english.say('/start');
}

async function restart(app: TestApp): Promise<void> {
  await app.stopBot();
  await app.startBot();
}

test.concurrent('each language has its descriptions, and each kind of chat its commands', async () => {
  await using app = await enter({ publishes: true });
  const { world, english, persian } = app;
  await published(app);
  const api = telegram(app);
  for (const locale of LOCALES) {
    const t = TEXTS.in(locale);
    const of = { language_code: locale as 'en' | 'fa' };
    expect(await api.getMyDescription(of)).toEqual({ description: t.plain('bot-description') });
    expect(await api.getMyShortDescription(of)).toEqual({ short_description: t.plain('bot-about') });
  }
  const other = { language_code: 'de' as const };
  expect((await api.getMyDescription(other)).description).toMatch(/^Your servers, in a chat/);
  expect((await api.getMyDescription({ language_code: 'fa' })).description).toMatch(/^سرورهایتان در تلگرام/);

  const menu = (person: number, chat: number) => world.commands(person, chat).map(({ command }) => command);
  const inPrivate = menu(english.user.id, english.chat);
  expect(inPrivate).toEqual(expect.arrayContaining(['servers', 'buy', 'connect', 'group', 'cancel']));
  const inGroup = menu(english.user.id, world.group.id);
  expect(inGroup).toEqual(expect.arrayContaining(['servers', 'reboot', 'on', 'off']));
  for (const command of ['connect', 'buy', 'group', 'cancel']) expect(inGroup).not.toContain(command);
  // The Persian person created the group.
  expect(menu(persian.user.id, world.group.id)).toEqual([...inGroup, 'group']);
  const described = (person: number, chat: number) => world.commands(person, chat).at(0)?.description;
  expect(described(english.user.id, english.chat)).toBe('Your servers');
  expect(described(persian.user.id, persian.chat)).toBe('سرورهای شما');
  expect(described(persian.user.id, world.group.id)).toBe('سرورهای شما');
});

test.each(LOCALES)('the descriptions in %s fit Telegram’s limits', (locale) => {
  const t = TEXTS.in(locale);
  expect(t.plain('bot-description').length).toBeLessThanOrEqual(512);
  expect(t.plain('bot-about').length).toBeLessThanOrEqual(120);
  for (const text of [t.plain('bot-description'), t.plain('bot-about')]) expect(text).toBe(text.trim());
});

test.concurrent('a start writes nothing that Telegram has', async () => {
  await using app = await enter({ publishes: true });
  await published(app);
  await restart(app);
  await published(app, { starts: 2 });
  expect(reads(app)).toHaveLength(2 * PARTS);
  expect(writes(app)).toHaveLength(FIRST_WRITES);
});

test.concurrent('a part that was changed elsewhere is brought back at the next start, and only that', async () => {
  await using app = await enter({ publishes: true });
  await published(app);
  const api = telegram(app);
  await api.setMyDescription('Free servers!', { language_code: 'fa' });
  await api.setMyCommands([{ command: 'free', description: 'x' }], { scope: { type: 'all_group_chats' } });
  const before = writes(app).length;
  await restart(app);
  await published(app, { starts: 2, written: before + 2 });
  expect(writes(app).slice(before).map(part)).toEqual([
    ['setMyCommands', '', { type: 'all_group_chats' }],
    ['setMyDescription', 'fa', ''],
  ]);
  expect((await api.getMyDescription({ language_code: 'fa' })).description).toMatch(/^سرورهایتان/);
});

test.concurrent('a server that drops `is_ephemeral` has one menu written at each start, to find that out', async () => {
  await using app = await enter({ publishes: true, telegram: { older: true } });
  await published(app);
  expect(writes(app)).toHaveLength(FIRST_WRITES);
  await telegram(app).setMyCommands([{ command: 'free', description: 'x' }], {
    scope: { type: 'all_chat_administrators' },
    language_code: 'fa',
  });
  const before = writes(app).length;
  await restart(app);
  await published(app, { starts: 2, written: before + 2 });
  expect(writes(app).slice(before).map(part)).toEqual([
    ['setMyCommands', '', { type: 'all_group_chats' }],
    ['setMyCommands', 'fa', { type: 'all_chat_administrators' }],
  ]);
});

test.concurrent('people are answered before the profile is asked for', async () => {
  await using app = await enter({ publishes: true, withoutBot: true });
  app.world.say(app.english.user.id, app.english.chat, '/start');
  await app.startBot();
  await app.english.sees(/Welcome/);
  expect([...reads(app), ...writes(app)]).toEqual([]);
});

test.concurrent('a text that Telegram refuses is reported once; the rest is there, and people are answered', async () => {
  await using app = await enter({ publishes: true, withoutBot: true }, /description is not for you/);
  const description = 'Bad Request: the description is not for you';
  app.world.fail({ method: 'setMyDescription', code: 400, description, times: 100 });
  await app.startBot();
  await app.world.until(() => reads(app).length === PARTS && writes(app).length >= 4 * EACH - 1);
  await app.settled();
  expect(app.log.filter((line) => line.includes('profile'))).toHaveLength(1);
  await app.persian.say('/start');
  expect(app.persian.screen()).toContain('خوش آمدید');
  expect(await telegram(app).getMyShortDescription({ language_code: 'fa' })).not.toEqual({ short_description: '' });
});

test.concurrent('an outage of Telegram is reported once, and the profile comes after it', async () => {
  await using app = await enter({ publishes: true, withoutBot: true }, /Bad Gateway/);
  app.world.fail({ method: 'getMyDescription', code: 502, description: 'Bad Gateway', times: 3 });
  await app.startBot();
  await app.world.until(() => reads(app).length === PARTS + 3);
  expect(app.log.filter((line) => line.includes('profile'))).toHaveLength(1);
});
