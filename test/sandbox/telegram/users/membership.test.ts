import { Api, InputFile } from 'grammy';
import { beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import type { SandboxTelegram, World } from '../../../../src/sandbox/telegram/index.ts';
import { call, openStrict, outcome, png, TOKEN } from '../support/call.ts';

let telegram: SandboxTelegram;
let world: World;

async function start(group: 'group' | 'supergroup'): Promise<void> {
  telegram = await openStrict({ group });
  world = telegram.world;
}

beforeEach(() => start('supergroup'));

async function newUpdates(): Promise<unknown> {
  const { result } = await call(telegram, 'getUpdates');
  world.clearUpdates();
  return result;
}

const member = () => ({ status: 'member', user: { id: world.bot.id } });

test('a bot that was removed from a supergroup is told so, and every call to the chat is refused', async () => {
  const { id: chat_id } = world.group;
  world.say(world.english.id, chat_id, '/start');
  await call(telegram, 'sendMessage', { chat_id, text: 'here' });
  const { message_id } = world.messages(world.english.id, chat_id).at(-1) ?? {};
  world.clearUpdates();
  world.removeBot(world.persian.id);
  expect(await newUpdates()).toMatchObject([
    {
      my_chat_member: {
        chat: world.group,
        from: world.persian,
        old_chat_member: member(),
        new_chat_member: { status: 'kicked', user: { id: world.bot.id }, until_date: 0 },
      },
    },
  ]);
  const refused = '403 Forbidden: bot was kicked from the supergroup chat';
  expect(await outcome(telegram, 'sendMessage', { chat_id, text: 'x' })).toBe(refused);
  expect(await outcome(telegram, 'editMessageText', { chat_id, message_id, text: 'x' })).toBe(refused);
  expect(await outcome(telegram, 'deleteMessage', { chat_id, message_id })).toBe(refused);
  expect(await outcome(telegram, 'sendChatAction', { chat_id, action: 'typing' })).toBe(refused);
  expect(await outcome(telegram, 'getChat', { chat_id })).toBe(refused);
  expect(await outcome(telegram, 'getChatMember', { chat_id, user_id: world.bot.id })).toBe(refused);
  world.say(world.english.id, chat_id, '/start');
  expect(await newUpdates()).toEqual([]);
});

test('of its removal from a basic group a message tells, too, and the chat can still be read', async () => {
  await start('group');
  const { id: chat_id } = world.group;
  world.removeBot(world.persian.id);
  expect(await newUpdates()).toMatchObject([
    { my_chat_member: { old_chat_member: member(), new_chat_member: { status: 'left' } } },
    { message: { chat: { id: chat_id }, from: { id: world.persian.id }, left_chat_member: { id: world.bot.id } } },
  ]);
  const refused = '403 Forbidden: bot was kicked from the group chat';
  expect(await outcome(telegram, 'sendMessage', { chat_id, text: 'x' })).toBe(refused);
  expect(await outcome(telegram, 'editMessageText', { chat_id, message_id: 1, text: 'x' })).toBe(refused);
  expect(await outcome(telegram, 'getChat', { chat_id })).toBe('ok');
});

test('a person adds it again, and it hears the group as before', async () => {
  const { id: chat_id } = world.group;
  world.promoteBot(world.persian.id, { can_delete_messages: true });
  world.removeBot(world.persian.id);
  world.clearUpdates();
  world.addBot(world.english.id);
  expect(await newUpdates()).toMatchObject([
    {
      my_chat_member: {
        from: { id: world.english.id },
        old_chat_member: { status: 'kicked' },
        new_chat_member: member(),
      },
    },
    { message: { from: { id: world.english.id }, new_chat_members: [{ id: world.bot.id }] } },
  ]);
  expect(world.botRights.can_delete_messages).toBe(false);
  expect(await outcome(telegram, 'sendMessage', { chat_id, text: 'x' })).toBe('ok');
  world.say(world.english.id, chat_id, '/start');
  expect(await newUpdates()).toMatchObject([{ message: { text: '/start' } }]);
});

test('it leaves by itself', async () => {
  const { id: chat_id } = world.group;
  expect(await outcome(telegram, 'leaveChat', { chat_id })).toBe('ok');
  expect(await newUpdates()).toMatchObject([
    { my_chat_member: { from: { id: world.bot.id }, new_chat_member: { status: 'left' } } },
  ]);
  const refused = '403 Forbidden: bot is not a member of the supergroup chat';
  expect(await outcome(telegram, 'sendMessage', { chat_id, text: 'x' })).toBe(refused);
  world.say(world.english.id, world.english.id, '/start');
  const left = { chat_id: world.english.id };
  expect(await outcome(telegram, 'leaveChat', left)).toBe("400 Bad Request: can't leave private chats");
});

test('privacy mode ends when it becomes an administrator, and begins again without rights', async () => {
  const { id } = world.group;
  world.say(world.english.id, id, 'not for the bot');
  world.promoteBot(world.persian.id, { can_pin_messages: true });
  world.say(world.english.id, id, 'for the administrator');
  world.promoteBot(world.persian.id, {});
  world.say(world.english.id, id, 'not for the bot again');
  expect(await newUpdates()).toMatchObject([
    {
      my_chat_member: {
        new_chat_member: { status: 'administrator', can_pin_messages: true, can_delete_messages: false },
      },
    },
    { message: { text: 'for the administrator' } },
    { my_chat_member: { old_chat_member: { status: 'administrator' }, new_chat_member: member() } },
  ]);
});

test('only the creator removes it or gives it rights', () => {
  expect(() => world.removeBot(world.english.id)).toThrow('no_rights');
  expect(() => world.promoteBot(world.english.id, {})).toThrow('no_rights');
  world.removeBot(world.persian.id);
  expect(() => world.promoteBot(world.persian.id, {})).toThrow('no_bot');
});

test('only the creator upgrades the group, turns slow mode on and makes administrators', async () => {
  expect(() => world.slowDown(world.english.id, 30)).toThrow('no_rights');
  const rights = { can_pin_messages: true };
  expect(() => world.promotePerson(world.english.id, world.persian.id, rights)).toThrow('no_rights');
  await start('group');
  expect(() => world.upgradeGroup(world.english.id)).toThrow('no_rights');
  expect(world.group.type).toBe('group');
});

test('of the upgrade of the group it hears as what it is in the supergroup', async () => {
  await start('group');
  world.promoteBot(world.persian.id, { can_pin_messages: true });
  world.clearUpdates();
  world.upgradeGroup(world.persian.id);
  const { id, is_bot, first_name, username } = world.bot;
  const user = { id, is_bot, first_name, username };
  const rights = { can_pin_messages: true, can_delete_messages: false };
  const [, told] = z.array(z.object({ my_chat_member: z.unknown().optional() })).parse(await newUpdates());
  expect(told?.my_chat_member).toMatchObject({ new_chat_member: { status: 'administrator', ...rights } });
  expect(told?.my_chat_member).toHaveProperty('old_chat_member', { status: 'left', user });
  expect(told?.my_chat_member).toHaveProperty('new_chat_member.user', user);
});

test('a tap on its message in a group without it finds no answer', async () => {
  const { id: chat_id } = world.group;
  const reply_markup = { inline_keyboard: [[{ text: 'Go', callback_data: 'go' }]] };
  await call(telegram, 'sendMessage', { chat_id, text: 'x', reply_markup });
  const { message_id = 0 } = world.messages(world.english.id, chat_id).at(-1) ?? {};
  world.removeBot(world.persian.id);
  world.clearUpdates();
  world.press(world.english.id, chat_id, message_id, 'go');
  expect(await newUpdates()).toEqual([]);
});

test('without the right to send it is refused in the words of each kind, and may still edit', async () => {
  const { id: chat_id } = world.group;
  await call(telegram, 'sendMessage', { chat_id, text: 'before' });
  const { message_id } = world.messages(world.english.id, chat_id).at(-1) ?? {};
  world.restrictBot(world.persian.id, ['messages', 'photos', 'documents']);
  expect(await newUpdates()).toMatchObject([
    { my_chat_member: { new_chat_member: { status: 'restricted', is_member: true, can_send_messages: false } } },
  ]);
  const sending = (kind: string) => `400 Bad Request: not enough rights to send ${kind} to the chat`;
  expect(await outcome(telegram, 'sendMessage', { chat_id, text: 'x' })).toBe(sending('text messages'));
  const api = new Api(TOKEN, { apiRoot: telegram.url });
  const photo = () => new InputFile(png(10, 10), 'x.png');
  await expect(api.sendPhoto(chat_id, photo())).rejects.toThrow('send photos');
  await expect(api.sendDocument(chat_id, new InputFile(Buffer.from('x'), 'x.txt'))).rejects.toThrow('send documents');
  expect(await outcome(telegram, 'editMessageText', { chat_id, message_id, text: 'after' })).toBe('ok');
  world.restrictBot(world.persian.id, ['photos']);
  expect(await outcome(telegram, 'sendMessage', { chat_id, text: 'x' })).toBe('ok');
  world.promoteBot(world.persian.id, { can_pin_messages: true });
  await api.sendPhoto(chat_id, photo());
});

test('without the right to send it can neither send blocks nor copy or forward what it may not send itself', async () => {
  const { id: chat_id } = world.group;
  const from_chat_id = world.english.id;
  world.say(from_chat_id, from_chat_id, '/start');
  const shared = [
    world.share(from_chat_id, from_chat_id, 'contact'),
    world.share(from_chat_id, from_chat_id, 'location'),
  ];
  world.restrictBot(world.persian.id, ['messages']);
  const rich_message = { blocks: [{ type: 'paragraph', text: 'x' }] };
  expect(await outcome(telegram, 'sendRichMessage', { chat_id, rich_message })).toBe(
    '400 Bad Request: not enough rights to send the rich message to the chat',
  );
  for (const { message_id } of shared) {
    const copy = { chat_id, from_chat_id, message_id };
    expect(await outcome(telegram, 'copyMessage', copy)).toBe("400 Bad Request: the message can't be copied");
    expect(await outcome(telegram, 'forwardMessage', copy)).toBe("400 Bad Request: the message can't be forwarded");
  }
});

test('slow mode makes it wait as a flood does, unless it is an administrator', async () => {
  const { id: chat_id } = world.group;
  world.slowDown(world.persian.id, 30);
  expect(await outcome(telegram, 'sendMessage', { chat_id, text: 'one' })).toBe('ok');
  expect(await call(telegram, 'sendMessage', { chat_id, text: 'two' })).toMatchObject({
    error_code: 429,
    description: 'Too Many Requests: retry after 30',
    parameters: { retry_after: 30 },
  });
  world.promoteBot(world.persian.id, { can_pin_messages: true });
  expect(await outcome(telegram, 'sendMessage', { chat_id, text: 'two' })).toBe('ok');
});

test('slow mode makes a person wait, each for themselves, unless they are an administrator', () => {
  const { id: chat } = world.group;
  const { id } = world.english;
  world.slowDown(world.persian.id, 30);
  world.say(id, chat, 'one');
  expect(() => world.say(id, chat, 'two')).toThrow('slow_mode');
  for (const text of ['one', 'two']) world.say(world.persian.id, chat, text);
  world.passTime(31);
  const file = { name: 'x.txt', type: 'text/plain', bytes: Buffer.from('x') };
  for (const _ of [1, 2]) world.upload(id, chat, file, undefined, { album: 'one' });
  expect(() => world.upload(id, chat, file, undefined, { album: 'two' })).toThrow('slow_mode');
  world.promotePerson(world.persian.id, id, { can_pin_messages: true });
  for (const text of ['two', 'three']) world.say(id, chat, text);
  world.say(id, id, 'one');
  world.say(id, id, 'two');
});

test('it hears of people who leave and join; as an administrator that asks, of their membership too', async () => {
  const { id: chat_id } = world.group;
  const { id } = world.english;
  const left = { left_chat_member: { id } };
  await call(telegram, 'getUpdates', { allowed_updates: ['message', 'chat_member'] });
  world.leaveGroup(id);
  // It is no administrator, though it asks.
  expect(await newUpdates()).toMatchObject([{ message: left }]);
  await call(telegram, 'getUpdates', { allowed_updates: [] });
  expect(await call(telegram, 'getChatMember', { chat_id, user_id: id })).toMatchObject({ result: { status: 'left' } });
  expect(await call(telegram, 'getChatMemberCount', { chat_id })).toMatchObject({ result: 2 });
  expect(() => world.say(id, chat_id, 'x')).toThrow('unknown_chat');
  world.promoteBot(world.persian.id, { can_pin_messages: true });
  world.clearUpdates();
  world.joinGroup(id);
  // It has not asked for them.
  expect(await newUpdates()).toMatchObject([{ message: { new_chat_members: [{ id }] } }]);
  await call(telegram, 'getUpdates', { allowed_updates: ['message', 'chat_member'] });
  world.leaveGroup(id);
  world.joinGroup(id);
  const [present, gone] = [{ status: 'member' }, { status: 'left' }];
  expect(await newUpdates()).toMatchObject([
    { chat_member: { chat: { id: chat_id }, from: { id }, old_chat_member: present, new_chat_member: gone } },
    { message: left },
    { chat_member: { old_chat_member: gone, new_chat_member: present } },
    { message: { new_chat_members: [{ id }] } },
  ]);
});
