import { Api } from 'grammy';
import type { Update } from 'grammy/types';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type SandboxTelegram, startTelegram } from '../../../../src/sandbox/telegram/index.ts';
import { outcome, png, TOKEN } from '../support/call.ts';

let telegram: SandboxTelegram;
let api: Api;
let alex: number;
let sara: number;
let group: number;

beforeEach(async () => {
  telegram = await startTelegram({ token: TOKEN, strict: true });
  api = new Api(TOKEN, { apiRoot: telegram.url });
  alex = telegram.world.english.id;
  sara = telegram.world.persian.id;
  group = telegram.world.group.id;
});

afterEach(() => telegram.close());

const updates = async (): Promise<Update[]> => {
  const all = await api.getUpdates({ timeout: 0 });
  await api.getUpdates({ timeout: 0, offset: (all.at(-1)?.update_id ?? 0) + 1 });
  return all;
};
const textsOf = (person: number) => telegram.world.messages(person, group).map(({ text }) => text);
const board = () =>
  api.sendMessage(group, 'Servers', { reply_markup: { inline_keyboard: [[{ text: 'Mine', callback_data: 'mine' }]] } });
const send = (receiver_user_id: number, more: object = {}, call: object = {}) =>
  outcome(telegram, 'sendMessage', {
    chat_id: group,
    text: 'yours',
    ephemeral_message_parameters: { receiver_user_id, ...more },
    ...call,
  });

test('an answer to a tap is seen by the one who tapped, and by no one else', async () => {
  const { world } = telegram;
  const { message_id } = await board();
  const { id } = world.press(alex, group, message_id, 'mine');
  const sent = await api.sendMessage(group, 'web1', {
    ephemeral_message_parameters: { receiver_user_id: alex, callback_query_id: id },
  });
  expect(sent).toMatchObject({ message_id: 0, ephemeral_message_id: expect.any(Number), receiver_user: { id: alex } });
  expect(textsOf(alex)).toEqual(['Servers', 'web1']);
  expect(textsOf(sara)).toEqual(['Servers']);
});

test('a bot that is no administrator answers a tap of this person within 15 seconds, or nothing', async () => {
  const { world } = telegram;
  const { message_id } = await board();
  const { id } = world.press(alex, group, message_id, 'mine');
  const late = '400 Bad Request: query is too old and response timeout expired or query ID is invalid';
  expect(await send(alex)).toBe('400 Bad Request: MESSAGE_NOT_COMMAND');
  expect(await send(sara, { callback_query_id: id })).toBe(late);
  expect(await send(alex, { callback_query_id: '1' })).toBe(late);
  expect(await send(alex, { callback_query_id: id })).toBe('ok');
  world.passTime(16);
  expect(await send(alex, { callback_query_id: id })).toBe(late);
  world.botRights.can_pin_messages = true;
  expect(await send(alex)).toBe('ok');
  expect(await send(999)).toBe('400 Bad Request: USER_ID_INVALID');
  world.say(alex, alex, '/start');
  expect(await send(alex, {}, { chat_id: alex })).toBe('400 Bad Request: PEER_ID_INVALID');
});

test('a command registered as ephemeral reaches the bot alone, and its answer the person alone', async () => {
  const { world } = telegram;
  await api.setMyCommands([
    { command: 'mine', description: 'My servers', is_ephemeral: true },
    { command: 'status', description: 'All servers' },
  ]);
  world.say(alex, group, '/mine');
  world.say(alex, group, '/status');
  expect(textsOf(sara)).toEqual(['/status']);
  expect(textsOf(alex)).toEqual(['/mine', '/status']);
  const [asked, open] = await updates();
  expect(asked?.message).toMatchObject({ message_id: 0, text: '/mine', receiver_user: { id: world.bot.id } });
  expect(open?.message).not.toHaveProperty('ephemeral_message_id');
  const ephemeral_message_id = asked?.message?.ephemeral_message_id ?? 0;
  expect(await send(sara, {}, { reply_parameters: { ephemeral_message_id } })).toBe(
    '400 Bad Request: MESSAGE_ID_INVALID',
  );
  expect(await send(alex, {}, { reply_parameters: { ephemeral_message_id } })).toBe('ok');
  expect(textsOf(alex)).toEqual(['/mine', '/status', 'yours']);
  expect(textsOf(sara)).toEqual(['/status']);
  world.say(alex, group, 'more', { replyTo: world.messages(alex, group).at(-1)?.message_id ?? 0 });
  expect(textsOf(sara)).toEqual(['/status']);
  expect((await updates()).at(-1)?.message).toMatchObject({ text: 'more', reply_to_message: { text: 'yours' } });
  world.passTime(16);
  expect(await send(alex, {}, { reply_parameters: { ephemeral_message_id } })).toBe(
    '400 Bad Request: MESSAGE_ID_INVALID',
  );
});

test('its buttons are tapped, and the bot edits and deletes it by methods of its own', async () => {
  const { world } = telegram;
  world.botRights.can_pin_messages = true;
  const reply_markup = { inline_keyboard: [[{ text: 'Reboot', callback_data: 'reboot' }]] };
  const sent = await api.sendMessage(group, 'web1', {
    ephemeral_message_parameters: { receiver_user_id: alex },
    reply_markup,
  });
  const seen = world.messages(alex, group).at(-1);
  world.press(alex, group, seen?.message_id ?? 0, 'reboot');
  expect(() => world.press(sara, group, seen?.message_id ?? 0, 'reboot')).toThrow('unknown_message');
  const [{ callback_query } = {}] = await updates();
  expect(callback_query?.message).toMatchObject({ message_id: 0, ephemeral_message_id: sent.ephemeral_message_id });
  const place = { chat_id: group, receiver_user_id: alex, ephemeral_message_id: sent.ephemeral_message_id ?? 0 };
  const edit = (what: string, more: object) => outcome(telegram, `editEphemeralMessage${what}`, { ...place, ...more });
  expect(await edit('Text', { text: '<b>rebooting</b>', parse_mode: 'HTML', reply_markup })).toBe('ok');
  expect(world.messages(alex, group).at(-1)).toMatchObject({ text: 'rebooting', message_id: seen?.message_id });
  expect(await edit('Text', { text: 'x', receiver_user_id: sara })).toBe('400 Bad Request: MESSAGE_ID_INVALID');
  expect(await edit('Caption', { caption: 'x' })).toBe('400 Bad Request: there is no caption in the message to edit');
  expect(await edit('ReplyMarkup', {})).toBe('ok');
  expect(await edit('ReplyMarkup', {})).toContain('message is not modified');
  expect(world.messages(alex, group).at(-1)).not.toHaveProperty('reply_markup');
  expect(await outcome(telegram, 'deleteEphemeralMessage', place)).toBe('ok');
  expect(textsOf(alex)).toEqual([]);
  expect(await outcome(telegram, 'deleteEphemeralMessage', place)).toBe('400 Bad Request: MESSAGE_ID_INVALID');
});

test('photos and documents can be ephemeral, and buttons that log in cannot', async () => {
  const { world } = telegram;
  world.botRights.can_pin_messages = true;
  const form = new FormData();
  form.set('chat_id', String(group));
  form.set('ephemeral_message_parameters', JSON.stringify({ receiver_user_id: alex }));
  form.set('photo', new Blob([new Uint8Array(png(4, 3))], { type: 'image/png' }), 'graph.png');
  const response = await fetch(`${telegram.url}/bot${TOKEN}/sendPhoto`, { method: 'POST', body: form });
  expect(await response.json()).toMatchObject({ ok: true, result: { message_id: 0, photo: [{ width: 4 }] } });
  expect(world.messages(sara, group)).toEqual([]);
  const { ephemeral_message_id } = world.messages(alex, group).at(-1) ?? {};
  const place = { chat_id: group, receiver_user_id: alex, ephemeral_message_id };
  expect(await outcome(telegram, 'editEphemeralMessageCaption', { ...place, caption: 'CPU' })).toBe('ok');
  expect(world.messages(alex, group).at(-1)).toMatchObject({ caption: 'CPU' });
  const login = { inline_keyboard: [[{ text: 'Log in', login_url: { url: 'https://example.com' } }]] };
  expect(await send(alex, {}, { reply_markup: login })).toBe('400 Bad Request: BUTTON_TYPE_INVALID');
});

test('the person sees it in place of the tapped message until it is deleted', async () => {
  const { world } = telegram;
  const { message_id } = await board();
  await api.sendMessage(group, 'later');
  const { id } = world.press(alex, group, message_id, 'mine');
  expect(await send(alex, { callback_query_id: id, replace_callback_query_message: true })).toBe('ok');
  expect(textsOf(alex)).toEqual(['yours', 'later']);
  expect(textsOf(sara)).toEqual(['Servers', 'later']);
  const [hidden] = world.messages(alex, group);
  world.deleteMessage(alex, group, hidden?.message_id ?? 0);
  expect(textsOf(alex)).toEqual(['Servers', 'later']);
});

test('the bot is not told that nothing arrived', async () => {
  const { world } = telegram;
  world.botRights.can_pin_messages = true;
  world.deliverEphemeral(false);
  const sent = await api.sendMessage(group, 'lost', { ephemeral_message_parameters: { receiver_user_id: alex } });
  const { ephemeral_message_id } = sent;
  const place = { chat_id: group, receiver_user_id: alex, ephemeral_message_id };
  expect(await outcome(telegram, 'editEphemeralMessageText', { ...place, text: 'lost too' })).toBe('ok');
  expect(await outcome(telegram, 'deleteEphemeralMessage', place)).toBe('ok');
  const gone = '400 Bad Request: MESSAGE_ID_INVALID';
  expect(await outcome(telegram, 'editEphemeralMessageText', { ...place, text: 'again' })).toBe(gone);
  expect(await outcome(telegram, 'deleteEphemeralMessage', place)).toBe(gone);
  expect(textsOf(alex)).toEqual([]);
});

test('a message that was deleted is gone for the bot, also where the person still sees it', async () => {
  const { world } = telegram;
  world.botRights.can_pin_messages = true;
  const sent = await api.sendMessage(group, 'kept', { ephemeral_message_parameters: { receiver_user_id: alex } });
  const place = { chat_id: group, receiver_user_id: alex, ephemeral_message_id: sent.ephemeral_message_id };
  world.deliverEphemeral(false);
  expect(await outcome(telegram, 'deleteEphemeralMessage', place)).toBe('ok');
  const gone = '400 Bad Request: MESSAGE_ID_INVALID';
  expect(await outcome(telegram, 'editEphemeralMessageText', { ...place, text: 'again' })).toBe(gone);
  expect(await outcome(telegram, 'deleteEphemeralMessage', place)).toBe(gone);
  expect(textsOf(alex)).toEqual(['kept']);
});

test('the bot deletes what a person sent it, and edits none of it', async () => {
  const { world } = telegram;
  await api.setMyCommands([{ command: 'mine', description: 'My servers', is_ephemeral: true }]);
  const { ephemeral_message_id } = world.say(alex, group, '/mine');
  const place = { chat_id: group, receiver_user_id: alex, ephemeral_message_id };
  const edited = await outcome(telegram, 'editEphemeralMessageText', { ...place, text: 'yours' });
  expect(edited).toBe('400 Bad Request: MESSAGE_ID_INVALID');
  expect(textsOf(alex)).toEqual(['/mine']);
  expect(await outcome(telegram, 'deleteEphemeralMessage', place)).toBe('ok');
  expect(textsOf(alex)).toEqual([]);
});
