import { afterEach, beforeEach, expect, test } from 'vitest';
import { PageRefusal, type SandboxTelegram, startTelegram } from '../../../../src/sandbox/telegram/index.ts';
import { call, outcome, TOKEN } from '../support/call.ts';

let telegram: SandboxTelegram;
let me: number;
let message: number;

beforeEach(async () => {
  telegram = await startTelegram({ token: TOKEN, strict: true, callbackLifeMs: 1_500 });
  const { world } = telegram;
  me = world.english.id;
  world.say(me, me, '/start');
  const buttons = [
    [
      { text: 'Go', callback_data: 'go' },
      { text: 'Site', url: 'https://example.com' },
    ],
  ];
  await call(telegram, 'sendMessage', { chat_id: me, text: 'x', reply_markup: { inline_keyboard: buttons } });
  message = world.messages(me, me).at(-1)?.message_id ?? 0;
});

afterEach(() => telegram.close());

const TOO_OLD = '400 Bad Request: query is too old and response timeout expired or query ID is invalid';

test('a tap is answered once', async () => {
  const press = telegram.world.press(me, me, message, { row: 0, column: 0 });
  const answer = { callback_query_id: press.id, text: 'done', show_alert: true };
  expect(await outcome(telegram, 'answerCallbackQuery', answer)).toBe('ok');
  expect(await press.answered).toEqual({ text: 'done', show_alert: true });
  expect(await outcome(telegram, 'answerCallbackQuery', answer)).toBe(TOO_OLD);
});

test('an unanswered tap expires', async () => {
  const press = telegram.world.press(me, me, message, 'go');
  await expect(press.answered).rejects.toThrow('not answered in time');
  expect(await outcome(telegram, 'answerCallbackQuery', { callback_query_id: press.id })).toBe(TOO_OLD);
});

test('the client sends an unanswered tap again: the same query, a new update', async () => {
  const { world } = telegram;
  const press = world.press(me, me, message, 'go');
  await expect(press.answered).rejects.toThrow();
  const again = world.resend(press);
  expect(again).toBeGreaterThan(press.updateId);
  const { result } = await call(telegram, 'getUpdates', { offset: press.updateId });
  expect(result).toMatchObject([
    { update_id: press.updateId, callback_query: { id: press.id, data: 'go', from: { id: me } } },
    { update_id: again, callback_query: { id: press.id, data: 'go', message: { message_id: message } } },
  ]);
  expect(await outcome(telegram, 'answerCallbackQuery', { callback_query_id: press.id })).toBe('ok');
});

test('only buttons that send data can be tapped, but anything can be forged', async () => {
  const { world } = telegram;
  expect(() => world.press(me, me, message, 'gone')).toThrow(new PageRefusal('unknown_button'));
  expect(() => world.press(me, me, message, { row: 0, column: 1 })).toThrow(new PageRefusal('unknown_button'));
  expect(() => world.press(me, world.persian.id, message, 'go')).toThrow(new PageRefusal('unknown_chat'));
  const forged = world.pressRaw(me, me, 99_999, 'forged');
  const { result } = await call(telegram, 'getUpdates', { offset: forged.updateId });
  expect(result).toMatchObject([{ callback_query: { data: 'forged', message: { message_id: 99_999, date: 0 } } }]);
});

test('a tap on a message too old to be seen tells where it is and no more; the message can be edited', async () => {
  const { world } = telegram;
  world.inaccessibleTaps(true);
  const press = world.press(me, me, message, 'go');
  const { result } = await call(telegram, 'getUpdates', { offset: press.updateId });
  const chat = expect.objectContaining({ id: me, type: 'private' });
  expect(result).toEqual([
    {
      update_id: press.updateId,
      callback_query: {
        id: press.id,
        from: world.english,
        message: { chat, message_id: message, date: 0 },
        chat_instance: expect.any(String),
        data: 'go',
      },
    },
  ]);
  expect(await outcome(telegram, 'editMessageText', { chat_id: me, message_id: message, text: 'y' })).toBe('ok');
});

test('an inline query gets its results', async () => {
  const asked = telegram.world.inline(me, 'web');
  const article = { type: 'article', id: '1', title: 'web1', input_message_content: { message_text: 'web1' } };
  const results = { inline_query_id: asked.id, results: [article] };
  expect(await outcome(telegram, 'answerInlineQuery', { ...results, results: [{ ...article, type: 'song' }] })).toMatch(
    /^400 .*type "song" is unsupported/,
  );
  expect(await outcome(telegram, 'answerInlineQuery', results)).toBe('ok');
  expect(await asked.answered).toEqual([article]);
  expect(await outcome(telegram, 'answerInlineQuery', results)).toBe(TOO_OLD);
});
