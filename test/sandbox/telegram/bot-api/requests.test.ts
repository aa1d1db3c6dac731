import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readJsonBody } from '../../../../src/sandbox/telegram/bot-api/json-body.ts';
import type { SandboxTelegram } from '../../../../src/sandbox/telegram/index.ts';
import { startChat, TOKEN } from '../support/call.ts';

let telegram: SandboxTelegram;
let me: number;

beforeAll(async () => {
  ({ telegram, me } = await startChat());
});

afterAll(() => telegram.close());

async function answerTo(path: string, init?: RequestInit): Promise<string> {
  const response = await fetch(`${telegram.url}${path}`, init);
  const answer = Object(await response.json());
  return answer.ok ? 'ok' : `${response.status} ${answer.error_code} ${answer.description}`;
}

const NO_TOKEN = '401 401 Unauthorized: invalid token specified';
const NO_METHOD = '404 404 Not Found: method not found';
const NOT_FOUND = '404 404 Not Found';

test.each([
  ['/nothing', NOT_FOUND],
  [`/bot${TOKEN}`, NOT_FOUND],
  [`/bot${TOKEN}/`, NO_METHOD],
  [`/bot${TOKEN}/?method=getMe`, 'ok'],
  [`/bot${TOKEN.replace(':', '%3A')}/GETME`, 'ok'],
  [`/bot${TOKEN}/getMe/`, NO_METHOD],
  [`/bot${TOKEN}/sendNothing`, NO_METHOD],
  [`/bot${TOKEN}/%ff`, NOT_FOUND],
  [`/bot${TOKEN}/test/getMe`, '401 401 Unauthorized'],
  ['/bot/getMe', NO_TOKEN],
  ['/bot1/getMe', NO_TOKEN],
  ['/bot01:x/getMe', NO_TOKEN],
  ['/bot-1:x/getMe', NO_TOKEN],
  [`/bot1:${'x'.repeat(79)}/getMe`, NO_TOKEN],
  [`/bot${2 ** 54}:x/getMe`, NO_TOKEN],
  ['/botx:y/getMe', '421 421 Misdirected Request: unallowed token specified'],
  [`/bot1:${'x'.repeat(78)}/sendNothing`, '401 401 Unauthorized'],
])('%s: %s', async (path, expected) => {
  expect(await answerTo(path)).toBe(expected);
});

test('of several parameters with one name the first counts, and the query before the body', async () => {
  const form = new URLSearchParams([
    ['text', 'from the body'],
    ['chat_id', String(me)],
    ['chat_id', '1'],
  ]);
  const path = `/bot${TOKEN}/sendMessage`;
  expect(await answerTo(`${path}?text=first&text=second`, { method: 'POST', body: form })).toBe('ok');
  expect(telegram.world.calls.at(-1)?.params).toMatchObject({ chat_id: me, text: 'first' });
});

test('a JSON body is read up to its mistake', async () => {
  const send = (body: string) =>
    answerTo(`/bot${TOKEN}/sendMessage`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  expect(await send(`{"chat_id": ${me}, "text": "two\nlines",}`)).toBe('ok');
  expect(telegram.world.calls.at(-1)?.params).toMatchObject({ text: 'two\nlines' });
  expect(await send(`{"text": "x" "chat_id": ${me}}`)).toBe('400 400 Bad Request: chat_id is empty');
  expect(await send('not JSON')).toBe('400 400 Bad Request: message text is empty');
});

test.each([`/bot${TOKEN}/sendMessage`, '/app/send'])('an unreadable form is refused: %s', async (path) => {
  const post = (type: string) =>
    answerTo(path, { method: 'POST', headers: { 'content-type': type }, body: '--edge\r\ncontent-dispos' });
  expect(await post('multipart/form-data')).toBe('400 400 Bad Request: boundary not found');
  expect(await post('multipart/form-data; boundary=edge')).toBe(
    '400 400 Bad Request: sandbox: the multipart body cannot be read',
  );
});

test('unterminated JSON in a form is refused', async () => {
  const body = new FormData();
  body.set('chat_id', String(me));
  body.set('media', '[{"type":"photo","media":"attach://x"');
  const answer = await answerTo(`/bot${TOKEN}/sendMediaGroup`, { method: 'POST', body });
  expect(answer).toBe("400 400 Bad Request: can't parse media JSON object");
});

describe('a JSON body', () => {
  test.each<[string, object]>([
    ['', {}],
    ['[1]', {}],
    ['"x"', { content: 'x' }],
    ['{"a": 1}', { a: 1 }],
    ['{"a": 1} x', { a: '1' }],
    ['{"a": 1,', { a: '1' }],
    ['{"a": [1, {"b": "c"}], "d": tru}', { a: '[1, {"b": "c"}]' }],
    ['{"a": "1", "a": "2", b}', { a: '1' }],
    ['{"a": [1,], "b": 2}', {}],
    ['{"a": "\\u0628\\ud83d\\udc4b\\n\\q", }', { a: 'ب👋\nq' }],
    ['{"a": "\\u06", "b": 1}', {}],
    [`{"a": ${'['.repeat(101)}${']'.repeat(101)}, "b": x}`, { a: `${'['.repeat(101)}${']'.repeat(101)}` }],
    [`{"a": ${'['.repeat(102)}${']'.repeat(102)}, "b": x}`, {}],
    [`{"a": "${'x\n'.repeat(400_000)}"}`, { a: 'x\n'.repeat(400_000) }],
  ])('%.60s', (body, expected) => {
    expect(readJsonBody(body)).toEqual(expected);
  });
});
