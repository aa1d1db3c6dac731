import { expect, test } from 'vitest';
import { LOCALES } from '../../../src/telegram/i18n/index.ts';
import { testTexts } from '../../support/texts.ts';
import { enter, enterBothConnected } from '../support.ts';

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
    /Current account: Account 1[\s\S]*\[🖥 Servers\]\n\[🛒 Buy a server\]\n\[🔔 Watch all servers\]\n\[🔎 Check names\] \[🌐 My domains\]\n\[👤 Accounts\] \[🌐 Language\]/,
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
  expect(english.screen()).toContain('I did not understand that');
  await persian.upload('notes.pdf', 'application/pdf', Buffer.from('x'));
  expect(persian.screen()).toMatch(/متوجه نشدم[\s\S]*\[🏠 خانه\] \[❔ راهنما\]/);
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
