import type { Message, MessageOrigin, ReplyParameters } from 'grammy/types';
import type { Backend, Content, Room } from '../../backend/backend.ts';
import { CAPTION_LIMIT, TEXT_LIMIT } from '../../choices.ts';
import { formatText, lengthOf, type TextParameters } from '../../text/format.ts';
import { inlineKeyboard, type Markup } from '../markup.ts';
import { Refusal, refusal, sandboxRefusal } from '../refusal.ts';
import { type EphemeralOptions, receiverOf } from './receiver.ts';

/** The text of a message. @throws Refusal where the formatted text is empty or too long */
export function textOf(backend: Backend, ask: TextParameters): Content & { text: string } {
  if (ask.text === '') throw refusal('messageEmpty');
  const { text, entities } = formatText(ask, backend.people);
  if (lengthOf(text) > TEXT_LIMIT) throw refusal('messageTooLong');
  return { text, ...(entities.length > 0 ? { entities } : {}) };
}

interface CaptionParameters {
  caption?: string;
  parse_mode?: string;
  caption_entities?: TextParameters['entities'];
  show_caption_above_media?: boolean;
}

export function captionOf(backend: Backend, ask: CaptionParameters): Content {
  const { text, entities } = formatText(
    { text: ask.caption ?? '', parse_mode: ask.parse_mode, entities: ask.caption_entities },
    backend.people,
    true,
  );
  if (lengthOf(text) > CAPTION_LIMIT) throw refusal('captionTooLong');
  return {
    ...(text ? { caption: text } : {}),
    ...(entities.length > 0 ? { caption_entities: entities } : {}),
    ...(ask.show_caption_above_media ? { show_caption_above_media: true } : {}),
  };
}

interface MessageOptions {
  message_thread_id?: number;
  reply_parameters?: ReplyParameters;
  reply_markup?: Markup;
  protect_content?: boolean;
  message_effect_id?: string;
}

/** The parts that every message of the bot can have beside its content. */
export function messageOptions(room: Room, ask: MessageOptions): Content {
  checkSimulated(ask);
  return {
    ...inTopic(room, ask.message_thread_id),
    ...replyTo(room, ask.reply_parameters, ask.message_thread_id),
    ...(ask.protect_content ? { has_protected_content: true } : {}),
    ...(ask.message_effect_id ? { effect_id: ask.message_effect_id } : {}),
    ...inlineKeyboard(ask.reply_markup),
  };
}

/** Posts a message of the bot, to one person where the call says so. */
export function postMessage(
  backend: Backend,
  room: Room,
  ask: MessageOptions & EphemeralOptions,
  content: Content,
): Message {
  const receiver = receiverOf(backend, room, ask);
  const whole = { ...content, ...messageOptions(room, ask) };
  if (!receiver) return backend.post(room, backend.bot, whole, ask.reply_markup);
  const { user, answers, replaces } = receiver;
  const original = answers === undefined ? undefined : backend.ephemeral.in(room).get(answers)?.message;
  const reply = original ? { reply_to_message: asReplied(original) } : {};
  return backend.postEphemeral(room, backend.bot, { ...whole, ...reply, receiver_user: user }, user.id, replaces);
}

/** Calls with these parameters are refused, because the sandbox does not simulate their effect. */
const NOT_SIMULATED = [
  ...['business_connection_id', 'direct_messages_topic_id', 'suggested_post_parameters'],
  ...['allow_paid_broadcast'],
];

export function checkSimulated(ask: object): void {
  const name = NOT_SIMULATED.find((parameter) => parameter in ask);
  if (name) throw new Refusal(501, `Not Implemented: sandbox: ${name} is not simulated`);
}

/** An answer without a topic of its own stands in the topic of the message it answers. */
function replyTo(room: Room, ask: ReplyParameters | undefined, topic = 0): Content {
  // Only an ephemeral message answers an ephemeral one. Source: TDLib `create_message_input_reply_to`
  if (!ask || (ask.message_id === undefined && ask.ephemeral_message_id !== undefined)) return {};
  if (ask.chat_id !== undefined && ask.chat_id !== room.chat.id)
    throw sandboxRefusal('replies to other chats are not simulated');
  const original = room.messages.get(ask.message_id ?? 0);
  if (original && isForum(room) && topic > 0 && original.message_thread_id !== topic)
    return { external_reply: { origin: originOf(original), chat: room.chat, message_id: original.message_id } };
  if (original) return { ...topicOf(original), reply_to_message: asReplied(original) };
  if (ask.allow_sending_without_reply) return {};
  throw refusal('replyNotFound');
}

/**
 * Where a message with this topic stands. Only a forum has topics; any other group ignores the topic. The general topic of a forum
 * has none. A message that answers no other one answers the message that opened its topic.
 * Source: `Client.cpp`, `check_message_topic` and `get_implicit_reply_to_message_id`
 * @throws Refusal where the topic does not exist or is closed
 */
export function inTopic(room: Room, topic = 0): Content {
  if (topic <= 0 || (room.chat.type !== 'private' && !isForum(room))) return {};
  const found = room.topics.get(topic);
  if (!found) throw refusal('topicNotFound');
  if (found.closed) throw refusal('topicClosed');
  return placeIn(room, topic);
}

function isForum({ chat }: Room): boolean {
  return chat.type === 'supergroup' && chat.is_forum === true;
}

function originOf({ from, date, chat }: Message): MessageOrigin {
  return from ? { type: 'user', sender_user: from, date } : { type: 'chat', sender_chat: chat, date };
}

/** The topic of a message, and the message that opened the topic as the one it answers. */
export function placeIn(room: Room, topic: number): Content {
  const opening = room.messages.get(topic);
  return {
    message_thread_id: topic,
    is_topic_message: true,
    ...(opening ? { reply_to_message: asReplied(opening) } : {}),
  };
}

/** An answer stands in the topic of the message it answers. */
export function topicOf({ message_thread_id, is_topic_message }: Message): Content {
  return message_thread_id !== undefined && is_topic_message ? { message_thread_id, is_topic_message } : {};
}

/** The message without its own reply, to be nested in its answer. */
export function asReplied(message: Message): NonNullable<Message['reply_to_message']> {
  const inner = { ...message };
  delete inner.reply_to_message;
  if (!isReplied(inner)) throw new Error('a reply inside a reply');
  return inner;
}

function isReplied(message: Message): message is NonNullable<Message['reply_to_message']> {
  return message.reply_to_message === undefined;
}
