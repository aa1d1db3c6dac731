import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import type { TestApp, TestAppOptions } from '../../support/app.ts';
import type { Person } from '../../support/person.ts';
import { createEd25519, createRsa } from '../../support/ssh-keys.ts';
import { ACCOUNTS, asked, connect, enter, enterConnected, OTHER_TOKEN, TOKEN } from '../support.ts';

const SECRET = 'a1b2c3d4e5f6a7b8c9d0e1f2a3b4';
const OTHER = '12|Zz9Yy8Xx7Ww6Vv5Uu4Tt3Ss2Rr1';
/** Tokens that the provider accepts, one of the shape of each secret above. */
const ALIKE = ['f0e1d2c3b4a5f6e7d8c9b0a1f2e3', '7|Qq1Ww2Ee3Rr4Tt5Yy6Uu7Ii8Oo9'] as const;
const ACCEPTING: TestAppOptions = { accounts: [...ACCOUNTS, ...ALIKE.map((token) => ({ token, servers: 1 }))] };

/** {@link enter}, where the provider's tokens are known by those that the Persian person connected. */
async function enterKnowing(): ReturnType<typeof enter> {
  const app = await enter(ACCEPTING);
  for (const token of ALIKE) await connect(app.persian, token);
  app.provider.forget();
  return app;
}

const PLAIN = Buffer.from('plain');

const holds = (person: Person, secret: string) => JSON.stringify(person.messages()).includes(secret);

test.concurrent('a token that nearly fits is taken, or at least goes from the chat', async () => {
  await using app = await enter();
  const { english, persian, world } = app;
  await english.say(`/Connect ${SECRET}`);
  expect(english.screen()).toContain('The provider does not accept this token');
  await english.say('/cancel');
  for (const text of [
    `connect ${SECRET}`,
    `Connect: ${SECRET}`,
    `here it is:\n"${SECRET}".`,
    `token=${SECRET}`,
    `/connnect ${SECRET}`,
  ]) {
    await english.say(text);
    expect(english.screen(), text).toMatch(
      /^🔑 Your message was deleted and not used: it looked like a token or password/,
    );
    expect(holds(english, SECRET), text).toBe(false);
  }
  for (const caption of [`/connect ${SECRET}`, `/CONNECT ${SECRET}`, SECRET, `my token ${SECRET}`]) {
    for (const name of ['list.txt', 'notes.bin']) {
      await persian.upload(name, 'text/plain', PLAIN, caption);
      expect(holds(persian, SECRET), caption).toBe(false);
    }
  }
  const inGroup = english.in(world.group.id);
  await inGroup.say(`/CONNECT@Host_Test_Bot ${SECRET}`);
  expect(inGroup.screen()).toMatch(/^⚠️ Your token was not deleted, because[\s\S]*Never write a token in a group/);
  expect(app.provider.requests.map(({ operation }) => operation)).not.toContain('server.action');
});

test.concurrent('a token answers the question of its own sender only: of any other it goes', async () => {
  await using app = await enter();
  const { english, world } = app;
  const { message_id } = world.say(english.user.id, english.user.id, 'good morning');
  await english.say('/connect');
  const chat = { id: english.user.id, type: 'private', first_name: 'E' };
  const from = { ...english.user, is_bot: true };
  world.push({ message: { message_id, date: Math.floor(Date.now() / 1000), chat, from, text: `my token ${SECRET}` } });
  await app.settled();
  expect(english.messages().map((each) => each.message_id)).not.toContain(message_id);
});

test.concurrent('a message without a secret stays', async () => {
  await using app = await enterConnected();
  const { english } = app;
  for (const text of [
    'https://example.com/path/a1b2c3d4e5f6a7b8c9d0e1f2a3b4?token=a1b2c3d4e5f6a7b8c9d0e1f2a3b4',
    'please write to somebody1234567890abc@mail.example.com',
    'see IMG_20261121_101500_server.png and backup-2026-11-21-before-upgrade',
    'is 2001:0db8:85a3:0000:0000:8a2e:0370:7334 or 52:54:00:12:34:56 yours?',
    'srv-10001, srv-10002: order 20261121-000123 of 2026-11-21T10:15:00.123456Z',
    'mybestshop2026online and another1longname2026',
    'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGV4YW1wbGVrZXlleGFtcGxla2V5ZXhhbXBsZWtl me@laptop',
  ]) {
    await english.say(text);
    expect(english.messages().at(-2)?.text, english.screen()).toBe(text);
  }
});

/** Failures of the store, each made in its database. */
const LOST = {
  'takes no writes': (database: DatabaseSync) => {
    for (const change of ['INSERT', 'UPDATE'])
      database.exec(`CREATE TRIGGER refuse_${change} BEFORE ${change} ON boxes BEGIN SELECT RAISE(ABORT, 'full'); END`);
  },
  'can’t be read': (database: DatabaseSync) => database.exec('ALTER TABLE boxes RENAME TO boxes_away'),
} as const satisfies Record<string, (database: DatabaseSync) => void>;

test.concurrent.each(Object.entries(LOST))('while the store %s, no token stays in the chat', async (_, lose) => {
  await using app = await enter();
  const { english } = app;
  await english.say('/connect');
  const database = new DatabaseSync(join(app.directory, 'bot.sqlite'));
  database.exec('PRAGMA busy_timeout = 5000');
  lose(database);
  database.close();
  for (const text of [TOKEN, `/connect ${TOKEN}`, `/Connect ${TOKEN}`, `connect ${SECRET}`, SECRET]) {
    const { message_id } = await english.say(text);
    expect(english.screen(), text).toMatch(/the bot’s database can’t be reached[\s\S]*Your message was deleted/);
    expect(
      english.messages().map((message) => message.message_id),
      text,
    ).not.toContain(message_id);
  }
  expect(app.log.join('\n')).not.toContain(TOKEN);
});

test.concurrent('where the message can’t be deleted either, its person is told to do it', async () => {
  await using app = await enter();
  const { persian, world } = app;
  await persian.say('/connect');
  const database = new DatabaseSync(join(app.directory, 'bot.sqlite'));
  database.exec('PRAGMA busy_timeout = 5000');
  LOST['can’t be read'](database);
  database.close();
  world.fail({ method: 'deleteMessage', code: 400, description: "Bad Request: message can't be deleted", times: 1 });
  await persian.say(SECRET);
  expect(persian.screen()).toMatch(/شاید در پیامتان توکن[\s\S]*همین حالا پیام را پاک کنید/);
  await persian.say('سه کلمهٔ کوتاه');
  expect(persian.screen()).toMatch(/شاید در پیامتان توکن[\s\S]*همین حالا پیام را پاک کنید/);
});

/** Whether neither a chat nor the log of the app holds it. */
function isGone(app: TestApp, secret: string): boolean {
  const { english, persian, world } = app;
  const chats = [english, persian, english.in(world.group.id)].flatMap((person) => person.messages());
  return !JSON.stringify(chats).includes(secret) && !app.log.join('\n').includes(secret);
}

const TOLD = /^🔑 Your message was deleted and not used: it looked like a token or password/;
const TOLD_GROUP = /^⚠️ .+: your message was deleted because it looked like a token or password/;

test.concurrent.each([
  `/start ${SECRET}`,
  `/server ${SECRET}`,
  `/check ${SECRET}`,
  `/check shop.com ${SECRET}`,
  `/price ${SECRET}`,
  `/reboot 12|${SECRET}`,
  `/SNAPSHOT web1 ${SECRET}`,
  `/help ${SECRET}`,
  `/nonsense ${SECRET}`,
  `/cancel {"token":"${SECRET}"}`,
] as const)('%s is deleted and told, and nothing else is done', async (text) => {
  await using app = await enterKnowing();
  const { english, world } = app;
  const secret = text.split(/[ |"]/).findLast((part) => part.length > 20) ?? '';
  app.world.botRights.can_delete_messages = true;
  await english.say(text);
  expect(english.screen()).toMatch(TOLD);
  expect(isGone(app, secret)).toBe(true);
  const inGroup = english.in(world.group.id);
  await inGroup.say(text.replace(/^(\/\w+)/, '$1@host_test_bot'));
  expect(inGroup.screen()).toMatch(TOLD_GROUP);
  expect(isGone(app, secret)).toBe(true);
  expect(asked(app)).toEqual([]);
});

test.concurrent.each([
  '/start provider-token-of-nobody-here',
  '/start r_live_51h8sjk2h3kj4h5k6j7h8k9l0aabbccddeeff',
  '/start r_live_51h8sjk2h3kj4h5k6j7h8k9l0aabbccddeeff_com',
  '/server provider-token-of-nobody-here',
])('%s is deleted in private, also where no such token is known', async (text) => {
  await using app = await enterKnowing();
  const { english } = app;
  await english.say(text);
  expect(english.screen()).toMatch(TOLD);
  expect(isGone(app, text)).toBe(true);
  expect(asked(app)).toEqual([]);
});

const HEX = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b';
const RSA_LINE = createRsa().line('ops@desk');
/** A text as a terminal of that width breaks it. */
const wrapped = (text: string, width = 80) => text.replace(new RegExp(`.{${width}}(?=.)`, 'g'), '$&\n');

test.concurrent.each([
  ['a commit', `reverted in ${HEX}, please redeploy`],
  ['a UUID', 'request 550e8400-e29b-41d4-a716-446655440000 failed'],
  ['a trace', 'trace 4bf92f3577b34da6a3ce929d0e0e4736'],
  ['a digest', `image sha256:${HEX}${HEX.slice(0, 24)}`],
  ['a fingerprint', 'SHA256:n0tR3allyAF1ngerprintButL00ksL1ke0ne9876543'],
  ['an ETag', 'ETag: W/"33a64df551425fcc55e4d42a148795d9f25f89d4"'],
  ['a pod', 'checkout-7d9f8b6c5d-x2x9k is in CrashLoopBackOff'],
  ['a transaction', `0x${HEX}${HEX.slice(0, 24)}`],
  [
    'a transaction of another chain',
    '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW',
  ],
  ['a public key', RSA_LINE],
  ['a wrapped public key', `the new key:\n${wrapped(RSA_LINE)}\nthanks`],
  ['a wrapped public key, cut', wrapped(RSA_LINE).slice(0, -90)],
  ['words about private keys', 'it has to begin with -----BEGIN OPENSSH PRIVATE KEY-----'],
  ['a token of elsewhere', 'ghp_16C7e42F292c6912E7710c838347Ae178B4a'],
])('%s that people of a group write each other stays, without a word', async (_, text) => {
  await using app = await enterKnowing();
  const { english, world } = app;
  world.botRights.can_delete_messages = true;
  const inGroup = english.in(world.group.id);
  const before = inGroup.screens().length;
  const message = await inGroup.say(text);
  await inGroup.edit(message, `${text} (edited)`);
  expect(inGroup.messages().map(({ message_id }) => message_id)).toContain(message.message_id);
  expect(inGroup.screens()).toHaveLength(before);
});

test.concurrent('in a group a token of anybody here goes, whatever it looks like, and so does a private key', async () => {
  await using app = await enterConnected();
  const { persian, world } = app;
  await connect(app.english, OTHER_TOKEN);
  world.botRights.can_delete_messages = true;
  const inGroup = persian.in(world.group.id);
  for (const text of [
    TOKEN,
    `«${TOKEN}»`,
    `token=${OTHER_TOKEN}.`,
    `https://host/?key=${TOKEN}`,
    `توکن:${TOKEN}`,
    `${TOKEN.slice(0, 4)}\u200b${TOKEN.slice(4)}`,
    createEd25519().openssh,
  ]) {
    const { message_id } = await inGroup.say(text);
    expect(
      inGroup.messages().map((each) => each.message_id),
      text,
    ).not.toContain(message_id);
    expect(inGroup.screen(), text).toMatch(/^⚠️ \S+، پیامتان پاک شد، چون شبیه توکن یا رمز عبور بود/);
  }
});

test.concurrent('a token that an earlier release connected is known once its owner has used it', async () => {
  await using app = await enterConnected();
  const { english, persian, world } = app;
  await english.say('/servers');
  await app.stopBot();
  const database = new DatabaseSync(join(app.directory, 'bot.sqlite'));
  expect(database.prepare("DELETE FROM boxes WHERE key LIKE 'accepted-tokens:%'").run().changes).toBe(1);
  database.close();
  await app.startBot();
  world.botRights.can_delete_messages = true;
  await english.say('/server 10.0.0.0');
  const { message_id } = await persian.in(world.group.id).say(TOKEN);
  expect(
    persian
      .in(world.group.id)
      .messages()
      .map((each) => each.message_id),
  ).not.toContain(message_id);
});

test.concurrent('a command of a group with what may be a secret does nothing, and its message stays', async () => {
  await using app = await enterConnected();
  const inGroup = app.english.in(app.world.group.id);
  app.world.botRights.can_delete_messages = true;
  for (const text of [`/check@host_test_bot ${SECRET}`, `/server@host_test_bot ${HEX}`]) {
    const { message_id } = await inGroup.say(text);
    expect(inGroup.screens(), text).toEqual([]);
    expect(app.english.screen(), text).toMatch(/^⚠️ Nothing was done: your command came with what looks like a token/);
    expect(inGroup.messages().map((each) => each.message_id)).toContain(message_id);
  }
  expect(asked(app)).toEqual([]);
});

test.concurrent('hashes of people stay in a group also where the tokens of the provider look like them', async () => {
  const hash = (seed: string) => seed.repeat(3).slice(0, 40);
  const token = hash('9f8e7d6c5b4a3021');
  await using app = await enter({ accounts: [...ACCOUNTS, { token, servers: 1 }] });
  const { english, world } = app;
  await connect(english, token);
  const inGroup = english.in(world.group.id);
  world.botRights.can_delete_messages = true;
  const { message_id } = await inGroup.say(`fixed in ${hash('1a2b3c4d5e6f7089')}`);
  expect(inGroup.messages().map((each) => each.message_id)).toContain(message_id);
  expect(inGroup.screens()).toEqual([]);
});

test.concurrent('a wrapped public key and a fingerprint are no secrets in private either', async () => {
  await using app = await enterConnected();
  const { english } = app;
  for (const text of [
    wrapped(RSA_LINE),
    wrapped(RSA_LINE, 41).replaceAll('\n', '\r\n'),
    'SHA256:n0tR3allyAF1ngerprintButL00ksL1ke0ne9876543',
  ]) {
    const { message_id } = await english.say(text);
    expect(
      english.messages().map((each) => each.message_id),
      text,
    ).toContain(message_id);
    expect(english.screen()).not.toMatch(/token or password/);
  }
  await english.say(`${wrapped(RSA_LINE)}\n${SECRET}`);
  expect(english.screen()).toMatch(TOLD);
});

test.concurrent('a person’s own token is recognized anywhere in a message and in any form', async () => {
  await using app = await enterConnected();
  const { english } = app;
  for (const text of [`/check ${TOKEN}`, `/start ${TOKEN}`, `what is ${TOKEN} for?`, `/domain ${TOKEN}`]) {
    await english.say(text);
    expect(english.screen(), text).toMatch(TOLD);
    expect(isGone(app, TOKEN), text).toBe(true);
  }
  await english.upload('notes.txt', 'text/plain', Buffer.from(`shop.com\n${TOKEN}\n`));
  expect(english.screen()).toMatch(TOLD);
  expect(english.messages().some(({ document }) => document)).toBe(false);
  expect(asked(app)).toEqual([]);
});

test.concurrent('a file with a token in it is deleted, also of a person without an account, and read for nothing', async () => {
  await using app = await enter(ACCEPTING);
  const { english, persian, world } = app;
  world.botRights.can_delete_messages = true;
  await connect(persian);
  app.provider.forget();
  for (const [name, caption] of [
    ['token.txt', ''],
    ['list.csv', '/check'],
    ['credentials.json', ''],
    ['token', ''],
    ['settings.py', ''],
    ['token.bak', ''],
    ['deploy.sh', ''],
  ] as const) {
    await english.upload(name, 'text/plain', Buffer.from(`{"name":"shop.com","token":"${SECRET}"}`), caption);
    expect(english.screen(), name).toMatch(TOLD);
    expect(english.messages().some(({ document }) => document)).toBe(false);
  }
  await persian.say('/check');
  await persian.upload('names.txt', 'text/plain', Buffer.from(`shop.com\n${SECRET}`));
  expect(persian.screen()).toContain('شبیه توکن یا رمز عبور بود');
  const inGroup = persian.in(world.group.id);
  const list = Buffer.from(`shop.com\n${SECRET}`);
  await inGroup.upload('names.txt', 'text/plain', list, '/check@host_test_bot');
  expect(inGroup.screens()).toEqual([]);
  expect(persian.screen()).toMatch(/^⚠️ کاری انجام نشد: همراه دستور چیزی شبیه توکن/);
  expect(inGroup.messages().some(({ document }) => document)).toBe(true);
  await connect(persian, ALIKE[0]);
  app.provider.forget();
  const { message_id } = await inGroup.upload('names.txt', 'text/plain', list, '/check@host_test_bot');
  expect(inGroup.screen()).toContain('پیامتان پاک شد');
  expect(inGroup.messages().map((each) => each.message_id)).not.toContain(message_id);
  expect(asked(app)).toEqual([]);
});

test.concurrent('a bare token in a group is deleted where that is allowed, and told in any case', async () => {
  await using app = await enterKnowing();
  const { english, world } = app;
  const inGroup = english.in(world.group.id);
  world.botRights.can_pin_messages = true;
  const left = await inGroup.say(`our token is ${OTHER}, keep it`);
  expect(inGroup.screen()).toMatch(
    /^⚠️ Delete that message now: it looks like a token or password, and the bot is not allowed to delete/,
  );
  expect(inGroup.messages().map(({ message_id }) => message_id)).toContain(left.message_id);
  world.deleteMessage(world.persian.id, inGroup.chat, left.message_id);
  world.botRights.can_delete_messages = true;
  await inGroup.say(SECRET);
  expect(inGroup.screen()).toMatch(TOLD_GROUP);
  expect(isGone(app, SECRET)).toBe(true);
  // Of an anonymous admin too.
  const { message_id } = world.say(english.user.id, inGroup.chat, 'spoken by nobody');
  const anonymous = { id: 1087968824, is_bot: true, first_name: 'Group', username: 'GroupAnonymousBot' };
  const message = { message_id, date: Math.floor(Date.now() / 1000), chat: world.group, text: SECRET };
  world.push({ message: { ...message, from: anonymous, sender_chat: world.group } });
  await app.settled();
  expect(inGroup.messages().map((each) => each.message_id)).not.toContain(message_id);
  expect(asked(app)).toEqual([]);
});

test.concurrent.each([
  ['under a photo', (caption: string) => ({ photo: [], caption })],
  ['in a block of code', (text: string) => ({ text, entities: [{ type: 'pre', offset: 0, length: text.length }] })],
] as const)('a token behind /connect %s is deleted and told, of anonymous admins too', async (_, bodyOf) => {
  await using app = await enter();
  const { english, world } = app;
  const inGroup = english.in(world.group.id);
  world.botRights.can_delete_messages = true;
  const anonymous = { id: 1087968824, is_bot: true, first_name: 'Group', username: 'GroupAnonymousBot' };
  const here = { id: english.user.id, type: 'private', first_name: 'E' };
  for (const [person, told, sender] of [
    [english, TOLD, { chat: here, from: english.user }],
    [inGroup, TOLD_GROUP, { chat: world.group, from: english.user }],
    [inGroup, TOLD_GROUP, { chat: world.group, from: anonymous, sender_chat: world.group }],
  ] as const) {
    for (const text of [`/connect ${SECRET}`, '/Connect a-short-one', `/connect@host_test_bot ${SECRET}`]) {
      const { message_id } = world.say(english.user.id, person.chat, 'good morning');
      await app.settled();
      const before = person.screens().length;
      world.push({ message: { message_id, date: Math.floor(Date.now() / 1000), ...sender, ...bodyOf(text) } });
      await app.settled();
      expect(person.screens().length, text).toBe(before + 1);
      expect(person.screen(), text).toMatch(told);
      expect(person.messages().map((each) => each.message_id)).not.toContain(message_id);
    }
  }
  expect(asked(app)).toEqual([]);
});

test.concurrent('an edited message is looked at for a secret, and else only told not to be read', async () => {
  await using app = await enterKnowing();
  const { english, world } = app;
  await connect(english);
  app.provider.forget();
  world.botRights.can_delete_messages = true;
  const inGroup = english.in(world.group.id);
  for (const text of [SECRET, `/connect ${SECRET}`, `/server ${SECRET}`, `token: ${SECRET}`, TOKEN]) {
    for (const [chat, told] of [
      [english, TOLD],
      [inGroup, TOLD_GROUP],
    ] as const) {
      const message = await chat.say(chat === inGroup ? 'hello' : '/help');
      await chat.edit(message, text);
      expect(chat.screen(), text).toMatch(told);
      expect(isGone(app, text.split(' ').at(-1) ?? ''), text).toBe(true);
    }
  }
  const message = await english.say('/help');
  const unread = 'Nothing was done: edited messages are not read. Send the text as a new message.';
  for (const text of ['/servers', '/reboot 10.0.0.0', 'shop.com', '/check shop.com', '/cancel', 'hello']) {
    const before = english.screens();
    await english.edit(message, text);
    expect(english.screens(), text).toEqual([...before, unread]);
  }
  const before = english.screens();
  // So Telegram tells of the preview of a link.
  world.push({ edited_message: { ...message, text: 'shop.com' } });
  const inTheGroup = await inGroup.say('hello');
  await inGroup.edit(inTheGroup, '/servers');
  expect(english.screens()).toEqual(before);
  // While a token is waited for, an edited one is not the answer either.
  await english.say('/connect');
  await english.edit(message, 'a-token-12');
  expect(english.screen()).toMatch(TOLD);
  const earlier = await english.say('/help');
  await english.say('/connect');
  await english.edit(earlier, '/cancel');
  expect(english.screens().slice(-2)).toEqual([expect.stringMatching(/API token/), unread]);
  expect(asked(app)).toEqual([]);
});

test.concurrent('a name that is as long as a token stays a name', async () => {
  await using app = await enterConnected();
  const { english } = app;
  await english.say('/server 10.0.0.0');
  await english.press('More');
  await english.press('Set a name');
  await english.say('a1b2c3d4e5f6a7b8c9d0ef');
  expect(english.screen()).toMatch(TOLD);
  await english.say('/cancel');
  await english.say('/server 10.0.0.0');
  await english.press('More');
  await english.press('Set a name');
  await english.say('mybestserver2026berlin');
  const message = await english.say('/server mybestserver2026berlin');
  expect(english.screen()).toMatch(/mybestserver2026berlin/);
  await english.say('/check another1longname2026');
  await english.sees(/another1longname2026/);
  expect(english.messages().map(({ message_id }) => message_id)).toContain(message.message_id);
});
