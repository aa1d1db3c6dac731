import { Api } from 'grammy';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type SandboxTelegram, startTelegram } from '../../../../src/sandbox/telegram/index.ts';
import { call, outcome, TOKEN } from '../support/call.ts';

let telegram: SandboxTelegram;
let api: Api;
let me: number;

beforeEach(async () => {
  telegram = await startTelegram({ token: TOKEN, strict: true });
  api = new Api(TOKEN, { apiRoot: telegram.url });
  me = telegram.world.english.id;
  telegram.world.say(me, me, '/start');
});

afterEach(() => telegram.close());

const paragraph = (text: unknown = 'x') => ({ type: 'paragraph', text });
const send = (blocks: unknown, more: object = {}) =>
  outcome(telegram, 'sendRichMessage', { chat_id: me, rich_message: { blocks, ...more } });
const most = (count: number) => Array.from({ length: count }, () => paragraph());
const row = (columns: number) => [Array.from({ length: columns }, () => ({ text: 'x' }))];
const deep = (levels: number): object =>
  levels > 1 ? { type: 'details', summary: '', blocks: [deep(levels - 1)] } : paragraph();

test('a rich message keeps its blocks, with what Telegram adds', async () => {
  const answer = await call(telegram, 'sendRichMessage', {
    chat_id: me,
    rich_message: {
      is_rtl: true,
      blocks: [
        { type: 'heading', text: 'Servers', size: 2 },
        {
          type: 'table',
          cells: [
            [
              { text: 'web1', is_header: false },
              { text: { type: 'bold', text: 'on' }, align: 'right' },
            ],
          ],
        },
        {
          type: 'details',
          summary: 'More',
          blocks: [
            { type: 'list', items: [{ blocks: [paragraph()] }, { blocks: [paragraph()], type: 'i', value: 4 }] },
          ],
        },
      ],
    },
  });
  expect(answer.result).toMatchObject({
    rich_message: {
      is_rtl: true,
      blocks: [
        { type: 'heading', text: 'Servers', size: 2 },
        {
          type: 'table',
          cells: [
            [
              { text: 'web1', align: 'left', valign: 'middle' },
              { text: { type: 'bold', text: 'on' }, align: 'right', valign: 'middle' },
            ],
          ],
        },
        { type: 'details', summary: 'More', blocks: [{ type: 'list', items: [{ label: '•' }, { label: 'iv.' }] }] },
      ],
    },
  });
  expect(telegram.world.messages(me, me).at(-1)).toEqual(answer.result);
});

test('a text becomes a rich message and back, and is sent to one person too', async () => {
  const { world } = telegram;
  const sent = await api.sendMessage(me, 'plain');
  const edit = (more: object) =>
    outcome(telegram, 'editMessageText', { chat_id: me, message_id: sent.message_id, ...more });
  expect(await edit({ rich_message: { blocks: [paragraph('rich')] } })).toBe('ok');
  expect(world.messages(me, me).at(-1)).not.toHaveProperty('text');
  expect(world.messages(me, me).at(-1)).toMatchObject({ rich_message: { blocks: [paragraph('rich')] } });
  expect(await edit({ rich_message: { blocks: [paragraph('rich')] } })).toContain('message is not modified');
  expect(await edit({ text: 'plain again' })).toBe('ok');
  expect(world.messages(me, me).at(-1)).not.toHaveProperty('rich_message');
  expect(await edit({})).toBe('400 Bad Request: message text is empty');

  world.botRights.can_pin_messages = true;
  const chat_id = world.group.id;
  const one = { receiver_user_id: me };
  const answer = await call(telegram, 'sendRichMessage', {
    chat_id,
    rich_message: { blocks: [paragraph('yours')] },
    ephemeral_message_parameters: one,
  });
  expect(answer.result).toMatchObject({ message_id: 0, rich_message: { blocks: [paragraph('yours')] } });
  expect(world.messages(world.persian.id, chat_id)).toEqual([]);
  const { ephemeral_message_id } = world.messages(me, chat_id).at(-1) ?? {};
  const place = { chat_id, ...one, ephemeral_message_id };
  const blocks = [paragraph('changed')];
  expect(await outcome(telegram, 'editEphemeralMessageText', { ...place, rich_message: { blocks } })).toBe('ok');
  expect(world.messages(me, chat_id).at(-1)).toMatchObject({ rich_message: { blocks } });
});

test.each([
  ['500 blocks', most(500), most(501)],
  ['32768 characters', [paragraph('x'.repeat(32_768))], [paragraph(['x'.repeat(32_768), { type: 'bold', text: 'x' }])]],
  ['20 columns', [{ type: 'table', cells: row(20) }], [{ type: 'table', cells: [[{ text: 'x', colspan: 21 }]] }]],
  ['16 levels', [deep(16)], [deep(17)]],
  [
    '500 blocks',
    [{ type: 'table', cells: row(1).concat(...Array.from({ length: 498 }, () => row(1))) }],
    [{ type: 'table', cells: Array.from({ length: 500 }, () => [{ text: 'x' }]) }],
  ],
])('of %s at most', async (limit, fits, exceeds) => {
  expect(await send(fits)).toBe('ok');
  expect(await send(exceeds)).toBe(`400 Bad Request: sandbox: a rich message of more than ${limit}`);
});

test('what cannot be read is refused', async () => {
  expect(await send([])).toBe('400 Bad Request: RICH_MESSAGE_CONTENT_REQUIRED');
  expect(await send([paragraph('')])).toBe('400 Bad Request: RICH_MESSAGE_CONTENT_REQUIRED');
  expect(await send([{ type: 'table' }])).toBe(
    '400 Bad Request: can\'t parse InputRichBlock: Can\'t find field "cells"',
  );
  expect(await send([{ type: 'heading', text: 'x', size: 7 }])).toContain('400 Bad Request: sandbox:');
  expect(await send([paragraph({ type: 'blinking', text: 'x' })])).toContain('400 Bad Request: sandbox:');
  expect(await send([{ type: 'photo' }])).toBe(
    '501 Not Implemented: sandbox: a rich block of type photo is not simulated',
  );
  expect(await send(undefined, { html: '<p>x</p>' })).toContain('501');
});
