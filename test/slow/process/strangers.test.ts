import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { request } from 'undici';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openHooked } from '../../support/bots/hooked.ts';
import type { ProcessApp } from '../../support/bots/process.ts';

const SECRET = 'the-secret-of-this-test';
const HEADER = 'x-telegram-bot-api-secret-token';

let app: ProcessApp;

beforeAll(async () => {
  app = await openHooked({ WEBHOOK_SECRET: SECRET });
  // The bot can't write to a person who never wrote.
  await app.english.say('/start');
});
afterAll(() => app.close());

// After each attack the process lives and handles the next real update.
afterEach(async () => {
  const before = app.english.screens().length;
  await app.english.say('/help');
  expect(app.english.screens()).toHaveLength(before + 1);
  const health = await request(new URL('/healthz', hook()));
  expect(await health.body.json()).toEqual({ alive: true });
  expect(troubles()).toEqual(expected);
  expect(app.bot().output()).not.toContain(SECRET);
});

/** The reports of the bot so far, and the expected ones. */
const troubles = () =>
  app
    .bot()
    .output()
    .split('\n')
    .filter((line) => line.includes('"msg":"trouble"'))
    .map((line) => line.replace(/^.*"message":"([^"]*)".*$/, '$1'));
const expected: unknown[] = [];

function hook(): string {
  return app.env.WEBHOOK_URL ?? '';
}

/** The bot's answer; it closes the connection after every refusal. */
async function post(body: string, headers: Record<string, string>, url = hook()): Promise<number> {
  const answer = await request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
  await answer.body.dump();
  if (answer.statusCode >= 400) expect(answer.headers.connection).toBe('close');
  return answer.statusCode;
}

let updates = 0;

/** An update that was never there before. */
const help = () => {
  const update_id = ++updates;
  const { user, chat } = app.english;
  const where = { id: chat, type: 'private', first_name: user.first_name };
  const text = '/help';
  const entities = [{ type: 'bot_command', offset: 0, length: text.length }];
  return JSON.stringify({ update_id, message: { message_id: 1, date: 1, chat: where, from: user, text, entities } });
};

test.for([
  ['none', {}],
  ['another', { [HEADER]: 'the-secret-of-another-te' }],
  ['a wrong one of the same length', { [HEADER]: SECRET.replace('t', 'T') }],
  ['the beginning', { [HEADER]: SECRET.slice(0, -1) }],
  ['more than it', { [HEADER]: `${SECRET}x` }],
  ['an empty one', { [HEADER]: '' }],
] as [string, Record<string, string>][])('with %s for a secret no update is handled', async ([, headers]) => {
  const before = app.english.screens().length;
  const update = help();
  expect(await post(update, headers)).toBe(401);
  expect(app.english.screens()).toHaveLength(before);
  expect(await post(update, { [HEADER]: SECRET })).toBe(200);
  expect(app.english.screens()).toHaveLength(before + 1);
});

test.for([
  ['half of an update', '{"update_id": 901, "message":', 400],
  ['no JSON', 'update_id=1', 400],
  ['an array', '[1]', 400],
  ['null', 'null', 400],
  ['no update', '{"ok": true}', 400],
  ['a strange identifier', '{"update_id": "1"}', 400],
  ['nothing', '', 400],
  ['a message that is none', '{"update_id": 902, "message": {"chat": {"id": 1}, "text": 5}}', 200],
  ['an update of an unknown kind', '{"update_id": 903, "telepathy": {}}', 200],
] as const)('%s', async ([, body, status]) => {
  expect(await post(body, { [HEADER]: SECRET })).toBe(status);
});

test('a tap without a sender breaks its handler: reported, and never delivered again', async () => {
  expect(await post('{"update_id": 904, "callback_query": 5}', { [HEADER]: SECRET })).toBe(200);
  expected.push(expect.any(String));
});

test('a body that is too large is not read, with its length told or not', async () => {
  const large = `${HEADER}: ${SECRET}\r\ncontent-length: ${1024 * 1024 + 1}`;
  expect(await answerTo(head(large))).toMatch(/^HTTP\/1\.1 413 /);
  expect(await answerTo(head(large, 'text/plain'))).toMatch(/^HTTP\/1\.1 415 /);
  const socket = await open();
  socket.write(head(`${HEADER}: ${SECRET}\r\ntransfer-encoding: chunked`));
  const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
  socket.write(chunk.repeat(17));
  expect(await answerOf(socket)).toMatch(/^HTTP\/1\.1 413 /);
});

test('another path is not found, with any headers and body', async () => {
  expect(await post(help(), { [HEADER]: SECRET }, new URL('/other', hook()).href)).toBe(404);
  expect(await post('x', { 'content-type': 'text/plain' }, new URL('/metrics', hook()).href)).toBe(404);
  expect(await post('', {}, new URL('/readyz', hook()).href)).toBe(404);
});

test('connections that send nothing, or a little, are given up after 10 s, and 1,000 of them delay no update', async () => {
  const [fds, memory] = [await openFiles(), await residentBytes()];
  const beginnings = [head(`${HEADER}: ${SECRET}\r\ncontent-length: 100`), 'POST /updates HTTP/1.1\r\nx: ', ''];
  const first = await Promise.all(beginnings.map(open));
  for (const [index, beginning] of beginnings.entries()) first[index]?.write(beginning);
  const begun = performance.now();
  const answered = Promise.all(first.map(answerOf)).then((answers) => ({ answers, ms: performance.now() - begun }));
  const sockets: Socket[] = [];
  // No more at a time than a machine lets wait to be accepted.
  while (sockets.length < 1_000) sockets.push(...(await Promise.all(Array.from({ length: 100 }, open))));
  for (const socket of sockets.slice(500)) socket.write(head(`${HEADER}: ${SECRET}\r\ncontent-length: 1000`));
  await expect.poll(openFiles, { interval: 10 }).toBeGreaterThan(fds + 900);
  const before = app.english.screens().length;
  await app.english.say('/help');
  expect(app.english.screens()).toHaveLength(before + 1);
  expect((await residentBytes()) - memory).toBeLessThan(100 * 1024 * 1024);
  const { answers, ms } = await answered;
  // Node's own limit is 60 s.
  expect(ms).toBeLessThan(30_000);
  expect(answers[0]).toMatch(/^HTTP\/1\.1 408 /);
  await Promise.all(sockets.map(answerOf));
  await expect.poll(openFiles, { interval: 10 }).toBeLessThan(fds + 100);
});

function head(rest: string, type = 'application/json'): string {
  return `POST /updates HTTP/1.1\r\nhost: x\r\ncontent-type: ${type}\r\n${rest}\r\n\r\n`;
}

/** The answer to a request without its body: an unfinished body may hide the answer when the other side closes. */
async function answerTo(request: string): Promise<string> {
  const socket = await open();
  socket.write(request);
  return answerOf(socket);
}

async function open(): Promise<Socket> {
  const socket = connect(Number(new URL(hook()).port), '127.0.0.1');
  // A reset is a way to close too: the bot did not want the rest of our request.
  socket.on('error', () => socket.destroy());
  await once(socket, 'connect');
  return socket;
}

/** The bytes received until the other side closed. */
async function answerOf(socket: Socket): Promise<string> {
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  if (!socket.closed) await once(socket, 'close');
  return text;
}

async function openFiles(): Promise<number> {
  return (await readdir(`/proc/${app.bot().pid}/fd`)).length;
}

async function residentBytes(): Promise<number> {
  const status = await readFile(`/proc/${app.bot().pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024;
}
