import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { type SandboxTelegram, startTelegram, type World } from '../../../../src/sandbox/telegram/index.ts';
import { call, TOKEN } from '../support/call.ts';

let telegram: SandboxTelegram;
let world: World;
let group: number;

beforeEach(async () => {
  telegram = await startTelegram({ token: TOKEN, strict: true });
  const started = telegram;
  onTestFinished(() => started.close());
  world = telegram.world;
  group = world.group.id;
});

test('an anonymous administrator writes and edits as the group', async () => {
  const { message_id } = world.say(world.persian.id, group, '/start', { as: 'group' });
  world.edit(world.persian.id, group, message_id, '/help');
  const sender = {
    from: { id: 1087968824, is_bot: true, first_name: 'Group', username: 'GroupAnonymousBot' },
    sender_chat: world.group,
  };
  const { result } = await call(telegram, 'getUpdates');
  expect(result).toMatchObject([
    { message: { ...sender, text: '/start' } },
    { edited_message: { ...sender, message_id, text: '/help' } },
  ]);
});

test('a person writes as their channel', async () => {
  world.say(world.english.id, group, '/start', { as: 'channel' });
  const { result } = await call(telegram, 'getUpdates');
  expect(result).toMatchObject([
    {
      message: {
        from: { id: 136817688, is_bot: true, first_name: 'Channel', username: 'Channel_Bot' },
        sender_chat: { type: 'channel', title: expect.stringContaining('Alex') },
      },
    },
  ]);
});

test('only the creator is an anonymous administrator, and private chats have no other senders', () => {
  expect(() => world.say(world.english.id, group, 'x', { as: 'group' })).toThrow('no_rights');
  expect(() => world.say(world.english.id, world.english.id, 'x', { as: 'channel' })).toThrow('no_rights');
  const { message_id } = world.say(world.persian.id, group, 'x', { as: 'group' });
  expect(() => world.edit(world.english.id, group, message_id, 'y')).toThrow('unknown_message');
});
