import { beforeEach, expect, test } from 'vitest';
import type { SandboxTelegram, World } from '../../../../src/sandbox/telegram/index.ts';
import { call, openStrict, outcome } from '../support/call.ts';

let telegram: SandboxTelegram;
let world: World;
let chat: number;
let alex: number;
let sara: number;

beforeEach(async () => {
  telegram = await openStrict();
  world = telegram.world;
  chat = world.group.id;
  alex = world.english.id;
  sara = world.persian.id;
});

const card = { type: 'article' as const, id: '1', title: 'Card', input_message_content: { message_text: 'card' } };

async function restrict(permissions: object): Promise<void> {
  world.promoteBot(sara, { can_restrict_members: true });
  const restriction = { chat_id: chat, user_id: alex, permissions, use_independent_chat_permissions: true };
  expect(await outcome(telegram, 'restrictChatMember', restriction)).toBe('ok');
}

test('a restricted person neither chooses results, reacts, pins nor sends an ephemeral command', async () => {
  await call(telegram, 'setMyCommands', { commands: [{ command: 'mine', description: 'x', is_ephemeral: true }] });
  const { message_id } = world.say(sara, chat, 'one');
  world.react(alex, chat, message_id, '👍');
  const acts = [
    () => world.choose(alex, chat, card),
    () => world.react(alex, chat, message_id, '❤'),
    () => world.pin(alex, chat, message_id),
    () => world.say(alex, chat, '/mine'),
  ];
  await restrict({});
  for (const act of acts) expect(act).toThrow('no_rights');
  await restrict({ can_send_messages: true });
  expect(() => world.choose(alex, chat, card)).toThrow('no_rights');
  world.react(alex, chat, message_id);
  await restrict({
    ...{ can_send_messages: true, can_send_other_messages: true },
    ...{ can_react_to_messages: true, can_pin_messages: true },
  });
  for (const act of acts) act();
});

test('a right that members lack is refused to all of them, and an administrator needs the right', async () => {
  world.promoteBot(sara, { can_restrict_members: true });
  expect(await outcome(telegram, 'setChatPermissions', { chat_id: chat, permissions: {} })).toBe('ok');
  const { message_id } = world.say(sara, chat, 'one');
  const acts = [() => world.pin(alex, chat, message_id), () => world.openTopic(alex, 'servers')];
  for (const act of acts) expect(act).toThrow('no_rights');
  world.promotePerson(sara, alex, { can_delete_messages: true });
  world.react(alex, chat, message_id, '👍');
  for (const act of acts) expect(act).toThrow('no_rights');
  world.promotePerson(sara, alex, { can_pin_messages: true, can_manage_topics: true });
  for (const act of acts) act();
});

test('a member closes and deletes their own topics, an administrator with the right those of others', () => {
  const { message_id: topic } = world.openTopic(sara, 'servers');
  const close = () => world.closeTopic(alex, topic);
  const remove = () => world.deleteTopic(alex, topic);
  for (const act of [close, remove, () => world.closeTopic(alex, 1)]) expect(act).toThrow('no_rights');
  const { message_id: own } = world.openTopic(alex, 'mine');
  world.closeTopic(alex, own);
  world.deleteTopic(alex, own);
  world.promotePerson(sara, alex, { can_manage_topics: true });
  close();
  expect(remove).toThrow('no_rights');
  world.promotePerson(sara, alex, { can_delete_messages: true });
  remove();
  expect(() => world.say(sara, chat, 'x', { topic })).toThrow('unknown_topic');
});

test('a member deletes their own messages, an administrator with the right those of others', async () => {
  await call(telegram, 'sendMessage', { chat_id: chat, text: 'of the bot' });
  const ofBot = world.messages(alex, chat).at(-1)?.message_id ?? 0;
  const ofGroup = world.say(sara, chat, 'as the group', { as: 'group' }).message_id;
  const own = world.say(alex, chat, 'as a channel', { as: 'channel' }).message_id;
  for (const id of [ofBot, ofGroup]) expect(() => world.deleteMessage(alex, chat, id)).toThrow('no_rights');
  world.deleteMessage(alex, chat, own);
  world.promotePerson(sara, alex, { can_pin_messages: true });
  expect(() => world.deleteMessage(alex, chat, ofBot)).toThrow('no_rights');
  world.promotePerson(sara, alex, { can_delete_messages: true });
  world.deleteMessage(alex, chat, ofBot);
  world.deleteMessage(sara, chat, ofGroup);
  world.say(alex, alex, '/start');
  await call(telegram, 'sendMessage', { chat_id: alex, text: 'private' });
  world.deleteMessage(alex, alex, world.messages(alex, alex).at(-1)?.message_id ?? 0);
  expect(world.messages(alex, chat)).toEqual([]);
});
