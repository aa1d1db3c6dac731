import { Api, type Transformer } from 'grammy';
import { expect, test } from 'vitest';
import { olderServers, refusesRich } from '../../../src/telegram/api/older-servers.ts';

const TIME = '<i>at <tg-time unix="1" format="T">12:00</tg-time></i>';

/** An Api that records the parameters of each call, and refuses calls with the given words. */
function openApi(
  refuses: (payload: string) => { error_code: number; description: string } | undefined,
  now: () => number = Date.now,
) {
  const calls: string[] = [];
  const server: Transformer = async (_previous, _method, payload) => {
    const text = JSON.stringify(payload);
    calls.push(text);
    const refusal = refuses(text);
    return refusal ? { ok: false, ...refusal } : { ok: true, result: JSON.parse('true') };
  };
  const api = new Api('1:token');
  api.config.use(server, ...olderServers(now));
  return { api, calls };
}

const unknownTag = (payload: string) =>
  payload.includes('<tg-time')
    ? {
        error_code: 400,
        description: `Bad Request: can't parse entities: Unsupported start tag "tg-time" at byte offset 6`,
      }
    : undefined;

test('without times: texts, captions and captions of media keep their words, after one refusal', async () => {
  const { api, calls } = openApi(unknownTag);
  await api.sendMessage(1, TIME, { parse_mode: 'HTML' });
  await api.sendPhoto(2, 'file', { caption: TIME });
  await api.editMessageMedia(2, 1, { type: 'photo', media: 'file', caption: TIME });
  await api.editMessageText(3, 1, TIME);
  await api.sendChatAction(3, 'typing');
  expect(calls.filter((call) => call.includes('tg-time'))).toHaveLength(1);
  expect(calls.filter((call) => call.includes('<i>at 12:00</i>'))).toHaveLength(4);
});

test('another refusal of the same text is not repeated', async () => {
  const { api, calls } = openApi(() => ({ error_code: 400, description: 'Bad Request: chat not found' }));
  await expect(api.sendMessage(1, TIME)).rejects.toThrow('chat not found');
  expect(calls).toHaveLength(1);
});

test.each([
  [404, 'Not Found: method not found', 'everywhere'],
  [404, 'Not Found', 'for that message'],
  [404, '404 page not found', 'for that message'],
  [400, 'Bad Request: message text is empty', 'everywhere'],
  [400, 'Bad Request: not enough rights to send rich messages to the chat', 'in that chat'],
  [400, 'Bad Request: CHAT_SEND_RICH_FORBIDDEN', 'in that chat'],
  [400, 'Bad Request: CHAT_SEND_MEDIA_FORBIDDEN', 'in that chat'],
  [400, 'Bad Request: RICH_MESSAGE_CONTENT_REQUIRED', 'for that message'],
  [400, 'Bad Request: DOCUMENT_INVALID', 'for that message'],
  [400, "Bad Request: can't parse rich message", 'for that message'],
] as const)('%d %s: no rich messages %s', async (error_code, description, where) => {
  const { api, calls } = openApi((payload) => (payload.includes('rich') ? { error_code, description } : undefined));
  const send = async (chat: number) => {
    const error: unknown = await api.sendRichMessage(chat, { html: 'x' }).catch((refused) => refused);
    expect(refusesRich(error)).toBe(true);
    return calls.length;
  };
  expect(await send(1)).toBe(1);
  expect(await send(1)).toBe(where === 'for that message' ? 2 : 1);
  const before = calls.length;
  expect((await send(2)) - before).toBe(where === 'everywhere' ? 0 : 1);
});

test.each([
  [429, 'Too Many Requests: retry after 3'],
  [403, 'Forbidden: bot was blocked by the user'],
  [400, 'Bad Request: chat not found'],
  [400, 'Bad Request: message to be replied not found'],
  [500, 'Internal Server Error'],
])('%d %s says nothing about rich messages', async (error_code, description) => {
  const { api, calls } = openApi(() => ({ error_code, description }));
  for (let time = 1; time < 3; time++) {
    const error: unknown = await api.sendRichMessage(1, { html: 'x' }).catch((refused) => refused);
    expect(refusesRich(error)).toBe(false);
    expect(calls).toHaveLength(time);
  }
});

test.each([
  ['EPHEMERAL_FORBIDDEN', 3],
  ['CHAT_SEND_RICH_FORBIDDEN', 1],
])('an ephemeral message refused with %s', async (word, asked) => {
  const { api, calls } = openApi(() => ({ error_code: 400, description: `Bad Request: ${word}` }));
  const ephemeral_message_parameters = { receiver_user_id: 7 };
  const sent = await api.sendRichMessage(1, { html: 'x' }, { ephemeral_message_parameters }).catch((error) => error);
  expect(refusesRich(sent)).toBe(true);
  await api.editEphemeralMessageText(1, 7, 1, { html: 'x' }).catch(() => undefined);
  await api.sendRichMessage(1, { html: 'x' }).catch(() => undefined);
  expect(calls).toHaveLength(asked);
});

test('a refused call is tried again after a day', async () => {
  let at = 0;
  const { api, calls } = openApi(
    (payload) =>
      payload.includes('rich') ? { error_code: 404, description: 'Not Found: method not found' } : unknownTag(payload),
    () => at,
  );
  const asked = async () => {
    const before = calls.length;
    await api.sendRichMessage(1, { html: 'x' }).catch(() => undefined);
    await api.sendMessage(1, TIME, { parse_mode: 'HTML' });
    return calls.length - before;
  };
  expect(await asked()).toBe(3);
  at += 23 * 60 * 60_000;
  expect(await asked()).toBe(1);
  at += 60 * 60_000;
  expect(await asked()).toBe(3);
});
