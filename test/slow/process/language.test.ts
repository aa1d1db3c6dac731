import { cpSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { User } from 'grammy/types';
import { expect, onTestFinished, test } from 'vitest';
import { openTestApp, TOKEN } from '../../support/app.ts';
import { type BotProcess, startProcess } from '../../support/bots/process.ts';
import { folder } from '../../support/databases/store.ts';
import { createPerson, type Person } from '../../support/person.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

const speaker = (id: number, language: string): User => ({
  id,
  is_bot: false,
  first_name: language,
  language_code: language,
});
const PEOPLE = [speaker(1001, 'en'), speaker(1002, 'fa'), speaker(1003, 'pl'), speaker(1004, 'tr')];

/** The texts that a translator changes first; the rest stays as copied from English. */
const POLISH = {
  'language-name': 'Polski',
  'time-zone': 'Europe/Warsaw',
  'command-servers': 'Twoje serwery',
  'command-language': 'Język',
  'time-zoned': '{ $time } czasu warszawskiego',
  'card-read': '<i>Odczytano o { $time }</i>',
  'money-toman': '{ $amount } tomanów',
  'money-words-thousand': 'tys',
};
const SERVERS = '[one] One server\n       *[other] { $count } servers\n';
const SERWERY = '[one] Jeden serwer\n        [few] { $count } serwery\n       *[many] { $count } serwerów\n';

/** The sources and texts as they are, in a folder of their own, to which a language is added. Returns its `main.ts`. */
function copyWith(locale: string, change: (text: string) => string): string {
  const place = folder();
  for (const name of ['src', 'locales', 'package.json'])
    cpSync(join(ROOT, name), join(place, name), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(place, 'node_modules'));
  const added = join(place, 'locales', locale);
  cpSync(join(place, 'locales/en'), added, { recursive: true });
  for (const file of readdirSync(added)) {
    const path = join(added, file);
    writeFileSync(path, change(readFileSync(path, 'utf8')));
  }
  // Files that an editor or a file manager leaves behind are no language, and a README is no text.
  writeFileSync(join(place, 'locales/.DS_Store'), '');
  for (const name of ['account.ftl~', 'README.md']) writeFileSync(join(added, name), 'language-name = Polnisch');
  return join(place, 'src/main.ts');
}

function toPolish(text: string): string {
  return Object.entries(POLISH)
    .reduce((all, [key, words]) => all.replace(new RegExp(`^${key} = .*$`, 'm'), `${key} = ${words}`), text)
    .replace(SERVERS, SERWERY);
}

test('a folder of texts is a language: it has its menu, texts, numbers, plurals, dates and clock, and no other changes', async () => {
  const app = await openTestApp({
    withoutBot: true,
    publishes: true,
    people: PEOPLE,
    accounts: [
      { token: TOKEN, servers: 3 },
      { token: 'another-token-of-the-test', servers: 5 },
    ],
  });
  onTestFinished(() => app.close());
  const { world, settled } = app;
  const [english, persian, polish, turkish] = PEOPLE.map((user) => createPerson(world, user, settled));
  if (!english || !persian || !polish || !turkish) throw new TypeError('four people');

  const menu = (person: Person, chat = person.chat) => world.commands(person.user.id, chat);
  const menusOf = (people: Person[]) => people.map((person) => [menu(person), menu(person, world.group.id)]);
  /** Starts the bot, waits for its `menus` calls of setMyCommands, and runs the test body. */
  const during = async (
    bot: { start(): Promise<void>; end(): Promise<unknown> },
    menus: number,
    story: () => Promise<void>,
  ) => {
    const from = world.calls.length;
    await bot.start();
    await world.until(
      () => world.calls.slice(from).filter(({ method }) => method === 'setMyCommands').length === menus,
    );
    await story();
    await bot.end();
  };
  const ours = {
    start: app.startBot,
    async end() {
      await app.stopBot();
      expect(app.log.join('')).not.toContain('"level":50');
    },
  };
  /** The bot of another copy of the sources. */
  const copied = (main: string) => {
    let bot: BotProcess | undefined;
    return {
      async start() {
        bot = startProcess(app.env, undefined, main);
        onTestFinished(async () => void (await bot?.end('SIGKILL')));
        await bot.ready();
      },
      async end() {
        await bot?.end('SIGTERM');
        expect(bot?.output()).not.toContain('"level":50');
      },
    };
  };
  /** Says something and returns the screen that answers it. */
  const ask = async (person: Person, text: string) => {
    const before = person.screens().length;
    await person.say(text);
    await world.until(() => person.screens().length > before, { describe: () => `${text}: ${person.screen()}` });
    // The states of a list follow in an edit.
    await world.until(() => !person.screen().includes('⏳'), { describe: () => person.screen() });
    return person.screen();
  };
  /** The text of a screen, without the time at which it was read. */
  const reads = async (person: Person) => {
    const screens: string[] = [];
    for (const text of ['/start', '/help', '/servers', '/server 10.0.0.0', '/price com']) {
      screens.push((await ask(person, text)).replace(/[\d۰-۹]{1,2}:[\d۰-۹]{2}:[\d۰-۹]{2}/g, 'TIME'));
    }
    return screens;
  };

  const before: unknown[] = [];
  await during(ours, 9, async () => {
    for (const person of [english, persian, turkish]) {
      await ask(person, `/connect ${TOKEN}`);
      before.push(await reads(person));
    }
    before.push(menusOf([english, persian, turkish]));
    expect(menu(polish)).toEqual(menu(english));
  });

  await during(copied(copyWith('pl', toPolish)), 3, async () => {
    const after: unknown[] = [];
    for (const person of [english, persian, turkish]) after.push(await reads(person));
    after.push(menusOf([english, persian, turkish]));
    expect(after).toEqual(before);

    // Neither of them is an administrator of the group.
    for (const chat of [undefined, world.group.id]) {
      expect(menu(polish, chat).find(({ command }) => command === 'servers')?.description).toBe('Twoje serwery');
      expect(menu(polish, chat).map(({ command }) => command)).toEqual(
        menu(turkish, chat).map(({ command }) => command),
      );
    }
    await ask(polish, '/connect another-token-of-the-test');
    expect(await ask(polish, '/servers')).toContain('5 serwerów');
    await ask(polish, `/connect ${TOKEN}`);
    expect(await ask(polish, '/servers')).toContain('3 serwery');
    expect(await ask(polish, '/price com')).toMatch(/1\u00a0375\u00a0000 tomanów/);
    const clock = new Intl.DateTimeFormat('pl', { timeStyle: 'medium', timeZone: 'Europe/Warsaw' });
    const asked = Date.now();
    await ask(polish, '/server 10.0.0.0');
    await polish.press('Details');
    const card = await polish.sees(/Odczytano/);
    const read = /Odczytano o (\S+) czasu warszawskiego/.exec(card)?.[1] ?? '';
    const meanwhile = Array.from({ length: Math.ceil((Date.now() - asked) / 1_000) + 1 }, (_, s) => asked + s * 1_000);
    expect(meanwhile.map((at) => clock.format(at))).toContain(read);
    expect(card).toMatch(
      /\d (stycznia|lutego|marca|kwietnia|maja|czerwca|lipca|sierpnia|września|października|listopada|grudnia) \d{4}/,
    );
    await ask(polish, '/accounts');
    await polish.press('Account 1');
    await polish.sees(/My personal limit/);
    await polish.press('My personal limit');
    await polish.sees(/send the amount/);
    // The answer takes the place of the question.
    await polish.say('500 tys toman');
    await polish.sees(/500\u00a0000 tomanów/);
    expect(await ask(polish, '/language')).toContain('[English]\n[فارسی]\n[✓ Polski]');
    expect(await ask(english, '/language pl-PL')).toContain('[✓ Polski]');
  });

  // The chosen language is gone again: the client's takes its place.
  await during(ours, 0, async () => {
    expect(await ask(english, '/language')).toContain('[✓ English]\n[فارسی]\n[');
  });
});
