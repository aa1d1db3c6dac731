import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SandboxTelegram, startTelegram } from '../../../../src/sandbox/telegram/index.ts';
import { call, outcome, TOKEN } from '../support/call.ts';

let telegram: SandboxTelegram;
let me: number;
let group: number;

beforeAll(async () => {
  telegram = await startTelegram({ token: TOKEN });
  me = telegram.world.english.id;
  group = telegram.world.group.id;
  telegram.world.say(me, me, '/start');
});

afterAll(() => telegram.close());

const go = { text: 'Go', callback_data: 'go' };
const rows = (...inline_keyboard: unknown[]) => ({ inline_keyboard });
const button = (fields: object) => rows([{ text: 'x', ...fields }]);
const send = (reply_markup: unknown, chat_id = me) =>
  outcome(telegram, 'sendMessage', { chat_id, text: 'x', reply_markup });

async function sent(reply_markup: unknown): Promise<unknown> {
  const { result } = await call(telegram, 'sendMessage', { chat_id: me, text: 'x', reply_markup });
  return typeof result === 'object' && result !== null && 'reply_markup' in result ? result.reply_markup : undefined;
}

describe('refused', () => {
  const inline = "can't parse inline keyboard button: ";
  const reply = "can't parse keyboard button: ";
  const url = (text: string, problem: string) => `inline keyboard button URL '${text}' is invalid: ${problem}`;
  test.each<[string, unknown, string]>([
    ['no object', [], 'object expected as reply markup'],
    ['no JSON', '{', "can't parse reply keyboard markup JSON object"],
    ['null', null, 'object expected as reply markup'],
    ['rows that are none', { inline_keyboard: go }, 'field "inline_keyboard" must be of type Array'],
    ['a row that is none', rows(go), 'field "inline_keyboard" of the InlineKeyboardMarkup must be an Array of Arrays'],
    ['a row of the other kind that is none', { keyboard: ['x'] }, 'field "keyboard" must be an Array of Arrays'],
    ['a button that is none', rows(['x']), `${inline}InlineKeyboardButton must be an Object`],
    ['another one', { keyboard: [[7]] }, `${reply}KeyboardButton must be a String or an Object`],
    ['no text', rows([{ callback_data: 'x' }]), `${inline}Can't find field "text"`],
    ['no text at all', rows([{ ...go, text: [] }]), `${inline}Field "text" must be of type String`],
    ['data of another type', button({ callback_data: {} }), `${inline}Field "callback_data" must be of type String`],
    ['no action', button({}), `${inline}Text buttons are unallowed in the inline keyboard`],
    ['an empty action', button({ callback_data: '' }), `${inline}Text buttons are unallowed in the inline keyboard`],
    ['no style', button({ ...go, style: 'red' }), `${inline}invalid button style specified`],
    [
      'no style of the other kind',
      { keyboard: [[{ text: 'x', style: 'red' }]] },
      `${reply}invalid button style specified`,
    ],
    ['a Web App that is none', button({ web_app: 'x' }), `${inline}Field "web_app" must be of type Object`],
    ['a Web App without a link', button({ web_app: {} }), `${inline}Can't find field "url"`],
    ['a flag of another type', { remove_keyboard: 'yes' }, 'field "remove_keyboard" must be of type Boolean'],
    ['a text that vanishes', rows([{ ...go, text: '\r' }]), 'inline keyboard button text must be non-empty'],
    ['a wrong link', button({ url: 'http://localhost/' }), url('http://localhost/', 'Wrong HTTP URL')],
    ['another protocol', button({ url: 'ftp://a.io' }), url('ftp://a.io', 'Unsupported URL protocol')],
    [
      'a Web App without HTTPS',
      button({ web_app: { url: 'http://a.io' } }),
      "inline keyboard button Web App URL 'http://a.io' is invalid: Only HTTPS links are allowed",
    ],
    [
      'a Web App of a user',
      button({ web_app: { url: 'tg://user?id=7' } }),
      "link to a user can't be used in Web App URL buttons",
    ],
    [
      'a login without HTTPS',
      button({ login_url: { url: 'http://a.io' } }),
      "inline keyboard button login URL 'http://a.io' is invalid: Only HTTPS links are allowed",
    ],
    ['a query for no chat', button({ switch_inline_query_chosen_chat: {} }), 'at least one chat type must be allowed'],
    ['long data', button({ callback_data: 'پ'.repeat(33) }), 'BUTTON_DATA_INVALID'],
    ['a long text to copy', button({ copy_text: { text: 'x'.repeat(257) } }), 'BUTTON_COPY_TEXT_INVALID'],
    ['a wide row', rows(Array(9).fill(go)), 'reply markup is too long'],
    ['too many buttons', rows(...Array(101).fill([go])), 'reply markup is too long'],
  ])('%s', async (_what, markup, words) => {
    expect(await send(markup)).toBe(`400 Bad Request: ${words}`);
  });

  test.each([
    [{ request_contact: true }, 'phone number can be requested'],
    [{ request_location: true }, 'location can be requested'],
    [{ request_poll: {} }, 'poll can be requested'],
    [{ web_app: { url: 'https://a.io' } }, 'Web App buttons can be used'],
    [{ request_users: { request_id: 1 } }, 'users can be requested'],
    [{ request_chat: { request_id: 1, chat_is_channel: false } }, 'chats can be requested'],
  ])('in a group: %j', async (fields, words) => {
    const keyboard = { keyboard: [[{ text: 'x', ...fields }]] };
    const first = words.startsWith('Web') ? `web${words.slice(3)}` : words;
    expect(await send(keyboard, group)).toBe(`400 Bad Request: ${first} in private chats only`);
    expect(await send(keyboard)).toBe('ok');
  });

  test('a Web App’s button in a group', async () => {
    expect(await send(button({ web_app: { url: 'https://a.io' } }), group)).toBe(
      '400 Bad Request: BUTTON_TYPE_INVALID',
    );
  });
});

describe('taken as Telegram takes it', () => {
  test('of several actions the first that Telegram looks for', async () => {
    expect(await sent(button({ callback_data: 'x', url: 'A.io', switch_inline_query: '' }))).toEqual(
      rows([{ text: 'x', url: 'http://a.io/' }]),
    );
  });

  test('a link of a user, a query for every chat, and what is usual', async () => {
    const every = { allow_user_chats: true, allow_bot_chats: true, allow_group_chats: true, allow_channel_chats: true };
    const buttons = [
      { text: 'a', url: 'tg:user?id=7' },
      { text: 'b', switch_inline_query_chosen_chat: { query: 'q', ...every } },
      { text: 'c', switch_inline_query_chosen_chat: { allow_user_chats: true } },
      { text: 'd', login_url: { url: 'https://A.io' } },
      { text: 'e', pay: false },
      { text: 7, callback_data: 8, style: 'DANGER' },
      { ...go, style: 'default' },
    ];
    expect(await sent(rows(buttons))).toEqual(
      rows([
        { text: 'a', url: 'tg://user?id=7' },
        { text: 'b', switch_inline_query: 'q' },
        {
          text: 'c',
          switch_inline_query_chosen_chat: {
            query: '',
            allow_user_chats: true,
            allow_bot_chats: false,
            allow_group_chats: false,
            allow_channel_chats: false,
          },
        },
        { text: 'd', url: 'https://a.io/' },
        { text: 'e', pay: true },
        { text: '7', callback_data: '8', style: 'danger' },
        go,
      ]),
    );
  });

  test('a button without a text is dropped, and so are empty rows and an empty keyboard', async () => {
    expect(await sent(rows([], [{ text: '', callback_data: 'x' }, go], [{ text: '', url: 'x' }]))).toEqual(rows([go]));
    for (const none of [{}, rows(), rows([]), { keyboard: [] }, { remove_keyboard: false }, ''])
      expect(await sent(none)).toBeUndefined();
  });

  test('a keyboard below the message wins over buttons in it', async () => {
    expect(await sent({ keyboard: [['x', '']], ...rows([go]) })).toBeUndefined();
    expect(telegram.world.messages(me, me).at(-1)).toMatchObject({ reply_markup: { keyboard: [[{ text: 'x' }]] } });
  });
});
