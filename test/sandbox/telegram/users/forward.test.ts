import { beforeEach, expect, test } from 'vitest';
import type { SandboxTelegram, World } from '../../../../src/sandbox/telegram/index.ts';
import { call, openStrict } from '../support/call.ts';

let telegram: SandboxTelegram;
let world: World;
let me: number;
let group: number;

beforeEach(async () => {
  telegram = await openStrict();
  world = telegram.world;
  me = world.english.id;
  group = world.group.id;
});

test('a sticker and a voice message reach the bot with files that it can fetch', async () => {
  world.share(me, me, 'sticker');
  world.share(me, me, 'voice');
  const { result } = await call(telegram, 'getUpdates');
  expect(result).toMatchObject([
    { message: { sticker: { type: 'regular', width: 512, height: 512, is_animated: false, is_video: false } } },
    { message: { voice: { duration: 2, mime_type: 'audio/ogg' } } },
  ]);
  const [sticker, voice] = world.messages(me, me);
  const file = await call(telegram, 'getFile', { file_id: sticker?.sticker?.file_id });
  expect(file).toMatchObject({ result: { file_path: 'stickers/file_0.webp', file_size: 34 } });
  const asPhoto = await call(telegram, 'sendPhoto', { chat_id: me, photo: sticker?.sticker?.file_id });
  expect(asPhoto).toMatchObject({ description: "Bad Request: can't use file of type Sticker as Photo" });
  expect(() => world.edit(me, me, voice?.message_id ?? 0, 'x')).not.toThrow();
  expect(() => world.edit(me, me, sticker?.message_id ?? 0, 'x')).toThrow('unknown_message');
});

test('a forward tells who sent the message first, has its content alone, and can’t be edited', async () => {
  const first = world.say(world.persian.id, group, '/start');
  const forwarded = world.forward(me, group, first.message_id, me);
  const origin = { type: 'user', sender_user: { id: world.persian.id }, date: first.date };
  const again = world.forward(me, me, forwarded.message_id, group);
  const { result } = await call(telegram, 'getUpdates');
  expect(result).toMatchObject([
    { message: { text: '/start' } },
    { message: { chat: { id: me }, text: '/start', forward_origin: origin, forward_from: origin.sender_user } },
    { message: { chat: { id: group }, forward_origin: origin } },
  ]);
  expect(() => world.edit(me, me, forwarded.message_id, 'x')).toThrow('unknown_message');
  expect(again.forward_origin).toMatchObject(origin);
});

test('a forward of what an anonymous administrator wrote tells the group', () => {
  const { message_id } = world.say(world.persian.id, group, 'hello', { as: 'group' });
  expect(world.forward(me, group, message_id, me)).toMatchObject({
    forward_origin: { type: 'chat', sender_chat: { id: group } },
  });
});

test('neither events nor protected messages are forwarded, and nothing from a chat of others', async () => {
  const { message_id } = world.say(me, group, 'pin me');
  world.pin(me, group, message_id);
  const event = world.messages(me, group).at(-1)?.message_id ?? 0;
  expect(() => world.forward(me, group, event, me)).toThrow('unknown_message');
  world.say(me, me, '/start');
  await call(telegram, 'sendMessage', { chat_id: me, text: 'secret', protect_content: true });
  expect(() => world.forward(me, me, world.messages(me, me).at(-1)?.message_id ?? 0, group)).toThrow('unknown_message');
  const { message_id: theirs } = world.say(world.persian.id, world.persian.id, '/start');
  expect(() => world.forward(me, world.persian.id, theirs, me)).toThrow('unknown_chat');
});
