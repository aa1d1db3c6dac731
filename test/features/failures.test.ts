import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import type { TestApp } from '../support/app.ts';
import { eventually } from '../support/eventually.ts';
import { asked, enter, enterBothConnected, enterConnected, TOKEN } from './support.ts';

/** Takes the table of accounts, questions and languages away from under the bot; resolves to what brings it back. */
function loseMemory(app: TestApp): () => void {
  const rename = (from: string, to: string) => {
    const database = new DatabaseSync(join(app.directory, 'bot.sqlite'));
    database.exec(`PRAGMA busy_timeout = 5000; ALTER TABLE ${from} RENAME TO ${to}`);
    database.close();
  };
  rename('boxes', 'boxes_away');
  return () => rename('boxes_away', 'boxes');
}

test.concurrent('a store out of reach says so, and never that nothing is connected', async () => {
  await using app = await enterBothConnected();
  const { english, persian } = app;
  await english.say('/server 10.0.0.0');
  const back = loseMemory(app);
  for (const text of ['/servers', '/accounts', '/start', '/reboot 10.0.0.0', 'hello', `/connect ${TOKEN}`]) {
    await english.say(text);
    expect(english.screen()).toMatch(
      /^🔌 Result unknown: the bot’s database can’t be reached[\s\S]*accounts stay connected[\s\S]*\[🏠 Home\]$/,
    );
  }
  await persian.say('/servers');
  expect(persian.screen()).toMatch(
    /^🔌 معلوم نیست این کار انجام شده باشد: دیتابیس ربات در دسترس نیست[\s\S]*حساب‌هایتان همچنان وصل‌اند/,
  );
  const { results, button } = await app.world.inline(english.user.id, 'brand.com').whole;
  expect([results, button?.text]).toEqual([[], 'The bot’s database can’t be reached: try again']);
  const inPersian = await app.world.inline(persian.user.id, 'brand.com').whole;
  expect(inPersian.button?.text).toContain('دیتابیس ربات در دسترس نیست');
  expect(await english.press('Refresh')).toEqual({});
  expect(english.screens()).toContainEqual(
    expect.stringMatching(
      /^🔌 Result unknown: the bot’s database can’t be reached[\s\S]*\[🔄 Try again\]\n\[🏠 Home\]$/,
    ),
  );
  back();
  await english.press('Try again');
  expect(english.screens()).toContainEqual(expect.stringMatching(/^🖥 10\.0\.0\.0\n🟢 on/));
  expect(asked(app, 'server.action')).toEqual([]);
});

test.concurrent('a ledger out of reach sends nothing', async () => {
  await using app = await enterConnected();
  const { english } = app;
  await english.say('/off 10.0.0.0');
  const database = new DatabaseSync(join(app.directory, 'bot.sqlite'));
  database.exec('PRAGMA busy_timeout = 5000; ALTER TABLE operations RENAME TO operations_away');
  await english.press('Yes');
  expect(english.screen()).toMatch(/^🔌 Result unknown: the bot’s database can’t be reached/);
  // The message that was tapped may show how it ended.
  expect(english.screens().at(-2)).toContain('Power off 10.0.0.0?');
  database.exec('ALTER TABLE operations_away RENAME TO operations');
  database.close();
  expect(asked(app, 'server.action')).toEqual([]);
  await english.press('Try again');
  await english.sees(/^✅ 10\.0\.0\.0 is off/);
});

test.concurrent('with another key nothing starts, and nothing is lost', async () => {
  await using app = await enterConnected();
  const { english } = app;
  await app.stopBot();
  app.env.STORE_KEY = Buffer.alloc(32, 7).toString('base64');
  await expect(app.startBot()).rejects.toThrow('STORE_KEY');
  delete app.env.STORE_KEY;
  await app.startBot();
  await english.say('/servers');
  expect(english.screen()).toContain('3 servers');
});

test.concurrent('the reason why a tap is refused is shown, also where the answer comes too late', async () => {
  await using app = await enterConnected();
  const { english, world } = app;
  await english.say('/server 10.0.0.0');
  await english.say('/accounts');
  await english.press('Account 1');
  await english.press(/Disconnect$/);
  await english.press('Yes, disconnect');
  const late = 'Bad Request: query is too old and response timeout expired or query ID is invalid (planned)';
  world.fail({ method: 'answerCallbackQuery', code: 400, description: late, times: 2 });
  english.tap('Refresh');
  await eventually(() => english.screens().some((screen) => screen.startsWith('No account is connected')));
  world.fail({ method: 'answerCallbackQuery', code: 400, description: late, times: 2 });
  const { message_id = 0 } = english.messages().at(-1) ?? {};
  world.pressRaw(english.user.id, english.chat, message_id, 'of-an-older-release');
  await english.sees(/^This button is out of date/);
});

test.concurrent('thirty taps in ten seconds are handled; more are answered, and only answered', async () => {
  await using app = await enterBothConnected({ clockStands: true });
  const { english, persian, world } = app;
  await english.say('/help');
  const { message_id = 0 } = english.messages().at(-1) ?? {};
  const taps = Array.from({ length: 40 }, () => world.pressRaw(english.user.id, english.chat, message_id, 'hp'));
  const answers = await Promise.all(taps.map(({ answered }) => answered));
  const slow = 'Too fast: wait 10 seconds.';
  expect(answers.filter(({ text }) => text === slow)).toHaveLength(10);
  expect(answers.filter(({ text }) => text === undefined)).toHaveLength(30);
  await english.say('/servers');
  expect(english.screen()).toContain('3 servers');
  await persian.say('/servers');
  expect(persian.screen()).toContain('۳ سرور');
});

test.concurrent('twenty messages at once are all answered', async () => {
  await using app = await enterBothConnected();
  const { persian, world } = app;
  for (let index = 0; index < 20; index++) world.say(persian.user.id, persian.chat, '/help');
  await app.settled();
  expect(persian.screens().filter((screen) => screen.includes('راهنمای دستورها'))).toHaveLength(20);
});

test.concurrent('names with markup, quotes and direction marks stay what they are', async () => {
  const people = [
    { id: 1001, is_bot: false, first_name: '<b>Bobby</b> & "Tables"\u2069\u202e', language_code: 'fa' },
    { id: 1002, is_bot: false, first_name: 'A', language_code: 'en' },
  ];
  await using app = await enter({ people });
  const { persian, world } = app;
  await persian.say(`/connect ${TOKEN}`);
  await persian.press('تغییر نام');
  await persian.say('</b> <i>&lt; "x" \u2069\u202e');
  expect(persian.screen()).toContain('👤 </b> <i>&lt; "x"');
  await persian.say('/server 10.0.0.0');
  await persian.press('بیشتر');
  await persian.press('نام‌گذاری');
  await persian.say('<a href="x">&amp; \u202e');
  expect(persian.screen()).toMatch(/^🖥 <a href="x">&amp;\n/);
  await persian.say('/servers');
  expect(persian.screen()).toMatch(/سرورها · <\/b> <i>&lt; "x"\n[\s\S]*\[🟢 <a href="x">&amp; ?·.*· ?tehran/);
  const inGroup = persian.in(world.group.id);
  await inGroup.say('/reboot <a');
  expect(inGroup.screen()).toMatch(/سرور <a href="x">&amp; \(10\.0\.0\.0\) ری‌استارت/);
  expect(inGroup.screen()).toMatch(/درخواست‌کننده: <b>Bobby<\/b> & "Tables"/);
  await inGroup.say('/server <script>');
  expect(inGroup.screen()).toContain('نام یا آی‌پی <script> در');
  const count = (text: string, mark: RegExp) => text.match(mark)?.length ?? 0;
  const own = [...persian.messages(), ...inGroup.messages()].filter(({ from }) => from?.id === world.bot.id);
  for (const { text = '', reply_markup } of own) {
    for (const shown of [text, ...(reply_markup?.inline_keyboard.flat() ?? []).map((button) => button.text)]) {
      expect(count(shown, /\u2068/g), shown).toBe(count(shown, /\u2069/g));
      expect(shown).not.toMatch(/[\u202a-\u202e]/);
    }
  }
});

test.concurrent('something of ours that breaks is reported under a number the person can pass on', async () => {
  await using app = await enterConnected();
  const { english, world, log } = app;
  await english.say('/server 10.0.0.0');
  world.fail({ method: 'editMessageText', code: 500, description: 'planned' });
  await english.press('Refresh');
  const [, reference] = /give support this number: ([\da-f]{8})/.exec(english.screen()) ?? [];
  expect(reference).toBeDefined();
  expect(log.filter((line) => line.includes(`unexpected ${reference}`))).toHaveLength(1);
  await english.press('Try again');
  expect(english.screen()).toContain('🟢 on ·');
});
