import { request } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { type SandboxTelegram, startTelegram, type TelegramOptions } from '../../../src/sandbox/telegram/index.ts';
import { call, outcome, TOKEN } from './support/call.ts';

const KEY = { 'x-sandbox-control': 'key' };

async function start(options: Partial<TelegramOptions> = {}): Promise<SandboxTelegram> {
  const telegram = await startTelegram({ token: TOKEN, strict: true, ...options });
  onTestFinished(() => telegram.close());
  return telegram;
}

/** A request as a program sends it, with any headers. */
async function ask(
  { url }: SandboxTelegram,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  { body, headers = KEY }: { body?: object; headers?: Record<string, string> } = {},
): Promise<{ status: number; json: unknown }> {
  const answer = await request(url + path, {
    method,
    headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.body.text();
  return { status: answer.statusCode, json: text === '' ? undefined : JSON.parse(text) };
}

test('the log tells the calls, a file by its size, and is emptied', async () => {
  const telegram = await start({ control: 'key' });
  const me = telegram.world.english.id;
  telegram.world.say(me, me, '/start');
  const form = new FormData();
  form.set('chat_id', String(me));
  form.set('document', new Blob(['four'], { type: 'text/plain' }), 'a.txt');
  await fetch(`${telegram.url}/bot${TOKEN}/sendDocument`, { method: 'POST', body: form });
  expect((await ask(telegram, 'GET', '/_sandbox/requests')).json).toMatchObject([
    { method: 'sendDocument', ok: true, params: { document: { name: 'a.txt', type: 'text/plain', size: 4 } } },
  ]);
  expect((await ask(telegram, 'DELETE', '/_sandbox/requests')).status).toBe(204);
  expect((await ask(telegram, 'GET', '/_sandbox/requests')).json).toEqual([]);
});

test('a fault is planned and cleared, and an odd one is refused', async () => {
  const telegram = await start({ control: 'key' });
  const body = { method: 'getMe', code: 429, description: 'Too Many Requests: retry after 3', retryAfter: 3, times: 2 };
  expect((await ask(telegram, 'POST', '/_sandbox/faults', { body })).status).toBe(204);
  expect(await call(telegram, 'getMe')).toMatchObject({ error_code: 429, parameters: { retry_after: 3 } });
  expect((await ask(telegram, 'DELETE', '/_sandbox/faults')).status).toBe(204);
  expect(await outcome(telegram, 'getMe')).toBe('ok');
  expect(await ask(telegram, 'POST', '/_sandbox/faults', { body: { kind: 'odd' } })).toMatchObject({
    status: 400,
    json: { issues: expect.any(Array) },
  });
  expect(await ask(telegram, 'POST', '/_sandbox/faults', { body: { method: 'sendNothing', code: 500 } })).toMatchObject(
    {
      status: 400,
      json: { issues: [{ message: 'No method of the Bot API has this name' }] },
    },
  );
  expect(await ask(telegram, 'POST', '/_sandbox/faults', { body: { delayMs: -1 } })).toMatchObject({ status: 400 });
});

test('time passes for all messages, updates and queries, or for one message', async () => {
  const telegram = await start({ control: 'key' });
  const { world } = telegram;
  const me = world.english.id;
  const [first, second] = [world.say(me, me, 'first'), world.say(me, me, 'second')];
  const press = world.pressRaw(me, me, 1, 'data');
  const query = world.inline(me, 'query');
  const deletion = ({ message_id }: { message_id: number }) =>
    outcome(telegram, 'deleteMessage', { chat_id: me, message_id });
  const pass = (body: object) => ask(telegram, 'POST', '/_sandbox/age', { body });

  const seconds = 48 * 60 * 60 + 1;
  await pass({ seconds, person: me, chat: me, message_id: first.message_id });
  expect(await deletion(first)).not.toBe('ok');
  expect(world.pending()).toBe(4);
  await pass({ seconds: 31 });
  await expect(press.answered).rejects.toThrow('not answered in time');
  await expect(query.answered).rejects.toThrow('not_answered');
  expect(world.pending()).toBe(3);
  const answer = { callback_query_id: press.id };
  expect(await outcome(telegram, 'answerCallbackQuery', answer)).toMatch(/query is too old/);
  await pass({ seconds });
  expect(await deletion(second)).not.toBe('ok');
  expect(world.pending()).toBe(0);
  expect((await pass({ seconds: -1 })).status).toBe(400);
  expect((await pass({ seconds: 1e300 })).status).toBe(400);
  expect((await pass({ seconds: 1, chat: me })).status).toBe(400);
  for (const where of [
    { person: 1, chat: 2 },
    { person: me, chat: me },
  ])
    expect(await pass({ seconds: 5, ...where, message_id: 3000 })).toMatchObject({
      status: 400,
      json: { issues: [{}] },
    });
});

test('ephemeral messages are lost and arrive again', async () => {
  const telegram = await start({ control: 'key' });
  const { world } = telegram;
  world.botRights.can_pin_messages = true;
  const [me, chat_id] = [world.english.id, world.group.id];
  const send = (text: string) =>
    outcome(telegram, 'sendMessage', { chat_id, text, ephemeral_message_parameters: { receiver_user_id: me } });
  const deliver = (body: object) => ask(telegram, 'POST', '/_sandbox/ephemeral', { body });
  expect((await deliver({ delivered: false })).status).toBe(204);
  expect(await send('lost')).toBe('ok');
  expect((await deliver({ delivered: true })).status).toBe(204);
  expect(await send('seen')).toBe('ok');
  expect(world.messages(me, chat_id).map(({ text }) => text)).toEqual(['seen']);
  expect((await deliver({ delivers: false })).status).toBe(400);
});

test('a program acts for people: it edits, and presses a button by its data', async () => {
  const telegram = await start({ control: 'key' });
  const me = telegram.world.english.id;
  const act = async (name: string, body: object) =>
    (await ask(telegram, 'POST', `/app/${name}`, { body: { person: me, chat: me, ...body } })).json;
  const { message_id } = Object(await act('send', { text: 'helo' }));
  expect(await act('edit', { message_id, text: 'hello' })).toEqual({});
  const reply_markup = { inline_keyboard: [[{ text: 'Go', callback_data: 'go' }]] };
  const sent = await call(telegram, 'sendMessage', { chat_id: me, text: 'x', reply_markup });
  const { message_id: menu } = Object(sent.result);
  expect(await act('press', { message_id: menu, data: 'go' })).toEqual({ callback_query_id: expect.any(String) });
  expect(await act('press', { message_id: menu, data: 'no' })).toEqual({ error: 'unknown_button' });
  expect((await call(telegram, 'getUpdates')).result).toMatchObject([
    { message: { text: 'helo' } },
    { edited_message: { text: 'hello' } },
    { callback_query: { data: 'go' } },
  ]);
});

test('with a key nothing but the Bot API answers without it; the page gives its browser a cookie', async () => {
  const telegram = await start({ control: 'a key' });
  for (const path of ['/_sandbox/requests', '/app/state'])
    for (const headers of [{}, { 'x-sandbox-control': 'key' }, { cookie: 'sandbox_control=key' }])
      expect((await ask(telegram, 'GET', path, { headers })).status).toBe(404);
  const headers = { 'x-sandbox-control': 'a key' };
  expect((await ask(telegram, 'GET', '/_sandbox/requests', { headers })).status).toBe(200);
  expect((await ask(telegram, 'GET', '/app/state', { headers })).status).toBe(200);
  const opened = await fetch(`${telegram.url}/?control=a%20key`, { redirect: 'manual' });
  expect([opened.status, opened.headers.get('location')]).toEqual([303, '/']);
  const cookie = opened.headers.get('set-cookie') ?? '';
  expect(cookie).toMatch(/; HttpOnly; SameSite=Strict$/);
  const [pair = ''] = cookie.split(';');
  expect((await ask(telegram, 'GET', '/app/state', { headers: { cookie: `other=1; ${pair}` } })).status).toBe(200);
  expect((await fetch(`${telegram.url}/?control=other`, { redirect: 'manual' })).headers.get('set-cookie')).toBeNull();
});

test('without a key there are no control routes, and no other page or name of this machine reaches the people', async () => {
  const telegram = await start();
  expect((await ask(telegram, 'GET', '/_sandbox/requests')).status).toBe(404);
  const state = async (headers: Record<string, string>) =>
    (await ask(telegram, 'GET', '/app/state', { headers })).status;
  expect(await state({})).toBe(200);
  expect(await state({ 'sec-fetch-site': 'same-origin', host: 'localhost:8081' })).toBe(200);
  expect(await state({ 'sec-fetch-site': 'none', host: '[::1]:8081' })).toBe(200);
  expect(await state({ 'sec-fetch-site': 'cross-site' })).toBe(404);
  expect(await state({ 'sec-fetch-site': 'same-site' })).toBe(404);
  expect(await state({ host: 'attacker.example:8081' })).toBe(404);
  expect(await state({ host: '127.0.0.1.attacker.example' })).toBe(404);
});
