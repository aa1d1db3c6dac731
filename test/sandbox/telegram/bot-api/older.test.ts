import { expect, test } from 'vitest';
import { outcome, startChat } from '../support/call.ts';

const TIME = 'At <tg-time unix="1" format="T">12:00</tg-time>';
const UNKNOWN_TAG = `400 Bad Request: can't parse entities: Unsupported start tag "tg-time" at byte offset 3`;

test('an older server knows no rich messages and no times', async () => {
  const { telegram, api, me } = await startChat({ older: true });
  await using _closing = { [Symbol.asyncDispose]: () => telegram.close() };
  const rich_message = { html: '<p>x</p>' };
  const { message_id } = await api.sendMessage(me, 'x');
  const to = { chat_id: me, message_id };
  const tried = [
    await outcome(telegram, 'sendRichMessage', { chat_id: me, rich_message }),
    await outcome(telegram, 'editMessageText', { ...to, rich_message }),
    await outcome(telegram, 'sendMessage', { chat_id: me, text: TIME, parse_mode: 'HTML' }),
    await outcome(telegram, 'editMessageText', { ...to, text: TIME, parse_mode: 'html' }),
  ];
  expect(tried).toEqual([
    '404 Not Found: method not found',
    '400 Bad Request: message text is empty',
    UNKNOWN_TAG,
    UNKNOWN_TAG,
  ]);
  const { text } = await api.sendMessage(me, TIME);
  expect(text).toBe(TIME);
});
