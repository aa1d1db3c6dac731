import { beforeEach, expect, test } from 'vitest';
import type { SandboxTelegram, World } from '../../../../src/sandbox/telegram/index.ts';
import { call, openStrict, outcome } from '../support/call.ts';

let telegram: SandboxTelegram;
let world: World;
let chat_id: number;

beforeEach(async () => {
  telegram = await openStrict();
  world = telegram.world;
  chat_id = world.english.id;
  world.threadedMode(true);
  world.say(chat_id, chat_id, '/start');
  world.clearUpdates();
});

const run = (method: string, parameters: object = {}) => outcome(telegram, method, { chat_id, ...parameters });
const bad = (words: string) => `400 Bad Request: ${words}`;
const openTopic = () => world.openTopic(chat_id, 'servers', chat_id).message_id;

test('without threaded mode a private chat is no forum, also with topics of earlier', async () => {
  const message_thread_id = openTopic();
  world.threadedMode(false);
  const off = { has_topics_enabled: false, allows_users_to_create_topics: false };
  expect(await call(telegram, 'getMe')).toMatchObject({ result: off });
  expect(await run('createForumTopic', { name: 'x' })).toBe(bad('the chat is not a forum'));
  expect(await run('deleteForumTopic', { message_thread_id })).toBe(bad('the chat is not a forum'));
  expect(await run('sendMessage', { message_thread_id, text: 'x' })).toBe(bad('message thread not found'));
  expect(await run('sendChatAction', { message_thread_id, action: 'typing' })).toBe(bad('message thread not found'));
  expect(() => openTopic()).toThrow('unknown_chat');
  expect(() => world.say(chat_id, chat_id, 'x', { topic: message_thread_id })).toThrow('unknown_topic');
});

test('the bot learns of threaded mode, and of the topics of a person', async () => {
  const on = { has_topics_enabled: true, allows_users_to_create_topics: true };
  expect(await call(telegram, 'getMe')).toMatchObject({ result: on });
  const topic = openTopic();
  world.say(chat_id, chat_id, 'x', { topic });
  const { result } = await call(telegram, 'getUpdates');
  const place = { message_thread_id: topic, is_topic_message: true };
  expect(result).toMatchObject([
    { message: { ...place, message_id: topic, forum_topic_created: { name: 'servers' } } },
    { message: { ...place, text: 'x' } },
  ]);
  // In a private chat no message answers the one that opened its topic, and the chat is not called a forum.
  expect(JSON.stringify(result)).not.toMatch(/reply_to_message|is_forum/);
});

test('the bot writes in a topic until that is deleted, and has no general topic', async () => {
  const message_thread_id = openTopic();
  const { message_id } = world.say(chat_id, chat_id, 'outside');
  const inside = { chat_id, message_thread_id, text: 'x' };
  expect(await call(telegram, 'sendMessage', inside)).toMatchObject({ result: { message_thread_id } });
  expect(await call(telegram, 'sendMessage', { ...inside, reply_parameters: { message_id } })).toMatchObject({
    result: { message_thread_id, external_reply: { message_id } },
  });
  expect((await call(telegram, 'sendMessage', { chat_id, text: 'x' })).result).not.toHaveProperty('message_thread_id');
  expect(await run('sendMessage', { message_thread_id: 1, text: 'x' })).toBe(bad('message thread not found'));
  expect(await run('editGeneralForumTopic', { name: 'x' })).toBe(bad('TOPIC_ID_INVALID'));
  world.deleteTopic(chat_id, message_thread_id, chat_id);
  expect(await run('sendMessage', { message_thread_id, text: 'x' })).toBe(bad('message thread not found'));
});

test('the bot opens, renames and deletes topics without a right, and can neither close nor hide them', async () => {
  const { result } = await call(telegram, 'createForumTopic', { chat_id, name: 'backups' });
  const message_thread_id = Object(result).message_thread_id;
  expect(await run('editForumTopic', { message_thread_id: openTopic(), name: 'hosts' })).toBe('ok');
  const noGroup = bad('the chat is not a supergroup forum');
  expect(await run('closeForumTopic', { message_thread_id })).toBe(noGroup);
  expect(await run('hideGeneralForumTopic')).toBe(noGroup);
  expect(await run('deleteForumTopic', { message_thread_id })).toBe('ok');
  expect(await run('deleteForumTopic', { message_thread_id })).toBe(bad('TOPIC_ID_INVALID'));
});
