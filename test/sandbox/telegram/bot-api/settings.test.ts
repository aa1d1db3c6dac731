import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type SandboxTelegram, startTelegram } from '../../../../src/sandbox/telegram/index.ts';
import { call, outcome, startChat, TOKEN } from '../support/call.ts';

let telegram: SandboxTelegram;
let me: number;
let group: number;

beforeEach(async () => {
  ({ telegram, me, group } = await startChat());
});

afterEach(() => telegram.close());

const bad = (words: string) => `400 Bad Request: ${words}`;

describe('commands', () => {
  const set = (parameters: object) => outcome(telegram, 'setMyCommands', parameters);
  const help = { command: 'help', description: 'x' };
  test.each<[string, object, string]>([
    ['no array', { commands: help }, 'expected an Array of BotCommand'],
    ['no JSON', { commands: '[' }, "can't parse commands JSON object"],
    ['no object', { commands: ['help'] }, "can't parse BotCommand: expected an Object"],
    ['no description', { commands: [{ command: 'help' }] }, 'can\'t parse BotCommand: Can\'t find field "description"'],
    ['a slash alone', { commands: [{ ...help, command: '/' }] }, 'command must be non-empty'],
    ['a long name', { commands: [{ ...help, command: 'x'.repeat(33) }] }, 'command length must not exceed 32'],
    ['an empty description', { commands: [{ ...help, description: '\t' }] }, 'command description must be non-empty'],
    [
      'a long description',
      { commands: [{ ...help, description: 'x'.repeat(257) }] },
      'command description length must not exceed 256',
    ],
    ['a capital', { commands: [{ ...help, command: 'Help' }] }, 'BOT_COMMAND_INVALID'],
    ['a language that is none', { commands: [help], language_code: 'fas' }, 'invalid language code specified'],
    [
      'a scope that is none',
      { commands: [help], scope: [] },
      "can't parse BotCommandScope: BotCommandScope must be an Object",
    ],
    [
      'an unknown scope',
      { commands: [help], scope: { type: 'x' } },
      "can't parse BotCommandScope: Unsupported type specified",
    ],
    [
      'a scope without a chat',
      { scope: { type: 'chat' } },
      'can\'t parse BotCommandScope: Can\'t find field "chat_id"',
    ],
    [
      'a scope of no chat',
      { scope: { type: 'chat', chat_id: '' } },
      "can't parse BotCommandScope: Empty chat_id specified",
    ],
    [
      'a scope of no person',
      { scope: { type: 'chat_member', chat_id: 7, user_id: 0 } },
      "can't parse BotCommandScope: Invalid user_id specified",
    ],
    ['a scope of another chat', { scope: { type: 'chat', chat_id: 7 } }, 'chat not found'],
  ])('%s', async (_what, parameters, words) => {
    expect(await set(parameters)).toBe(bad(words));
  });

  test('for the administrators of a private chat', async () => {
    const scope = { type: 'chat_administrators', chat_id: me };
    for (const method of ['setMyCommands', 'getMyCommands', 'deleteMyCommands'])
      expect(await outcome(telegram, method, { scope })).toBe(bad("can't use specified scope in private chats"));
    expect(await outcome(telegram, 'getMyCommands', { language_code: 'FA' })).toBe(
      bad('invalid language code specified'),
    );
  });

  test('are kept without the blanks around them', async () => {
    expect(await set({ commands: [{ command: ' /help', description: ' x\n' }] })).toBe('ok');
    expect((await call(telegram, 'getMyCommands')).result).toEqual([help]);
    expect(await set({})).toBe('ok');
    expect((await call(telegram, 'getMyCommands')).result).toEqual([]);
  });
});

describe('the menu button', () => {
  const set = (parameters: object) => outcome(telegram, 'setChatMenuButton', parameters);
  test.each<[string, object, string]>([
    ['a group', { chat_id: -1 }, 'invalid chat_id specified'],
    ['a stranger', { chat_id: 7 }, 'user not found'],
    ['no object', { menu_button: [] }, "can't parse menu button: MenuButton must be an Object"],
    ['an unknown type', { menu_button: { type: 'x' } }, "can't parse menu button: MenuButton has unsupported type"],
    [
      'no text',
      { menu_button: { type: 'web_app', text: '', web_app: { url: 'https://a.io' } } },
      'menu button text must be non-empty',
    ],
    [
      'no HTTPS',
      { menu_button: { type: 'web_app', text: 'x', web_app: { url: 'http://a.io' } } },
      "menu button Web App URL 'http://a.io' is invalid: Only HTTPS links are allowed",
    ],
  ])('%s', async (_what, parameters, words) => {
    expect(await set(parameters)).toBe(bad(words));
  });

  test('of one person', async () => {
    const web_app = { url: 'https://A.io' };
    expect(await set({ chat_id: me, menu_button: { type: 'web_app', text: 'x', web_app } })).toBe('ok');
    expect((await call(telegram, 'getChatMenuButton', { chat_id: me })).result).toEqual({
      type: 'web_app',
      text: 'x',
      web_app: { url: 'https://a.io/' },
    });
    expect(await outcome(telegram, 'getChatMenuButton', { chat_id: 7 })).toBe(bad('user not found'));
  });
});

describe('chats', () => {
  test('unknown members', async () => {
    const member = (chat_id: number, user_id?: number) => outcome(telegram, 'getChatMember', { chat_id, user_id });
    expect(await member(me)).toBe(bad('invalid user_id specified'));
    expect(await member(me, 1)).toBe(bad('member not found'));
    expect(await member(group, 1)).toBe(bad('PARTICIPANT_ID_INVALID'));
    const other = await startTelegram({ token: TOKEN, group: 'group' });
    try {
      const { id } = other.world.group;
      const { result } = await call(other, 'getChatMember', { chat_id: id, user_id: 1 });
      expect(result).toEqual({ status: 'left', user: { id: 1, is_bot: false, first_name: '' } });
      other.world.upgradeGroup(other.world.persian.id);
      const gone = bad('group chat was upgraded to a supergroup chat');
      for (const method of ['getChatAdministrators', 'getChatMemberCount'])
        expect(await outcome(other, method, { chat_id: id })).toBe(gone);
      expect(await outcome(other, 'getChatMember', { chat_id: id, user_id: 1 })).toBe(gone);
      expect(await outcome(other, 'getChatMember', { chat_id: id, user_id: other.world.bot.id })).toBe('ok');
    } finally {
      await other.close();
    }
  });

  test('the bot among the members has no fields of getMe', async () => {
    const { id } = telegram.world.bot;
    const { result } = await call(telegram, 'getChatMember', { chat_id: group, user_id: id });
    expect(result).toMatchObject({ user: { id, is_bot: true } });
    expect(JSON.stringify(result)).not.toContain('can_join_groups');
  });

  test('what getChat tells of a person and of a group', async () => {
    expect((await call(telegram, 'getChat', { chat_id: me })).result).toMatchObject({
      active_usernames: [telegram.world.english.username],
      can_send_gift: true,
    });
    expect((await call(telegram, 'getChat', { chat_id: group })).result).toMatchObject({
      permissions: { can_send_messages: true },
    });
    expect(await outcome(telegram, 'getChat', {})).toBe(bad('chat_id is empty'));
  });

  test('a message is looked for before the right to pin it', async () => {
    const pin = (message_id: number) => outcome(telegram, 'pinChatMessage', { chat_id: group, message_id });
    expect(await pin(99)).toBe(bad('message to pin not found'));
    await call(telegram, 'sendMessage', { chat_id: group, text: 'x' });
    const id = telegram.world.messages(me, group).at(-1)?.message_id ?? 0;
    expect(await pin(id)).toBe(bad('not enough rights to manage pinned messages in the chat'));
    expect(await outcome(telegram, 'unpinChatMessage', { chat_id: group, message_id: 99 })).toBe(
      bad('message to unpin not found'),
    );
  });
});
