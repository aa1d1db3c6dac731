import type { Message, ReplyParameters } from 'grammy/types';
import type { Backend, Content, Room } from '../../backend/backend.ts';
import { formatText, lengthOf, type TextParameters } from '../../text/format.ts';
import { inlineKeyboard, type Markup } from '../markup.ts';
import { Refusal, refusal, sandboxRefusal } from '../refusal.ts';

export const TEXT_LIMIT = 4096;
export const CAPTION_LIMIT = 1024;

/** The text of a message. @throws Refusal where the formatted text is empty or too long */
export function textOf(backend: Backend, ask: TextParameters): Content & { text: string } {
  const { text, entities } = formatText(ask, backend.people);
  if (text === '') throw refusal('messageEmpty');
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
    ...replyTo(room, ask.reply_parameters),
    ...(ask.protect_content ? { has_protected_content: true } : {}),
    ...(ask.message_effect_id ? { effect_id: ask.message_effect_id } : {}),
    ...inlineKeyboard(ask.reply_markup),
  };
}

/** Calls with these parameters are refused, because the sandbox does not simulate their effect. */
const NOT_SIMULATED = [
  ...['business_connection_id', 'direct_messages_topic_id', 'suggested_post_parameters'],
  ...['ephemeral_message_parameters', 'allow_paid_broadcast', 'inline_message_id'],
];

export function checkSimulated(ask: object): void {
  const name = NOT_SIMULATED.find((parameter) => parameter in ask);
  if (name) throw new Refusal(501, `Not Implemented: sandbox: ${name} is not simulated`);
}

function replyTo(room: Room, ask: ReplyParameters | undefined): Content {
  if (!ask) return {};
  if (ask.chat_id !== undefined && ask.chat_id !== room.chat.id)
    throw sandboxRefusal('replies to other chats are not simulated');
  const original = room.messages.get(ask.message_id ?? 0);
  if (original) return { ...topicOf(original), reply_to_message: asReplied(original) };
  if (ask.allow_sending_without_reply) return {};
  throw refusal('replyNotFound');
}

/** A topic exists here from the first message that a person wrote in it. */
function inTopic(room: Room, topic: number | undefined): Content {
  if (topic === undefined) return {};
  const inside = [...room.messages.values()].find((message) => message.message_thread_id === topic);
  if (!inside) throw refusal('topicNotFound');
  return topicOf(inside);
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
