import type { Message, MessageOrigin, ReplyParameters } from 'grammy/types';
import type { Backend, Content, Room } from '../../backend/backend.ts';
import { CAPTION_LIMIT, TEXT_LIMIT } from '../../choices.ts';
import { fixText, lengthOf, parseText, type TextParameters } from '../../text/format.ts';
import { chooseMarkup, readMarkup } from '../markup.ts';
import { badRequest, Refusal, refusal } from '../refusal.ts';
import { type EphemeralOptions, receiverOf } from './receiver.ts';

/** A part that is read at once and checked when the chat is known: the order in which Telegram refuses. */
export type Later<T> = () => T;

/** @throws Refusal for unreadable markup; later for an empty or too long text @param tooLong TDLib has these words only for new messages */
export function textOf(
  backend: Backend,
  ask: TextParameters,
  tooLong: 'messageTooLong' | 'editTooLong' = 'messageTooLong',
): Later<Content & { text: string }> {
  if (ask.text === '') throw refusal('messageEmpty');
  const parsed = parseText(ask);
  return () => {
    const { text, entities } = fixText(parsed, backend.people);
    if (lengthOf(text) > TEXT_LIMIT) throw refusal(tooLong);
    return { text, ...(entities.length > 0 ? { entities } : {}) };
  };
}

interface CaptionParameters {
  caption?: string;
  parse_mode?: string;
  caption_entities?: TextParameters['entities'];
  show_caption_above_media?: boolean;
}

export function captionOf(
  backend: Backend,
  ask: CaptionParameters,
  tooLong: 'captionTooLong' | 'editCaptionTooLong' = 'captionTooLong',
): Later<Content> {
  const { caption = '', parse_mode, caption_entities } = ask;
  const parsed = parseText({ text: caption, parse_mode, entities: caption_entities });
  return () => {
    const { text, entities } = fixText(parsed, backend.people, true);
    if (lengthOf(text) > CAPTION_LIMIT) throw refusal(tooLong);
    return {
      ...(text ? { caption: text } : {}),
      ...(entities.length > 0 ? { caption_entities: entities } : {}),
    };
  };
}

interface MessageOptions {
  chat_id: number | string;
  message_thread_id?: number;
  reply_parameters?: ReplyParameters;
  reply_markup?: object;
  protect_content?: boolean;
  message_effect_id?: string;
}

/**
 * Telegram checks the chat, the topic, the replied message, the keyboard and the content, in this order.
 * Its closed servers check last whether the person has blocked the bot.
 */
export function send(
  backend: Backend,
  ask: MessageOptions & EphemeralOptions,
  content: (room: Room) => Content,
): Message {
  checkSimulated(ask);
  const quote = quoteOf(backend, ask.reply_parameters);
  const markup = chooseMarkup(ask.reply_markup);
  const room = backend.writable(ask.chat_id);
  const receiver = receiverOf(backend, room, ask);
  const place = { ...inTopic(backend, room, ask.message_thread_id), ...replyTo(backend, room, ask, quote) };
  const { keyboard, ...inline } = readMarkup(markup, room.chat.type);
  const made = content(room);
  backend.checkReachable(room);
  checkOpen(backend, room, place);
  const effect = effectOf(ask.message_effect_id);
  const options = {
    ...(ask.protect_content ? { has_protected_content: true as const } : {}),
    ...(effect ? { effect_id: effect } : {}),
  };
  const whole = { ...place, ...made, ...options, ...inline };
  if (!receiver) return backend.post(room, backend.self, whole, keyboard);
  const { user, answers, replaces } = receiver;
  const original = answers === undefined ? undefined : backend.ephemeral.in(room).get(answers)?.message;
  const reply = original ? { reply_to_message: asReplied(original) } : {};
  return backend.postEphemeral(room, backend.self, { ...whole, ...reply, receiver_user: user }, user.id, replaces);
}

/** Telegram reads the number at the beginning; 0 is no effect. */
function effectOf(id = ''): string | undefined {
  const number = BigInt.asIntN(64, BigInt(/^-?\d+/.exec(id)?.[0] ?? 0));
  return number === 0n ? undefined : String(number);
}

/** Refused unless the call leaves them empty: the sandbox does not simulate their effect. */
const NOT_SIMULATED = [
  ...['business_connection_id', 'direct_messages_topic_id', 'suggested_post_parameters'],
  ...['allow_paid_broadcast'],
];

export function checkSimulated(ask: object): void {
  const given = new Map(Object.entries(ask));
  const name = NOT_SIMULATED.find((parameter) => given.get(parameter));
  if (name) throw new Refusal(501, `Not Implemented: sandbox: ${name} is not simulated`);
}

/** Without a topic of its own an answer stands in the topic of the replied message. */
function replyTo(backend: Backend, room: Room, ask: MessageOptions, quote: (original: Message) => Content): Content {
  // Only an ephemeral message answers an ephemeral one. Source: TDLib `create_message_input_reply_to`
  const { chat_id, message_id = 0, allow_sending_without_reply } = ask.reply_parameters ?? {};
  const { message_thread_id: topic = 0 } = ask;
  if (message_id <= 0) return {};
  const other = chat_id === undefined || chat_id === '' || chat_id === room.chat.id ? room : backend.room(chat_id);
  const original = other.messages.get(message_id);
  if (!original && allow_sending_without_reply) return {};
  if (!original) throw refusal('replyNotFound');
  if (other !== room) throw new Refusal(501, 'Not Implemented: sandbox: replies to other chats are not simulated');
  if (isForum(backend, room) && topic > 0 && original.message_thread_id !== topic)
    return {
      external_reply: { origin: originOf(original), chat: room.chat, message_id: original.message_id },
      ...quote(original),
    };
  return { ...topicOf(original), reply_to_message: asReplied(original), ...quote(original) };
}

/** The entities that Telegram keeps in a quote; source: TDLib `remove_unallowed_quote_entities`. */
const QUOTED = new Set(['bold', 'italic', 'underline', 'strikethrough', 'spoiler', 'custom_emoji', 'date_time']);

/** Reads the quote's markup at once. */
function quoteOf(backend: Backend, asked: ReplyParameters | undefined): (original: Message) => Content {
  const { quote = '', quote_parse_mode, quote_entities, quote_position = 0 } = asked ?? {};
  const parsed = parseText({ text: quote, parse_mode: quote_parse_mode, entities: quote_entities });
  return (original) => {
    const { text, entities: all } = fixText(parsed, backend.people, true);
    if (text === '') return {};
    if (!(original.text ?? original.caption ?? '').includes(text)) throw badRequest('QUOTE_TEXT_INVALID');
    const entities = all.filter(({ type }) => QUOTED.has(type));
    const position = Math.max(0, quote_position);
    return { quote: { text, ...(entities.length > 0 ? { entities } : {}), position, is_manual: true } };
  };
}

/**
 * Only a forum has topics; another group ignores the topic, and a private chat refuses it. The general topic has no number.
 * In a group a message that answers no other one answers the first message of its topic.
 * Source: `Client.cpp`, `check_message_topic` and `get_implicit_reply_to_message_id`
 * @throws Refusal where the topic does not exist
 */
export function inTopic(backend: Backend, room: Room, topic = 0): Content {
  const hasTopics = isForum(backend, room);
  if (topic <= 0 || (room.chat.type !== 'private' && !hasTopics)) return {};
  if (!hasTopics || !room.topics.has(topic)) throw refusal('topicNotFound');
  return placeIn(room, topic);
}

/** @throws Refusal where the topic is closed, and the bot neither opened it nor manages topics */
export function checkOpen(backend: Backend, room: Room, { message_thread_id: id }: Content): void {
  if (!isForum(backend, room) || backend.rights.can_manage_topics) return;
  const topic = id === undefined ? room.general : room.topics.get(id);
  if (topic?.closed && topic.creator !== backend.bot.id) throw refusal('topicClosed');
}

/** A private chat has topics in BotFather's threaded mode. Source: TDLib `ForumTopicManager::is_forum` */
export function isForum({ switches }: Backend, { chat }: Room): boolean {
  if (chat.type === 'private') return switches.threaded_mode;
  return chat.type === 'supergroup' && chat.is_forum === true;
}

function originOf({ from, date, chat }: Message): MessageOrigin {
  return from ? { type: 'user', sender_user: from, date } : { type: 'chat', sender_chat: chat, date };
}

/** In a group a message answers the first message of its topic. */
export function placeIn(room: Room, topic: number): Content {
  const opening = room.chat.type === 'private' ? undefined : room.messages.get(topic);
  return {
    message_thread_id: topic,
    is_topic_message: true,
    ...(opening ? { reply_to_message: asReplied(opening) } : {}),
  };
}

export function topicOf({ message_thread_id, is_topic_message }: Message): Content {
  return message_thread_id !== undefined && is_topic_message ? { message_thread_id, is_topic_message } : {};
}

/** A replied message has no reply of its own. */
export function asReplied(message: Message): NonNullable<Message['reply_to_message']> {
  const inner = withoutReply(message);
  if (!isReplied(inner)) throw new Error('a reply inside a reply');
  return inner;
}

export function withoutReply(message: Message): Message {
  const inner = { ...message };
  delete inner.reply_to_message;
  return inner;
}

function isReplied(message: Message): message is NonNullable<Message['reply_to_message']> {
  return message.reply_to_message === undefined;
}

const CONTENTS = [
  'text',
  'rich_message',
  'photo',
  'document',
  'voice',
  'sticker',
  'contact',
  'location',
  'venue',
] as const;

/** Service messages can be neither edited, copied, forwarded nor pinned. */
export function isService(message: Message): boolean {
  return CONTENTS.every((part) => message[part] === undefined);
}

export function isCaptioned({ photo, document, voice }: Message): boolean {
  return photo !== undefined || document !== undefined || voice !== undefined;
}

/** @param kind Telegram's word for the message */
export function messageOf(room: Room, id: number, kind: string): Message {
  const message = room.messages.get(id);
  if (!message) throw badRequest(`message to ${kind} not found`);
  return message;
}
