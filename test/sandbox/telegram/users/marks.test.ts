import { beforeEach, expect, onTestFinished, test } from 'vitest';
import {
  PageRefusal,
  type SandboxTelegram,
  startTelegram,
  type World,
} from '../../../../src/sandbox/telegram/index.ts';
import { call, startChat, TOKEN } from '../support/call.ts';

let telegram: SandboxTelegram;
let world: World;
let me: number;

beforeEach(async () => {
  const started = await startChat({ strict: true });
  onTestFinished(() => started.telegram.close());
  ({ telegram, me } = started);
  world = telegram.world;
  world.clearUpdates();
});

async function newUpdates(): Promise<unknown> {
  const { result } = await call(telegram, 'getUpdates');
  world.clearUpdates();
  return result;
}

async function sent(chat: number, text: string): Promise<number> {
  await call(telegram, 'sendMessage', { chat_id: chat, text });
  return world.messages(me, chat).at(-1)?.message_id ?? 0;
}

test('the newest pinned message is the newest one sent, whichever was pinned last', async () => {
  const [one, two] = [await sent(me, 'one'), await sent(me, 'two')];
  for (const message_id of [two, one]) await call(telegram, 'pinChatMessage', { chat_id: me, message_id });
  expect(world.pinned(me, me)).toEqual([one, two]);
  expect(await call(telegram, 'getChat', { chat_id: me })).toMatchObject({
    result: { pinned_message: { text: 'two' } },
  });
  await call(telegram, 'unpinChatMessage', { chat_id: me });
  expect(world.pinned(me, me)).toEqual([one]);
});

test('the bot hears of pins, also of its own, and of no unpinning', async () => {
  const message_id = await sent(me, 'one');
  await call(telegram, 'pinChatMessage', { chat_id: me, message_id });
  expect(await newUpdates()).toMatchObject([
    { message: { from: { id: world.bot.id }, chat: { id: me }, pinned_message: { message_id, text: 'one' } } },
  ]);
  world.pin(me, me, message_id, false);
  expect(world.pinned(me, me)).toEqual([]);
  expect(await newUpdates()).toEqual([]);
  world.pin(me, me, message_id);
  expect(await newUpdates()).toMatchObject([{ message: { from: { id: me }, pinned_message: { message_id } } }]);
});

test('a deleted message is not pinned any more; a service message is never pinned', async () => {
  const message_id = await sent(me, 'one');
  world.pin(me, me, message_id);
  const told = world.messages(me, me).at(-1)?.message_id ?? 0;
  expect(() => world.pin(me, me, told)).toThrow(new PageRefusal('unknown_message'));
  world.deleteMessage(me, me, message_id);
  expect(world.pinned(me, me)).toEqual([]);
});

test('nothing is pinned in a group that became a supergroup', async () => {
  const basic = await startTelegram({ token: TOKEN, strict: true, group: 'group' });
  onTestFinished(() => basic.close());
  const { english, persian, group } = basic.world;
  const { message_id } = basic.world.say(english.id, group.id, 'one');
  basic.world.upgradeGroup(persian.id);
  const before = basic.world.messages(english.id, group.id);
  expect(() => basic.world.pin(english.id, group.id, message_id)).toThrow('unknown_chat');
  expect(basic.world.messages(english.id, group.id)).toEqual(before);
});

test('only an administrator that asks for them hears of reactions in the group', async () => {
  const group = world.group.id;
  const message_id = await sent(group, 'one');
  const asked = { allowed_updates: ['message', 'message_reaction'] };
  const [thumb, heart] = [
    { type: 'emoji', emoji: '👍' },
    { type: 'emoji', emoji: '❤' },
  ];
  world.promoteBot(world.persian.id, { can_pin_messages: true });
  world.react(me, group, message_id, '👍');
  expect(JSON.stringify(await newUpdates())).not.toContain('message_reaction');
  await call(telegram, 'getUpdates', asked);
  world.react(me, group, message_id, '👍');
  expect(await newUpdates()).toEqual([]);
  world.react(me, group, message_id, '❤');
  world.react(me, group, message_id);
  expect(await newUpdates()).toMatchObject([
    {
      message_reaction: {
        chat: { id: group, type: 'supergroup' },
        message_id,
        user: { id: me },
        date: expect.any(Number),
        old_reaction: [thumb],
        new_reaction: [heart],
      },
    },
    { message_reaction: { old_reaction: [heart], new_reaction: [] } },
  ]);
  world.promoteBot(world.persian.id, {});
  world.clearUpdates();
  world.react(me, group, message_id, '👍');
  expect(await newUpdates()).toEqual([]);
  const inPrivate = await sent(me, 'two');
  world.react(me, me, inPrivate, '👍');
  expect(await newUpdates()).toEqual([]);
  expect(world.reactions(me, me, inPrivate, me)).toEqual([thumb]);
});

test('reactions that do not exist, and of what is not there, are refused', async () => {
  const message_id = await sent(me, 'one');
  expect(() => world.react(me, me, message_id, 'x')).toThrow(new PageRefusal('unknown_reaction'));
  expect(() => world.react(me, me, 99, '👍')).toThrow(new PageRefusal('unknown_message'));
});
