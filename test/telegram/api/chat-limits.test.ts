import { Api } from 'grammy';
import { expect, test } from 'vitest';
import { createChatLimits } from '../../../src/telegram/api/chat-limits.ts';

const GROUP = -100;
const PERSON = 7;

/** An Api whose calls are answered here, and the limits that see them. */
function openApi(refusal?: { error_code: number; parameters?: { retry_after: number } }) {
  let at = 1_000_000;
  const limits = createChatLimits({ now: () => at });
  const api = new Api('1:token');
  api.config.use(async () => {
    if (refusal) return { ok: false, description: 'refused', ...refusal };
    return { ok: true, result: JSON.parse('true') };
  });
  api.config.use(limits.watch);
  return {
    limits,
    later: (ms: number) => {
      at += ms;
    },
    send: (chatId: number) => api.sendMessage(chatId, 'x').catch(() => undefined),
    type: (chatId: number) => api.sendChatAction(chatId, 'typing'),
    edit: (chatId: number) => api.editMessageText(chatId, 1, 'x').catch(() => undefined),
  };
}

test('a group sees 15 messages a minute before news has to wait; a private chat has no such limit', async () => {
  const { limits, later, send, edit, type } = openApi();
  for (let count = 0; count < 14; count++) {
    await (count % 2 ? send(GROUP) : edit(GROUP));
    await type(GROUP);
    await send(PERSON);
    await send(PERSON);
    later(1_000);
  }
  expect(await limits.admit(GROUP)).toBe(0);
  // An admitted call is counted before it goes out, and not again when it does.
  for (const goesOut of [async () => undefined, () => send(GROUP)]) {
    await goesOut();
    // The first of the fifteen went out 14 s ago.
    expect(await limits.admit(GROUP)).toBe(46_000);
  }
  expect([await limits.admit(PERSON), await limits.admit(-200)]).toEqual([0, 0]);
  later(46_000);
  expect(await limits.admit(GROUP)).toBe(0);
  await send(GROUP);
  expect(await limits.admit(GROUP)).toBe(1_000);
});

test('news of two calls waits until both may go out, and counts as two', async () => {
  const { limits, later, send } = openApi();
  for (let count = 0; count < 14; count++) await send(GROUP);
  expect(await limits.admit(GROUP, 2)).toBe(60_000);
  // The one that is left goes to other news.
  expect(await limits.admit(GROUP)).toBe(0);
  await send(GROUP);
  later(60_000);
  for (let count = 0; count < 13; count++) await send(GROUP);
  expect(await limits.admit(GROUP, 2)).toBe(0);
  for (const call of [1, 2]) {
    await send(GROUP);
    expect(await limits.admit(GROUP), `after call ${call}`).toBe(60_000);
  }
});

test('an answer is not held back, and counts', async () => {
  const { limits, send } = openApi();
  for (let count = 0; count < 20; count++) await send(GROUP);
  expect(await limits.admit(GROUP)).toBe(60_000);
});

test('a pause that Telegram asks for is kept in that chat only', async () => {
  const { limits, later, send } = openApi({ error_code: 429, parameters: { retry_after: 30 } });
  await send(PERSON);
  await send(GROUP);
  expect([limits.pauseMs(PERSON), await limits.admit(PERSON), await limits.admit(8)]).toEqual([30_000, 30_000, 0]);
  expect([await limits.admit(GROUP), await limits.admit(-200)]).toEqual([30_000, 0]);
  later(30_000);
  expect([await limits.admit(PERSON), await limits.admit(GROUP)]).toEqual([0, 0]);
});
