import { Api } from 'grammy';
import { expect, test } from 'vitest';
import { createChatLimits, goFirst } from '../../../src/telegram/api/chat-limits.ts';

const GROUP = -100;
const PERSON = 7;

interface Refused {
  error_code: number;
  parameters?: { retry_after: number };
}

/** An Api with answers of the test, and the limits that see its calls. */
function openApi(refusal?: Refused) {
  let at = 1_000_000;
  let seen = 0;
  let refused = refusal;
  const limits = createChatLimits({ now: () => at });
  const api = new Api('1:token');
  api.config.use(async () => {
    seen++;
    if (refused) return { ok: false, description: 'refused', ...refused };
    return { ok: true, result: JSON.parse('true') };
  });
  api.config.use(limits.watch);
  return {
    limits,
    seen: () => seen,
    refuse: (how: Refused) => {
      refused = how;
    },
    refuseNothing: () => {
      refused = undefined;
    },
    later: (ms: number) => {
      at += ms;
    },
    send: (chatId: number) => api.sendMessage(chatId, 'x').catch(() => undefined),
    type: (chatId: number) => api.sendChatAction(chatId, 'typing'),
    edit: (chatId: number) => api.editMessageText(chatId, 1, 'x').catch(() => undefined),
  };
}

test('a group sees 13 messages a minute before news has to wait; a private chat has no such limit', async () => {
  const { limits, later, send, edit, type } = openApi();
  for (let count = 0; count < 12; count++) {
    await (count % 2 ? send(GROUP) : edit(GROUP));
    await type(GROUP);
    await send(PERSON);
    await send(PERSON);
    later(1_000);
  }
  expect(await limits.admit(GROUP, 'other')).toBe(0);
  // An admitted call is counted before it goes out, and not again when it goes out.
  for (const goesOut of [async () => undefined, () => send(GROUP)]) {
    await goesOut();
    // The first of the thirteen went out 12 s ago.
    expect(await limits.admit(GROUP, 'other')).toBe(48_000);
  }
  expect([await limits.admit(PERSON, 'other'), await limits.admit(-200, 'other')]).toEqual([0, 0]);
  later(48_000);
  expect(await limits.admit(GROUP, 'other')).toBe(0);
  await send(GROUP);
  expect(await limits.admit(GROUP, 'other')).toBe(1_000);
});

test('news of two calls waits until both may go out, and counts as two', async () => {
  const { limits, later, send } = openApi();
  for (let count = 0; count < 12; count++) await send(GROUP);
  expect(await limits.admit(GROUP, 'other', 2)).toBe(60_000);
  // One place is left, which other news may take.
  expect(await limits.admit(GROUP, 'other')).toBe(0);
  await send(GROUP);
  later(60_000);
  for (let count = 0; count < 11; count++) await send(GROUP);
  expect(await limits.admit(GROUP, 'other', 2)).toBe(0);
  for (const call of [1, 2]) {
    await send(GROUP);
    expect(await limits.admit(GROUP, 'other'), `after call ${call}`).toBe(60_000);
  }
});

test('an answer is not held back, and counts', async () => {
  const { limits, send } = openApi();
  for (let count = 0; count < 20; count++) await send(GROUP);
  expect(await limits.admit(GROUP, 'other')).toBe(60_000);
  expect(await limits.admit(GROUP, 'answer')).toBe(0);
});

const KINDS = ['approval', 'alert', 'outcome'] as const;

test.each(KINDS)('a flood of other messages, and of the other two kinds, leaves room for an %s', async (kind) => {
  const { limits, send } = openApi();
  for (let count = 0; count < 40; count++) await send(GROUP);
  for (const other of KINDS.filter((each) => each !== kind))
    for (let count = 0; count < 20; count++) await limits.admit(GROUP, other);
  expect(await limits.admit(GROUP, kind, 2)).toBe(0);
  expect(await limits.admit(GROUP, kind)).toBe(60_000);
});

test.each(KINDS)('a flood of the kind %s alone stays below the 20 of Telegram, with room for answers', async (kind) => {
  const { limits, later } = openApi();
  const admitted = async () => {
    let count = 0;
    while ((await limits.admit(GROUP, kind)) === 0) count++;
    return count;
  };
  expect(await admitted()).toBe(15);
  expect(await limits.admit(GROUP, 'other')).toBe(60_000);
  later(60_000);
  expect(await admitted()).toBe(15);
});

test('once Telegram limits a group, answers there wait for the news that go first', async () => {
  const { limits, later, send, seen, refuse, refuseNothing } = openApi();
  refuse({ error_code: 429, parameters: { retry_after: 3 } });
  await send(GROUP);
  refuseNothing();
  later(1_000);
  expect(await limits.admit(GROUP, 'approval')).toBe(2_000);
  later(2_000);
  const before = seen();
  await send(GROUP);
  expect(seen(), 'an answer').toBe(before);
  await send(-200);
  await goFirst(() => send(GROUP));
  expect(seen(), 'news, and another group').toBe(before + 2);
  later(3_000);
  await send(GROUP);
  expect(seen(), 'an answer after it').toBe(before + 3);
});

test('a pause that Telegram asks for is kept in that chat only', async () => {
  const { limits, later, send } = openApi({ error_code: 429, parameters: { retry_after: 30 } });
  await send(PERSON);
  await send(GROUP);
  expect([limits.pauseMs(PERSON), await limits.admit(PERSON, 'other'), await limits.admit(8, 'other')]).toEqual([
    30_000, 30_000, 0,
  ]);
  expect([await limits.admit(GROUP, 'other'), await limits.admit(-200, 'other')]).toEqual([30_000, 0]);
  later(30_000);
  expect([await limits.admit(PERSON, 'other'), await limits.admit(GROUP, 'other')]).toEqual([0, 0]);
});
