import { isDeepStrictEqual } from 'node:util';
import type { LinkPreviewOptions, Message, MessageEntity } from 'grammy/types';
import type { Backend, Content, Room } from '../../backend/backend.ts';
import { now } from '../../backend/backend.ts';
import { richMessageOf } from '../../text/rich.ts';
import { inlineKeyboard } from '../markup.ts';
import { refusal } from '../refusal.ts';
import { captionOf, checkSimulated, textOf } from './compose.ts';
import type { Handlers } from './handlers.ts';
import { mediaOf } from './media.ts';
import { previewOf } from './messages.ts';

export const edits: Handlers = {
  editMessageText: (args, backend) => {
    const { room, message } = editable(backend, args);
    if (!isWritten(message)) throw refusal('noTextToEdit');
    return change(backend, room, message, { ...writtenOf(backend, args), ...inlineKeyboard(args.reply_markup) }, TEXT);
  },

  editMessageCaption: (args, backend) => {
    const { room, message } = editable(backend, args);
    if (!isCaptioned(message)) throw refusal('noCaptionToEdit');
    return change(
      backend,
      room,
      message,
      { ...captionOf(backend, args), ...inlineKeyboard(args.reply_markup) },
      CAPTION,
    );
  },

  editMessageMedia: (args, backend) => {
    const { room, message } = editable(backend, args, 'editMediaForbidden');
    if (message.text === undefined && !message.photo && !message.document) throw refusal('editMediaForbidden');
    return change(
      backend,
      room,
      message,
      { ...mediaOf(backend, args.media), ...inlineKeyboard(args.reply_markup) },
      MEDIA,
    );
  },

  editMessageReplyMarkup: (args, backend) => {
    const { room, message } = editable(backend, args);
    return change(backend, room, message, inlineKeyboard(args.reply_markup), ['reply_markup']);
  },
};

/** The fields that each kind of edit replaces or removes. */
export const TEXT = ['text', 'rich_message', 'entities', 'link_preview_options', 'reply_markup'] as const;
export const CAPTION = ['caption', 'caption_entities', 'show_caption_above_media', 'reply_markup'] as const;
export const MEDIA = [...TEXT, ...CAPTION, 'photo', 'document'] as const;

export function isWritten({ text, rich_message }: Message): boolean {
  return text !== undefined || rich_message !== undefined;
}

export function isCaptioned({ photo, document }: Message): boolean {
  return photo !== undefined || document !== undefined;
}

interface Written {
  text?: string;
  parse_mode?: string;
  entities?: MessageEntity[];
  link_preview_options?: LinkPreviewOptions;
  rich_message?: Parameters<typeof richMessageOf>[0];
}

/** The new text, or blocks, of a message. */
export function writtenOf(backend: Backend, args: Written): Content {
  if (args.rich_message) return { rich_message: richMessageOf(args.rich_message) };
  if (args.text === undefined) throw refusal('messageEmpty');
  const content = textOf(backend, { text: args.text, parse_mode: args.parse_mode, entities: args.entities });
  return { ...content, ...previewOf(args) };
}

function editable(
  backend: Backend,
  args: { chat_id?: number | string; message_id?: number; inline_message_id?: string },
  forbidden: 'editForbidden' | 'editMediaForbidden' = 'editForbidden',
): { room: Room; message: Message } {
  checkSimulated(args);
  if (args.chat_id === undefined && args.message_id === undefined) return inlineMessage(backend, args);
  if (args.chat_id === undefined) throw refusal('chatIdEmpty');
  if (args.message_id === undefined) throw refusal('messageIdEmpty');
  const room = backend.editable(args.chat_id);
  const message = room.messages.get(args.message_id);
  if (!message) throw refusal('editNotFound');
  if (message.from?.id !== backend.bot.id || message.forward_origin) throw refusal(forbidden);
  return { room, message };
}

/** The bot edits it in any chat, also where it is no member. Source: `Client.cpp`, and `InlineMessageManager.cpp` of TDLib */
function inlineMessage(
  backend: Backend,
  { inline_message_id: id }: { inline_message_id?: string },
): { room: Room; message: Message } {
  if (!id) throw refusal('messageIdEmpty');
  const { room, messageId } = backend.inlineMessages.get(id) ?? {};
  const message = room?.messages.get(messageId ?? 0);
  if (!room || !message) throw refusal('inlineIdInvalid');
  return { room, message };
}

function change(
  backend: Backend,
  room: Room,
  message: Message,
  content: Content,
  dependencies: readonly (keyof Content)[],
): Message {
  return backend.replace(room, changed(message, content, dependencies));
}

/** The message with new content in place of these parts. @throws Refusal where nothing is different */
export function changed(message: Message, content: Content, parts: readonly (keyof Content)[]): Message {
  const rest: Message = { ...message };
  for (const part of parts) delete rest[part];
  const edited: Message = { ...rest, ...content };
  if (isDeepStrictEqual(edited, message)) throw refusal('notModified');
  return { ...edited, edit_date: now() };
}
