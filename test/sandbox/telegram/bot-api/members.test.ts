import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { ALL_PERMISSIONS } from '../../../../src/sandbox/telegram/backend/permissions.ts';
import { type SandboxTelegram, startTelegram, type World } from '../../../../src/sandbox/telegram/index.ts';
import { call, openStrict, outcome, TOKEN } from '../support/call.ts';

let telegram: SandboxTelegram;
let world: World;
let chat_id: number;
/** The English person. */
let user_id: number;

async function start(group: 'group' | 'supergroup'): Promise<void> {
  telegram = await openStrict({ group });
  world = telegram.world;
  [chat_id, user_id] = [world.group.id, world.english.id];
  await call(telegram, 'getUpdates', { allowed_updates: ['message', 'my_chat_member', 'chat_member'] });
}

beforeEach(() => start('supergroup'));

async function newUpdates(): Promise<unknown> {
  const { result } = await call(telegram, 'getUpdates');
  world.clearUpdates();
  return result;
}

function promoteBot(rights: Parameters<World['promoteBot']>[1]): void {
  world.promoteBot(world.persian.id, rights);
  world.clearUpdates();
}

const run = (method: string, parameters: object = {}) => outcome(telegram, method, { chat_id, user_id, ...parameters });
const bad = (words: string) => `400 Bad Request: ${words}`;
const member = async (id = user_id) => (await call(telegram, 'getChatMember', { chat_id, user_id: id })).result;
const in1000s = () => Math.floor(Date.now() / 1000) + 1000;
const [restricter, promoter] = [{ can_restrict_members: true }, { can_promote_members: true }];

test('without the right it changes no member, and it never changes the creator or itself', async () => {
  const restrict = bad('not enough rights to restrict/unrestrict chat member');
  expect(await run('banChatMember')).toBe(restrict);
  expect(await run('restrictChatMember', { permissions: {} })).toBe(restrict);
  expect(await run('unbanChatMember')).toBe(restrict);
  expect(await run('promoteChatMember', { can_pin_messages: true })).toBe(bad('not enough rights'));
  const all = { chat_id, permissions: {} };
  const change = bad('not enough rights to change chat permissions');
  expect(await outcome(telegram, 'setChatPermissions', all)).toBe(change);
  promoteBot({ ...restricter, ...promoter });
  const creator = { user_id: world.persian.id };
  for (const method of ['banChatMember', 'unbanChatMember', 'promoteChatMember'])
    expect(await run(method, creator)).toBe(bad("can't remove chat owner"));
  const own = { user_id: world.bot.id };
  expect(await run('banChatMember', own)).toBe(bad("can't restrict self"));
  expect(await run('promoteChatMember', { ...own, can_pin_messages: true })).toBe(bad("can't promote self"));
  expect(await run('banChatMember', { user_id: 77 })).toBe(bad('PARTICIPANT_ID_INVALID'));
  expect(await run('banChatMember', { user_id: 0 })).toBe(bad('invalid user_id specified'));
});

test('a private chat and a basic group have other members', async () => {
  world.say(user_id, user_id, '/start');
  expect(await run('banChatMember', { chat_id: user_id })).toBe(bad("can't ban members in private chats"));
  const own = { chat_id: user_id, permissions: {} };
  expect(await outcome(telegram, 'setChatPermissions', own)).toBe(bad("can't change private chat permissions"));
  await start('group');
  const channels = bad('method is available for supergroup and channel chats only');
  expect(await run('unbanChatMember')).toBe(channels);
  expect(await run('promoteChatMember')).toBe(channels);
  expect(await run('restrictChatMember')).toBe(bad('method is available only for supergroups'));
  expect(await run('banChatMember')).toBe(bad('CHAT_ADMIN_REQUIRED'));
  promoteBot(restricter);
  expect(await run('banChatMember')).toBe('ok');
  expect(await run('banChatMember')).toBe(bad('USER_NOT_PARTICIPANT'));
  expect(await newUpdates()).toMatchObject([
    { chat_member: { from: { id: world.bot.id }, new_chat_member: { status: 'left' } } },
    { message: { from: { id: world.bot.id }, left_chat_member: { id: user_id } } },
  ]);
  world.joinGroup(user_id);
});

test('a banned person is out, and joins again only after the ban', async () => {
  promoteBot(restricter);
  const until_date = in1000s();
  expect(await run('banChatMember', { until_date })).toBe('ok');
  expect(await run('banChatMember', { until_date })).toBe('ok');
  expect(await newUpdates()).toMatchObject([
    {
      chat_member: {
        from: { id: world.bot.id },
        old_chat_member: { status: 'member', user: { id: user_id } },
        new_chat_member: { status: 'kicked', until_date },
      },
    },
    { message: { from: { id: world.bot.id }, left_chat_member: { id: user_id } } },
  ]);
  expect(await call(telegram, 'getChatMemberCount', { chat_id })).toMatchObject({ result: 2 });
  expect(() => world.say(user_id, chat_id, 'x')).toThrow('unknown_chat');
  expect(() => world.joinGroup(user_id)).toThrow('no_rights');
  expect(await run('unbanChatMember', { only_if_banned: true })).toBe('ok');
  expect(await run('unbanChatMember')).toBe('ok');
  expect(await newUpdates()).toMatchObject([
    { chat_member: { old_chat_member: { status: 'kicked' }, new_chat_member: { status: 'left' } } },
  ]);
  world.joinGroup(user_id);
  expect(await run('banChatMember', { until_date })).toBe('ok');
  world.passTime(1_001);
  expect(await member()).toMatchObject({ status: 'left' });
  world.joinGroup(user_id);
  expect(await run('banChatMember', { until_date: 1 })).toBe('ok');
  expect(await member()).toMatchObject({ status: 'kicked', until_date: 0 });
});

test('to unban a member removes them, unless only the banned are meant', async () => {
  promoteBot(restricter);
  expect(await run('unbanChatMember', { only_if_banned: true })).toBe('ok');
  expect(await member()).toMatchObject({ status: 'member' });
  expect(await run('unbanChatMember')).toBe('ok');
  expect(await newUpdates()).toMatchObject([
    { chat_member: { new_chat_member: { status: 'kicked' } } },
    { message: { left_chat_member: { id: user_id } } },
    { chat_member: { new_chat_member: { status: 'left' } } },
  ]);
  world.joinGroup(user_id);
});

test('a restricted person writes no more, until the time is over or all is given back', async () => {
  promoteBot(restricter);
  const voice = { name: 'x.ogg', type: 'audio/ogg', bytes: Buffer.from('OggS') };
  const until_date = in1000s();
  const permissions = { can_send_voice_notes: true };
  expect(await run('restrictChatMember', { permissions, until_date })).toBe('ok');
  expect(await newUpdates()).toMatchObject([
    {
      chat_member: {
        old_chat_member: { status: 'member' },
        new_chat_member: {
          ...{ status: 'restricted', is_member: true, until_date },
          ...{ can_send_messages: false, can_send_voice_notes: true, can_react_to_messages: false },
        },
      },
    },
  ]);
  expect(() => world.say(user_id, chat_id, 'x')).toThrow('no_rights');
  world.upload(user_id, chat_id, voice);
  world.leaveGroup(user_id);
  expect(await member()).toMatchObject({ status: 'restricted', is_member: false });
  world.joinGroup(user_id);
  world.passTime(1_001);
  world.say(user_id, chat_id, 'x');
  await run('restrictChatMember', { permissions: {} });
  expect(() => world.say(user_id, chat_id, 'x')).toThrow('no_rights');
  const some = { can_send_polls: true, can_pin_messages: true };
  await run('restrictChatMember', { permissions: some });
  expect(await member()).toMatchObject({ can_send_messages: true, can_edit_tag: true, can_manage_topics: true });
  await run('restrictChatMember', { permissions: some, use_independent_chat_permissions: true });
  expect(await member()).toMatchObject({ can_send_messages: false, can_send_polls: true });
  await run('restrictChatMember', { permissions: ALL_PERMISSIONS });
  expect(await member()).toMatchObject({ status: 'member' });
  const wrong = { permissions: { can_send_messages: 1 } };
  const words = 'can\'t parse chat permissions: Field "can_send_messages" must be of type Boolean';
  expect(await run('restrictChatMember', wrong)).toBe(bad(words));
});

test('permissions beside restrictChatMember count where it has no others', async () => {
  const lenient = await startTelegram({ token: TOKEN });
  onTestFinished(() => lenient.close());
  lenient.world.promoteBot(lenient.world.persian.id, restricter);
  const group = { chat_id: lenient.world.group.id, user_id: lenient.world.english.id };
  const restrict = async (permissions: object) => {
    expect(await outcome(lenient, 'restrictChatMember', { ...group, ...permissions })).toBe('ok');
    return (await call(lenient, 'getChatMember', group)).result;
  };
  expect(await restrict({ can_send_media_messages: true })).toMatchObject({
    status: 'restricted',
    can_send_messages: true,
    can_send_photos: true,
    can_send_polls: false,
    can_add_web_page_previews: false,
  });
  expect(await restrict({})).toMatchObject({ status: 'restricted', can_send_messages: false });
  const all = { can_send_other_messages: true, can_add_web_page_previews: true };
  expect(await restrict(all)).toMatchObject({ status: 'member' });
  promoteBot(restricter);
  expect(await run('restrictChatMember', all)).toBe(
    bad('sandbox: unknown parameter restrictChatMember.can_send_other_messages'),
  );
});

test('an administrator of the bot can be changed by it, one of the creator cannot', async () => {
  promoteBot({ ...restricter, ...promoter, can_pin_messages: true });
  expect(await run('promoteChatMember', { can_invite_users: true })).toBe(bad('RIGHT_FORBIDDEN'));
  expect(await run('promoteChatMember', { can_pin_messages: true })).toBe('ok');
  expect(await newUpdates()).toMatchObject([
    {
      chat_member: {
        new_chat_member: {
          status: 'administrator',
          can_be_edited: true,
          can_manage_chat: true,
          can_pin_messages: true,
        },
      },
    },
  ]);
  expect((await call(telegram, 'getChatAdministrators', { chat_id })).result).toHaveLength(3);
  expect(await run('promoteChatMember')).toBe('ok');
  expect(await member()).toMatchObject({ status: 'member' });
  world.promotePerson(world.persian.id, user_id, { can_delete_messages: true, is_anonymous: true });
  expect(await member()).toMatchObject({ status: 'administrator', can_be_edited: false, can_delete_messages: true });
  expect(await run('banChatMember')).toBe(bad('user is an administrator of the chat'));
  expect(await run('promoteChatMember')).toBe(bad('CHAT_ADMIN_REQUIRED'));
  expect(world.say(user_id, chat_id, 'x', { as: 'group' })).toMatchObject({ sender_chat: { id: chat_id } });
  world.promotePerson(world.persian.id, user_id, {});
  world.leaveGroup(user_id);
  expect(await run('promoteChatMember', { can_pin_messages: true })).toBe(bad('CHAT_ADMIN_INVITE_REQUIRED'));
  expect(await run('promoteChatMember')).toBe(bad("bots can't add new chat members"));
});

test('it gives up its own rights', async () => {
  promoteBot(restricter);
  expect(await run('promoteChatMember', { user_id: world.bot.id })).toBe('ok');
  expect(await newUpdates()).toMatchObject([
    { my_chat_member: { from: { id: world.bot.id }, new_chat_member: { status: 'member' } } },
  ]);
});

test('the rights of all members hold for people and for a bot without rights', async () => {
  promoteBot(restricter);
  const set = (permissions: object) => outcome(telegram, 'setChatPermissions', { chat_id, permissions });
  expect(await set({ can_send_photos: true })).toBe('ok');
  expect((await call(telegram, 'getChat', { chat_id })).result).toMatchObject({
    permissions: {
      can_send_messages: false,
      can_send_photos: true,
      can_send_media_messages: true,
      can_edit_tag: false,
    },
  });
  expect(await newUpdates()).toEqual([]);
  expect(() => world.say(user_id, chat_id, 'x')).toThrow('no_rights');
  expect(() => world.openTopic(user_id, 'x')).toThrow('no_rights');
  world.say(world.persian.id, chat_id, 'x');
  const send = () => outcome(telegram, 'sendMessage', { chat_id, text: 'x' });
  expect(await send()).toBe('ok');
  promoteBot({});
  expect(await send()).toBe(bad('not enough rights to send text messages to the chat'));
});

test('it leaves twice; a group that became a supergroup is left no more', async () => {
  await start('group');
  const left = { chat_id };
  expect(await outcome(telegram, 'leaveChat', left)).toBe('ok');
  expect(await outcome(telegram, 'leaveChat', left)).toBe('ok');
  world.addBot(user_id);
  world.upgradeGroup(world.persian.id);
  expect(await outcome(telegram, 'leaveChat', left)).toBe(bad('chat is deactivated'));
});
