import type { Api } from 'grammy';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type SandboxTelegram, startTelegram } from '../../../../src/sandbox/telegram/index.ts';
import { call, outcome, png, startChat, TOKEN } from '../support/call.ts';

let telegram: SandboxTelegram;
let api: Api;
let me: number;

beforeEach(async () => {
  ({ telegram, api, me } = await startChat({ strict: true }));
});

afterEach(() => telegram.close());

const world = () => telegram.world;
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
            { type: 'list', items: [{ blocks: [paragraph()] }] },
            { type: 'list', items: [{ blocks: [paragraph()], type: 'i', value: 4 }] },
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
        {
          type: 'details',
          summary: 'More',
          blocks: [
            { type: 'list', items: [{ label: '•' }] },
            { type: 'list', items: [{ label: 'iv.', value: 4 }] },
          ],
        },
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

test('an unreadable message is refused', async () => {
  expect(await send([])).toBe('400 Bad Request: RICH_MESSAGE_CONTENT_REQUIRED');
  expect(await send([paragraph('')])).toBe('400 Bad Request: RICH_MESSAGE_CONTENT_REQUIRED');
  expect(await send(undefined)).toBe('400 Bad Request: rich message must be non-empty');
  expect(await send([paragraph()], { html: 'x' })).toContain('400 Bad Request: sandbox:');
  expect(await send([{ type: 'table' }])).toBe(
    '400 Bad Request: can\'t parse InputRichBlock: Can\'t find field "cells"',
  );
  expect(await send([{ type: 'heading', text: 'x', size: 7 }])).toBe(
    '400 Bad Request: invalid section heading size specified',
  );
  for (const text of [{ type: 'plain', text: 'x' }, ['x', { type: 'bold', text: { type: 'plain', text: 'x' } }]])
    expect(await send([paragraph(text)])).toBe(
      "400 Bad Request: can't parse InputRichBlock: Unsupported rich text type",
    );
  expect(await send([{ type: 'photo' }])).toBe(
    '400 Bad Request: can\'t parse InputRichBlock: Can\'t find field "photo"',
  );
  expect(await send([{ type: 'thinking', text: 'x' }])).toContain('for drafts only');
});

test('a value nested too deeply to be a message is refused before it is read', async () => {
  const quotes = `${'{"type":"blockquote","blocks":['.repeat(1_500)}${']}'.repeat(1_500)}`;
  const words = "400 Bad Request: can't parse rich message JSON object";
  const response = await fetch(`${telegram.url}/bot${TOKEN}/sendRichMessage?chat_id=${me}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ rich_message: `{"blocks":[${quotes}]}` }).toString(),
  });
  expect(await response.json()).toMatchObject({ description: words.slice('400 '.length) });
  expect(await send(JSON.parse(`[${quotes}]`))).toBe('400 Bad Request: parameter "rich_message" is required');
});

const at = { latitude: 35.7, longitude: 51.4 };

test.each([
  [
    { type: 'list', items: [{ blocks: [paragraph()] }, { blocks: [paragraph()], type: '1', value: 1 }] },
    'list must be either ordered or unordered',
  ],
  [{ type: 'list', items: [] }, 'list must be non-empty'],
  [{ type: 'list', items: [{ blocks: [paragraph()], type: 'x' }] }, 'invalid list item type specified'],
  [{ type: 'table', cells: [[{ text: 'x', colspan: -1 }]] }, 'invalid table cell colspan specified'],
  [{ type: 'map', location: at, zoom: 25, width: 10, height: 10 }, 'invalid map properties specified'],
  [{ type: 'map', location: at, zoom: 14, width: 500, height: 10 }, 'invalid map properties specified'],
  [
    paragraph({ type: 'custom_emoji', custom_emoji_id: 'x', alternative_text: 'x' }),
    'invalid custom emoji identifier specified',
  ],
  [paragraph({ type: 'date_time', text: 'then', unix_time: 0, date_time_format: 't' }), 'RICH_MESSAGE_DATE_INVALID'],
  [paragraph({ type: 'email_address', text: 'x', email_address: 'x' }), 'RICH_MESSAGE_EMAIL_INVALID'],
  [
    { type: 'buttons', buttons: [{ text: 'x', url: 'http://' }] },
    "inline keyboard button URL 'http://' is invalid: URL host is empty",
  ],
  [{ type: 'buttons', buttons: [{ text: 'x', callback_data: 'x'.repeat(65) }] }, 'BUTTON_DATA_INVALID'],
])('Telegram refuses %j', async (block, words) => {
  expect(await send([block])).toBe(`400 Bad Request: ${words}`);
});

test.each([
  { type: 'buttons', buttons: [] },
  { type: 'buttons', buttons: Array.from({ length: 9 }, () => ({ text: 'x', callback_data: 'x' })) },
  { type: 'buttons', buttons: [{ text: 'x' }] },
  { type: 'buttons', buttons: [{ text: 'x', callback_data: 'x', url: 'https://example.com' }] },
  { type: 'buttons', buttons: [{ text: 'x', url: 'https://example.com', style: 'link' }] },
  { type: 'buttons', buttons: [{ text: { type: 'bold', text: 'x' }, callback_data: 'x' }] },
  paragraph({ type: 'date_time', text: 'x', unix_time: 2 ** 31, date_time_format: 't' }),
  { type: 'list', items: [{ blocks: [paragraph()], type: '1', value: 2 ** 31 }] },
])('what the documentation excludes is refused: %j', async (block) => {
  expect(await send([block])).toContain('400 Bad Request: sandbox:');
});

const sentBlocks = async (rich_message: object) => {
  const { result, description } = await call(telegram, 'sendRichMessage', { chat_id: me, rich_message });
  const { rich_message: sent } = Object(result);
  return sent?.blocks ?? description;
};

test('numbers of an ordered list end where Roman numerals do', async () => {
  const labels = async (type: string, values: number[]) => {
    const items = values.map((value) => ({ blocks: [paragraph()], type, value }));
    const [list] = await sentBlocks({ blocks: [{ type: 'list', items }] });
    return list.items.map(({ label }: { label: string }) => label);
  };
  expect(await labels('i', [4, 3999, 4000, 2_000_000_000])).toEqual(['iv.', 'mmmcmxcix.', '4000.', '2000000000.']);
  expect(await labels('A', [27, 703])).toEqual(['AA.', 'AAA.']);
});

test('every other kind of block is kept', async () => {
  const blocks = [
    { type: 'mathematical_expression', expression: 'E = mc^2' },
    { type: 'anchor', name: 'top' },
    { type: 'map', location: at, zoom: 14, width: 600, height: 300, caption: { text: 'Here', credit: 'x' } },
    { type: 'expandable_blockquote', text: 'long', credit: 'x' },
    { type: 'footer', text: [{ type: 'anchor_link', text: 'up', anchor_name: 'top' }] },
    paragraph([
      { type: 'custom_emoji', custom_emoji_id: '5368324170671202286', alternative_text: '👍' },
      { type: 'reference', text: 'note', name: 'n' },
      { type: 'reference_link', text: '1', reference_name: 'n' },
      { type: 'mathematical_expression', expression: 'x' },
      { type: 'button', button: { text: 'Go', callback_data: 'go', style: 'link' } },
    ]),
    { type: 'buttons', buttons: [{ text: 'Copy', copy_text: { text: 'x' } }], align: 'right' },
  ];
  expect(await sentBlocks({ blocks })).toEqual(blocks);
});

test('links, mentions, tags and commands are found, unless the bot says not to', async () => {
  const text = 'see example.com, @alice #tag a@example.com /start';
  expect(await sentBlocks({ blocks: [paragraph(text)] })).toEqual([
    paragraph([
      'see ',
      { type: 'url', text: 'example.com', url: 'example.com' },
      ', ',
      { type: 'mention', text: '@alice', username: 'alice' },
      ' ',
      { type: 'hashtag', text: '#tag', hashtag: 'tag' },
      ' ',
      { type: 'email_address', text: 'a@example.com', email_address: 'a@example.com' },
      ' ',
      { type: 'bot_command', text: '/start', bot_command: 'start' },
    ]),
  ]);
  expect(await sentBlocks({ blocks: [paragraph(text)], skip_entity_detection: true })).toEqual([paragraph(text)]);
  const code = paragraph({ type: 'code', text: '/start' });
  expect(await sentBlocks({ blocks: [code] })).toEqual([code]);
  const user = { type: 'url', text: 'Alex', url: `tg://user?id=${me}` };
  expect(await sentBlocks({ blocks: [paragraph(user)] })).toMatchObject([
    paragraph({ type: 'text_mention', user: { id: me }, text: 'Alex' }),
  ]);
  expect(await sentBlocks({ blocks: [paragraph({ ...user, url: 'tg://user?id=1' })] })).toEqual([paragraph('Alex')]);
});

test('media are uploaded with the message or sent again by their identifier', async () => {
  const form = new FormData();
  form.set('chat_id', String(me));
  const blocks = [
    { type: 'photo', photo: { type: 'photo', media: 'attach://p', has_spoiler: true }, caption: { text: 'CPU' } },
    { type: 'video', video: { type: 'video', media: 'attach://v', width: 640, height: 360, duration: 5 } },
    { type: 'animation', animation: { type: 'animation', media: 'attach://v' } },
    { type: 'audio', audio: { type: 'audio', media: 'attach://v', title: 'Song' } },
    { type: 'voice_note', voice_note: { type: 'voice_note', media: 'attach://v', duration: 2 } },
    { type: 'document', document: { type: 'document', media: 'attach://v' } },
  ];
  form.set('rich_message', JSON.stringify({ blocks: [{ type: 'collage', blocks }] }));
  form.set('p', new Blob([new Uint8Array(png(4, 3))], { type: 'image/png' }), 'graph.png');
  form.set('v', new Blob(['bytes'], { type: 'video/mp4' }), 'film.mp4');
  const response = await fetch(`${telegram.url}/bot${TOKEN}/sendRichMessage`, { method: 'POST', body: form });
  const answer = Object(await response.json());
  expect(answer).toMatchObject({ ok: true });
  const [{ blocks: kept }] = answer.result.rich_message.blocks;
  expect(kept).toMatchObject([
    { type: 'photo', photo: [{ width: 4, height: 3 }], has_spoiler: true, caption: { text: 'CPU' } },
    { type: 'video', video: { width: 640, height: 360, duration: 5, file_name: 'film.mp4' } },
    { type: 'animation', animation: { width: 0 } },
    { type: 'audio', audio: { title: 'Song' } },
    { type: 'voice_note', voice_note: { duration: 2, mime_type: 'video/mp4' } },
    { type: 'document', document: { file_name: 'film.mp4' } },
  ]);
  const again = (media: string) => [{ type: 'video', video: { type: 'video', media } }];
  expect(await send(again(kept[1].video.file_id))).toBe('ok');
  expect(await send(again(kept[0].photo[0].file_id))).toBe("400 Bad Request: can't use file of type Photo as Video");
  expect(await send(again('https://example.com/film.mp4'))).toContain('501');
  const html = '<figure><img src="tg://photo?id=cpu" tg-spoiler/><figcaption>CPU</figcaption></figure>';
  const media = [{ id: 'cpu', media: { type: 'photo', media: kept[0].photo[0].file_id } }];
  expect(await sentBlocks({ html, media })).toMatchObject([kept[0]]);
  expect(await sentBlocks({ html })).toContain('no medium cpu');
  expect(await sentBlocks({ html, media: [{ ...media[0], id: 'c p u' }] })).toBe(
    'Bad Request: invalid rich message file identifier specified',
  );
});

test('at most 50 media', async () => {
  const many = (count: number) =>
    Array.from({ length: count }, () => ({ type: 'photo', photo: { type: 'photo', media: file_id } }));
  const photo = world().upload(me, me, { name: 'a.png', type: 'image/png', bytes: png(4, 3) }).photo;
  const file_id = photo?.[0]?.file_id ?? '';
  expect(await send(many(50))).toBe('ok');
  expect(await send(many(51))).toContain('more than 50 media');
});

test('an unknown field is refused where the sandbox is strict, and ignored elsewhere', async () => {
  const cells = [[{ text: { type: 'bold', text: 'x', colour: 'red' } }]];
  for (const block of [
    { ...paragraph(), colour: 'red' },
    { type: 'details', summary: 'x', blocks: [{ type: 'list', items: [{ blocks: [paragraph()], colour: 'red' }] }] },
    { type: 'table', cells },
    { type: 'buttons', buttons: [{ text: 'x', callback_data: 'x', colour: 'red' }] },
  ])
    expect(await send([block])).toMatch(
      /^400 Bad Request: sandbox: unknown parameter sendRichMessage\.rich_message\.blocks\[0\].*\.colour$/,
    );
  expect(await send([{ type: 'details', summary: 'x', blocks: [paragraph()], is_open: false }])).toBe('ok');
  const lenient = await startTelegram({ token: TOKEN });
  lenient.world.say(me, me, '/start');
  const { result } = await call(lenient, 'sendRichMessage', {
    chat_id: me,
    rich_message: { blocks: [{ type: 'table', cells }] },
  });
  await lenient.close();
  expect(result).toMatchObject({
    rich_message: { blocks: [{ type: 'table', cells: [[{ text: { type: 'bold', text: 'x' } }]] }] },
  });
  expect(JSON.stringify(result)).not.toContain('colour');
});

test('its buttons are tapped by their data', async () => {
  const button = { text: 'Go', callback_data: 'go' };
  const blocks = [
    paragraph(['x ', { type: 'button', button }]),
    { type: 'details', summary: 'x', blocks: [{ type: 'buttons', buttons: [{ ...button, callback_data: 'row' }] }] },
  ];
  const { message_id } = await api.raw.sendRichMessage({
    chat_id: me,
    rich_message: JSON.parse(JSON.stringify({ blocks })),
  });
  for (const data of ['go', 'row']) {
    world().press(me, me, message_id, data);
    const [update] = await api.getUpdates({ offset: -1 });
    expect(update?.callback_query).toMatchObject({ data, message: { message_id } });
  }
  expect(() => world().press(me, me, message_id, 'no')).toThrow('unknown_button');
  const web_app = { text: 'App', web_app: { url: 'https://example.com' } };
  const rich_message = { blocks: [{ type: 'buttons', buttons: [web_app] }] };
  expect(await outcome(telegram, 'sendRichMessage', { chat_id: me, rich_message })).toBe('ok');
  const inGroup = { chat_id: world().group.id, rich_message };
  expect(await outcome(telegram, 'sendRichMessage', inGroup)).toBe('400 Bad Request: BUTTON_TYPE_INVALID');
});

test('it is an inline result, and edited there without new files', async () => {
  const inline_keyboard = [[{ text: 'Go', callback_data: 'go' }]];
  const card = (rich_message: object) => ({
    ...{ type: 'article', id: '1', title: 'Servers', reply_markup: { inline_keyboard } },
    input_message_content: { rich_message },
  });
  const answerWith = async (rich_message: object) => {
    const { id, answered } = world().inline(me, 'servers');
    const said = await outcome(telegram, 'answerInlineQuery', { inline_query_id: id, results: [card(rich_message)] });
    return { said, answered };
  };
  expect((await answerWith({ blocks: [{ type: 'list', items: [] }] })).said).toBe(
    '400 Bad Request: list must be non-empty',
  );
  const { said, answered } = await answerWith({ markdown: '# Servers' });
  expect(said).toBe('ok');
  const [result] = await answered;
  if (!result) throw new Error('no result');
  const message = world().choose(me, me, result);
  expect(message).toMatchObject({ rich_message: { blocks: [{ type: 'heading', text: 'Servers' }] } });
  world().press(me, me, message.message_id, 'go');
  const [update] = await api.getUpdates({ offset: -1 });
  const { inline_message_id } = update?.callback_query ?? {};
  const edit = (rich_message: object) => outcome(telegram, 'editMessageText', { inline_message_id, rich_message });
  expect(await edit({ html: '<p>changed</p>' })).toBe('ok');
  expect(world().messages(me, me).at(-1)).toMatchObject({ rich_message: { blocks: [paragraph('changed')] } });
  const upload = async (method: string, name: string, value: object) => {
    const form = new FormData();
    form.set('inline_message_id', String(inline_message_id));
    form.set(name, JSON.stringify(value));
    form.set('p', new Blob([new Uint8Array(png(4, 3))], { type: 'image/png' }), 'a.png');
    return (await fetch(`${telegram.url}/bot${TOKEN}/${method}`, { method: 'POST', body: form })).json();
  };
  const photo = { type: 'photo', media: 'attach://p' };
  expect(await upload('editMessageText', 'rich_message', { blocks: [{ type: 'photo', photo }] })).toMatchObject({
    description: 'Bad Request: invalid inline message content specified',
  });
  expect(await upload('editMessageMedia', 'media', photo)).toMatchObject({
    description: 'Bad Request: invalid message content specified',
  });
});
