import { expect, test } from 'vitest';
import { LOCALES } from '../../../src/telegram/i18n/index.ts';
import { testTexts } from '../../support/texts.ts';
import { enter, enterBothConnected, enterConnected } from '../support.ts';

test.concurrent('a stranger is welcomed in the language of their client, and led to connecting', async () => {
  await using app = await enter();
  const { english, persian } = app;
  await english.say('/start');
  expect(english.screen()).toMatch(/Welcome[\s\S]*\[🔑 Connect an account\]\n\[🌐 Language\] \[❔ Help\]$/);
  await persian.say('/start');
  expect(persian.screen()).toMatch(/خوش آمدید[\s\S]*\[🔑 اتصال حساب\]\n\[🌐 زبان\] \[❔ راهنما\]$/);
});

test.concurrent('a connected person’s account stands on the home screen', async () => {
  await using app = await enterBothConnected();
  const { english, persian } = app;
  await english.say('/start');
  expect(english.screen()).toMatch(
    /Current account: Account 1[\s\S]*\[🖥 Servers\]\n\[🛒 Buy a server\]\n\[🔔 Monitor all servers\]\n\[🔎 Check names\] \[🌐 My domains\]\n\[👤 Accounts\] \[🌐 Language\]/,
  );
  await persian.say('/start');
  expect(persian.screen()).toMatch(/حساب فعلی: حساب ۱[\s\S]*\[🖥 سرورها\]/);
});

test.concurrent('help lists what can be typed, and home is one tap away', async () => {
  await using app = await enter();
  const { english, persian } = app;
  await english.say('/help');
  for (const command of [
    '/servers',
    '/server NAME',
    '/reboot NAME',
    '/buy',
    '/connect',
    '/accounts',
    '/language',
    '/cancel',
  ]) {
    expect(english.screen()).toContain(command);
  }
  await english.press('Home');
  expect(english.screens()).toHaveLength(1);
  expect(english.screen()).toContain('Welcome');
  await persian.say('/help');
  expect(persian.screen()).toMatch(/راهنمای دستورها[\s\S]*\[🏠 خانه\]/);
});

/** The buttons of all languages, each with its own name. */
function languages(chosen: string): string {
  const texts = testTexts();
  const name = (locale: string) => texts.in(locale).plain('language-name');
  return LOCALES.map((locale) => `[${locale === chosen ? '✓ ' : ''}${name(locale)}]`).join('\n');
}

test.concurrent('the chosen language stays with a client of another language, also over a restart', async () => {
  await using app = await enter();
  const { english, persian } = app;
  await english.say('/language');
  expect(english.screen()).toBe(`Which language?\n${languages('en')}\n[🏠 Home]`);
  await english.press('فارسی');
  expect(english.screen()).toBe(`کدام زبان؟\n${languages('fa')}\n[🏠 خانه]`);
  await persian.say('/language EN\u200f');
  expect(persian.screen()).toContain('Which language');
  await app.stopBot();
  await app.startBot();
  await english.say('/start');
  expect(english.screen()).toContain('خوش آمدید');
  await persian.say('/start');
  expect(persian.screen()).toContain('Welcome');
});

test.concurrent('an unknown command, a stray text and a stray photo get an answer and a way on', async () => {
  await using app = await enter();
  const { english, persian } = app;
  await english.say('/destroy everything');
  expect(english.screen()).toBe('Unknown command. /help lists all commands.\n[🏠 Home] [❔ Help]');
  await english.say('what a fine day');
  expect(english.screen()).toContain('The bot did not understand your message');
  await persian.upload('notes.pdf', 'application/pdf', Buffer.from('x'));
  expect(persian.screen()).toMatch(/خوانده نشد: ربات فقط متن[\s\S]*\[🏠 خانه\] \[❔ راهنما\]/);
});

/** Content of kinds that people send and the bot reads nothing of. */
const place = { latitude: 35.6892, longitude: 51.389 };
const file = { file_id: 'x', file_unique_id: 'x', duration: 1 };
const KINDS = {
  animation: { animation: { ...file, width: 1, height: 1 } },
  audio: { audio: file },
  contact: { contact: { phone_number: '989121234567', first_name: 'Alex' } },
  dice: { dice: { emoji: '🎲', value: 4 } },
  location: { location: place },
  story: { story: { chat: { id: 5, type: 'private' as const, first_name: 'Alex' }, id: 1 } },
  venue: { location: place, venue: { location: place, title: 'Office', address: 'Street 1' } },
  video: { video: { ...file, width: 1, height: 1 } },
  video_note: { video_note: { ...file, length: 1 } },
};

test.concurrent('content of any other kind than text is answered with what is read, in a group where it is for the bot', async () => {
  await using app = await enter();
  const { english, world } = app;
  const me = english.user.id;
  const group = world.group.id;
  const answers = () => english.in(group).screens().length;
  const said = 'Not read: the bot reads text only, and lists of domains as .txt or .csv files';
  for (const content of Object.values(KINDS)) {
    const before = english.screens().length;
    world.send(me, me, content);
    await app.settled();
    expect(english.screens()).toHaveLength(before + 1);
    expect(english.screen()).toContain(said);
  }
  for (const what of ['sticker', 'voice'] as const) {
    await english.say('/help');
    world.share(me, me, what);
    await app.settled();
    expect(english.screen()).toContain(said);
  }
  await english.in(group).say('/help');
  const { message_id: replyTo } = english.in(group).messages().at(-1) ?? expect.fail('No message');
  world.botRights.can_delete_messages = true;
  const before = answers();
  world.share(me, group, 'sticker');
  world.send(me, group, { photo: [], caption: 'for all of us' });
  await app.settled();
  expect(answers()).toBe(before);
  world.share(me, group, 'sticker', { replyTo });
  const named = (name: string, type: 'mention' | 'bot_command') =>
    world.send(me, group, {
      ...{ photo: [], caption: `${name} see` },
      caption_entities: [{ type, offset: 0, length: name.length }],
    });
  named(`@${world.bot.username}2`, 'mention');
  await app.settled();
  expect(answers()).toBe(before);
  named(`@${world.bot.username}`, 'mention');
  named(`/status@${world.bot.username}`, 'bot_command');
  await app.settled();
  expect(answers()).toBe(before + 2);
  expect(english.in(group).screen()).toContain(said);
});

test.concurrent('a message that tells of the chat gets no answer', async () => {
  await using app = await enter();
  const { english, world } = app;
  await english.say('/help');
  const before = english.screens().length;
  world.pin(english.user.id, english.chat, english.messages().at(-1)?.message_id ?? 0);
  await app.settled();
  expect(english.screens()).toHaveLength(before);
});

test.concurrent('a form says what it awaits, and stays open, where something else than text came', async () => {
  await using app = await enterConnected();
  const { english, world } = app;
  const send = async (what: 'sticker' | 'contact') => {
    world.share(english.user.id, english.chat, what);
    await app.settled();
  };
  await english.say('/accounts');
  await english.press('✓ Account 1');
  await english.press('Rename');
  for (const what of ['sticker', 'contact'] as const) {
    await send(what);
    expect(english.screen()).toContain('readable text of at most');
  }
  await english.say('Work');
  expect(english.screen()).toContain('👤 Work');
  await english.say('/register free.com');
  await send('sticker');
  expect(english.screen()).toMatch(/Send your answer as text[\s\S]*For how many years/);
  await english.say('2');
  expect(english.screen()).toContain('2 years');
  await english.say('/price');
  await english.press('Favourite extensions');
  await send('contact');
  expect(english.screen()).toContain('To change them, send the ones you want');
});

test.concurrent('an album of stray photos gets one answer', async () => {
  await using app = await enter();
  const { english, world } = app;
  const before = english.screens().length;
  for (const name of ['one.pdf', 'two.pdf', 'three.pdf']) {
    const file = { name, type: 'application/pdf', bytes: Buffer.from('x') };
    world.upload(world.english.id, world.english.id, file, undefined, { album: 'holiday' });
  }
  await english.say('what a fine day');
  expect(english.screens().length - before).toBe(2);
});
