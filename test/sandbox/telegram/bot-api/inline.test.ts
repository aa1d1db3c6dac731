import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SandboxTelegram, startTelegram } from '../../../../src/sandbox/telegram/index.ts';
import { outcome, TOKEN } from '../support/call.ts';

let telegram: SandboxTelegram;
let me: number;

beforeAll(async () => {
  telegram = await startTelegram({ token: TOKEN });
  me = telegram.world.english.id;
  telegram.world.say(me, me, '/start');
});

afterAll(() => telegram.close());

const article = { type: 'article', id: '1', title: 'x', input_message_content: { message_text: 'x' } };
const card = (fields: object) => ({ results: [{ ...article, ...fields }] });
const text = (fields: object) => card({ input_message_content: { message_text: 'x', ...fields } });
const button = (fields: object) => ({ button: { text: 'x', ...fields } });
const IN_RESULT = "can't parse inline query result: ";
const IN_BUTTON = "can't parse inline query results button: ";

test.each<[string, object, string]>([
  ['results that are none', { results: {} }, 'expected an Array of inline query results'],
  ['too many results', { results: Array(51).fill({}) }, 'too many inline query results specified'],
  ['a result that is none', { results: ['x'] }, `${IN_RESULT}Inline query result must be an object`],
  ['a result without a type', { results: [{ id: '1' }] }, `${IN_RESULT}Can't find field "type"`],
  ['an unknown type', card({ type: 'song' }), `${IN_RESULT}type "song" is unsupported for the inline query result`],
  ['no title', { results: [{ ...article, title: undefined }] }, `${IN_RESULT}Can't find field "title"`],
  ['no identifier', { results: [{ ...article, id: undefined }] }, `${IN_RESULT}Can't find field "id"`],
  [
    'no content at all',
    { results: [{ ...article, input_message_content: undefined }] },
    `${IN_RESULT}Can't find field "message_text"`,
  ],
  [
    'a text in the result itself',
    { results: [{ type: 'article', id: '1', title: 'x', message_text: '<b>', parse_mode: 'HTML' }] },
    `${IN_RESULT}Can't parse entities: Can't find end tag corresponding to start tag "b"`,
  ],
  [
    'an earlier button',
    { results: [], switch_pm_text: 'x', switch_pm_parameter: 'a b' },
    'unallowed characters in start_parameter are used',
  ],
  [
    'a content without a text',
    card({ input_message_content: {} }),
    `${IN_RESULT}Input message content is not specified`,
  ],
  [
    'unreadable markup',
    text({ message_text: '<b>', parse_mode: 'html' }),
    `${IN_RESULT}Can't parse entities: Can't find end tag corresponding to start tag "b"`,
  ],
  ['an entity that is none', text({ entities: [7] }), `${IN_RESULT}Can't parse MessageEntity: expected an Object`],
  [
    'a button without an action',
    card({ reply_markup: { inline_keyboard: [[{ text: 'x' }]] } }),
    `${IN_RESULT}Can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard`,
  ],
  ['another keyboard', card({ reply_markup: { keyboard: [['x']] } }), 'inline keyboard expected'],
  ['an invisible text', text({ message_text: '\u200b' }), 'text must be non-empty'],
  ['a long text', text({ message_text: 'x'.repeat(4097) }), 'MESSAGE_TOO_LONG'],
  ['an empty identifier', card({ id: '' }), 'RESULT_ID_EMPTY'],
  ['a long identifier', card({ id: 'x'.repeat(65) }), 'RESULT_ID_INVALID'],
  ['two of one identifier', { results: [article, article] }, 'RESULT_ID_DUPLICATE'],
  ['a button that is none', { button: [] }, `${IN_BUTTON}InlineQueryResultsButton must be an Object`],
  ['a button that is no JSON', { button: '{' }, "can't parse inline query results button JSON object"],
  ['a button without a text', { button: {} }, `${IN_BUTTON}Can't find field "text"`],
  ['a button for nothing', button({}), `${IN_BUTTON}InlineQueryResultsButton must have exactly one optional field`],
  ['an empty parameter', button({ start_parameter: '' }), "can't use empty start_parameter"],
  ['a long parameter', button({ start_parameter: 'x'.repeat(65) }), 'too long start_parameter specified'],
  ['a parameter with a blank', button({ start_parameter: 'a b' }), 'unallowed characters in start_parameter are used'],
  [
    'a Web App without HTTPS',
    button({ web_app: { url: 'http://a.io' } }),
    "inline query button Web App URL 'http://a.io' is invalid: Only HTTPS links are allowed",
  ],
  ['no query', {}, 'query is too old and response timeout expired or query ID is invalid'],
])('%s', async (_what, parameters, words) => {
  expect(await outcome(telegram, 'answerInlineQuery', { inline_query_id: '1', ...parameters })).toBe(
    `400 Bad Request: ${words}`,
  );
});

test('an identifier can be a number, and no results are an answer', async () => {
  const { world } = telegram;
  const numbered = world.inline(me, 'web');
  expect(await outcome(telegram, 'answerInlineQuery', { inline_query_id: numbered.id, ...card({ id: 7 }) })).toBe('ok');
  expect(await numbered.answered).toMatchObject([{ id: '7' }]);
  const none = world.inline(me, 'web');
  expect(await outcome(telegram, 'answerInlineQuery', { inline_query_id: none.id, results: null })).toBe('ok');
  expect(await none.answered).toEqual([]);
});

test('a sent card has the buttons as Telegram keeps them, and names the bot as other messages do', async () => {
  const { world } = telegram;
  const asked = world.inline(me, 'web');
  const reply_markup = { inline_keyboard: [[{ text: 'x', url: 'A.io', callback_data: 'x' }]] };
  await outcome(telegram, 'answerInlineQuery', { inline_query_id: asked.id, ...card({ reply_markup }) });
  const [result] = await asked.answered;
  if (!result) throw new Error('no result');
  const message = world.choose(me, me, result);
  expect(message).toMatchObject({ reply_markup: { inline_keyboard: [[{ text: 'x', url: 'http://a.io/' }]] } });
  expect(message.via_bot).not.toHaveProperty('can_join_groups');
});
