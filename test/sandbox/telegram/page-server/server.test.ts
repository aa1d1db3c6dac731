import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { type SandboxTelegram, startTelegram } from '../../../../src/sandbox/telegram/index.ts';
import type { PageEvent } from '../../../../src/sandbox/telegram/page-server/page-api.ts';
import { call, png, TOKEN } from '../support/call.ts';

let telegram: SandboxTelegram;
let me: number;

beforeEach(async () => {
  const hints = { token: 'demo', wrong_token: 'wrong' };
  telegram = await startTelegram({ token: TOKEN, strict: true, hints, callbackLifeMs: 2_000 });
  me = telegram.world.english.id;
});

afterEach(() => telegram.close());

async function act(name: string, parameters: object): Promise<unknown> {
  const response = await fetch(`${telegram.url}/app/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(parameters),
  });
  return response.json();
}

/** Reads the person's event stream until the predicate is true for the events. */
async function eventsUntil(
  enough: (events: PageEvent[]) => boolean,
  cause: () => Promise<unknown>,
): Promise<PageEvent[]> {
  const response = await fetch(`${telegram.url}/app/events?person=${me}`);
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  const events: PageEvent[] = [];
  const caused = cause();
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += new TextDecoder().decode(chunk);
    const lines = text.split('\n\n');
    text = lines.pop() ?? '';
    events.push(...lines.filter((line) => line.startsWith('data: ')).map((line) => JSON.parse(line.slice(6))));
    if (enough(events)) break;
  }
  await caused;
  return events;
}

test('the state holds the people, the chats of one of them and the hints', async () => {
  const response = await fetch(`${telegram.url}/app/state?person=${me}`);
  expect(await response.json()).toMatchObject({
    people: [{ language_code: 'fa' }, { language_code: 'en' }],
    me: { id: me },
    bot: { is_bot: true },
    chats: [
      { chat: { id: me, type: 'private' }, messages: [], commands: [], blocked: false },
      { chat: { type: 'supergroup' } },
    ],
    hints: { token: 'demo' },
  });
});

test('everything a person could notice comes as an event', async () => {
  const cause = async () => {
    await act('send', { person: me, chat: me, text: '/start' });
    const reply_markup = { inline_keyboard: [[{ text: 'Go', callback_data: 'go' }]] };
    await call(telegram, 'sendChatAction', { chat_id: me, action: 'typing' });
    const sent = await call(telegram, 'sendMessage', { chat_id: me, text: 'x', reply_markup });
    const message_id = telegram.world.messages(me, me).at(-1)?.message_id ?? 0;
    expect(sent.ok).toBe(true);
    const press = telegram.world.press(me, me, message_id, 'go');
    await call(telegram, 'answerCallbackQuery', { callback_query_id: press.id, text: 'done' });
    await call(telegram, 'editMessageText', { chat_id: me, message_id, text: 'y', reply_markup });
    await call(telegram, 'setMyCommands', { commands: [{ command: 'help', description: 'Help' }] });
    await act('press', { person: me, chat: me, message_id, row: 0, column: 0 });
    await expect.poll(() => telegram.world.pending()).toBe(3);
  };
  const events = await eventsUntil((seen) => seen.some(({ type }) => type === 'expired'), cause);
  expect(events).toMatchObject([
    { type: 'message', chat_id: me, message: { text: '/start', from: { id: me } } },
    { type: 'action', action: 'typing' },
    { type: 'message', message: { text: 'x' } },
    { type: 'answer', text: 'done' },
    { type: 'edit', message: { text: 'y' } },
    { type: 'commands', chat_id: me, commands: [{ command: 'help' }] },
    { type: 'commands', commands: [{ command: 'help' }] },
    { type: 'expired' },
  ]);
});

test('deletions and another person’s private chat', async () => {
  const { message_id } = telegram.world.say(me, me, 'x');
  telegram.world.say(telegram.world.persian.id, telegram.world.persian.id, 'private');
  const cause = () => act('delete', { person: me, chat: me, message_id });
  const events = await eventsUntil((seen) => seen.length > 0, cause);
  expect(events).toEqual([{ type: 'delete', chat_id: me, message_ids: [message_id] }]);
});

test('a person who left a group sees nothing of it in the state', async () => {
  const { world } = telegram;
  const { message_id } = world.say(world.persian.id, world.group.id, 'before');
  world.pin(world.persian.id, world.group.id, message_id);
  world.react(me, world.group.id, message_id, '👍');
  const seen = async () => {
    const state = await (await fetch(`${telegram.url}/app/state?person=${me}`)).json();
    const chats = z.object({ chats: z.array(z.looseObject({ chat: z.object({ id: z.int() }) })) }).parse(state).chats;
    return chats.find(({ chat }) => chat.id === world.group.id);
  };
  expect(await seen()).toMatchObject({ left: false, messages: [{ text: 'before' }, {}], pinned: [message_id] });
  world.leaveGroup(me);
  expect(await seen()).toMatchObject({ left: true, messages: [], pinned: [], reactions: {} });
});

test('an impossible action is refused with an error code', async () => {
  const place = { person: me, chat: me };
  expect(await act('send', { person: 1, chat: me, text: 'x' })).toEqual({ error: 'unknown_person' });
  expect(await act('send', { person: me, chat: telegram.world.persian.id, text: 'x' })).toEqual({
    error: 'unknown_chat',
  });
  expect(await act('send', { ...place, text: ' ' })).toEqual({ error: 'empty' });
  expect(await act('send', { ...place, text: 'x'.repeat(4097) })).toEqual({ error: 'too_long' });
  expect(await act('delete', { ...place, message_id: 1 })).toEqual({ error: 'unknown_message' });
  const { message_id } = telegram.world.say(me, me, 'x');
  expect(await act('press', { ...place, message_id, row: 0, column: 0 })).toEqual({ error: 'unknown_button' });
  expect(await act('share', { ...place, what: 'house' })).toEqual({ error: 'unknown_switch' });
  for (const input_message_content of [{}, { message_text: 5 }])
    expect(await act('choose', { ...place, result: { type: 'article', input_message_content } })).toEqual({
      error: 'empty',
    });
  const group = { person: me, chat: telegram.world.group.id };
  const { topic } = z.object({ topic: z.int() }).parse(await act('topic', { ...group, name: 'Work' }));
  expect(await act('topic', { ...group, topic, action: 'open' })).toEqual({ error: 'unknown_switch' });
  expect(await act('block', { person: me, blocked: true })).toEqual({});
  expect(await act('send', { ...place, text: 'x' })).toEqual({ error: 'blocked' });
});

test('a picture goes up from the page and is shown; anything else is only saved', async () => {
  const form = new FormData();
  form.set('person', String(me));
  form.set('chat', String(me));
  form.set('file', new Blob([Uint8Array.from(png(3, 4))], { type: 'image/png' }), 'تصویر.png');
  form.set('caption', 'look');
  const response = await fetch(`${telegram.url}/app/upload`, { method: 'POST', body: form });
  expect(await response.json()).toEqual({ message_id: expect.any(Number) });
  const photo = telegram.world.messages(me, me).at(-1)?.photo?.[0]?.file_id ?? '';
  const shown = await fetch(`${telegram.url}/app/file?id=${photo}`);
  expect(shown.headers.get('content-type')).toBe('image/png');
  expect(shown.headers.get('content-disposition')).toMatch(/^inline/);
  const page = { name: 'x.html', type: 'text/html', bytes: new TextEncoder().encode('<script>') };
  const file = telegram.world.upload(me, me, page).document?.file_id ?? '';
  const saved = await fetch(`${telegram.url}/app/file?id=${file}`);
  expect(saved.headers.get('content-disposition')).toMatch(/^attachment/);
  expect(saved.headers.get('content-security-policy')).toBe('sandbox');
});

test('the page and its modules come from its folder alone, and may load nothing from elsewhere', async () => {
  const page = await fetch(telegram.url);
  expect(page.headers.get('content-type')).toContain('text/html');
  expect(page.headers.get('content-security-policy')).toContain("default-src 'self'");
  const module = await fetch(`${telegram.url}/main.ts`);
  expect(module.headers.get('content-type')).toContain('text/javascript');
  expect(await module.text()).not.toMatch(/^import type /m);
  const sheet = await (await fetch(`${telegram.url}/page.css`)).text();
  expect(sheet).not.toContain('@import');
  expect(sheet).toMatch(/@layer page \{\n[\s\S]*url\("messages\/wallpaper\.svg"\)/);
  for (const path of ['/../index.ts', '/%2e%2e/index.ts', '/..%2findex.ts', '/tsconfig.jsonx', '/nothing.ts']) {
    expect((await fetch(telegram.url + path)).status).toBe(404);
  }
});
