import { beforeEach, expect, test } from 'vitest';
import type { SandboxTelegram, World } from '../../../../src/sandbox/telegram/index.ts';
import { call, openStrict, outcome } from '../support/call.ts';

let telegram: SandboxTelegram;
let world: World;
let group: number;

beforeEach(async () => {
  telegram = await openStrict();
  world = telegram.world;
  group = world.group.id;
});

async function newUpdates(): Promise<unknown> {
  const { result } = await call(telegram, 'getUpdates');
  world.clearUpdates();
  return result;
}

const send = (parameters: object) => call(telegram, 'sendMessage', { chat_id: group, text: 'x', ...parameters });
const sending = (parameters: object) => outcome(telegram, 'sendMessage', { chat_id: group, text: 'x', ...parameters });

test('the first topic makes the group a forum, and the bot hears of it', async () => {
  const { message_id } = world.openTopic(world.persian.id, 'servers');
  expect(await newUpdates()).toMatchObject([
    {
      message: {
        message_id,
        message_thread_id: message_id,
        is_topic_message: true,
        chat: { id: group, is_forum: true },
        forum_topic_created: { name: 'servers', icon_color: 7322096 },
      },
    },
  ]);
  expect(await call(telegram, 'getChat', { chat_id: group })).toMatchObject({ result: { is_forum: true } });
});

test('messages stand in their topic, and answer the message that opened it where they answer no other', async () => {
  const { message_id: topic } = world.openTopic(world.persian.id, 'servers');
  world.clearUpdates();
  const asked = world.say(world.english.id, group, '/start', { topic });
  const place = { message_thread_id: topic, is_topic_message: true };
  const opening = { message_id: topic, forum_topic_created: { name: 'servers' } };
  expect(await newUpdates()).toMatchObject([{ message: { ...place, text: '/start', reply_to_message: opening } }]);
  expect(await send({ message_thread_id: topic })).toMatchObject({ result: { ...place, reply_to_message: opening } });
  const reply_parameters = { message_id: asked.message_id };
  const answer = { ...place, reply_to_message: { message_id: asked.message_id } };
  expect(await send({ reply_parameters })).toMatchObject({ result: answer });
  expect(await send({ reply_parameters, message_thread_id: topic })).toMatchObject({ result: answer });
  expect((await send({})).result).not.toHaveProperty('message_thread_id');
});

test('an answer in another topic is an external reply', async () => {
  const { message_id: topic } = world.openTopic(world.persian.id, 'servers');
  const { message_id } = world.say(world.english.id, group, '/start');
  expect(await send({ reply_parameters: { message_id }, message_thread_id: topic })).toMatchObject({
    result: {
      message_thread_id: topic,
      reply_to_message: { message_id: topic },
      external_reply: { message_id, chat: { id: group }, origin: { sender_user: { id: world.english.id } } },
    },
  });
});

test('a topic that does not exist is refused by a forum and ignored by another group', async () => {
  expect((await send({ message_thread_id: 77 })).result).not.toHaveProperty('message_thread_id');
  const { message_id: topic } = world.openTopic(world.persian.id, 'servers');
  const notFound = '400 Bad Request: message thread not found';
  // The general topic is no thread.
  for (const message_thread_id of [77, 1]) expect(await sending({ message_thread_id })).toBe(notFound);
  const typing = { chat_id: group, action: 'typing', message_thread_id: 77 };
  expect(await outcome(telegram, 'sendChatAction', typing)).toBe(notFound);
  world.deleteTopic(world.persian.id, topic);
  expect(await sending({ message_thread_id: topic })).toBe(notFound);
  expect(world.messages(world.english.id, group).map(({ message_thread_id }) => message_thread_id)).toEqual([
    undefined,
  ]);
  expect(() => world.say(world.english.id, group, 'x', { topic })).toThrow('unknown_topic');
});

test('a shared place and a contact stand in the topic', () => {
  const { message_id: topic } = world.openTopic(world.persian.id, 'servers');
  for (const what of ['contact', 'location'] as const)
    expect(world.share(world.english.id, group, what, { topic })).toMatchObject({ message_thread_id: topic });
});

test('a closed topic takes no messages', async () => {
  const { message_id: topic } = world.openTopic(world.persian.id, 'servers');
  world.clearUpdates();
  world.closeTopic(world.persian.id, topic);
  expect(await newUpdates()).toMatchObject([{ message: { message_thread_id: topic, forum_topic_closed: {} } }]);
  expect(await sending({ message_thread_id: topic })).toBe('400 Bad Request: TOPIC_CLOSED');
  expect(() => world.say(world.english.id, group, 'x', { topic })).toThrow('topic_closed');
  world.promoteBot(world.persian.id, { can_manage_topics: true });
  expect(await sending({ message_thread_id: topic })).toBe('ok');
});
