import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type SandboxTelegram, startTelegram } from '../../../../src/sandbox/telegram/index.ts';
import { call, outcome, TOKEN } from '../support/call.ts';

let telegram: SandboxTelegram;
let me: number;
let group: number;
let mine: number;
let theirs: number;

beforeAll(async () => {
  telegram = await startTelegram({ token: TOKEN, strict: true });
  const { world } = telegram;
  me = world.english.id;
  group = world.group.id;
  theirs = world.say(me, me, '/start').message_id;
  await call(telegram, 'sendMessage', { chat_id: me, text: 'hello' });
  mine = world.messages(me, me).at(-1)?.message_id ?? 0;
});

afterAll(() => telegram.close());

const inline = (button: object) => ({ reply_markup: { inline_keyboard: [[{ text: 'x', ...button }]] } });

describe('Telegram’s refusals', () => {
  const sending: [string, string, () => object, string][] = [
    ['no chat', 'sendMessage', () => ({ text: 'x' }), '400 Bad Request: chat_id is empty'],
    ['unknown chat', 'sendMessage', () => ({ chat_id: 1, text: 'x' }), '400 Bad Request: chat not found'],
    ['unknown name', 'sendMessage', () => ({ chat_id: '@nobody', text: 'x' }), '400 Bad Request: chat not found'],
    ['no text', 'sendMessage', () => ({ chat_id: me }), '400 Bad Request: message text is empty'],
    ['blank text', 'sendMessage', () => ({ chat_id: me, text: ' \n ' }), '400 Bad Request: text must be non-empty'],
    [
      'invisible text',
      'sendMessage',
      () => ({ chat_id: me, text: '\u00a0\u200b\u200f' }),
      '400 Bad Request: text must be non-empty',
    ],
    [
      'markup only',
      'sendMessage',
      () => ({ chat_id: me, text: '<b></b>', parse_mode: 'HTML' }),
      '400 Bad Request: text must be non-empty',
    ],
    [
      'too much text',
      'sendMessage',
      () => ({ chat_id: me, text: 'ت'.repeat(4097) }),
      '400 Bad Request: message is too long',
    ],
    [
      'far too much text',
      'sendMessage',
      () => ({ chat_id: me, text: 'x'.repeat(32_769) }),
      '400 Bad Request: text is too long',
    ],
    [
      'parse mode',
      'sendMessage',
      () => ({ chat_id: me, text: 'x', parse_mode: 'XML' }),
      '400 Bad Request: unsupported parse_mode',
    ],
    [
      'a reply to nothing',
      'sendMessage',
      () => ({ chat_id: me, text: 'x', reply_parameters: { message_id: 99_999 } }),
      '400 Bad Request: message to be replied not found',
    ],
    [
      'long data',
      'sendMessage',
      () => ({ chat_id: me, text: 'x', ...inline({ callback_data: 'پ'.repeat(33) }) }),
      '400 Bad Request: BUTTON_DATA_INVALID',
    ],
    [
      'a button that does nothing',
      'sendMessage',
      () => ({ chat_id: me, text: 'x', ...inline({ callback_data: '' }) }),
      "400 Bad Request: can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard",
    ],
    [
      'a wrong link',
      'sendMessage',
      () => ({ chat_id: me, text: 'x', ...inline({ url: 'http://localhost/' }) }),
      "400 Bad Request: inline keyboard button URL 'http://localhost/' is invalid: Wrong HTTP URL",
    ],
    [
      'too many buttons',
      'sendMessage',
      () => ({
        chat_id: me,
        text: 'x',
        reply_markup: { inline_keyboard: Array.from({ length: 101 }, () => [{ text: 'x', callback_data: 'x' }]) },
      }),
      '400 Bad Request: reply markup is too long',
    ],
    [
      'chat action',
      'sendChatAction',
      () => ({ chat_id: me, action: 'dancing' }),
      '400 Bad Request: wrong parameter action in request',
    ],
    [
      'an unknown file',
      'sendDocument',
      () => ({ chat_id: me, document: 'nothing' }),
      "400 Bad Request: wrong remote file identifier specified: can't unserialize it. Wrong last symbol",
    ],
    ['an unknown file to get', 'getFile', () => ({ file_id: 'nothing' }), '400 Bad Request: invalid file_id'],
  ];
  const unread = [
    ['sendRichMessage', { rich_message: undefined }, 'parameter "rich_message" is required'],
    ['sendRichMessageDraft', { rich_message: '' }, 'parameter "rich_message" is required'],
    ['sendRichMessage', { rich_message: null }, 'object expected as rich message'],
    ['sendRichMessage', { rich_message: 'x' }, "can't parse rich message JSON object"],
    ['sendRichMessage', { rich_message: { blocks: [null] } }, "can't parse InputRichBlock: expected an Object"],
    ['sendMessage', { text: 'x', suggested_post_parameters: null }, 'object expected as suggested post parameters'],
    ['sendMessage', { text: 'x', ephemeral_message_parameters: [] }, 'ephemeralMessageParameters must be an Object'],
    ['sendMediaGroup', { media: [null] }, "can't parse InputMedia: expected an Object"],
    ['sendMediaGroup', { media: {} }, 'expected an Array of InputMedia'],
    [
      'setMyDefaultAdministratorRights',
      { rights: null },
      "can't parse ChatAdministratorRights: ChatAdministratorRights must be an Object",
    ],
    ['setMyProfilePhoto', { photo: 'x' }, "can't parse photo JSON object"],
    ['setMyProfilePhoto', { photo: 1 }, 'object expected as profile photo'],
    ['setMyProfilePhoto', {}, "photo isn't specified"],
    ['restrictChatMember', { permissions: null }, 'object expected as permissions'],
  ].map(([method, parameters, words]): [string, string, () => object, string] => [
    `${method} ${JSON.stringify(parameters)}`,
    String(method),
    () => ({ chat_id: me, draft_id: 1, ...Object(parameters) }),
    `400 Bad Request: ${words}`,
  ]);
  const later: [string, string, () => object, string][] = [
    [
      'edit nothing',
      'editMessageText',
      () => ({ chat_id: me, message_id: 99_999, text: 'x' }),
      '400 Bad Request: message to edit not found',
    ],
    ['edit unsaid', 'editMessageText', () => ({ text: 'x' }), '400 Bad Request: message identifier is not specified'],
    [
      'edit theirs',
      'editMessageText',
      () => ({ chat_id: me, message_id: theirs, text: 'x' }),
      "400 Bad Request: message can't be edited",
    ],
    [
      'edit the same',
      'editMessageText',
      () => ({ chat_id: me, message_id: mine, text: 'hello' }),
      '400 Bad Request: message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message',
    ],
    [
      'the same markup',
      'editMessageReplyMarkup',
      () => ({ chat_id: me, message_id: mine }),
      '400 Bad Request: message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message',
    ],
    [
      'no caption',
      'editMessageCaption',
      () => ({ chat_id: me, message_id: mine, caption: 'x' }),
      '400 Bad Request: there is no caption in the message to edit',
    ],
    [
      'delete nothing',
      'deleteMessage',
      () => ({ chat_id: me, message_id: 99_999 }),
      '400 Bad Request: message to delete not found',
    ],
    [
      'pin nothing',
      'pinChatMessage',
      () => ({ chat_id: me, message_id: 99_999 }),
      '400 Bad Request: message to pin not found',
    ],
    [
      'react to nothing',
      'setMessageReaction',
      () => ({ chat_id: me, message_id: 99_999 }),
      '400 Bad Request: message to react not found',
    ],
    [
      'a reaction Telegram has not',
      'setMessageReaction',
      () => ({ chat_id: me, message_id: mine, reaction: [{ type: 'emoji', emoji: '🛠' }] }),
      '400 Bad Request: REACTION_INVALID',
    ],
    [
      'copy nothing',
      'copyMessage',
      () => ({ chat_id: me, from_chat_id: me, message_id: 99_999 }),
      '400 Bad Request: message to copy not found',
    ],
    [
      'forward nothing',
      'forwardMessage',
      () => ({ chat_id: me, from_chat_id: me, message_id: 99_999 }),
      '400 Bad Request: message to forward not found',
    ],
    [
      'an unknown query',
      'answerCallbackQuery',
      () => ({ callback_query_id: '1' }),
      '400 Bad Request: query is too old and response timeout expired or query ID is invalid',
    ],
    [
      'a long answer',
      'answerCallbackQuery',
      () => ({ callback_query_id: '1', text: 'x'.repeat(201) }),
      '400 Bad Request: MESSAGE_TOO_LONG',
    ],
    [
      'a command with capitals',
      'setMyCommands',
      () => ({ commands: [{ command: 'Start', description: 'x' }] }),
      '400 Bad Request: BOT_COMMAND_INVALID',
    ],
    [
      'too many commands',
      'setMyCommands',
      () => ({ commands: Array.from({ length: 101 }, (_, at) => ({ command: `c${at}`, description: 'x' })) }),
      '400 Bad Request: BOT_COMMANDS_TOO_MUCH',
    ],
    [
      'administrators of a private chat',
      'getChatAdministrators',
      () => ({ chat_id: me }),
      '400 Bad Request: there are no administrators in the private chat',
    ],
    ['a stranger', 'getChatMember', () => ({ chat_id: group, user_id: 1 }), '400 Bad Request: PARTICIPANT_ID_INVALID'],
    ...unread,
    ['no method', 'sendNothing', () => ({}), '404 Not Found: method not found'],
  ];
  test.each([...sending, ...later])('%s', async (_what, method, parameters, expected) => {
    expect(await outcome(telegram, method, parameters())).toBe(expected);
  });

  test('a wrong token', async () => {
    const response = await fetch(`${telegram.url}/bot1:wrong/getMe`);
    expect(response.status).toBe(401);
    expect(await response.json()).toEqual({ ok: false, error_code: 401, description: 'Unauthorized' });
  });

  test('a body that is no JSON, of which Telegram reads what it can', async () => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${telegram.url}/bot${TOKEN}/getMe`, { method: 'POST', headers, body: '{' });
    expect(response.status).toBe(400);
    const description = 'Bad Request: sandbox: the body is no JSON';
    expect(await response.json()).toEqual({ ok: false, error_code: 400, description });
  });
});

describe('mistakes Telegram would swallow', () => {
  const mistakes: [string, object, string][] = [
    ['unknown parameter', { disable_preview: true }, 'unknown parameter sendMessage.disable_preview'],
    ['unknown inner field', inline({ callback_data: 'x', color: 'red' }), 'unknown parameter'],
    ['two actions', inline({ callback_data: 'x', url: 'https://example.com' }), 'exactly one is allowed'],
    ['text for a number', { message_thread_id: 'seven' }, 'must be Integer'],
    ['text for a flag', { protect_content: 'sure' }, 'must be Boolean'],
    ['entities beside a parse mode', { parse_mode: 'HTML', entities: [] }, 'ignored by Telegram'],
  ];
  test.each(mistakes)('%s', async (_what, parameters, expected) => {
    const said = await outcome(telegram, 'sendMessage', { chat_id: me, text: 'x', ...parameters });
    expect(said).toMatch(/^400 Bad Request: sandbox: /);
    expect(said).toContain(expected);
  });

  test('an unknown parameter or field is ignored as in Telegram, unless the sandbox is strict', async () => {
    const telegram = await startTelegram({ token: TOKEN });
    onTestFinished(() => telegram.close());
    telegram.world.say(me, me, '/start');
    const keyboard = inline({ callback_data: 'x', color: 'red' });
    expect(await call(telegram, 'sendMessage', { chat_id: me, text: 'x', suppress: true, ...keyboard })).toMatchObject({
      ok: true,
      result: { reply_markup: { inline_keyboard: [[{ callback_data: 'x' }]] } },
    });
    const { params } = telegram.world.calls[0] ?? {};
    expect(JSON.stringify(params)).not.toMatch(/suppress|color/);
  });

  test('a long text to copy', async () => {
    const parameters = { chat_id: me, text: 'x', ...inline({ copy_text: { text: 'x'.repeat(257) } }) };
    expect(await outcome(telegram, 'sendMessage', parameters)).toBe('400 Bad Request: BUTTON_COPY_TEXT_INVALID');
  });

  test('a method or parameter that is not simulated never looks as if it worked', async () => {
    expect(await outcome(telegram, 'sendGame', { chat_id: me })).toMatch(/^501 .*sendGame/);
    expect(await outcome(telegram, 'sendVoice', { chat_id: me, voice: 'x' })).toMatch(/^501 .*sendVoice/);
    expect(await outcome(telegram, 'logOut')).toMatch(/^501 .*logOut/);
    const business = { chat_id: me, text: 'x', business_connection_id: 'x' };
    expect(await outcome(telegram, 'sendMessage', business)).toMatch(/^501 .*business_connection_id/);
  });

  test('a topic that was never opened', async () => {
    const thread = { chat_id: me, text: 'x', message_thread_id: 1 };
    expect(await outcome(telegram, 'sendMessage', thread)).toBe('400 Bad Request: message thread not found');
  });
});

describe('people who do not want to hear', () => {
  test('never spoken to: not found; seen in the group: no first word; blocked: forbidden', async () => {
    const { world } = telegram;
    const person = world.persian.id;
    const greet = () => outcome(telegram, 'sendMessage', { chat_id: person, text: 'hi' });
    expect(await greet()).toBe('400 Bad Request: chat not found');
    world.say(person, group, '/help');
    expect(await greet()).toBe("403 Forbidden: bot can't initiate conversation with a user");
    world.say(person, person, '/start');
    expect(await greet()).toBe('ok');
    world.block(person, true);
    expect(await greet()).toBe('403 Forbidden: bot was blocked by the user');
    world.block(person, false);
    expect(await greet()).toBe('ok');
    const self = { chat_id: world.bot.id, text: 'x' };
    expect(await outcome(telegram, 'sendMessage', self)).toBe("403 Forbidden: the bot can't send messages to the bot");
  });
});
