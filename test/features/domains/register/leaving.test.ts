import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { openStoreOf, type TestApp } from '../../../support/app.ts';
import type { Person } from '../../../support/person.ts';
import { keptOf } from '../../shop/buy/buying.ts';
import { asked, enterBothConnected, enterConnected } from '../../support.ts';

const SERVERS = 'ns1.example.com ns2.example.com';
const LEFT = {
  en: '🛒 Registration cancelled. Nothing was bought.',
  fa: '🛒 ثبت دامنه لغو شد. چیزی خریده نشد.',
};

/** Every place where a registration waits for an answer, and how a person gets there. */
const PLACES: [name: string, go: (person: Person, app: TestApp) => Promise<unknown>][] = [
  ['at the years', (person) => person.say('/register free.com')],
  ['at the handle', (person) => person.say('/register free.ir')],
  ['at the name servers', (person) => walk(person, '/register free.com', '2')],
  ['at the name servers of a national suffix', (person) => walk(person, '/register free.ir', 'ab123-irnic')],
  ['where the price was not told', withoutPrice],
];
const WAYS: [name: string, leave: (person: Person) => Promise<unknown>, sees: RegExp][] = [
  ['/cancel', (person) => person.say('/cancel'), /^🛒/],
  ['/servers', (person) => person.say('/servers'), /^🖥/],
  ['an unknown command', (person) => person.say('/nonsense'), /^(Unknown command|چنین دستوری وجود ندارد)/],
  ['its own button', (person) => person.press(/Cancel|انصراف/), /^🛒/],
  ['/buy', (person) => person.say('/buy'), /^🛒/],
];

async function walk(person: Person, ...said: string[]): Promise<void> {
  for (const text of said) await person.say(text);
}

async function withoutPrice(person: Person, { provider }: TestApp): Promise<void> {
  await walk(person, '/register free.com', '2');
  provider.fault({ operation: 'domain.availability', kind: 'errorOn200', times: 1 });
  await person.say(SERVERS);
  expect(person.screen()).toMatch(/Get the price again|استعلام دوبارهٔ قیمت/);
}

test.concurrent.for(WAYS)('%s leaves at every step, and says so', async ([name, leave, sees]) => {
  for (const [place, go] of PLACES) {
    await using app = await enterBothConnected();
    for (const [person, left] of [
      [app.english, LEFT.en],
      [app.persian, LEFT.fa],
    ] as const) {
      const where = `${name} ${place}`;
      await go(person, app);
      const message = person.messages().at(-1)?.message_id;
      await leave(person);
      expect(person.screen(), where).toMatch(sees);
      const shown = person.messages().find(({ message_id }) => message_id === message);
      // Its answer says so, and the form is gone.
      const said = name === '/cancel' && !shown ? person.screen().split('\n[')[0] : shown?.text;
      expect(said, where).toBe(left);
      expect(Object.keys((await keptOf(app, person))?.state ?? {}), where).toEqual(name === '/buy' ? ['buy@1'] : []);
    }
    if (name !== '/buy') {
      await app.english.say(SERVERS.split(' ')[0] ?? '');
      expect(app.english.screen()).not.toContain('Registering');
    }
    expect(asked(app, 'domain.register')).toEqual([]);
  }
});

test.concurrent('goes on after a restart, at every step, and orders nothing twice', async () => {
  await using app = await enterBothConnected();
  const { english, persian } = app;
  const restart = async () => {
    await app.stopBot();
    await app.startBot();
  };
  await english.say('/register free.com');
  await persian.say('/register free.ir');
  await restart();
  await english.press(/^3$/);
  await persian.say('ab123-irnic');
  await restart();
  await english.say(SERVERS);
  await persian.say(SERVERS);
  expect(english.screen()).toMatch(/Register free\.com\?\nPeriod: 3 years/);
  expect(persian.screen()).toContain('شناسه: ab123-irnic');
  await restart();
  await english.press('Register for');
  await english.sees(/registered and active/);
  expect(asked(app, 'domain.register')).toEqual([
    'domain.register {"domain":"free.com","period":3,"ns1":"ns1.example.com","ns2":"ns2.example.com"}',
  ]);
});

test.concurrent('an answer that a crash brings once more is not taken for the next one', async () => {
  await using app = await enterConnected();
  const { english, world } = app;
  await english.say('/register free.ir');
  const message = await english.say('ns1.example.com');
  const [conversation] = (await keptOf(app, english))?.state['register@1'] ?? [];
  const [{ updateId }] = z.tuple([z.object({ updateId: z.number() })]).parse(JSON.parse(conversation?.args ?? ''));
  await app.stopBot();
  const store = await openStoreOf(app);
  await store.inbox.add(world.bot.id, [{ update_id: updateId, message }]);
  await store.close();
  const before = english.messages().length;
  await app.startBot();
  await english.say(SERVERS);
  expect(
    english
      .messages()
      .slice(before)
      .map(({ text }) => text ?? '')
      .join('\n'),
  ).not.toContain('must be two to four');
  expect(english.screen()).toContain('NIC handle: ns1.example.com');
});

test.concurrent('the answer that ended it, brought once more by a crash, begins nothing else', async () => {
  await using app = await enterConnected();
  const { english, world } = app;
  await walk(english, '/register free.com', '2');
  const message = await english.say(SERVERS);
  expect(english.screen()).toContain('Register free.com?');
  const [conversation] = (await keptOf(app, english))?.state['register@1'] ?? [];
  const [{ updateId }] = z.tuple([z.object({ updateId: z.number() })]).parse(JSON.parse(conversation?.args ?? ''));
  await app.stopBot();
  const store = await openStoreOf(app);
  await store.inbox.add(world.bot.id, [{ update_id: updateId, message }]);
  await store.close();
  app.provider.forget();
  await app.startBot();
  await english.say('one.com');
  await english.sees(/One name checked/);
  expect(english.screens().filter((screen) => screen.includes('names checked'))).toEqual([]);
  expect(asked(app)).toEqual(['domain.availability {"domain":"one.com","period":1}']);
});

test.concurrent('a release with another version drops open registrations and says so', async () => {
  await using app = await enterBothConnected();
  for (const [person, text] of [
    [app.english, 'Nothing was bought: the bot was updated and can’t continue this registration.'],
    [app.persian, 'ثبت نیمه‌تمام قابل ادامه نیست. چیزی خریده نشد.'],
  ] as const) {
    for (const next of ['2', '/help']) {
      await person.say('/register free.com');
      const message = person.messages().at(-1)?.message_id;
      await app.stopBot();
      await makeOlder(app, person);
      await app.startBot();
      await person.say(next);
      expect(person.messages().find(({ message_id }) => message_id === message)?.text).toContain(text);
      expect(person.screen()).toMatch(next === '2' ? text : '/servers');
      expect(await keptOf(app, person)).toBeUndefined();
    }
  }
});

test.concurrent('nothing of it can be read in the database', async () => {
  await using app = await enterConnected();
  await walk(app.english, '/register free.ir', 'a-handle-like-no-other');
  await app.stopBot();
  for (const file of ['bot.sqlite', 'bot.sqlite-wal']) {
    const bytes = await readFile(join(app.directory, file)).catch(() => Buffer.alloc(0));
    expect(bytes.includes('a-handle-like-no-other')).toBe(false);
  }
  expect(JSON.stringify(await keptOf(app, app.english))).toContain('a-handle-like-no-other');
});

/** Turns a person's open registration into that of an earlier release. */
async function makeOlder({ env }: TestApp, person: Person): Promise<void> {
  const store = await openStoreOf({ env });
  const key = String(person.user.id);
  const kept = await store.conversations.get(key);
  const state = Object.fromEntries(Object.values(kept?.state ?? {}).map((states) => ['register@0', states]));
  expect(Object.keys(state)).toEqual(['register@0']);
  await store.conversations.set(key, { version: [0, 0], state });
  await store.close();
}
