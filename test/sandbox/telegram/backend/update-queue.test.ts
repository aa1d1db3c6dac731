import { once } from 'node:events';
import { request } from 'node:http';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { UpdateQueue } from '../../../../src/sandbox/telegram/backend/update-queue.ts';
import { type SandboxTelegram, startTelegram } from '../../../../src/sandbox/telegram/index.ts';
import { call, outcome, TOKEN } from '../support/call.ts';

let telegram: SandboxTelegram;

beforeEach(async () => {
  telegram = await startTelegram({ token: TOKEN, strict: true });
});

afterEach(() => telegram.close());

async function poll(parameters: object = {}): Promise<Record<string, unknown>[]> {
  const { result } = await call(telegram, 'getUpdates', parameters);
  return Array.isArray(result) ? result : [];
}

const ids = (updates: Record<string, unknown>[]) => updates.map((update) => Number(update.update_id));

test('an update stays until a later offset confirms it', async () => {
  const { world } = telegram;
  const me = world.english.id;
  for (const text of ['one', 'two', 'three']) world.say(me, me, text);
  const all = ids(await poll());
  expect(all).toHaveLength(3);
  expect(ids(await poll())).toEqual(all);
  expect(ids(await poll({ limit: 2 }))).toEqual(all.slice(0, 2));
  expect(ids(await poll({ limit: 0 }))).toEqual(all.slice(0, 1));
  expect(ids(await poll({ limit: 1000 }))).toEqual(all);
  expect(ids(await poll({ offset: (all[0] ?? 0) + 1 }))).toEqual(all.slice(1));
  expect(world.pending()).toBe(2);
  expect(ids(await poll({ offset: -1 }))).toEqual(all.slice(2));
  expect(world.pending()).toBe(1);
});

test('an update begins with its identifier, and clients take what follows as its kind', async () => {
  const { world } = telegram;
  world.say(world.english.id, world.english.id, 'hello');
  expect((await poll()).map((update) => Object.keys(update))).toEqual([['update_id', 'message']]);
});

test('a poll waits for the first update, and for no longer than it asked', async () => {
  const queue = new UpdateQueue(() => undefined, Date.now);
  const { signal } = new AbortController();
  const waiting = queue.poll({ timeout: 30 }, signal);
  const update_id = queue.push({ message: {} });
  expect(await waiting).toEqual([{ update_id, message: {} }]);
  expect(await queue.poll({ offset: update_id + 1, timeout: 1 }, signal)).toEqual([]);
});

test('messages and updates go by the clock of the sandbox', async () => {
  let at = 1_000_000;
  const own = await startTelegram({ token: TOKEN, now: () => at });
  onTestFinished(() => own.close());
  const me = own.world.english.id;
  expect(own.world.say(me, me, 'hello').date).toBe(1_000);
  own.world.pressRaw(me, me, 1, 'late');
  at += 151_000;
  const { result } = await call(own, 'getUpdates');
  expect(result).toEqual([expect.objectContaining({ message: expect.objectContaining({ text: 'hello' }) })]);
  await call(own, 'sendMessage', { chat_id: me, text: 'hi' });
  expect(own.world.calls).toMatchObject([{ at, endedAt: at, result: { date: 1_151 } }]);
});

test('messages are kept for a day, taps for 150 seconds', () => {
  let at = 0;
  const queue = new UpdateQueue(
    () => undefined,
    () => at,
  );
  queue.push({ message: {} });
  queue.push({ callback_query: {} });
  at += 149_000;
  expect(queue.pending()).toBe(2);
  at += 2_000;
  expect(queue.pending()).toBe(1);
  at += 24 * 60 * 60_000;
  expect(queue.pending()).toBe(0);
});

test('a second poll ends the first with a conflict', async () => {
  const first = outcome(telegram, 'getUpdates', { timeout: 30 });
  await eventually(() => outcome(telegram, 'getUpdates', { timeout: 1 }));
  expect(await first).toBe(
    '409 Conflict: terminated by other getUpdates request; make sure that only one bot instance is running',
  );

  /** Polls until the first poll has been answered, which proves its arrival. */
  async function eventually(again: () => Promise<string>): Promise<void> {
    let settled = false;
    void first.then(() => {
      settled = true;
    });
    while (!settled) expect(await again()).toBe('ok');
  }
});

test('a second poll that need not wait leaves the first alone', async () => {
  const queue = new UpdateQueue(() => undefined, Date.now);
  const { signal } = new AbortController();
  const waiting = queue.poll({ timeout: 30 }, signal);
  expect(await queue.poll({ timeout: 0 }, signal)).toEqual([]);
  const update_id = queue.push({ message: {} });
  expect(await waiting).toEqual([{ update_id, message: {} }]);
});

test('an offset far in the future confirms nothing', async () => {
  const all = [1, 2].map((message_id) => telegram.world.push({ message: { message_id } }));
  const last = all[1] ?? 0;
  expect(ids(await poll({ offset: last + 12 }))).toEqual(all);
  expect(ids(await poll({ offset: last + 11 }))).toEqual([]);
});

test('a client that went away leaves no poll behind', async () => {
  const leaving = request(`${telegram.url}/bot${TOKEN}/getUpdates?timeout=30`);
  leaving.on('error', () => undefined);
  leaving.end();
  await once(leaving, 'socket');
  leaving.destroy();
  const id = telegram.world.push({ message: {} });
  expect(ids(await poll({ timeout: 30 }))).toEqual([id]);
});

test('a webhook and polling exclude each other', async () => {
  const webhook = { url: 'https://example.com/hook', allowed_updates: ['message'] };
  expect(await outcome(telegram, 'setWebhook', webhook)).toBe('ok');
  expect(await outcome(telegram, 'getUpdates')).toBe(
    "409 Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
  );
  const { result } = await call(telegram, 'getWebhookInfo');
  expect(result).toMatchObject({ url: 'https://example.com/hook', pending_update_count: 0 });
  telegram.world.push({ message: {} });
  expect(await outcome(telegram, 'deleteWebhook', { drop_pending_updates: true })).toBe('ok');
  expect(await poll()).toEqual([]);
});

test('only the kinds a bot asked for are kept', async () => {
  const { world } = telegram;
  const me = world.english.id;
  await poll({ allowed_updates: ['callback_query'] });
  world.say(me, me, 'unheard');
  expect(world.pending()).toBe(0);
  await poll({ allowed_updates: [] });
  world.say(me, me, 'heard');
  expect(world.pending()).toBe(1);
});

test('in a group the bot hears commands, replies and mentions, and as an administrator everything', async () => {
  const { world } = telegram;
  const group = world.group.id;
  const me = world.english.id;
  world.say(me, group, 'hello all');
  world.say(me, group, '/reboot@another_bot web1');
  expect(world.pending()).toBe(0);
  world.say(me, group, '/reboot web1');
  world.say(me, group, `@hosting_sandbox_bot hello`);
  await call(telegram, 'sendMessage', { chat_id: group, text: 'which one?' });
  const asked = world.messages(me, group).at(-1)?.message_id ?? 0;
  world.say(world.persian.id, group, 'web1', { replyTo: asked });
  expect(world.pending()).toBe(3);
  world.botRights.can_delete_messages = true;
  world.say(me, group, 'hello again');
  const heard = await poll();
  expect(heard.map(({ message }) => message)).toMatchObject([
    { text: '/reboot web1', entities: [{ type: 'bot_command', offset: 0, length: 7 }] },
    { text: '@hosting_sandbox_bot hello' },
    { text: 'web1', reply_to_message: { text: 'which one?' }, from: { language_code: 'fa' } },
    { text: 'hello again' },
  ]);
});

test('blocking tells the bot', async () => {
  const { world } = telegram;
  world.block(world.english.id, true);
  const [update] = await poll();
  expect(update).toMatchObject({ my_chat_member: { new_chat_member: { status: 'kicked' } } });
});

test('a raw update is believed: its person can be written to, its tap answered', async () => {
  const { world } = telegram;
  const from = world.english;
  const chat = { id: from.id, type: 'private', first_name: from.first_name };
  expect(await outcome(telegram, 'sendMessage', { chat_id: from.id, text: 'x' })).toBe(
    '400 Bad Request: chat not found',
  );
  world.push({ callback_query: { id: '77', from, data: '?', message: { message_id: 1, date: 0, chat } } });
  expect(await outcome(telegram, 'sendMessage', { chat_id: from.id, text: 'x' })).toBe('ok');
  expect(await outcome(telegram, 'answerCallbackQuery', { callback_query_id: '77' })).toBe('ok');
  world.push({ message: 'nonsense', callback_query: { id: 7, from: null, message: 3 } });
  expect(world.pending()).toBe(2);
});

test('a person changes a message', async () => {
  const { world } = telegram;
  const me = world.english.id;
  const said = world.say(me, me, 'reboot');
  world.edit(me, me, said.message_id, '/reboot');
  expect(world.messages(me, me)).toMatchObject([{ text: '/reboot', edit_date: expect.any(Number) }]);
  expect((await poll()).at(-1)).toMatchObject({
    edited_message: { text: '/reboot', entities: [{ type: 'bot_command' }] },
  });
});
