import { Api } from 'grammy';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { type SandboxTelegram, startTelegram } from '../../../../src/sandbox/telegram/index.ts';
import { call, outcome, TOKEN } from '../support/call.ts';

let telegram: SandboxTelegram;
let api: Api;
let me: number;
let group: number;

beforeEach(async () => {
  telegram = await startTelegram({ token: TOKEN, strict: true });
  api = new Api(TOKEN, { apiRoot: telegram.url });
  me = telegram.world.english.id;
  group = telegram.world.group.id;
  telegram.world.say(me, me, '/start');
});

afterEach(() => telegram.close());

const deletion = (chat_id: number, message_id: number) => outcome(telegram, 'deleteMessage', { chat_id, message_id });

test('in a private chat the bot deletes any message of the last 48 hours', async () => {
  const { world } = telegram;
  const secret = world.say(me, me, 'my token');
  expect(await deletion(me, secret.message_id)).toBe('ok');
  const old = world.say(me, me, 'long ago');
  world.age(me, me, old.message_id, 48 * 60 * 60 + 1);
  expect(await deletion(me, old.message_id)).toBe("400 Bad Request: message can't be deleted for everyone");
});

test('in a group it deletes its own, and others’ only with the right', async () => {
  const { world } = telegram;
  const theirs = world.say(me, group, '/connect');
  const mine = await api.sendMessage(group, 'not here');
  expect(await deletion(group, theirs.message_id)).toBe("400 Bad Request: message can't be deleted");
  await api.deleteMessages(group, [mine.message_id, 99_999]);
  expect(world.messages(me, group)).toEqual([theirs]);
  world.botRights.can_delete_messages = true;
  expect(await deletion(group, theirs.message_id)).toBe('ok');
});

test('members of the group and their roles', async () => {
  const { world } = telegram;
  expect(await api.getChat(group)).toMatchObject({ id: group, type: 'supergroup', title: world.group.title });
  expect(await api.getChatMemberCount(group)).toBe(3);
  expect(await api.getChatMember(group, world.persian.id)).toMatchObject({ status: 'creator' });
  expect(await api.getChatMember(group, me)).toMatchObject({ status: 'member', user: { id: me } });
  expect(await api.getChatMember(group, world.bot.id)).toMatchObject({ status: 'member' });
  world.botRights.can_pin_messages = true;
  expect(await api.getChatAdministrators(group)).toMatchObject([
    { status: 'creator' },
    { status: 'administrator', can_pin_messages: true, can_delete_messages: false },
  ]);
});

test('a member’s tag stands with their messages, where the bot has the right to set it', async () => {
  const { world } = telegram;
  const set = (tag: string, user_id = me, chat_id = group) =>
    outcome(telegram, 'setChatMemberTag', { chat_id, user_id, tag });
  const forbidden = '400 Bad Request: TAG_CHANGE_FORBIDDEN';
  world.botRights.can_delete_messages = true;
  expect(await set('on call')).toBe(forbidden);
  world.botRights.can_manage_tags = true;
  expect(await set('on call')).toBe('ok');
  expect(await api.getChatMember(group, me)).toMatchObject({ status: 'member', tag: 'on call' });
  expect(world.say(me, group, 'mine')).toMatchObject({ sender_tag: 'on call' });
  expect(await set('x'.repeat(17))).toBe('400 Bad Request: TAG_INVALID');
  expect(await set('🔥')).toBe('400 Bad Request: TAG_EMOJI_NOT_ALLOWED');
  expect(await set('x', world.persian.id)).toBe(forbidden);
  expect(await set('x', 0, 1)).toBe('400 Bad Request: invalid user_id specified');
  expect(await set('x', me, me)).toBe('400 Bad Request: method is available only for groups and supergroups');
  expect(await set('')).toBe('ok');
  expect(world.say(me, group, 'again')).not.toHaveProperty('sender_tag');
  // An administrator has a title instead.
  world.promotePerson(world.persian.id, me, { can_pin_messages: true });
  expect(await set('on call')).toBe(forbidden);
});

test('pins, and a service message that tells of them', async () => {
  const { world } = telegram;
  const sent = await api.sendMessage(me, 'Order 1');
  await api.pinChatMessage(me, sent.message_id);
  expect(world.pinned(me, me)).toEqual([sent.message_id]);
  expect(world.messages(me, me).at(-1)).toMatchObject({ pinned_message: { text: 'Order 1' } });
  expect(await api.getChat(me)).toMatchObject({ pinned_message: { message_id: sent.message_id } });
  await api.unpinChatMessage(me);
  expect(world.pinned(me, me)).toEqual([]);
  await expect(api.unpinChatMessage(me)).rejects.toThrow('message to unpin not found');
});

test('one reaction at most', async () => {
  const sent = await api.sendMessage(me, 'x');
  await api.setMessageReaction(me, sent.message_id, [{ type: 'emoji', emoji: '👍' }]);
  expect(telegram.world.reactions(me, me, sent.message_id)).toEqual([{ type: 'emoji', emoji: '👍' }]);
  const two = [
    { type: 'emoji', emoji: '👍' },
    { type: 'emoji', emoji: '🔥' },
  ];
  expect(
    await outcome(telegram, 'setMessageReaction', { chat_id: me, message_id: sent.message_id, reaction: two }),
  ).toBe('400 Bad Request: REACTIONS_TOO_MANY');
});

test('copies and forwards, but forwards nothing protected', async () => {
  const { world } = telegram;
  const sent = await api.sendMessage(me, '<b>x</b>', { parse_mode: 'HTML' });
  await api.copyMessage(group, me, sent.message_id);
  expect(world.messages(me, group).at(-1)).toMatchObject({ text: 'x', entities: [{ type: 'bold' }] });
  expect(await api.forwardMessage(group, me, sent.message_id)).toMatchObject({
    text: 'x',
    forward_origin: { type: 'user', sender_user: { id: world.bot.id } },
  });
  const secret = await api.sendMessage(me, 'password', { protect_content: true });
  await expect(api.forwardMessage(group, me, secret.message_id)).rejects.toThrow("the message can't be forwarded");
});

test('people see a reply keyboard, the bot’s own view has none', async () => {
  const keyboard = { keyboard: [[{ text: 'Cancel' }]], resize_keyboard: true };
  const sent = await api.sendMessage(me, 'x', { reply_markup: keyboard });
  expect(sent).not.toHaveProperty('reply_markup');
  expect(telegram.world.messages(me, me).at(-1)).toMatchObject({ reply_markup: keyboard });
});

test('an edit without a keyboard takes the keyboard away, an edit of the keyboard leaves the text', async () => {
  const button = (text: string) => ({ inline_keyboard: [[{ text, callback_data: text, style: 'danger' as const }]] });
  const sent = await api.sendMessage(me, 'x', { reply_markup: button('one') });
  const other = await api.editMessageReplyMarkup(me, sent.message_id, { reply_markup: button('two') });
  expect(other).toMatchObject({ text: 'x', reply_markup: button('two'), edit_date: expect.any(Number) });
  const bare = await api.editMessageText(me, sent.message_id, 'y');
  expect(bare).toMatchObject({ text: 'y' });
  expect(bare).not.toHaveProperty('reply_markup');
});

test('the commands menu follows scope and language', async () => {
  const { world } = telegram;
  const list = (description: string) => [{ command: 'help', description }];
  await api.setMyCommands(list('everybody'));
  await api.setMyCommands(list('همه'), { language_code: 'fa' });
  await api.setMyCommands(list('groups'), { scope: { type: 'all_group_chats' } });
  const shown = (person: number, chat: number) => world.commands(person, chat).map(({ description }) => description);
  const persian = world.persian.id;
  expect([shown(me, me), shown(persian, persian), shown(persian, group)]).toEqual([['everybody'], ['همه'], ['groups']]);
  await api.setMyCommands(list('administrators'), { scope: { type: 'all_chat_administrators' } });
  expect([shown(persian, group), shown(me, group)]).toEqual([['administrators'], ['groups']]);
  expect(await api.getMyCommands({ language_code: 'fa' })).toEqual(list('همه'));
  await api.deleteMyCommands({ language_code: 'fa' });
  expect(shown(persian, persian)).toEqual(['everybody']);
});

test('the bot’s name and descriptions by language', async () => {
  await api.setMyDescription('سلام', { language_code: 'fa' });
  expect(await api.getMyDescription({ language_code: 'fa' })).toEqual({ description: 'سلام' });
  expect(await api.getMyDescription({ language_code: 'en' })).toEqual({ description: '' });
  await api.setMyName('Another');
  expect(await api.getMyName()).toEqual({ name: 'Another' });
  expect(await call(telegram, 'setMyName', { name: 'x'.repeat(65) })).toMatchObject({ error_code: 400 });
});

test('a basic group that is upgraded: another chat, numbers of its own, and of the old one reading and editing is left', async () => {
  const other = await startTelegram({ token: TOKEN, strict: true, group: 'group' });
  onTestFinished(() => other.close());
  const { world } = other;
  const { id: before, type } = world.group;
  expect(type).toBe('group');
  const done = (method: string, parameters: Record<string, unknown>) => outcome(other, method, parameters);
  expect(await call(other, 'sendMessage', { chat_id: before, text: 'Order 1' })).toMatchObject({
    result: { chat: { all_members_are_administrators: true, accepted_gift_types: { unique_gifts: false } } },
  });
  const { message_id } = world.messages(me, before).at(-1) ?? {};
  const { id: after } = world.upgradeGroup(world.persian.id);
  expect(world.group).toMatchObject({ id: after, type: 'supergroup' });

  const { result } = await call(other, 'getUpdates', {});
  expect(result).toMatchObject([
    { message: { chat: { id: before, type: 'group' }, from: { id: world.persian.id }, migrate_to_chat_id: after } },
    {
      my_chat_member: {
        chat: { id: after },
        old_chat_member: { status: 'left' },
        new_chat_member: { status: 'member' },
      },
    },
    { message: { message_id: 1, chat: { id: after, type: 'supergroup' }, migrate_from_chat_id: before } },
  ]);
  const description = 'Bad Request: group chat was upgraded to a supergroup chat';
  expect(await call(other, 'sendMessage', { chat_id: before, text: 'x' })).toMatchObject({
    ok: false,
    error_code: 400,
    description,
    parameters: { migrate_to_chat_id: after },
  });
  for (const method of ['deleteMessage', 'pinChatMessage'])
    expect(await done(method, { chat_id: before, message_id })).toBe(`400 ${description}`);
  expect(await done('sendChatAction', { chat_id: before, action: 'typing' })).toBe(`400 ${description}`);
  expect(await done('editMessageText', { chat_id: before, message_id, text: 'Order 2' })).toBe('ok');
  expect(await done('getChat', { chat_id: before })).toBe('ok');
  const notFound = '400 Bad Request: message to edit not found';
  expect(await done('editMessageText', { chat_id: after, message_id, text: 'Order 3' })).toBe(notFound);
  expect(() => world.say(me, before, 'here?')).toThrow('unknown_chat');
  expect(world.say(me, after, 'here').message_id).toBe(2);
});

test('after two days the bot can delete no message of a supergroup, with any rights', async () => {
  const { world } = telegram;
  world.botRights.can_delete_messages = true;
  const mine = await api.sendMessage(group, 'old');
  world.age(me, group, mine.message_id, 48 * 60 * 60 + 1);
  expect(await deletion(group, mine.message_id)).toBe("400 Bad Request: message can't be deleted");
});
