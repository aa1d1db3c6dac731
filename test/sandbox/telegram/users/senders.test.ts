import { beforeEach, expect, test } from 'vitest';
import type { SandboxTelegram, World } from '../../../../src/sandbox/telegram/index.ts';
import { call, openStrict } from '../support/call.ts';

let telegram: SandboxTelegram;
let world: World;
let group: number;

beforeEach(async () => {
  telegram = await openStrict();
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

test('an edit changes a text or a caption; nothing else has words', async () => {
  const { id } = world.english;
  const file = { name: 'x.txt', type: 'text/plain', bytes: Buffer.from('x') };
  const document = world.upload(id, id, file, '#before');
  expect(world.edit(id, id, document.message_id, 'after')).toMatchObject({ caption: 'after', document: {} });
  expect(world.messages(id, id).at(-1)).not.toHaveProperty('text');
  expect(world.messages(id, id).at(-1)).not.toHaveProperty('caption_entities');
  expect(world.edit(id, id, document.message_id, '')).not.toHaveProperty('caption');
  expect(() => world.edit(id, id, document.message_id, 'x'.repeat(1025))).toThrow('too_long');
  const command = world.say(id, id, '/start');
  expect(world.edit(id, id, command.message_id, 'plain')).not.toHaveProperty('entities');
  const { message_id } = world.say(id, group, 'pin me');
  world.pin(id, group, message_id);
  const card = { type: 'article' as const, id: '1', title: 'x', input_message_content: { message_text: 'x' } };
  const fixed = [
    world.share(id, id, 'location'),
    world.choose(id, id, card),
    world.messages(id, group).at(-1) ?? command,
  ];
  expect(fixed[2]).toHaveProperty('pinned_message');
  for (const { chat, message_id: one } of fixed)
    expect(() => world.edit(id, chat.id, one, 'x')).toThrow('unknown_message');
});

test('only the creator and anonymous administrators write as the group, and private chats have no other senders', () => {
  const asGroup = () => world.say(world.english.id, group, 'x', { as: 'group' });
  expect(asGroup).toThrow('no_rights');
  world.promotePerson(world.persian.id, world.english.id, { can_pin_messages: true });
  expect(asGroup).toThrow('no_rights');
  world.promotePerson(world.persian.id, world.english.id, { is_anonymous: true });
  asGroup();
  expect(() => world.say(world.english.id, world.english.id, 'x', { as: 'channel' })).toThrow('no_rights');
  const { message_id } = world.say(world.persian.id, group, 'x', { as: 'group' });
  expect(() => world.edit(world.english.id, group, message_id, 'y')).toThrow('unknown_message');
});
