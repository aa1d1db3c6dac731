import { expect, test } from 'vitest';
import type { Person } from '../support/person.ts';
import { asked, enterBothConnected, enterConnected, TOKEN } from './support.ts';

/** How many messages stand in the chat, the person’s and the bot’s. */
const count = ({ messages }: Person) => messages().length;

test.concurrent('wrong answers leave one question at the bottom, and no trail', async () => {
  await using app = await enterConnected();
  const { english } = app;
  await english.say('/renew 10.0.0.0');
  await english.press('Another number of days');
  const before = count(english);
  for (const wrong of ['0', 'three', '9999']) {
    await english.say(wrong);
    expect(count(english)).toBe(before);
    expect(english.messages().at(-1)?.from?.is_bot).toBe(true);
  }
  expect(english.screen()).toMatch(/\d+ to \d+|between|1/);
  await english.upload('days.txt', 'text/plain', Buffer.from('30'));
  expect(count(english)).toBe(before);
  await english.say('45');
  // The answer that fits stays, and the confirm takes the place of the question.
  expect(count(english)).toBe(before + 1);
  expect(english.screen()).toMatch(/45 days[\s\S]*\[Renew for/);
});

test.concurrent('wrong tokens leave one question', async () => {
  await using app = await enterBothConnected();
  const { persian } = app;
  await persian.say('/connect');
  const before = count(persian);
  for (const wrong of ['توکن', 'wrong-token-of-nobody-1', 'wrong-token-of-nobody-2']) {
    await persian.say(wrong);
    expect(count(persian)).toBe(before);
  }
  await persian.say(TOKEN);
  expect(persian.screen()).toMatch(/این حساب قبلاً/);
  expect(count(persian)).toBe(before);
});

test.concurrent('a confirm typed wrongly says so in itself; typed rightly, it does not stand there as open', async () => {
  await using app = await enterConnected();
  const { english } = app;
  await english.say('/server 10.0.0.0');
  for (const label of ['More', 'Reinstall', 'AlmaLinux 9', 'Continue without']) await english.press(label);
  const before = count(english);
  for (const wrong of ['web1', '10.0.0.1', 'yes']) {
    await english.say(wrong);
    expect(count(english)).toBe(before);
    expect(english.screen()).toMatch(
      /neither the name nor the IP[\s\S]*❓ Erase 10\.0\.0\.0 and install AlmaLinux 9[\s\S]*\[Cancel\]$/,
    );
  }
  expect(asked(app, 'server.os')).toEqual([]);
  await english.say('10.0.0.0');
  await english.shows(/^✅ 10\.0\.0\.0 reinstalled with AlmaLinux 9/);
  expect(english.screens().filter((screen) => screen.includes('❓'))).toEqual([]);
  expect(asked(app, 'server.os')).toHaveLength(1);
});

test.concurrent('a typed confirm that another operation holds back stands at the bottom, and names it', async () => {
  await using app = await enterBothConnected({ timings: { rebootMs: 600_000 } });
  const { english, persian } = app;
  await english.say('/server 10.0.0.0');
  for (const label of ['More', 'Reinstall', 'AlmaLinux 9', 'Continue without']) await english.press(label);
  const before = count(english);
  await persian.say('/reboot 10.0.0.0');
  await persian.press('بله');
  await persian.sees(/⏳[\s\S]*rebooting/);
  await english.say('10.0.0.0');
  expect(english.screen()).toMatch(
    /Restart of 10\.0\.0\.0[\s\S]*❓ Erase 10\.0\.0\.0 and install AlmaLinux 9[\s\S]*\[Cancel\]$/,
  );
  expect(count(english)).toBe(before);
  expect(asked(app, 'server.os')).toEqual([]);
  await english.press('Cancel');
  expect(english.screen()).toMatch(/cancelled\. Nothing was sent/);
  expect(count(english)).toBe(before);
});

test.concurrent('the form of an order corrects in itself, and goes on', async () => {
  await using app = await enterConnected();
  const { english } = app;
  await english.say('/buy');
  const before = count(english);
  for (const wrong of ['x'.repeat(65), 'y'.repeat(70)]) {
    await english.say(wrong);
    expect(count(english)).toBe(before);
    expect(english.screen()).toMatch(/a name of 64 characters at most\.?\n\[/);
  }
  await english.say('tehran');
  expect(count(english)).toBe(before);
  expect(english.screen()).not.toContain('64 characters');
});

test.concurrent('a registration is one form at the bottom, with any text typed', async () => {
  await using app = await enterBothConnected();
  const { persian } = app;
  await persian.say('/register second.ir');
  const before = count(persian);
  for (const typed of ['شناسه', 'ab123-irnic', 'ns1.example.com', 'ns1.example.com ns2.example.com']) {
    await persian.say(typed);
    expect(count(persian)).toBe(before);
  }
  expect(persian.screen()).toContain('[ثبت به مبلغ');
});

test.concurrent('where Telegram deletes nothing, the dialogue goes on all the same', async () => {
  await using app = await enterConnected();
  const { english, world } = app;
  await english.say('/accounts');
  await english.press('✓ Account 1');
  await english.press('Rename');
  world.fail({ method: 'deleteMessage', code: 400, description: "Bad Request: message can't be deleted", times: 20 });
  await english.say('x'.repeat(40));
  expect(english.screen()).toContain('[Cancel]');
  await english.say('Shop');
  expect(english.screen()).toContain('👤 Shop');
});

test.concurrent.each([
  ['english', '/check', /^🔎 Send the names/],
  ['persian', '/connect', /^🔑/],
  ['english', '/register', /^🛒/],
  ['persian', '/register second.ir', /^🛒[\s\S]*second\.ir/],
  ['english', '/buy', /^🛒 A new server/],
] as const)('%s: %s sent three times leaves one message of the bot', async (who, command, first) => {
  await using app = await enterBothConnected();
  const person = app[who];
  const before = person.screens().length;
  for (let times = 0; times < 3; times++) {
    await person.say(command);
    expect(person.screen()).toMatch(first);
    expect(person.screens()).toHaveLength(before + 1);
  }
  // A form that its person leaves for another command becomes one line, which says so.
  await person.say('/servers');
  expect(person.screens()).toHaveLength(before + 2);
  expect(person.screens().at(-2)).not.toMatch(first.source.includes('Which') ? first : /\?\n\[/);
});
