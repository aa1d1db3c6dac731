import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import type { Person } from '../../support/person.ts';
import { enter, enterConnected, TOKEN } from '../support.ts';

const SECRET = 'a1b2c3d4e5f6a7b8c9d0e1f2a3b4';
const PLAIN = Buffer.from('plain');

const holds = (person: Person, secret: string) => JSON.stringify(person.messages()).includes(secret);

test('a token that nearly fits is taken, or at least goes from the chat', async () => {
  await using house = await enter();
  const { english, persian, world } = house;
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
    expect(english.screen(), text).toMatch(/^🔑 I was not waiting for it[\s\S]*I deleted your message/);
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
  expect(inGroup.screen()).toMatch(/A token must never be written in a group/);
  expect(house.provider.requests.map(({ operation }) => operation)).not.toContain('server.action');
});

test('what is no secret stays', async () => {
  await using house = await enterConnected();
  const { english } = house;
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

/** What the store does not do any more, and what somebody typed who had been asked for a token before. */
const LOST = {
  'takes no writes': (database: DatabaseSync) => {
    for (const change of ['INSERT', 'UPDATE'])
      database.exec(`CREATE TRIGGER refuse_${change} BEFORE ${change} ON boxes BEGIN SELECT RAISE(ABORT, 'full'); END`);
  },
  'can’t be read': (database: DatabaseSync) => database.exec('ALTER TABLE boxes RENAME TO boxes_away'),
} as const satisfies Record<string, (database: DatabaseSync) => void>;

test.each(Object.entries(LOST))('while the store %s, no token stays in the chat', async (_, lose) => {
  await using house = await enter();
  const { english } = house;
  await english.say('/connect');
  const database = new DatabaseSync(join(house.directory, 'bot.sqlite'));
  database.exec('PRAGMA busy_timeout = 5000');
  lose(database);
  database.close();
  for (const text of [TOKEN, `/connect ${TOKEN}`, `/Connect ${TOKEN}`, `connect ${SECRET}`, SECRET]) {
    const { message_id } = await english.say(text);
    expect(english.screen(), text).toMatch(/My own memory does not answer[\s\S]*I deleted your message/);
    expect(
      english.messages().map((message) => message.message_id),
      text,
    ).not.toContain(message_id);
  }
  expect(house.log.join('\n')).not.toContain(TOKEN);
});

test('where the message can’t be deleted either, its person is told to do it', async () => {
  await using house = await enter();
  const { persian, world } = house;
  await persian.say('/connect');
  const database = new DatabaseSync(join(house.directory, 'bot.sqlite'));
  database.exec('PRAGMA busy_timeout = 5000');
  LOST['can’t be read'](database);
  database.close();
  world.fail({ method: 'deleteMessage', code: 400, description: "Bad Request: message can't be deleted", times: 1 });
  await persian.say(SECRET);
  expect(persian.screen()).toMatch(/شاید در پیامتان توکن[\s\S]*خودتان پاکش کنید/);
  await persian.say('سه کلمهٔ کوتاه');
  expect(persian.screen()).toMatch(/شاید در پیامتان توکن[\s\S]*خودتان پاکش کنید/);
});
