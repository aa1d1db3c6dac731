import { Api } from 'grammy';
import { describe, expect, test } from 'vitest';
import { prepareOnThread } from '../../../../src/features/servers/graph/draw.ts';
import { readNameAndPeriod } from '../../../../src/features/servers/graph/index.ts';
import { CARD, FOOTER, HEADER, lineColour, PANEL, SCALE, WIDTH } from '../../../../src/features/servers/graph/style.ts';
import { WorkerLost } from '../../../../src/workers/pool.ts';
import { BOT_TOKEN, type Message, type TestApp } from '../../../support/app.ts';
import type { Person } from '../../../support/person.ts';
import { testTexts } from '../../../support/texts.ts';
import { asked, enterBothConnected, visibleCalls } from '../../support.ts';
import { readPicture } from './picture.ts';

const HOUR = 3_600_000;
const points = (names: string[], value: (index: number) => unknown = (index) => index) =>
  Array.from({ length: 24 }, (_, index) => ({
    time: new Date(Date.now() - (24 - index) * HOUR).toISOString(),
    ...Object.fromEntries(names.map((name) => [name, value(index)])),
  }));

const sizeOf = (panels: number) => [WIDTH * SCALE, (HEADER + PANEL * panels + FOOTER) * SCALE];

function newest(person: Person): Message {
  const message = person.messages().at(-1);
  if (!message) throw new RangeError('no message');
  return message;
}

/** The bytes of the newest message's picture or file, fetched as any bot would. */
async function download(app: TestApp, person: Person): Promise<Buffer> {
  const { photo, document } = newest(person);
  const { file_path } = await new Api(BOT_TOKEN, { apiRoot: app.telegram.url }).getFile(
    photo?.at(-1)?.file_id ?? document?.file_id ?? '',
  );
  const answer = await fetch(`${app.telegram.url}/file/bot${BOT_TOKEN}/${file_path}`);
  return Buffer.from(await answer.arrayBuffer());
}

/** The provider answers the next request for a graph with this data. */
function answer(app: TestApp, data: unknown, words = 'نمودار آماده است'): void {
  app.provider.fault({ operation: 'server.graph', kind: 'errorOn200', body: { message: words, data }, times: 1 });
}

const LANGUAGES = [
  {
    language: 'English',
    who: 'english',
    command: '/graph 10.0.0.0',
    caption: '📈 10.0.0.0 · last day\n[Hour] [✓ Day] [Week]\n[Month] [Year]\n[🖥 Open server]',
    week: '📈 10.0.0.0 · last week\n[Hour] [Day] [✓ Week]\n[Month] [Year]\n[🖥 Open server]',
    buttons: { week: 'Week', card: 'Open server', graph: '📈 Graph' },
    unreadable: /^📄 10\.0\.0\.0 · last day\n\nThis data can’t be drawn[\s\S]*آزمایشی[\s\S]*\[✓ Day\]/,
    none: /^📈 10\.0\.0\.0 · last week\n\nNo data for this period\.[\s\S]*آزمایشی[\s\S]*\[✓ Week\]/,
    down: /provider[\s\S]*\[(.*Try again.*)\]/,
    again: 'Try again',
  },
  {
    language: 'Persian',
    who: 'persian',
    command: '/graph ۱۰.۰.۰.۰ روز',
    caption: '📈 10.0.0.0 · روز گذشته\n[ساعت] [✓ روز] [هفته]\n[ماه] [سال]\n[🖥 مدیریت سرور]',
    week: '📈 10.0.0.0 · هفتهٔ گذشته\n[ساعت] [روز] [✓ هفته]\n[ماه] [سال]\n[🖥 مدیریت سرور]',
    buttons: { week: 'هفته', card: 'مدیریت سرور', graph: '📈 نمودار' },
    unreadable: /^📄 10\.0\.0\.0 · روز گذشته\n\nاین داده‌ها قابل رسم نیست[\s\S]*آزمایشی[\s\S]*\[✓ روز\]/,
    none: /^📈 10\.0\.0\.0 · هفتهٔ گذشته\n\nبرای این بازه داده‌ای نیست\.[\s\S]*آزمایشی[\s\S]*\[✓ هفته\]/,
    down: /هاستینگ[\s\S]*\[(.*دوباره.*)\]/,
    again: /دوباره/,
  },
] as const;

describe.each(LANGUAGES)('in $language', (texts) => {
  test('a command brings a picture with a panel for each resource', async () => {
    await using app = await enterBothConnected();
    const person = app[texts.who];
    const from = app.world.calls.length;
    await person.say(texts.command);
    expect(person.screen()).toBe(texts.caption);
    expect(asked(app)).toEqual(['server.list {}', 'server.graph {"id":"srv-10001","period":"day"}']);
    const done = visibleCalls(app, from).map(({ method, params }) => params.action ?? method);
    expect(done).toEqual(['upload_photo', 'sendPhoto']);
    const picture = readPicture(await download(app, person));
    expect([picture.width, picture.height]).toEqual(sizeOf(5));
    expect(picture.at(0, 0)).toBe(CARD);
    for (let panel = 0; panel < 6; panel++)
      expect(picture.places(lineColour(panel)).length > 200, `panel ${panel}`).toBe(panel < 5);
  });
});

describe.each(LANGUAGES.slice(1))('in $language', (texts) => {
  test('another period takes its place in the same message', async () => {
    await using app = await enterBothConnected();
    const person = app[texts.who];
    await person.say(texts.command);
    const { message_id: first } = newest(person);
    const day = await download(app, person);
    app.provider.forget();
    const from = app.world.calls.length;
    await person.press(texts.buttons.week);
    expect(person.screen()).toBe(texts.week);
    expect(asked(app)).toEqual(['server.graph {"id":"srv-10001","period":"week"}']);
    const done = visibleCalls(app, from).map(({ method }) => method);
    expect(done.toSorted()).toEqual(['answerCallbackQuery', 'editMessageMedia']);
    expect(newest(person).message_id).toBe(first);
    expect((await download(app, person)).equals(day)).toBe(false);
  });

  test('the card turns into the picture; back from it, the card comes anew and the picture goes', async () => {
    await using app = await enterBothConnected();
    const person = app[texts.who];
    await person.say('/server 10.0.0.0');
    const { message_id: card } = newest(person);
    app.provider.forget();
    await person.press(texts.buttons.graph);
    expect(person.screen()).toBe(texts.caption);
    expect(newest(person)).toMatchObject({ message_id: card, photo: expect.anything() });
    await person.press(texts.buttons.card);
    expect(person.screen()).toMatch(/^🖥 10\.0\.0\.0\n/);
    expect(person.messages().some(({ photo }) => photo)).toBe(false);
    expect(asked(app)).toEqual(['server.graph {"id":"srv-10001","period":"day"}', 'server.status {"id":"srv-10001"}']);
  });

  test('data that can’t be drawn comes as a file', async () => {
    await using app = await enterBothConnected();
    const person = app[texts.who];
    const data = { cpu: { average: '12 %' }, note: 'ساعتی' };
    answer(app, data, 'پاسخ آزمایشی');
    await person.say(texts.command);
    expect(person.screen()).toMatch(texts.unreadable);
    expect(newest(person).document).toMatchObject({ file_name: 'graph-day.json' });
    const text = (await download(app, person)).toString();
    expect(text).toBe(JSON.stringify(data, undefined, 2));
    const { message_id: file } = newest(person);
    await person.press(texts.buttons.week);
    expect(person.screen()).toBe(texts.week);
    expect(newest(person)).toMatchObject({ message_id: file, photo: expect.anything() });
    expect(newest(person).document).toBeUndefined();
  });

  test.each([
    ['an empty list', []],
    ['empty columns', { time: [], cpu: [], ram: [] }],
    ['nothing', null],
    ['nulls', [{ cpu: null }, { cpu: null }]],
  ] as const)('no data (%s) says so and leaves the way to other periods', async (_, data) => {
    await using app = await enterBothConnected();
    const person = app[texts.who];
    await person.say(texts.command);
    answer(app, data, 'پاسخ آزمایشی');
    await person.press(texts.buttons.week);
    expect(person.screen()).toMatch(texts.none);
    expect(person.messages().some(({ photo }) => photo)).toBe(false);
    await person.press(texts.buttons.week);
    expect(person.screen()).toBe(texts.week);
  });

  test('a provider that fails is said so, and asked again by a button', async () => {
    await using app = await enterBothConnected();
    const person = app[texts.who];
    await person.say(texts.command);
    app.provider.fault({ operation: 'server.graph', kind: 'html', status: 200, times: 1 });
    await person.press(texts.buttons.week);
    expect(person.screen()).toMatch(texts.down);
    await person.press(texts.again);
    expect(person.screen()).toBe(texts.week);
    expect(person.messages().filter(({ photo }) => photo)).toHaveLength(1);
  });
});

test('a name, the beginning of an IP and a period in either language', () => {
  const texts = testTexts();
  const read = (typed: string, ...names: string[]) => Object.values(readNameAndPeriod(typed, texts, names));
  expect(read('')).toEqual(['', 'day']);
  expect(read('web1')).toEqual(['web1', 'day']);
  expect(read('web1 WEEK')).toEqual(['web1', 'week']);
  expect(read('  my shop   monthly ')).toEqual(['my shop', 'month']);
  expect(read('فروشگاه سال')).toEqual(['فروشگاه', 'year']);
  expect(read('10.0 ساعت')).toEqual(['10.0', 'hour']);
  expect(read('فروشگاه هفتگي')).toEqual(['فروشگاه', 'week']);
  expect(read('hour')).toEqual(['', 'hour']);
  expect(read('Hour', 'hour')).toEqual(['Hour', 'day']);
  expect(read('shop day', 'Shop Day')).toEqual(['shop day', 'day']);
  expect(read('shop day week', 'Shop Day')).toEqual(['shop day', 'week']);
});

test.each([
  [
    'english',
    'fortnight',
    '📈 10.0.0.1\n\nUnknown period: fortnight. Choose from: hour · day · week · month · year.\n[Hour] [Day] [Week]\n[Month] [Year]\n[🖥 Open server]',
    'Week',
    /^📈 10\.0\.0\.1 · last week/,
  ],
  [
    'persian',
    'هفتهٔ پیش',
    '📈 10.0.0.1\n\nبازهٔ هفتهٔ پیش وجود ندارد. بازه‌ها: ساعت · روز · هفته · ماه · سال.\n[ساعت] [روز] [هفته]\n[ماه] [سال]\n[🖥 مدیریت سرور]',
    'هفته',
    /^📈 10\.0\.0\.1 · هفتهٔ گذشته/,
  ],
] as const)('an unknown period is named, and the known ones can be tapped (%s)', async (...row) => {
  const [who, typed, screen, week, picture] = row;
  await using app = await enterBothConnected();
  const { [who]: person } = app;
  await person.say(`/graph 10.0.0.1 ${typed}`);
  expect(person.screen()).toBe(screen);
  expect(asked(app, 'server.graph')).toEqual([]);
  await person.press(week);
  expect(person.screen()).toMatch(picture);
  expect(asked(app, 'server.graph')).toEqual(['server.graph {"id":"srv-10002","period":"week"}']);
});

test('of several servers that match, an unknown period is named beside the choice; an unknown server stays unknown', async () => {
  await using app = await enterBothConnected();
  const { english } = app;
  await english.say('/graph 10.0 last week');
  expect(english.screen()).toMatch(
    /^Unknown period: last week\. Choose from: hour · [^\n]*\n\n📈 Graph of which server\?\n\[/,
  );
  await english.press('10.0.0.2');
  expect(english.screen()).toMatch(/^📈 10\.0\.0\.2 · last day/);
  await english.say('/graph nothing decade');
  expect(english.screen()).toContain('No server with this name or IP in your current account: nothing decade');
  await english.say('/graph decade');
  expect(english.screen()).toContain('No server with this name or IP in your current account: decade');
});

test('a choice keeps the period, and its message turns into the picture', async () => {
  await using app = await enterBothConnected();
  const { english } = app;
  await english.say('/graph 10.0.0 year');
  expect(english.screen()).toMatch(/^📈 Graph of which server\?/);
  const { message_id: choice } = newest(english);
  await english.press('10.0.0.2');
  expect(english.screen()).toMatch(/^📈 10\.0\.0\.2 · last year/);
  expect(newest(english).message_id).toBe(choice);
  expect(asked(app, 'server.graph')).toEqual(['server.graph {"id":"srv-10003","period":"year"}']);
});

test('more resources than fit are named, and all of them come as a file', async () => {
  await using app = await enterBothConnected();
  const { english, persian } = app;
  const data = points(Array.from({ length: 20 }, (_, index) => `disk_${index}<b>`));
  answer(app, data);
  await english.say('/graph 10.0.0.0');
  const named = Array.from({ length: 12 }, (_, index) => `disk_${index + 6}<b>`).join(' · ');
  expect(english.screen()).toMatch(
    new RegExp(`\n\n14 more lines are not in the picture: ${named} · and 2 others\n[\\s\\S]*\\[📄 Raw data\\]`),
  );
  expect(readPicture(await download(app, english)).height).toBe(sizeOf(6)[1]);
  answer(app, data);
  app.provider.forget();
  await english.press('Raw data');
  expect(english.screen()).toBe('📄 10.0.0.0 · last day: raw data');
  expect(JSON.parse((await download(app, english)).toString())).toEqual(data);
  expect(asked(app)).toEqual(['server.graph {"id":"srv-10001","period":"day"}']);
  expect(english.messages().filter(({ photo }) => photo)).toHaveLength(1);
  answer(app, points(['a', 'b', 'c', 'd', 'e', 'f', 'cpu']));
  await persian.say('/graph 10.0.0.0');
  expect(persian.screen()).toContain('۱ مورد دیگر در نمودار نیست: مصرف CPU\n');
});

test.each([
  ['values that are none among others', (index: number) => (index % 3 ? index : null)],
  ['numbers as text', (index: number) => String(index)],
  ['always zero', () => 0],
  ['below zero', (index: number) => -index],
] as const)('data with %s is drawn', async (_, value) => {
  await using app = await enterBothConnected();
  answer(app, JSON.stringify(points(['cpu', 'load'], value)));
  await app.persian.say('/graph 10.0.0.0');
  const picture = readPicture(await download(app, app.persian));
  expect([picture.width, picture.height]).toEqual(sizeOf(2));
  expect(picture.places(lineColour(1)).length).toBeGreaterThan(20);
});

test('in a group it works on one’s own account, and only there', async () => {
  await using app = await enterBothConnected({ telegram: { older: true } });
  const { world } = app;
  const english = app.english.in(world.group.id);
  const persian = app.persian.in(world.group.id);
  const command = await english.say('/graph 10.0.0.0');
  expect(english.screen()).toMatch(/^📈 10\.0\.0\.0 · last day/);
  expect(newest(english).reply_to_message?.message_id).toBe(command.message_id);
  app.provider.forget();
  const { text, show_alert } = await persian.press('Week');
  expect(show_alert).toBe(true);
  expect(text).toContain('حساب');
  expect(english.screen()).toMatch(/^📈 10\.0\.0\.0 · last day/);
  expect(asked(app)).toEqual([]);
});

test('a button of a message that is gone brings a new picture', async () => {
  await using app = await enterBothConnected();
  const { english, world } = app;
  await english.say('/graph 10.0.0.0');
  const [hour] = newest(english).reply_markup?.inline_keyboard.flat() ?? [];
  world.pressRaw(english.user.id, english.chat, 99_999, hour && 'callback_data' in hour ? hour.callback_data : '');
  await app.settled();
  expect(
    english
      .screens()
      .slice(-2)
      .map((screen) => screen.split('\n')[0]),
  ).toEqual(['📈 10.0.0.0 · last day', '📈 10.0.0.0 · last hour']);
});

test('a made-up period or server asks the provider for nothing, and the tap is answered', async () => {
  await using app = await enterBothConnected();
  const { english, world } = app;
  await english.say('/graph 10.0.0.0');
  const { message_id, reply_markup } = newest(english);
  const [hour] = reply_markup?.inline_keyboard.flat() ?? [];
  const data = hour && 'callback_data' in hour ? hour.callback_data : '';
  app.provider.forget();
  const tap = async (forged: string) => {
    const press = world.pressRaw(english.user.id, english.chat, message_id, forged);
    await app.settled();
    await press.answered;
  };
  await tap(data.replace(/hour$/, 'decade'));
  expect(english.screen()).toMatch(/^📈 10\.0\.0\.0 · last day/);
  await tap(data.replace(/\|[^|]+\|hour$/, '|nothing|hour'));
  expect(english.screen()).toMatch(
    /^This server is no longer in the account\. \/servers lists the current ones\.\n\[🏠 Home\]$/,
  );
  expect(asked(app, 'server.graph')).toEqual([]);
});

test('a thread that is lost while it loads the libraries costs no graph', async () => {
  const failing = (error: Error) => ({ run: () => Promise.reject(error) });
  await expect(prepareOnThread(failing(new WorkerLost('planned')), 'a')).resolves.toBeUndefined();
  await expect(prepareOnThread(failing(new TypeError('planned')), 'a')).rejects.toThrow(TypeError);
});
