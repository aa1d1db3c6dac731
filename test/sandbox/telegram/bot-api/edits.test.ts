import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type SandboxTelegram, startTelegram } from '../../../../src/sandbox/telegram/index.ts';
import { call, outcome, startChat, TOKEN } from '../support/call.ts';

let telegram: SandboxTelegram;
let me: number;
let group: number;

beforeEach(async () => {
  ({ telegram, me, group } = await startChat());
});

afterEach(() => telegram.close());

const go = { inline_keyboard: [[{ text: 'Go', callback_data: 'go' }]] };

async function send(parameters: object = {}, chat_id = me): Promise<number> {
  await call(telegram, 'sendMessage', { chat_id, text: 'hello', ...parameters });
  return telegram.world.messages(me, chat_id).at(-1)?.message_id ?? 0;
}

const edit = (message_id: number, parameters: object = {}, method = 'editMessageText') =>
  outcome(telegram, method, { chat_id: me, message_id, text: 'y', ...parameters });
const bad = (words: string) => `400 Bad Request: ${words}`;

describe('an edit is refused', () => {
  test('of a message that was sent with another keyboard than its own', async () => {
    for (const reply_markup of [{ keyboard: [['x']] }, { remove_keyboard: true }, { force_reply: true }]) {
      const id = await send({ reply_markup });
      expect(await edit(id)).toBe(bad("message can't be edited"));
      expect(await edit(id, { reply_markup: go }, 'editMessageReplyMarkup')).toBe(bad("message can't be edited"));
    }
  });

  test('of what only tells of something, of a forwarded message and of a person’s', async () => {
    const id = await send();
    await call(telegram, 'pinChatMessage', { chat_id: me, message_id: id });
    const service = telegram.world.messages(me, me).at(-1)?.message_id ?? 0;
    await call(telegram, 'forwardMessage', { chat_id: me, from_chat_id: me, message_id: id });
    const forwarded = telegram.world.messages(me, me).at(-1)?.message_id ?? 0;
    const theirs = telegram.world.say(me, me, 'mine').message_id;
    for (const other of [service, forwarded, theirs]) expect(await edit(other)).toBe(bad("message can't be edited"));
    const media = { type: 'document', media: 'x' };
    expect(await edit(theirs, { media }, 'editMessageMedia')).toBe(bad("message media can't be edited"));
  });

  test('of a contact or a place, but for the keyboard; of a voice message, but for the caption', async () => {
    const { world } = telegram;
    const ogg = { name: 'a.ogg', type: 'audio/ogg', bytes: new Uint8Array(Buffer.from('OggS')) };
    const copyOf = async (message_id: number) => {
      const { result } = await call(telegram, 'copyMessage', { chat_id: me, from_chat_id: me, message_id });
      return Number(Object(result).message_id);
    };
    const media = { media: { type: 'document', media: 'x' } };
    for (const shared of [world.share(me, me, 'contact'), world.share(me, me, 'location')]) {
      const id = await copyOf(shared.message_id);
      expect(world.messages(me, me).at(-1)).toMatchObject({
        ...(shared.contact && { contact: shared.contact }),
        ...(shared.location && { location: shared.location }),
      });
      expect(await edit(id)).toBe(bad("message can't be edited"));
      expect(await edit(id, { caption: 'x' }, 'editMessageCaption')).toBe(bad("message can't be edited"));
      expect(await edit(id, media, 'editMessageMedia')).toBe(bad("message media can't be edited"));
      expect(await edit(id, { reply_markup: go }, 'editMessageReplyMarkup')).toBe('ok');
    }
    const voice = await copyOf(world.upload(me, me, ogg).message_id);
    expect(await edit(voice)).toBe(bad('there is no text in the message to edit'));
    expect(await edit(voice, media, 'editMessageMedia')).toBe(bad("message media can't be edited"));
    expect(await edit(voice, { caption: 'x' }, 'editMessageCaption')).toBe('ok');
    expect(world.messages(me, me).at(-1)).toMatchObject({ voice: { mime_type: 'audio/ogg' }, caption: 'x' });
  });

  test('in the order of Telegram’s checks', async () => {
    const id = await send();
    expect(await edit(99, { text: '' })).toBe(bad('message text is empty'));
    expect(await edit(99, { parse_mode: 'x' })).toBe(bad('unsupported parse_mode'));
    expect(await edit(99, { reply_markup: [] })).toBe(bad('object expected as reply markup'));
    const without = { text: 'y' };
    expect(await outcome(telegram, 'editMessageText', without)).toBe(bad('message identifier is not specified'));
    expect(await outcome(telegram, 'editMessageText', { ...without, message_id: id })).toBe(bad('chat_id is empty'));
    expect(await edit(0)).toBe(bad('message to edit not found'));
    expect(await edit(id, { chat_id: 1 })).toBe(bad('chat not found'));
    expect(await edit(id, { caption: 'x' }, 'editMessageCaption')).toBe(
      bad('there is no caption in the message to edit'),
    );
    expect(await edit(id, { text: ' ', reply_markup: { keyboard: [['x']] } })).toBe(bad('inline keyboard expected'));
    expect(await edit(id, { text: '\u00a0' })).toBe(bad('text must be non-empty'));
    expect(await edit(id, { text: 'x'.repeat(4097) })).toBe(bad('MESSAGE_TOO_LONG'));
    expect(await edit(id, {}, 'editMessageMedia')).toBe(bad('parameter "media" is required'));
    expect(await edit(id, { media: '{' }, 'editMessageMedia')).toBe(bad("can't parse input media JSON object"));
    expect(await edit(id, { media: [] }, 'editMessageMedia')).toBe(bad("can't parse InputMedia: expected an Object"));
    expect(await edit(id, { media: { type: 'photo' } }, 'editMessageMedia')).toBe(
      bad("can't parse InputMedia: media not found"),
    );
    expect(await edit(id, { media: { type: 'song', media: 'x' } }, 'editMessageMedia')).toBe(
      bad('can\'t parse InputMedia: type "song" is unsupported'),
    );
    telegram.world.block(me, true);
    expect(await edit(99)).toBe(bad('message to edit not found'));
    expect(await edit(id)).toBe('403 Forbidden: bot was blocked by the user');
  });
});

test('the answer to an edit holds no replied message, and its chat keeps it', async () => {
  const asked = telegram.world.say(me, me, 'which?').message_id;
  const id = await send({ reply_parameters: { message_id: asked } });
  const { result } = await call(telegram, 'editMessageText', { chat_id: me, message_id: id, text: 'y' });
  expect(result).not.toHaveProperty('reply_to_message');
  expect(telegram.world.messages(me, me).at(-1)).toMatchObject({ reply_to_message: { message_id: asked } });
});

describe('deletion', () => {
  const remove = (message_ids: unknown, chat_id: unknown = me) =>
    outcome(telegram, 'deleteMessages', { chat_id, message_ids });

  test('of several is refused as a whole where one can’t be deleted; missing ones are skipped', async () => {
    const { world } = telegram;
    const mine = await send({}, group);
    const theirs = world.say(me, group, 'mine');
    expect(await remove([mine, theirs.message_id], group)).toBe(bad("message can't be deleted"));
    expect(world.messages(me, group)).toHaveLength(2);
    expect(await remove([mine, 99_999], group)).toBe('ok');
    expect(world.messages(me, group)).toEqual([theirs]);
  });

  test.each<[unknown, string]>([
    [undefined, 'message identifiers are not specified'],
    [[], 'message identifiers are not specified'],
    [7, 'expected an Array of message identifiers'],
    ['[', "can't parse message_ids JSON object"],
    [[{}], 'message identifier must be a Number'],
    [['x'], "can't parse message identifier as a Number"],
    [[0], 'invalid message identifier specified'],
    [Array(101).fill(1), 'too many message identifiers specified'],
  ])('of %j', async (ids, words) => {
    expect(await remove(ids)).toBe(bad(words));
  });

  test('without a chat or a message', async () => {
    const one = (parameters: object) => outcome(telegram, 'deleteMessage', parameters);
    expect(await one({ message_id: 7 })).toBe(bad('chat identifier is not specified'));
    expect(await one({ chat_id: me })).toBe(bad('message identifier is not specified'));
    expect(await one({ chat_id: me, message_id: 99 })).toBe(bad('message to delete not found'));
    expect(await remove([7], '')).toBe(bad('chat_id is empty'));
  });

  test('of the bot’s own service message in a group needs the right', async () => {
    const { world } = telegram;
    const id = await send({}, group);
    world.botRights.can_pin_messages = true;
    await call(telegram, 'pinChatMessage', { chat_id: group, message_id: id });
    const service = world.messages(me, group).at(-1)?.message_id ?? 0;
    expect(await remove([service], group)).toBe(bad("message can't be deleted"));
    world.botRights.can_delete_messages = true;
    expect(await remove([service], group)).toBe('ok');
  });

  test('in a basic group', async () => {
    const other = await startTelegram({ token: TOKEN, group: 'group' });
    try {
      const { world } = other;
      const { id } = world.group;
      const theirs = world.say(me, id, '/start').message_id;
      const one = () => outcome(other, 'deleteMessage', { chat_id: id, message_id: theirs });
      expect(await one()).toBe(bad("message can't be deleted for everyone"));
      world.botRights.can_restrict_members = true;
      world.age(me, id, theirs, 48 * 60 * 60 + 1);
      expect(await one()).toBe(bad("message can't be deleted for everyone"));
      world.age(me, id, theirs, -60);
      expect(await one()).toBe('ok');
    } finally {
      await other.close();
    }
  });
});
