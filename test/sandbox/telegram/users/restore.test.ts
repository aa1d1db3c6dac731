import { expect, test } from 'vitest';
import { startTelegram } from '../../../../src/sandbox/telegram/index.ts';
import { call, TOKEN } from '../support/call.ts';

const BUTTONS = [[{ text: 'Go', callback_data: 'go' }]];

test.concurrent('chats are put back as they were, and everything is counted on from there', async () => {
  await using before = await start();
  const { id: me } = before.world.english;
  before.world.say(me, me, '/start');
  for (const chat_id of [me, before.world.group.id])
    await call(before, 'sendMessage', { chat_id, text: 'old', reply_markup: { inline_keyboard: BUTTONS } });
  const old = [...before.world.messages(me, me), ...before.world.messages(me, before.world.group.id)];
  const [newest] = before.world.messages(me, me).slice(-1);
  const pressed = before.world.press(me, me, newest?.message_id ?? 0, 'go');

  await using after = await start();
  const { world } = after;
  world.restore(old, pressed.updateId + 1);
  expect([...world.messages(me, me), ...world.messages(me, world.group.id)]).toEqual(old);
  const again = world.press(me, me, newest?.message_id ?? 0, 'go');
  expect(again.updateId).toBe(pressed.updateId + 1);
  expect(again.id).not.toBe(pressed.id);
  await call(after, 'editMessageText', { chat_id: me, message_id: newest?.message_id, text: 'new' });
  expect(world.messages(me, me).at(-1)?.text).toBe('new');
  expect(world.say(me, me, 'more').message_id).toBe((newest?.message_id ?? 0) + 1);
});

async function start() {
  const telegram = await startTelegram({ token: TOKEN, strict: true });
  return Object.assign(telegram, { [Symbol.asyncDispose]: () => telegram.close() });
}
