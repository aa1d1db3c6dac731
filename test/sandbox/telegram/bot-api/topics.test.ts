import { beforeEach, expect, test } from 'vitest';
import type { SandboxTelegram, World } from '../../../../src/sandbox/telegram/index.ts';
import { call, openStrict, outcome } from '../support/call.ts';

let telegram: SandboxTelegram;
let world: World;
let chat_id: number;

beforeEach(async () => {
  telegram = await openStrict();
  world = telegram.world;
  chat_id = world.group.id;
});

async function newUpdates(): Promise<unknown> {
  const { result } = await call(telegram, 'getUpdates');
  world.clearUpdates();
  return result;
}

/** A topic of the creator, in a forum where the bot has these rights. */
function openTopic(rights: Parameters<World['promoteBot']>[1] = {}): number {
  const { message_id } = world.openTopic(world.persian.id, 'servers');
  world.promoteBot(world.persian.id, rights);
  world.clearUpdates();
  return message_id;
}

const run = (method: string, parameters: object = {}) => outcome(telegram, method, { chat_id, ...parameters });
const bad = (words: string) => `400 Bad Request: ${words}`;
const manager = { can_manage_topics: true };

test('a group without topics is no forum', async () => {
  world.promoteBot(world.persian.id, manager);
  expect(await run('createForumTopic', { name: 'x' })).toBe(bad('the chat is not a forum'));
  expect(await run('hideGeneralForumTopic')).toBe(bad('the chat is not a forum'));
  expect(await run('unpinAllGeneralForumTopicMessages')).toBe(
    bad('not enough rights to manage pinned messages in the chat'),
  );
  world.promoteBot(world.persian.id, { can_pin_messages: true });
  expect(await run('unpinAllGeneralForumTopicMessages')).toBe(bad("chat doesn't have topics"));
});

test('without the right it opens and changes no topic', async () => {
  const message_thread_id = openTopic();
  expect(await run('createForumTopic', { name: 'x' })).toBe(bad('not enough rights to create a topic'));
  const close = bad('not enough rights to close or open the topic');
  expect(await run('closeForumTopic', { message_thread_id })).toBe(close);
  expect(await run('closeGeneralForumTopic')).toBe(close);
  expect(await run('unhideGeneralForumTopic')).toBe(close);
  expect(await run('editForumTopic', { message_thread_id, name: 'x' })).toBe(
    bad('not enough rights to edit the topic'),
  );
  expect(await run('deleteForumTopic', { message_thread_id })).toBe(bad('not enough rights to delete the topic'));
  expect(await run('closeForumTopic', { message_thread_id: 0 })).toBe(bad('invalid forum topic identifier specified'));
  expect(await run('closeForumTopic', { message_thread_id: 999 })).toBe(bad('TOPIC_ID_INVALID'));
});

test('it opens a topic, and gets the message that tells of it', async () => {
  openTopic(manager);
  const { result } = await call(telegram, 'createForumTopic', { chat_id, name: ' new \n one ', icon_color: 0xffd67e });
  expect(result).toEqual({ message_thread_id: expect.any(Number), name: 'new one', icon_color: 0xffd67e });
  expect(await newUpdates()).toMatchObject([
    {
      message: {
        from: { id: world.bot.id },
        is_topic_message: true,
        forum_topic_created: { name: 'new one', icon_color: 0xffd67e },
      },
    },
  ]);
  expect(await run('createForumTopic', { name: ' ' })).toBe(bad('name must be non-empty'));
  expect(await run('createForumTopic', { name: 'x', icon_color: -1 })).toBe(bad('invalid icon color specified'));
  const icon = { name: 'x', icon_custom_emoji_id: '5312536423851630001' };
  expect((await call(telegram, 'createForumTopic', { chat_id, ...icon })).result).toMatchObject(icon);
});

test('it renames, closes, reopens and deletes a topic; what changes nothing is refused', async () => {
  const message_thread_id = openTopic(manager);
  const place = { message_thread_id, is_topic_message: true };
  expect(await run('editForumTopic', { message_thread_id })).toBe('ok');
  expect(await run('editForumTopic', { message_thread_id, name: 'hosts' })).toBe('ok');
  expect(await run('editForumTopic', { message_thread_id, name: 'hosts' })).toBe(bad('TOPIC_NOT_MODIFIED'));
  expect(await run('editForumTopic', { message_thread_id, name: '\u200b' })).toBe(bad('name must be non-empty'));
  expect(await run('reopenForumTopic', { message_thread_id })).toBe(bad('TOPIC_NOT_MODIFIED'));
  expect(await run('closeForumTopic', { message_thread_id })).toBe('ok');
  expect(await run('reopenForumTopic', { message_thread_id })).toBe('ok');
  expect(await newUpdates()).toMatchObject([
    { message: { ...place, forum_topic_edited: { name: 'hosts' } } },
    { message: { ...place, forum_topic_closed: {} } },
    { message: { ...place, forum_topic_reopened: {} } },
  ]);
  expect(await run('deleteForumTopic', { message_thread_id })).toBe(bad('not enough rights to delete the topic'));
  world.promoteBot(world.persian.id, { can_delete_messages: true });
  expect(await run('deleteForumTopic', { message_thread_id })).toBe('ok');
  expect(await run('sendMessage', { message_thread_id, text: 'x' })).toBe(bad('message thread not found'));
  expect(await run('deleteForumTopic', { message_thread_id: 1 })).toBe(bad('TOPIC_ID_INVALID'));
});

test('a topic that it opened stays its own without rights', async () => {
  openTopic(manager);
  expect(await run('createForumTopic', { name: 'own' })).toBe('ok');
  world.promoteBot(world.persian.id, {});
  const message_thread_id = world.messages(world.persian.id, chat_id).at(-1)?.message_thread_id;
  expect(await run('closeForumTopic', { message_thread_id })).toBe('ok');
  expect(await run('sendMessage', { message_thread_id, text: 'x' })).toBe('ok');
  expect(await run('deleteForumTopic', { message_thread_id })).toBe('ok');
});

test('an icon’s emoji is set and removed', async () => {
  const message_thread_id = openTopic(manager);
  const icon_custom_emoji_id = '5312536423851630001';
  expect(await run('editForumTopic', { message_thread_id, icon_custom_emoji_id })).toBe('ok');
  expect(await run('editForumTopic', { message_thread_id, icon_custom_emoji_id: '' })).toBe('ok');
  expect(await newUpdates()).toMatchObject([
    { message: { forum_topic_edited: { icon_custom_emoji_id } } },
    { message: { forum_topic_edited: { icon_custom_emoji_id: '' } } },
  ]);
});

test('the general topic is renamed, closed, hidden and shown again', async () => {
  openTopic(manager);
  expect(await run('editGeneralForumTopic', { name: 'Lobby' })).toBe('ok');
  expect(await run('closeGeneralForumTopic')).toBe('ok');
  expect(() => world.say(world.english.id, chat_id, 'x')).toThrow('topic_closed');
  expect(await run('reopenGeneralForumTopic')).toBe('ok');
  expect(await run('unhideGeneralForumTopic')).toBe(bad('TOPIC_NOT_MODIFIED'));
  expect(await run('hideGeneralForumTopic')).toBe('ok');
  // Hiding closes it.
  expect(await run('closeGeneralForumTopic')).toBe(bad('TOPIC_NOT_MODIFIED'));
  expect(await run('sendMessage', { text: 'x' })).toBe('ok');
  expect(await run('unhideGeneralForumTopic')).toBe('ok');
  const updates = await newUpdates();
  expect(updates).toMatchObject([
    { message: { forum_topic_edited: { name: 'Lobby' } } },
    { message: { forum_topic_closed: {} } },
    { message: { forum_topic_reopened: {} } },
    { message: { general_forum_topic_hidden: {} } },
    { message: { general_forum_topic_unhidden: {} } },
  ]);
  expect(JSON.stringify(updates)).not.toContain('message_thread_id');
  world.promoteBot(world.persian.id, {});
  expect(await run('sendMessage', { text: 'x' })).toBe(bad('TOPIC_CLOSED'));
});

test('the pins of one topic are removed, and others stay', async () => {
  const message_thread_id = openTopic({ can_pin_messages: true });
  const inTopic = world.say(world.english.id, chat_id, 'one', { topic: message_thread_id });
  const general = world.say(world.english.id, chat_id, 'two');
  for (const { message_id } of [inTopic, general]) await run('pinChatMessage', { message_id });
  const pinned = () => world.pinned(world.english.id, chat_id);
  expect(pinned()).toEqual([inTopic.message_id, general.message_id]);
  expect(await run('unpinAllForumTopicMessages', { message_thread_id: 0 })).toBe(
    bad('invalid forum topic identifier specified'),
  );
  expect(await run('unpinAllForumTopicMessages', { message_thread_id })).toBe('ok');
  expect(pinned()).toEqual([general.message_id]);
  expect(await run('unpinAllGeneralForumTopicMessages')).toBe('ok');
  expect(pinned()).toEqual([]);
});

test('a bot gets the message of its own pin, in the topic of what it pinned', async () => {
  const message_thread_id = openTopic({ can_pin_messages: true });
  const { message_id } = world.say(world.english.id, chat_id, 'one', { topic: message_thread_id });
  world.clearUpdates();
  await run('pinChatMessage', { message_id });
  expect(await newUpdates()).toMatchObject([
    { message: { from: { id: world.bot.id }, message_thread_id, pinned_message: { message_id } } },
  ]);
});
