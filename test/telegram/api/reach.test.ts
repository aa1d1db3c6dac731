import { Bot } from 'grammy';
import type { ApiResponse, ChatMember, Update, UserFromGetMe } from 'grammy/types';
import { expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../../src/store/index.ts';
import { createReach } from '../../../src/telegram/api/reach.ts';

const GROUP = -100;
const FORBIDDEN: ApiResponse<never> = { ok: false, error_code: 403, description: 'Forbidden: bot was kicked' };
const TAKEN: ApiResponse<true> = { ok: true, result: true };
const me = { id: 1, is_bot: true, first_name: 'bot', username: 'bot' } as UserFromGetMe;

/** The chats in which two processes over one store may write. */
async function enter() {
  const store = await openStore('sqlite::memory:');
  onTestFinished(() => store.close());
  const clock = { now: 1_000_000 };
  const noted: string[] = [];
  const create = () => {
    const reach = createReach({
      chats: store.chats,
      waitsIn: async () => true,
      note: (chat, why) => void noted.push(`${chat} ${why}`),
      report(error) {
        throw error;
      },
      now: () => ++clock.now,
    });
    const bot = new Bot('1:a', { botInfo: me });
    bot.use(reach.listen);
    const member = async (userId: number, status: 'kicked' | 'left' | 'member') => {
      const user = { id: userId, is_bot: userId === me.id, first_name: 'x' };
      const change = {
        chat: { id: GROUP, type: 'supergroup', title: 'x' },
        from: user,
        date: 1,
        old_chat_member: { status: 'member', user } as ChatMember,
        new_chat_member: { status, user } as ChatMember,
      } as const;
      await bot.handleUpdate({
        update_id: 1,
        [userId === me.id ? 'my_chat_member' : 'chat_member']: change,
      } as Update);
    };
    /** Sends a message that Telegram answers with `answer`. */
    const send = (answer: ApiResponse<unknown> | Promise<ApiResponse<unknown>>) =>
      reach.watch(async () => (await answer) as never, 'sendMessage', { chat_id: GROUP, text: 'x' });
    return { reach, member, send };
  };
  return { ...create(), another: create(), store, clock, noted };
}

test('a message that was under way when the bot was removed does not end the silence', async () => {
  const { reach, member, send, noted } = await enter();
  const { promise, resolve } = Promise.withResolvers<ApiResponse<unknown>>();
  const sending = send(promise);
  await member(me.id, 'kicked');
  resolve(TAKEN);
  await sending;
  expect((await reach.standing(GROUP)).silence?.why).toBe('removed');
  expect(noted).toEqual([`${GROUP} removed`]);
});

test('messages that are refused at the same time are noted once', async () => {
  const { send, noted } = await enter();
  await Promise.all([send(FORBIDDEN), send(FORBIDDEN), send(FORBIDDEN)]);
  expect(noted).toEqual([`${GROUP} refused`]);
});

test('a silence that may be over is noted as such once a message is taken', async () => {
  const { reach, send, clock, noted } = await enter();
  await send(FORBIDDEN);
  clock.now += 3_700_000;
  expect((await reach.standing(GROUP)).silence).toBeUndefined();
  await send(FORBIDDEN);
  expect(noted).toEqual([`${GROUP} refused`]);
  clock.now += 3_700_000;
  expect((await reach.standing(GROUP)).silence).toBeUndefined();
  await send(TAKEN);
  expect((await reach.standing(GROUP)).silence).toBeUndefined();
  expect(noted).toEqual([`${GROUP} refused`, `${GROUP} undefined`]);
});

test('a leaving person is known at once to another process that has just written there', async () => {
  const { reach, send, another } = await enter();
  await send(TAKEN);
  expect(await reach.standing(GROUP)).toEqual({});
  await another.member(42, 'left');
  expect(await reach.standing(GROUP)).toEqual({ left: [42] });
});

test('a leaving person is known, though the chat was looked up while that was noted', async () => {
  const { reach, send, member } = await enter();
  await send(TAKEN);
  const leaving = member(42, 'left');
  await Promise.all([reach.standing(GROUP), reach.standing(GROUP)]);
  await leaving;
  expect(await reach.standing(GROUP)).toEqual({ left: [42] });
});
