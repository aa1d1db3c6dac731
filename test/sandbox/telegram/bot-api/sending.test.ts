import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { SandboxTelegram } from '../../../../src/sandbox/telegram/index.ts';
import { call, outcome, png, startChat, TOKEN } from '../support/call.ts';

let telegram: SandboxTelegram;
let me: number;
let group: number;

beforeEach(async () => {
  ({ telegram, me, group } = await startChat());
});

afterEach(() => telegram.close());

const bad = (words: string) => `400 Bad Request: ${words}`;
const send = (parameters: object) => outcome(telegram, 'sendMessage', { chat_id: me, text: 'x', ...parameters });
const last = () => telegram.world.messages(me, me).at(-1);

describe('in the order of Telegram’s checks', () => {
  test('the text’s markup, the reply, the keyboard, the chat, the replied message, the content, the person', async () => {
    const reply = { reply_parameters: { message_id: 99_999 } };
    const many = { reply_markup: { inline_keyboard: [Array(9).fill({ text: 'x', callback_data: 'x' })] } };
    expect(await send({ text: '', chat_id: 1 })).toBe(bad('message text is empty'));
    expect(await send({ text: '<b>', parse_mode: 'HTML', chat_id: 1 })).toBe(
      bad('can\'t parse entities: Can\'t find end tag corresponding to start tag "b"'),
    );
    expect(await send({ ...reply, chat_id: 1 })).toBe(bad('chat not found'));
    expect(await send({ ...reply, ...many })).toBe(bad('message to be replied not found'));
    expect(await send({ ...many, text: ' ' })).toBe(bad('reply markup is too long'));
    telegram.world.block(me, true);
    expect(await send({ text: ' ' })).toBe(bad('text must be non-empty'));
    expect(await send({})).toBe('403 Forbidden: bot was blocked by the user');
  });

  test('a copy and a forward look for their message first', async () => {
    const copy = { chat_id: 1, from_chat_id: me, message_id: 99 };
    expect(await outcome(telegram, 'copyMessage', copy)).toBe(bad('message to copy not found'));
    expect(await outcome(telegram, 'forwardMessage', copy)).toBe(bad('message to forward not found'));
    expect(await outcome(telegram, 'forwardMessage', { chat_id: me })).toBe(
      bad('parameter "from_chat_id" is required'),
    );
  });
});

describe('parameters', () => {
  test.each<[string, object, string]>([
    ['entities that are no object', { entities: ['x'] }, "can't parse MessageEntity: expected an Object"],
    [
      'an entity without a place',
      { entities: [{ type: 'bold' }] },
      'can\'t parse MessageEntity: Can\'t find field "offset"',
    ],
    [
      'an entity of a wrong place',
      { entities: [{ type: 'bold', offset: 'x', length: 1 }] },
      'can\'t parse MessageEntity: Field "offset" must be a valid Number',
    ],
    [
      'an entity of no number',
      { entities: [{ type: 'bold', offset: true, length: 1 }] },
      'can\'t parse MessageEntity: Field "offset" must be a Number',
    ],
    [
      'an unknown entity',
      { entities: [{ type: 'x', offset: 0, length: 1 }] },
      "can't parse MessageEntity: Unsupported type specified",
    ],
    ['a reply that is none', { reply_parameters: 7 }, 'object expected as reply parameters'],
    ['a reply that is no JSON', { reply_parameters: '{' }, "can't parse reply parameters JSON object"],
    ['a reply to nothing said', { reply_parameters: { quote: 'x' } }, 'can\'t find field "message_id"'],
    ['a preview that is none', { link_preview_options: [] }, 'object expected as link preview options'],
    [
      'a preview’s flag',
      { link_preview_options: { is_disabled: 'yes' } },
      'field "is_disabled" must be of type Boolean',
    ],
  ])('%s', async (_what, parameters, words) => {
    expect(await send(parameters)).toBe(bad(words));
  });

  test('numbers and booleans are read as far as they go, entities that are no array are ignored', async () => {
    expect(await send({ chat_id: String(me), protect_content: 'yes', entities: {}, disable_notification: 7 })).toBe(
      'ok',
    );
    expect(last()).toMatchObject({ has_protected_content: true });
    expect(await send({ protect_content: 'sure', entities: 'x' })).toBe('ok');
    expect(last()).not.toHaveProperty('has_protected_content');
    const id = last()?.message_id;
    expect(await outcome(telegram, 'deleteMessage', { chat_id: me, message_id: `${id}x` })).toBe('ok');
    expect(await send({ chat_id: 'x' })).toBe(bad('chat not found'));
    expect(await send({ text: 7 })).toBe('ok');
    expect(last()).toMatchObject({ text: '7' });
    expect(await send({ text: null })).toBe('ok');
    expect(last()).toMatchObject({ text: 'null' });
  });

  test('an empty reply is none, and one to nothing can be left out', async () => {
    expect(await send({ reply_parameters: {} })).toBe('ok');
    expect(await send({ reply_parameters: { message_id: -1 } })).toBe('ok');
    expect(await send({ reply_parameters: { message_id: 99, allow_sending_without_reply: true } })).toBe('ok');
    expect(last()).not.toHaveProperty('reply_to_message');
  });

  test('a quote is a part of the replied message', async () => {
    await send({ text: 'web1 is on' });
    const { message_id = 0 } = last() ?? {};
    const quote = (fields: object) => send({ reply_parameters: { message_id, ...fields } });
    expect(await quote({ quote: '<b>is</b> on', quote_parse_mode: 'HTML', quote_position: 5 })).toBe('ok');
    expect(last()?.quote).toEqual({
      text: 'is on',
      entities: [{ type: 'bold', offset: 0, length: 2 }],
      position: 5,
      is_manual: true,
    });
    expect(await quote({})).toBe('ok');
    expect(last()?.quote).toBeUndefined();
    expect(await quote({ quote: 'is off' })).toBe(bad('QUOTE_TEXT_INVALID'));
    expect(await quote({ quote: 'x', quote_parse_mode: 'XML' })).toBe(bad('unsupported parse_mode'));
    expect(await quote({ quote: '<b>is', quote_parse_mode: 'HTML' })).toBe(
      bad('can\'t parse entities: Can\'t find end tag corresponding to start tag "b"'),
    );
  });

  test('parameters of earlier versions count where their successors are missing', async () => {
    await send({});
    const { message_id = 0 } = last() ?? {};
    expect(await send({ reply_to_message_id: `${message_id}`, disable_web_page_preview: true })).toBe('ok');
    expect(telegram.world.calls.at(-1)?.params).toMatchObject({
      reply_parameters: { message_id },
      link_preview_options: { is_disabled: true },
    });
    expect(last()?.reply_to_message?.message_id).toBe(message_id);
    expect(await send({ reply_to_message_id: 99_999 })).toBe(bad('message to be replied not found'));
    expect(await send({ reply_to_message_id: 99_999, allow_sending_without_reply: 'true' })).toBe('ok');
    expect(await send({ reply_to_message_id: 99_999, reply_parameters: { message_id } })).toBe('ok');
  });

  test('parameters that ask for nothing are no others', async () => {
    const nothing = { allow_paid_broadcast: false, business_connection_id: '', direct_messages_topic_id: 0 };
    expect(await send(nothing)).toBe('ok');
    expect(await send({ allow_paid_broadcast: true })).toMatch(/^501 .*allow_paid_broadcast/);
    expect(await send({ direct_messages_topic_id: 7 })).toMatch(/^501 .*direct_messages_topic_id/);
  });

  test('an effect is a number', async () => {
    const effectOf = async (message_effect_id: string) => {
      await send({ message_effect_id });
      return last()?.effect_id;
    };
    expect(await effectOf('5104841245755180586')).toBe('5104841245755180586');
    expect(await effectOf('12x')).toBe('12');
    expect(await effectOf('abc')).toBeUndefined();
    expect(await effectOf('0')).toBeUndefined();
  });

  test('of a preview only what differs from the usual is told', async () => {
    await send({ link_preview_options: { is_disabled: true, prefer_small_media: true } });
    expect(last()).not.toHaveProperty('link_preview_options');
    await send({ text: 'a.io', link_preview_options: { is_disabled: true, prefer_small_media: true } });
    expect(last()).toMatchObject({ link_preview_options: { is_disabled: true } });
    expect(last()?.link_preview_options).not.toHaveProperty('prefer_small_media');
  });
});

test('the bot in a message is its name, without what getMe adds', async () => {
  const { result } = await call(telegram, 'sendMessage', { chat_id: me, text: 'x' });
  const { id, first_name, username } = telegram.world.bot;
  expect(result).toMatchObject({ from: { id, is_bot: true, first_name, username } });
  expect(JSON.stringify(result)).not.toContain('can_join_groups');
  expect((await call(telegram, 'getMe')).result).toHaveProperty('can_join_groups');
});

describe('copies and forwards', () => {
  test('the bot copies what is protected, and forwards it not', async () => {
    await send({ protect_content: true });
    const parameters = { chat_id: group, from_chat_id: me, message_id: last()?.message_id };
    expect(await outcome(telegram, 'copyMessage', parameters)).toBe('ok');
    expect(telegram.world.messages(me, group).at(-1)).not.toHaveProperty('has_protected_content');
    expect(await outcome(telegram, 'forwardMessage', parameters)).toBe(bad("the message can't be forwarded"));
  });

  test('not what only tells of something', async () => {
    await send({});
    await call(telegram, 'pinChatMessage', { chat_id: me, message_id: last()?.message_id });
    const parameters = { chat_id: me, from_chat_id: me, message_id: last()?.message_id };
    expect(await outcome(telegram, 'copyMessage', parameters)).toBe(bad("the message can't be copied"));
    expect(await outcome(telegram, 'forwardMessage', parameters)).toBe(bad("the message can't be forwarded"));
    expect(await outcome(telegram, 'pinChatMessage', { chat_id: me, message_id: last()?.message_id })).toBe(
      bad("service messages can't be pinned"),
    );
  });

  test('a caption replaces a caption, also with nothing, and no text', async () => {
    const { world } = telegram;
    const photo = world.upload(me, me, { name: 'x.png', type: 'image/png', bytes: png(3, 4) }, 'before').message_id;
    const copy = (message_id: number, caption: string) =>
      call(telegram, 'copyMessage', { chat_id: me, from_chat_id: me, message_id, caption });
    await copy(photo, 'after');
    expect(last()).toMatchObject({ caption: 'after' });
    await copy(photo, '');
    expect(last()).not.toHaveProperty('caption');
    await copy(world.say(me, me, 'a text').message_id, 'after');
    expect(last()).toMatchObject({ text: 'a text' });
    expect(last()).not.toHaveProperty('caption');
    await copy(world.share(me, me, 'location').message_id, 'after');
    expect(last()).toMatchObject({ location: {} });
    expect(last()).not.toHaveProperty('caption');
    await call(telegram, 'sendRichMessage', { chat_id: me, rich_message: { markdown: 'rich' } });
    await copy(last()?.message_id ?? 0, 'after');
    expect(last()).toMatchObject({ rich_message: {} });
    expect(last()).not.toHaveProperty('caption');
  });

  test('a forward tells its origin in the old fields as well', async () => {
    const said = telegram.world.say(me, me, 'x');
    const parameters = { chat_id: group, from_chat_id: me, message_id: said.message_id };
    expect((await call(telegram, 'forwardMessage', parameters)).result).toMatchObject({
      forward_origin: { type: 'user', sender_user: { id: me } },
      forward_from: { id: me },
      forward_date: said.date,
    });
  });
});

describe('files', () => {
  test.each<[string, object, string]>([
    ['sendPhoto', {}, 'there is no photo in the request'],
    ['sendPhoto', { photo: 'attach://x' }, 'there is no photo in the request'],
    ['sendDocument', {}, 'there is no document in the request'],
    [
      'sendDocument',
      { document: 'http://a b.com/x' },
      'invalid file HTTP URL specified: Disallowed character in URL host',
    ],
    ['sendDocument', { document: 'x.y:0' }, 'invalid file HTTP URL specified: Wrong port number specified in the URL'],
    ['sendDocument', { document: 'abcde' }, 'wrong remote file identifier specified: Wrong string length'],
    ['sendDocument', { document: 'a b!' }, 'wrong remote file identifier specified: Wrong character in the string'],
    [
      'sendDocument',
      { document: 'nothing' },
      "wrong remote file identifier specified: can't unserialize it. Wrong last symbol",
    ],
    ['getFile', {}, 'file_id not specified'],
    ['getFile', { file_id: 'nothing' }, 'invalid file_id'],
  ])('%s %j', async (method, parameters, words) => {
    expect(await outcome(telegram, method, { chat_id: me, ...parameters })).toBe(bad(words));
  });

  test('a photo of over 10 MB, and a file of the other kind', async () => {
    const form = new FormData();
    form.set('chat_id', String(me));
    form.set('photo', new File([new Uint8Array(10 * 1024 * 1024 + 1)], 'x.png'));
    const response = await fetch(`${telegram.url}/bot${TOKEN}/sendPhoto`, { method: 'POST', body: form });
    expect(await response.json()).toMatchObject({
      description:
        'Bad Request: file of size 10485761 bytes is too big for a photo; the maximum size is 10485760 bytes',
    });
    const { photo } = telegram.world.upload(me, me, { name: 'x.png', type: 'image/png', bytes: png(3, 4) });
    const document = photo?.[0]?.file_id;
    expect(await outcome(telegram, 'sendDocument', { chat_id: me, document })).toBe(
      bad("can't use file of type Photo as Document"),
    );
    const asFile = { chat_id: me, document, disable_content_type_detection: true };
    expect(await outcome(telegram, 'sendDocument', asFile)).toBe(bad("can't use file of type Photo as DocumentAsFile"));
  });
});

test('chat actions have their old names, in any case', async () => {
  const act = (action: string) => outcome(telegram, 'sendChatAction', { chat_id: me, action });
  for (const action of ['TYPING', 'record_audio', 'upload_audio', 'pick_up_location', 'cancel'])
    expect(await act(action)).toBe('ok');
  expect(await outcome(telegram, 'sendChatAction', { chat_id: 1 })).toBe(bad('wrong parameter action in request'));
});

test.each<[string, unknown, string]>([
  ['no array', 7, 'expected an Array of ReactionType'],
  ['no JSON', '[', "can't parse reaction types JSON object"],
  ['no object', ['👍'], "can't parse ReactionType: expected an Object"],
  ['no type', [{}], 'can\'t parse ReactionType: Can\'t find field "type"'],
  ['a paid one', [{ type: 'paid' }], "can't parse ReactionType: invalid reaction type specified"],
  ['no emoji', [{ type: 'emoji' }], 'can\'t parse ReactionType: Can\'t find field "emoji"'],
])('a reaction of %s', async (_what, reaction, words) => {
  expect(await outcome(telegram, 'setMessageReaction', { chat_id: me, message_id: 99, reaction })).toBe(bad(words));
});
