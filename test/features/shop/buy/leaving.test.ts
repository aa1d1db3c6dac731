import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { openStoreOf, type TestApp } from '../../../support/app.ts';
import type { Person } from '../../../support/person.ts';
import { asked, connect, enter, OTHER_TOKEN } from '../../support.ts';
import { choose, enterForm, FIRST, forms, keptOf, ORDER, quoteOf, WANTED, walk } from './buying.ts';

const STEPS = Array.from({ length: ORDER.length + 1 }, (_, steps) => steps);
const LEFT = { en: '🛒 Order cancelled. Nothing was ordered.', fa: '🛒 سفارش لغو شد. چیزی خریده نشد.' };

/** Each way out, and what the person then sees. */
const WAYS: [name: string, leave: (person: Person) => Promise<unknown>, sees: RegExp][] = [
  ['/cancel', (person) => person.say('/cancel'), /^🛒/],
  ['/servers', (person) => person.say('/servers'), /^🖥/],
  ['an unknown command', (person) => person.say('/nonsense'), /^(Unknown command|چنین دستوری وجود ندارد)/],
  ['the form’s own button', (person) => person.press(/Cancel|انصراف/), /^🛒/],
];

test.concurrent.for(WAYS)('%s leaves at every step, and says so', async ([name, leave, sees]) => {
  // A person may send 30 updates in ten seconds.
  for (const part of [STEPS.slice(0, 6), STEPS.slice(6)]) {
    await using app = await enterForm();
    for (const steps of part) {
      const where = `${name} after ${steps}`;
      const [person, left] = steps % 2 === 0 ? [app.english, LEFT.en] : [app.persian, LEFT.fa];
      await walk(person, steps);
      const form = person.messages().at(-1)?.message_id;
      await leave(person);
      expect(person.screen(), where).toMatch(sees);
      const shown = person.messages().find(({ message_id }) => message_id === form);
      // Its answer says so, and the form is gone.
      const said = name === '/cancel' && !shown ? person.screen().split('\n[')[0] : shown?.text;
      expect(said, where).toBe(left);
      expect(await keptOf(app, person), where).toBeUndefined();
    }
    await app.english.say('8');
    expect(app.english.screen()).toContain('The bot did not understand your message');
    expect(asked(app, 'cloud.order')).toEqual([]);
  }
});

test.concurrent('a tap on another message leaves the form open, at every step, unless it asks for something itself', async () => {
  await using app = await enterForm();
  const { english } = app;
  await english.say('/servers');
  await english.say('/buy');
  for (const field of ORDER) {
    english.tap('Refresh');
    await app.settled();
    await choose(english, WANTED[field]);
  }
  expect(english.screen()).toContain('💰');
  english.tap('Rename');
  await app.settled();
  expect(english.screens().join()).toContain(LEFT.en);
  await english.say('My account');
  expect(english.screens().join()).toContain('My account');
  expect(asked(app, 'cloud.order')).toEqual([]);
});

test.concurrent('the form goes on after a restart, at every step', async () => {
  await using app = await enterForm();
  const { english, persian } = app;
  await english.say('/buy');
  for (const field of ORDER) {
    await app.stopBot();
    await app.startBot();
    await choose(english, WANTED[field]);
  }
  expect(english.screen()).toContain('💰');
  await walk(persian, 3);
  await app.stopBot();
  await app.startBot();
  await persian.say('۴');
  expect(persian.screen()).toMatch(/رم: ۴ گیگابایت\n\n💽/);
  expect(asked(app, 'cloud')).toEqual([quoteOf()]);
  expect(forms(english)).toHaveLength(1);
});

test.concurrent('an answer that a crash brings once more is not taken for the next one', async () => {
  await using app = await enterForm();
  const { english, world } = app;
  await walk(english, 3);
  const message = await english.say('4');
  const [conversation] = (await keptOf(app, english))?.state['buy@1'] ?? [];
  const [{ updateId }] = z.tuple([z.object({ updateId: z.number() })]).parse(JSON.parse(conversation?.args ?? ''));
  await app.stopBot();
  const store = await openStoreOf(app);
  await store.inbox.add(world.bot.id, [{ update_id: updateId, message }]);
  await store.close();
  await app.startBot();
  await english.say('99');
  expect(english.screen()).toMatch(/RAM: 4 GB\nDisk: 99 GB\n\n🗂/);
});

test.concurrent('a release with another version of the flow drops open forms and says so', async () => {
  await using app = await enterForm();
  const { english, persian } = app;
  for (const [person, text, again] of [
    [english, 'Nothing was ordered: the bot was updated and can’t continue this order.', 'Buy a server'],
    [persian, 'ربات به‌روزرسانی شد', 'خرید سرور'],
  ] as const) {
    await walk(person, 3);
    const form = person.messages().at(-1)?.message_id ?? 0;
    const shown = () => person.messages().find(({ message_id }) => message_id === form)?.text;
    await app.stopBot();
    await makeOlder(app, person);
    await app.startBot();
    await person.say('8');
    expect(shown()).toContain(text);
    expect(person.screen()).toContain(text);
    expect(await keptOf(app, person)).toBeUndefined();
    await person.press(again);
    expect(person.screen()).toMatch(FIRST);

    // A command is carried out, and the form says the same.
    const second = person.messages().at(-1)?.message_id ?? 0;
    await app.stopBot();
    await makeOlder(app, person);
    await app.startBot();
    await person.say('/help');
    expect(person.screen()).toContain('/servers');
    expect(person.messages().find(({ message_id }) => message_id === second)?.text).toContain(text);
  }
});

test.concurrent('in a group /buy leads to the private chat, and to the form there', async () => {
  await using app = await enterForm();
  const { english, persian, world } = app;
  for (const [person, text, label] of [
    [english, 'Buy servers in the private chat', '🛒 Buy in private'],
    [persian, 'خرید سرور در گفتگوی خصوصی', '🛒 خرید در گفتگوی خصوصی'],
  ] as const) {
    const inGroup = person.in(world.group.id);
    await inGroup.say('/buy');
    expect(inGroup.screen()).toContain(text);
    const button = inGroup.messages().at(-1)?.reply_markup?.inline_keyboard[0]?.[0];
    expect(button).toEqual({ text: label, url: 'https://t.me/host_test_bot?start=buy' });
    await person.say('/start buy');
    expect(person.screen()).toMatch(FIRST);
    // Messages in the group do not touch the form, and another person's answer does not count.
    await inGroup.say('/servers');
    await inGroup.say('8');
    await choose(person, 'tehran');
    expect(person.screen()).toContain('💿');
  }
});

test.concurrent('home and the server list lead to the form of that account', async () => {
  await using app = await enterForm();
  const { english, persian } = app;
  await connect(english, OTHER_TOKEN);
  await english.say('/start');
  await english.press('Buy a server');
  expect(english.screen()).toMatch(/^🛒 A new server · Account 2\n/);
  expect(english.screens().filter((screen) => screen.startsWith('🏠'))).toEqual([]);
  await persian.say('/servers');
  await persian.press('خرید سرور');
  expect(persian.screen()).toMatch(/^🛒 سرور جدید · حساب ۱\n/);
  const inGroup = persian.in(app.world.group.id);
  await inGroup.say('/servers');
  expect(inGroup.screen()).not.toContain('خرید سرور');
});

test.concurrent('/buy again brings the form down with what was chosen; for another account it begins anew', async () => {
  await using app = await enterForm();
  const { english } = app;
  await connect(english, OTHER_TOKEN);
  await english.say('/servers');
  await connect(english);
  await walk(english, 4);
  await english.say('/buy');
  expect(english.screen()).toMatch(/Account 1\n[\s\S]*RAM: 4 GB\n\n💽/);
  // The message that showed it before is gone.
  expect(english.screens().filter((screen) => screen.startsWith('🛒'))).toHaveLength(1);
  await english.press('Buy a server');
  expect(forms(english)[0]).toMatch(/^🛒 A new server · Account 2\n\nLike 10\.1\.134\.160/);
  expect(english.screen()).toContain(LEFT.en);
});

test.concurrent('a form whose message was deleted comes back in a new one', async () => {
  await using app = await enterForm();
  const { english, world } = app;
  await walk(english, 3);
  world.deleteMessage(english.user.id, english.chat, english.messages().at(-1)?.message_id ?? 0);
  await english.say('4');
  expect(english.screen()).toMatch(/RAM: 4 GB\n\n💽/);
  await choose(english, 40);
  expect(english.screen()).toContain('🗂');
});

test.concurrent('a person without an account, or who lost it on the way, is told so', async () => {
  await using app = await enter();
  const { english } = app;
  await english.say('/buy');
  expect(english.screen()).toMatch(/No account is connected[\s\S]*\[🔑 Connect an account\]/);
  await connect(english);
  await walk(english, 4);
  await withoutAccounts(app, english);
  await english.say('40');
  expect(english.screen()).toMatch(/No account is connected/);
});

test.concurrent('nothing of the form can be read in the database', async () => {
  await using app = await enterForm();
  await app.english.say('/buy');
  await app.english.say('a-place-like-no-other');
  await app.stopBot();
  for (const file of ['bot.sqlite', 'bot.sqlite-wal']) {
    const bytes = await readFile(join(app.directory, file)).catch(() => Buffer.alloc(0));
    expect(bytes.includes('a-place-like-no-other')).toBe(false);
  }
  expect(JSON.stringify(await keptOf(app, app.english))).toContain('a-place-like-no-other');
});

/** Turns a person's open forms into those of an earlier release. */
async function makeOlder({ env }: TestApp, person: Person): Promise<void> {
  const store = await openStoreOf({ env });
  const key = String(person.user.id);
  const kept = await store.conversations.get(key);
  const state = Object.fromEntries(Object.values(kept?.state ?? {}).map((states) => ['buy@0', states]));
  expect(Object.keys(state)).toEqual(['buy@0']);
  await store.conversations.set(key, { version: [0, 0], state });
  await store.close();
}

async function withoutAccounts({ env }: TestApp, person: Person): Promise<void> {
  const store = await openStoreOf({ env });
  await store.accounts.change(person.user.id, (binding) => {
    binding.accounts = [];
    binding.current = undefined;
  });
  await store.close();
}
