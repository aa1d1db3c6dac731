import { beforeEach, expect, test } from 'vitest';
import { PageRefusal, type SandboxTelegram, type World } from '../../../../src/sandbox/telegram/index.ts';
import { call, openStrict, outcome } from '../support/call.ts';

let telegram: SandboxTelegram;
let world: World;
let me: number;

beforeEach(async () => {
  telegram = await openStrict();
  world = telegram.world;
  me = world.persian.id;
  world.say(me, me, '/start');
  world.clearUpdates();
});

/** Sends a keyboard of one button. @returns the message */
async function ask(button: object): Promise<number> {
  const reply_markup = { keyboard: [[{ text: 'x', ...button }]] };
  const refused = await outcome(telegram, 'sendMessage', { chat_id: me, text: 'x', reply_markup });
  expect(refused).toBe('ok');
  return world.messages(me, me).at(-1)?.message_id ?? 0;
}

async function newUpdates(): Promise<unknown> {
  const { result } = await call(telegram, 'getUpdates');
  world.clearUpdates();
  return result;
}

const chatsFor = async (request: object) => {
  const message = await ask({ request_chat: { request_id: 1, ...request } });
  return world.candidates(me, me, message, 1).chats.map(({ type }) => type);
};

test('the bot gets the users and what it asked to know of them', async () => {
  const { id, first_name, last_name } = world.english;
  const bare = await ask({ request_users: { request_id: 7 } });
  expect(world.candidates(me, me, bare, 7)).toMatchObject({
    users: [{ id }, { id: world.bot.id, is_bot: true }],
    chats: [],
    most: 1,
  });
  world.shareRequested(me, me, bare, 7, [id]);
  const [said] = world.messages(me, me).slice(-1);
  expect(await newUpdates()).toEqual([
    {
      update_id: expect.any(Number),
      message: {
        message_id: said?.message_id,
        from: world.persian,
        chat: expect.objectContaining({ id: me }),
        date: expect.any(Number),
        user_shared: { user_id: id, request_id: 7 },
        users_shared: { user_ids: [id], users: [{ user_id: id }], request_id: 7 },
      },
    },
  ]);
  const full = await ask({
    request_users: { request_id: 8, max_quantity: 2, request_name: true, request_username: true, request_photo: true },
  });
  world.shareRequested(me, me, full, 8, [id, world.bot.id]);
  const bot = { user_id: world.bot.id, first_name: world.bot.first_name, username: world.bot.username };
  const user = { user_id: id, first_name, ...(last_name ? { last_name } : {}) };
  const updates = await newUpdates();
  expect(updates).toMatchObject([{ message: { users_shared: { request_id: 8, users: [user, bot] } } }]);
  expect(JSON.stringify(updates)).not.toContain('user_shared');
});

test('a button for people or for bots offers no others', async () => {
  const users = async (request: object) => {
    const message = await ask({ request_users: { request_id: 1, ...request } });
    return world.candidates(me, me, message, 1).users.map(({ id }) => id);
  };
  expect(await users({ user_is_bot: true })).toEqual([world.bot.id]);
  expect(await users({ user_is_bot: false })).toEqual([world.english.id]);
  expect(await users({ user_is_premium: true })).toEqual([]);
});

test('the bot gets the chat and what it asked to know of it', async () => {
  const { group } = world;
  const bare = await ask({ request_chat: { request_id: 1, chat_is_channel: false } });
  world.shareRequested(me, me, bare, 1, [group.id]);
  expect(await newUpdates()).toMatchObject([{ message: { chat_shared: { chat_id: group.id, request_id: 1 } } }]);
  expect(world.messages(me, me).at(-1)?.chat_shared).toEqual({ chat_id: group.id, request_id: 1 });
  const named = await ask({ request_chat: { request_id: 2, request_title: true, request_username: true } });
  world.shareRequested(me, me, named, 2, [group.id]);
  expect(world.messages(me, me).at(-1)?.chat_shared).toEqual({
    chat_id: group.id,
    title: group.title,
    request_id: 2,
  });
});

test('chats have to fit', async () => {
  expect(await chatsFor({})).toEqual(['supergroup']);
  expect(await chatsFor({ chat_is_channel: true })).toEqual(['channel']);
  expect(await chatsFor({ chat_is_forum: true })).toEqual([]);
  expect(await chatsFor({ chat_has_username: true })).toEqual([]);
  expect(await chatsFor({ chat_has_username: false, chat_is_created: true })).toEqual(['supergroup']);
  world.openTopic(me, 'Servers');
  expect(await chatsFor({ chat_is_forum: true })).toEqual(['supergroup']);
  expect(await chatsFor({ chat_is_forum: false })).toEqual([]);
  me = world.english.id;
  world.say(me, me, '/start');
  expect(await chatsFor({ chat_is_created: true })).toEqual([]);
  expect(await chatsFor({ user_administrator_rights: { can_pin_messages: true } })).toEqual([]);
  expect(await chatsFor({ bot_administrator_rights: {} })).toEqual([]);
  expect(await chatsFor({ bot_is_member: true })).toEqual(['supergroup']);
  world.leaveGroup(me);
  expect(await chatsFor({})).toEqual([]);
});

test('the bot joins the chat and gets its rights before it hears of the chat', async () => {
  world.removeBot(me);
  const rights = { can_pin_messages: true, can_invite_users: true };
  const message = await ask({ request_chat: { request_id: 1, bot_administrator_rights: rights } });
  await newUpdates();
  world.shareRequested(me, me, message, 1, [world.group.id]);
  expect(await newUpdates()).toMatchObject([
    { my_chat_member: { new_chat_member: { status: 'member' } } },
    { message: { new_chat_members: [{ id: world.bot.id }] } },
    { my_chat_member: { new_chat_member: { status: 'administrator', can_pin_messages: true } } },
    { message: { chat_shared: { chat_id: world.group.id } } },
  ]);
});

test('unfit choices, too many, none, and another button are refused', async () => {
  const { id } = world.english;
  const message = await ask({ request_users: { request_id: 1, user_is_bot: true } });
  for (const ids of [[], [id], [id, world.bot.id], [99]])
    expect(() => world.shareRequested(me, me, message, 1, ids)).toThrow(new PageRefusal('unfit'));
  expect(() => world.shareRequested(me, me, message, 2, [id])).toThrow(new PageRefusal('unknown_button'));
  const anyone = await ask({ request_users: { request_id: 1 } });
  expect(() => world.shareRequested(me, me, anyone, 1, [me])).toThrow(new PageRefusal('unfit'));
  const chat = await ask({ request_chat: { request_id: 1, chat_is_channel: true } });
  expect(() => world.shareRequested(me, me, chat, 1, [world.group.id])).toThrow(new PageRefusal('unfit'));
});

test('only the identifier of a request is required', async () => {
  const send = (button: object) =>
    outcome(telegram, 'sendMessage', {
      chat_id: me,
      text: 'x',
      reply_markup: { keyboard: [[{ text: 'x', ...button }]] },
    });
  const missing = `400 Bad Request: can't parse keyboard button: Can't find field "request_id"`;
  expect(await send({ request_chat: { chat_is_channel: true } })).toBe(missing);
  expect(await send({ request_users: {} })).toBe(missing);
});
