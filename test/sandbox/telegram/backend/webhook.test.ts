import { afterEach, beforeEach, expect, test } from 'vitest';
import { type SandboxTelegram, startTelegram } from '../../../../src/sandbox/telegram/index.ts';
import { waitFor, waitUntil } from '../../../support/eventually.ts';
import { call, outcome, TOKEN } from '../support/call.ts';
import { type Delivered, openHook } from '../support/hook.ts';

const SECOND_MS = 40;
let telegram: SandboxTelegram;
/** How far the sandbox's clock is ahead. */
let aheadMs: number;

beforeEach(async () => {
  aheadMs = 0;
  const now = () => Date.now() + aheadMs;
  telegram = await startTelegram({ token: TOKEN, strict: true, webhookSecondMs: SECOND_MS, now });
});

afterEach(() => telegram.close());

function say(text: string, who = telegram.world.english): void {
  telegram.world.say(who.id, who.id, text);
}

function tap(data: string, who = telegram.world.english): void {
  telegram.world.pressRaw(who.id, who.id, 1, data);
}

const words = (all: readonly Delivered[]) =>
  all.map(({ update }) => update.message?.text ?? update.callback_query?.data);
const emptied = () => telegram.world.until(() => telegram.world.pending() === 0);
const bind = (parameters: object) => outcome(telegram, 'setWebhook', parameters);
/** Sets the webhook when the second after the last one has passed. */
const rebind = (parameters: object) => waitUntil(async () => (await bind(parameters)) === 'ok');
const info = async () => (await call(telegram, 'getWebhookInfo')).result;

test('an update that was there before is delivered, with the secret, and gone once it was answered with 2xx', async () => {
  say('early');
  const hook = await openHook();
  expect(await outcome(telegram, 'setWebhook', { url: hook.url, secret_token: 'a-Secret_1' })).toBe('ok');
  const [early] = await hook.first(1);
  expect(early?.headers).toMatchObject({
    'content-type': 'application/json',
    'x-telegram-bot-api-secret-token': 'a-Secret_1',
  });
  expect(telegram.world.pending()).toBe(1);
  early?.answer(204);
  await emptied();
  expect(hook.all).toHaveLength(1);
});

test('messages wait for those of their chat, taps for those of their person, and neither for the other', async () => {
  const hook = await openHook();
  await outcome(telegram, 'setWebhook', { url: hook.url });
  for (const one of ['one', 'two', 'three']) {
    say(`message ${one}`);
    tap(`tap ${one}`);
  }
  say('from another', telegram.world.persian);
  const begun = await hook.first(3);
  expect(words(begun).sort()).toEqual(['from another', 'message one', 'tap one']);
  begun.find(({ update }) => update.callback_query)?.answer(200);
  expect(words(await hook.first(4)).at(-1)).toBe('tap two');
  for (let count = 4; count < 7; count++) {
    for (const each of hook.all) each.answer(200);
    await hook.first(count + 1);
  }
  for (const each of hook.all) each.answer(200);
  await emptied();
  expect(words(hook.all.filter(({ update }) => update.message?.text?.startsWith('message')))).toEqual([
    'message one',
    'message two',
    'message three',
  ]);
});

test('at most max_connections are under way', async () => {
  const hook = await openHook();
  await outcome(telegram, 'setWebhook', { url: hook.url, max_connections: 2 });
  say('first');
  tap('second');
  say('third', telegram.world.persian);
  const [first] = await hook.first(2);
  expect(words(hook.all).sort()).toEqual(['first', 'second']);
  expect(await info()).toMatchObject({ pending_update_count: 3, max_connections: 2 });
  first?.answer(200);
  expect(words(await hook.first(3)).at(-1)).toBe('third');
});

test('an update not answered with 2xx is repeated after 0, 2, 4 and 8 seconds, and holds up its chat alone', async () => {
  const at: number[] = [];
  const hook = await openHook((delivered) => {
    if (delivered.update.message?.text !== 'poison') return delivered.answer(200);
    at.push(performance.now());
    if (at.length === 3) return delivered.cut();
    delivered.answer(at.length < 5 ? 500 : 200);
  });
  await outcome(telegram, 'setWebhook', { url: hook.url });
  say('poison');
  say('behind it');
  say('free', telegram.world.persian);
  await emptied();
  expect(words(hook.all).at(-1)).toBe('behind it');
  expect(words(hook.all).indexOf('free')).toBeLessThan(3);
  const pauses = at.slice(1).map((time, index) => (time - (at[index] ?? 0)) / SECOND_MS);
  for (const [index, least] of [0, 2, 4, 8].entries()) expect(pauses[index]).toBeGreaterThan(least * 0.95);
  expect(await info()).toMatchObject({
    pending_update_count: 0,
    last_error_message: 'Wrong response from the webhook: 500 Internal Server Error',
    last_error_date: expect.any(Number),
  });
});

test('an answer says itself when to repeat', async () => {
  const at: number[] = [];
  const hook = await openHook((delivered) => {
    at.push(performance.now());
    delivered.answer(at.length < 4 ? 503 : 200, { 'retry-after': '3' });
  });
  await outcome(telegram, 'setWebhook', { url: hook.url });
  say('hello');
  await emptied();
  for (const [index, time] of at.slice(1).entries())
    expect(time - (at[index] ?? 0)).toBeGreaterThan(3 * SECOND_MS * 0.95);
});

test('a tap that is repeated beyond its 150 seconds is dropped, and what is behind it comes', async () => {
  const hook = await openHook();
  await outcome(telegram, 'setWebhook', { url: hook.url });
  tap('old');
  const [old] = await hook.first(1);
  aheadMs = 151_000;
  tap('new');
  old?.answer(500);
  expect(words(await hook.first(2))).toEqual(['old', 'new']);
});

test('a webhook that is gone, or set elsewhere, gets nothing more; what it did not answer goes to the next', async () => {
  const hook = await openHook();
  await outcome(telegram, 'setWebhook', { url: hook.url });
  say('hello');
  await hook.first(1);
  await rebind({ url: hook.url });
  expect(hook.all).toHaveLength(1);
  const other = await openHook((delivered) => delivered.answer(200));
  await rebind({ url: other.url });
  await emptied();
  expect(words(other.all)).toEqual(['hello']);
  await outcome(telegram, 'deleteWebhook');
  say('later');
  expect(await info()).toMatchObject({ url: '', pending_update_count: 1 });
  expect((await call(telegram, 'getUpdates')).result).toHaveLength(1);
  expect(other.all).toHaveLength(1);
});

test('dropping what is pending drops also what waits for its repeat', async () => {
  const hook = await openHook((delivered) => delivered.answer(delivered.update.message?.text === 'bad' ? 500 : 200));
  await outcome(telegram, 'setWebhook', { url: hook.url });
  say('bad');
  await hook.first(2);
  await rebind({ url: hook.url, drop_pending_updates: true });
  say('good');
  await emptied();
  expect(words(hook.all).at(-1)).toBe('good');
});

test('only the kinds that were asked for are delivered', async () => {
  const hook = await openHook((delivered) => delivered.answer(200));
  await outcome(telegram, 'setWebhook', { url: hook.url, allowed_updates: ['callback_query'] });
  say('unheard');
  tap('heard');
  await emptied();
  expect(words(hook.all)).toEqual(['heard']);
  expect(await info()).toMatchObject({ allowed_updates: ['callback_query'] });
});

test('a webhook that Telegram would not take is refused, and leaves none', async () => {
  const hook = await openHook();
  const url = 'https://example.com/hook';
  const refusals: [object, string][] = [
    [{ url: 'http://example.com/hook' }, 'bad webhook: An HTTPS URL must be provided for webhook'],
    [{ url: 'https://example.com:9000/hook' }, 'bad webhook: Webhook can be set up only on ports 80, 88, 443 or 8443'],
    [{ url: 'example' }, 'bad webhook: Failed to resolve host: Name or service not known'],
    [{ url: 'ftp://example.com' }, 'invalid webhook URL specified'],
    [{ url: 'https://a b.com' }, 'invalid webhook URL specified'],
    [{ url, secret_token: 'a secret' }, 'secret token contains unallowed characters'],
    [{ url, secret_token: 'x'.repeat(257) }, 'secret token is too long'],
  ];
  for (const [parameters, words] of refusals) {
    await rebind({ url: hook.url });
    const said = await waitUntil(async () => {
      const answer = await bind(parameters);
      return answer.startsWith('429') ? false : answer;
    });
    expect(said).toBe(`400 Bad Request: ${words}`);
    expect(await info()).toMatchObject({ url: '' });
  }
});

test('a second webhook within a second is too many, and every answer says what was done', async () => {
  const hook = await openHook();
  const answer = async (method: string, parameters: object) => (await call(telegram, method, parameters)).description;
  expect(await answer('deleteWebhook', {})).toBe('Webhook is already deleted');
  const both = await Promise.all([1, 2].map(() => call(telegram, 'setWebhook', { url: hook.url })));
  const [set, again] = both.toSorted((one, other) => Number(other.ok) - Number(one.ok));
  expect(set?.description).toBe('Webhook was set');
  expect(again).toMatchObject({ error_code: 429, description: 'Too Many Requests: retry after 1' });
  expect(again?.parameters).toEqual({ retry_after: 1 });
  await waitUntil(async () => (await answer('setWebhook', { url: hook.url })) === 'Webhook is already set');
  expect(await answer('setWebhook', { url: '' })).toBe('Webhook was deleted');
});

test('unknown kinds of updates are ignored, and the usual ones are not told', async () => {
  const hook = await openHook();
  const allowed = async (allowed_updates: unknown) => {
    await rebind({ url: hook.url, allowed_updates });
    const told = await info();
    return typeof told === 'object' && told !== null && 'allowed_updates' in told ? told.allowed_updates : undefined;
  };
  expect(await allowed(['MESSAGE', 'x'])).toEqual(['message']);
  expect(await allowed(['x'])).toBeUndefined();
});

test('nothing leaves this machine: a webhook elsewhere is never reached', async () => {
  await outcome(telegram, 'setWebhook', { url: 'https://example.com/hook' });
  say('hello');
  await waitFor(async () =>
    expect(await info()).toMatchObject({ last_error_message: 'sandbox: only this machine is reached' }),
  );
});

test('a webhook without a protocol is HTTPS: what it cannot reach is told, and its URL is shown as it was set', async () => {
  const { port } = new URL((await openHook()).url);
  for (const url of [`127.0.0.1:${port}/`, `localhost:${port}/hook`]) {
    await rebind({ url });
    say('hello');
    await waitFor(async () =>
      expect(await info()).toMatchObject({ url, last_error_message: expect.stringContaining('Connection failed: ') }),
    );
  }
});

/** The webhook's answer, as JSON. */
const JSON_TYPE = { 'content-type': 'application/json' };

test('a call in the answer is made: JSON, a form, and a form with a file', async () => {
  const { world } = telegram;
  const chat_id = world.english.id;
  const answers = [
    { headers: JSON_TYPE, body: JSON.stringify({ method: 'sendMessage', chat_id, text: 'as JSON' }) },
    {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `method=SENDMESSAGE&chat_id=${chat_id}&text=as+a+form`,
    },
    {
      headers: { 'content-type': 'multipart/form-data; boundary=edge' },
      body: [
        ...['--edge', 'content-disposition: form-data; name="method"', '', 'sendDocument'],
        ...['--edge', 'content-disposition: form-data; name="chat_id"', '', chat_id],
        ...['--edge', 'content-disposition: form-data; name="document"; filename="a.txt"', '', 'text', '--edge--', ''],
      ].join('\r\n'),
    },
  ];
  const hook = await openHook((delivered) => {
    const { headers, body } = answers[hook.all.length - 1] ?? { headers: {}, body: '' };
    delivered.answer(200, headers, body);
  });
  await outcome(telegram, 'setWebhook', { url: hook.url });
  for (const text of ['one', 'two', 'three']) say(text);
  const sent = () => world.messages(chat_id, chat_id).filter(({ from }) => from?.is_bot);
  await world.until(() => sent().length === 3);
  expect(sent()).toMatchObject([{ text: 'as JSON' }, { text: 'as a form' }, { document: { file_name: 'a.txt' } }]);
  await emptied();
});

test('a refused call in the answer is only recorded; a failed answer, a method that reads or sets the webhook is no call', async () => {
  const { world } = telegram;
  const calls = (all: { method: string }[]) => all.map((body) => JSON.stringify(body));
  const bodies = calls([
    ...['getMe', 'setWebhook', 'deleteWebhook', 'close', 'logOut', 'nothing'].map((method) => ({ method })),
    { method: 'sendMessage' },
  ]);
  const hook = await openHook((delivered) => {
    const failed = hook.all.length === 1;
    const body = failed ? JSON.stringify({ method: 'sendChatAction' }) : (bodies[hook.all.length - 2] ?? '');
    delivered.answer(failed ? 500 : 200, JSON_TYPE, body);
  });
  await outcome(telegram, 'setWebhook', { url: hook.url });
  for (const _body of bodies) say('hello');
  await world.until(() => world.calls.some(({ method }) => method === 'sendMessage'));
  await emptied();
  expect(world.calls.map(({ method, ok }) => `${method} ${ok}`)).toEqual(['setWebhook true', 'sendMessage false']);
  expect(hook.all).toHaveLength(bodies.length + 1);
});

test('unterminated JSON in the answer is refused like any other text', async () => {
  const { world } = telegram;
  const body = new URLSearchParams({
    method: 'sendMediaGroup',
    chat_id: String(world.english.id),
    media: '[{"type":"photo","media":"attach://x"',
  });
  const hook = await openHook((delivered) =>
    delivered.answer(200, { 'content-type': 'application/x-www-form-urlencoded' }, body.toString()),
  );
  await outcome(telegram, 'setWebhook', { url: hook.url });
  say('hello');
  await world.until(() => world.calls.length === 2);
  expect(world.calls.at(-1)?.error?.description).toBe("Bad Request: can't parse media JSON object");
});
