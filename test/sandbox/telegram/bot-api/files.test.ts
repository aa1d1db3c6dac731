import { Api, InputFile, InputMediaBuilder } from 'grammy';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type SandboxTelegram, startTelegram } from '../../../../src/sandbox/telegram/index.ts';
import { call, outcome, png, TOKEN } from '../support/call.ts';

let telegram: SandboxTelegram;
let api: Api;
let me: number;

beforeAll(async () => {
  telegram = await startTelegram({ token: TOKEN, strict: true });
  api = new Api(TOKEN, { apiRoot: telegram.url });
  me = telegram.world.english.id;
  telegram.world.say(me, me, '/start');
});

afterAll(() => telegram.close());

test('a document goes up in multipart and comes down again, byte by byte', async () => {
  const bytes = new TextEncoder().encode('name,price\nexample.ir,10\n');
  const sent = await api.sendDocument(me, new InputFile(bytes, 'قیمت.csv'), {
    caption: '<b>prices</b>',
    parse_mode: 'HTML',
    reply_markup: { inline_keyboard: [[{ text: 'x', callback_data: 'x' }]] },
  });
  expect(sent).toMatchObject({
    document: { file_name: 'قیمت.csv', file_size: bytes.length },
    caption: 'prices',
    caption_entities: [{ type: 'bold', offset: 0, length: 6 }],
    reply_markup: { inline_keyboard: [[{ text: 'x', callback_data: 'x' }]] },
  });
  const { file_path } = await api.getFile(sent.document.file_id);
  const response = await fetch(`${telegram.url}/file/bot${TOKEN}/${file_path}`);
  expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes);
  const again = await api.sendDocument(me, sent.document.file_id);
  expect(again.document.file_unique_id).toBe(sent.document.file_unique_id);
});

test.each([
  ['x.csv', 'text/csv'],
  ['x.LOG', 'text/plain'],
  ['x.tar.xz', 'application/x-xz'],
  ['x.yaml', 'application/octet-stream'],
  ['csv', 'application/octet-stream'],
])('the type of %s is %s, with any type in the upload', async (name, mime_type) => {
  const form = new FormData();
  form.append('chat_id', String(me));
  form.append('document', new File(['x'], name, { type: 'image/png' }));
  const response = await fetch(`${telegram.url}/bot${TOKEN}/sendDocument`, { method: 'POST', body: form });
  expect(await response.json()).toMatchObject({ result: { document: { file_name: name, mime_type } } });
});

test('a path leads to its file for an hour; getFile makes it valid again', async () => {
  const { document } = await api.sendDocument(me, new InputFile(Buffer.from('x'), 'x.txt'));
  const { file_path } = await api.getFile(document.file_id);
  const download = async () => (await fetch(`${telegram.url}/file/bot${TOKEN}/${file_path}`)).status;
  telegram.world.passTime(3_500);
  expect(await download()).toBe(200);
  telegram.world.passTime(101);
  expect(await download()).toBe(404);
  await api.getFile(document.file_id);
  expect(await download()).toBe(200);
});

test('a photo tells its real size; what is no picture is refused', async () => {
  const sent = await api.sendPhoto(me, new InputFile(png(640, 360), 'chart.png'));
  expect(sent.photo).toMatchObject([{ width: 640, height: 360, file_size: 33 }]);
  await expect(api.sendPhoto(me, new InputFile(Buffer.from('no picture'), 'x.png'))).rejects.toThrow(
    'IMAGE_PROCESS_FAILED',
  );
  await expect(api.sendPhoto(me, new InputFile(png(10_000, 100), 'x.png'))).rejects.toThrow('PHOTO_INVALID_DIMENSIONS');
  const document = sent.photo[0]?.file_id ?? '';
  expect(await outcome(telegram, 'sendDocument', { chat_id: me, document })).toBe(
    "400 Bad Request: can't use file of type Photo as Document",
  );
});

test('a JPEG tells its size too', async () => {
  const jpeg = Buffer.from('ffd8ffe000104a46494600010100000100010000ffc0001108016802800301220002110103110100', 'hex');
  const sent = await api.sendPhoto(me, new InputFile(jpeg, 'x.jpg'));
  expect(sent.photo).toMatchObject([{ width: 640, height: 360 }]);
});

test('media is replaced through attach://', async () => {
  const sent = await api.sendPhoto(me, new InputFile(png(10, 10), 'a.png'), { caption: 'a' });
  const media = InputMediaBuilder.photo(new InputFile(png(20, 20), 'b.png'), { caption: 'b' });
  const edited = await api.editMessageMedia(me, sent.message_id, media);
  expect(edited).toMatchObject({ caption: 'b', photo: [{ width: 20 }] });
  expect(await api.editMessageCaption(me, sent.message_id, {})).not.toHaveProperty('caption');
});

test('an empty file and one too big to come down', async () => {
  await expect(api.sendDocument(me, new InputFile(new Uint8Array(), 'x'))).rejects.toThrow('file must be non-empty');
  const { world } = telegram;
  const big = { name: 'big.bin', type: 'application/octet-stream', bytes: new Uint8Array(20 * 1024 * 1024 + 1) };
  const { document } = world.upload(me, me, big);
  await expect(api.getFile(document?.file_id ?? '')).rejects.toThrow('Bad Request: file is too big');
});

test('a person’s picture arrives as a photo, what only claims to be one as a document', async () => {
  const { world } = telegram;
  const photo = world.upload(me, me, { name: 'x.png', type: 'image/png', bytes: png(3, 4) }, 'see /help');
  expect(photo).toMatchObject({
    photo: [{ width: 3, height: 4 }],
    caption: 'see /help',
    caption_entities: [{ type: 'bot_command', offset: 4, length: 5 }],
  });
  const claimed = world.upload(me, me, { name: 'x.png', type: 'image/png', bytes: new Uint8Array([1]) });
  expect(claimed.document).toMatchObject({ file_name: 'x.png' });
});

test('a form is read as clients write it: only a name makes a file, of any type; no new line at the end', async () => {
  const part = (head: string, value: string) => `content-disposition:form-data; ${head}\r\n\r\n${value}`;
  const parts = [
    part('name="method"', 'sendDocument'),
    part('name="chat_id"\r\ncontent-type: application/octet-stream', String(me)),
    part('name="document"; filename="report.txt"', 'the report'),
  ];
  const lenient = await startTelegram({ token: TOKEN });
  onTestFinished(() => lenient.close());
  lenient.world.say(me, me, '/start');
  const response = await fetch(`${lenient.url}/bot${TOKEN}/sendDocument`, {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=edge' },
    body: `--edge\r\n${parts.join('\r\n--edge\r\n')}\r\n--edge--`,
  });
  expect(await response.json()).toMatchObject({
    ok: true,
    result: { document: { file_name: 'report.txt', file_size: 10 } },
  });
});

test('a body that is empty or of an unknown type has no parameters', async () => {
  const send = async (type: string, body: string) => {
    const init = { method: 'POST', headers: { 'content-type': type }, body };
    return (await fetch(`${telegram.url}/bot${TOKEN}/getMe`, init)).json();
  };
  expect(await send('application/json', '')).toMatchObject({ ok: true });
  expect(await send('text/plain', 'getMe')).toMatchObject({ ok: true });
});

test('calls come by query and by form as well', async () => {
  const query = new URLSearchParams({ chat_id: String(me), text: 'by query', disable_notification: 'true' });
  const sent = await fetch(`${telegram.url}/bot${TOKEN}/SENDMESSAGE?${query}`);
  expect(await sent.json()).toMatchObject({ ok: true, result: { text: 'by query' } });
  const markup = JSON.stringify({ inline_keyboard: [[{ text: 'x', callback_data: 'x' }]] });
  const body = new URLSearchParams({ chat_id: String(me), text: '{"by":"form"}', reply_markup: markup });
  const form = await fetch(`${telegram.url}/bot${TOKEN}/sendMessage`, { method: 'POST', body });
  expect(await form.json()).toMatchObject({
    ok: true,
    result: { text: '{"by":"form"}', reply_markup: { inline_keyboard: [[{ callback_data: 'x' }]] } },
  });
  expect(telegram.world.calls.at(-1)?.params).toMatchObject({ chat_id: me });
  expect((await call(telegram, 'getMe')).result).toMatchObject({ is_bot: true, username: 'hosting_sandbox_bot' });
});
