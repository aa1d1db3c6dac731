import type { Message, ReplyParameters } from 'grammy/types';
import type { Cloud, Content, Room } from '../../backend/backend.ts';
import { formatText, lengthOf, type TextAsk } from '../../text/format.ts';
import { inlineKeyboard, type Markup } from '../markup.ts';
import { mistake, Refusal, refuse } from '../refusal.ts';

export const TEXT_LIMIT = 4096;
export const CAPTION_LIMIT = 1024;

/** The text of a message. @throws Refusal when nothing is left of it, or too much */
export function textOf(cloud: Cloud, ask: TextAsk): Content & { text: string } {
  const { text, entities } = formatText(ask, cloud.people);
  if (text === '') throw refuse('messageEmpty');
  if (lengthOf(text) > TEXT_LIMIT) throw refuse('messageTooLong');
  return { text, ...(entities.length > 0 ? { entities } : {}) };
}

interface CaptionAsk {
  caption?: string;
  parse_mode?: string;
  caption_entities?: TextAsk['entities'];
  show_caption_above_media?: boolean;
}

export function captionOf(cloud: Cloud, ask: CaptionAsk): Content {
  const { text, entities } = formatText(
    { text: ask.caption ?? '', parse_mode: ask.parse_mode, entities: ask.caption_entities },
    cloud.people,
  );
  if (lengthOf(text) > CAPTION_LIMIT) throw refuse('captionTooLong');
  return {
    ...(text ? { caption: text } : {}),
    ...(entities.length > 0 ? { caption_entities: entities } : {}),
    ...(ask.show_caption_above_media ? { show_caption_above_media: true } : {}),
  };
}

interface Dressing {
  reply_parameters?: ReplyParameters;
  reply_markup?: Markup;
  protect_content?: boolean;
  message_effect_id?: string;
}

/** What every message the bot sends can carry beside its content. */
export function dressing(room: Room, ask: Dressing): Content {
  checkSimulated(ask);
  return {
    ...replyTo(room, ask.reply_parameters),
    ...(ask.protect_content ? { has_protected_content: true } : {}),
    ...(ask.message_effect_id ? { effect_id: ask.message_effect_id } : {}),
    ...inlineKeyboard(ask.reply_markup),
  };
}

/** Parameters whose meaning is not simulated must not look as if they worked. */
const NOT_SIMULATED = [
  ...['business_connection_id', 'message_thread_id', 'direct_messages_topic_id', 'suggested_post_parameters'],
  ...['ephemeral_message_parameters', 'allow_paid_broadcast', 'inline_message_id'],
];

export function checkSimulated(ask: object): void {
  const name = NOT_SIMULATED.find((parameter) => parameter in ask);
  if (name) throw new Refusal(501, `Not Implemented: sandbox: ${name} is not simulated`);
}

function replyTo(room: Room, ask: ReplyParameters | undefined): Content {
  if (!ask) return {};
  if (ask.chat_id !== undefined && ask.chat_id !== room.chat.id)
    throw mistake('replies to other chats are not simulated');
  const original = room.messages.get(ask.message_id ?? 0);
  if (original) return { reply_to_message: asReplied(original) };
  if (ask.allow_sending_without_reply) return {};
  throw refuse('replyNotFound');
}

/** A message inside another one does not carry its own reply. */
export function asReplied(message: Message): NonNullable<Message['reply_to_message']> {
  const inner = { ...message };
  delete inner.reply_to_message;
  if (!isReplied(inner)) throw new Error('a reply inside a reply');
  return inner;
}

function isReplied(message: Message): message is NonNullable<Message['reply_to_message']> {
  return message.reply_to_message === undefined;
}
