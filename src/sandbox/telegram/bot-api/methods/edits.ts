import { isDeepStrictEqual } from 'node:util';
import type { Message } from 'grammy/types';
import type { Cloud, Content, Room } from '../../backend/backend.ts';
import { now } from '../../backend/backend.ts';
import { inlineKeyboard } from '../markup.ts';
import { mistake, refuse } from '../refusal.ts';
import { captionOf, checkSimulated, textOf } from './compose.ts';
import type { Handlers } from './handlers.ts';
import { mediaOf } from './media.ts';
import { previewOf } from './messages.ts';

export const edits: Handlers = {
  editMessageText: (args, cloud) => {
    if ('rich_message' in args || args.text === undefined) throw mistake('rich messages are not simulated');
    const { room, message } = editable(cloud, args);
    if (message.text === undefined) throw refuse('noTextToEdit');
    const content = textOf(cloud, { text: args.text, parse_mode: args.parse_mode, entities: args.entities });
    return change(cloud, room, message, { ...content, ...previewOf(args), ...inlineKeyboard(args.reply_markup) }, TEXT);
  },

  editMessageCaption: (args, cloud) => {
    const { room, message } = editable(cloud, args);
    if (!message.photo && !message.document) throw refuse('noCaptionToEdit');
    return change(cloud, room, message, { ...captionOf(cloud, args), ...inlineKeyboard(args.reply_markup) }, CAPTION);
  },

  editMessageMedia: (args, cloud) => {
    const { room, message } = editable(cloud, args, 'editMediaForbidden');
    if (message.text === undefined && !message.photo && !message.document) throw refuse('editMediaForbidden');
    return change(cloud, room, message, { ...mediaOf(cloud, args.media), ...inlineKeyboard(args.reply_markup) }, MEDIA);
  },

  editMessageReplyMarkup: (args, cloud) => {
    const { room, message } = editable(cloud, args);
    return change(cloud, room, message, inlineKeyboard(args.reply_markup), ['reply_markup']);
  },
};

/** The parts of a message each kind of edit replaces: what it does not give anew is gone, the keyboard too. */
const TEXT = ['text', 'entities', 'link_preview_options', 'reply_markup'] as const;
const CAPTION = ['caption', 'caption_entities', 'show_caption_above_media', 'reply_markup'] as const;
const MEDIA = [...TEXT, ...CAPTION, 'photo', 'document'] as const;

function editable(
  cloud: Cloud,
  args: { chat_id?: number | string; message_id?: number },
  forbidden: 'editForbidden' | 'editMediaForbidden' = 'editForbidden',
): { room: Room; message: Message } {
  checkSimulated(args);
  if (args.chat_id === undefined) throw refuse('chatIdEmpty');
  if (args.message_id === undefined) throw refuse('messageIdEmpty');
  const room = cloud.editable(args.chat_id);
  const message = room.messages.get(args.message_id);
  if (!message) throw refuse('editNotFound');
  if (message.from?.id !== cloud.bot.id || message.forward_origin) throw refuse(forbidden);
  return { room, message };
}

function change(
  cloud: Cloud,
  room: Room,
  message: Message,
  content: Content,
  parts: readonly (keyof Content)[],
): Message {
  const kept: Message = { ...message };
  for (const part of parts) delete kept[part];
  const edited: Message = { ...kept, ...content };
  if (isDeepStrictEqual(edited, message)) throw refuse('notModified');
  return cloud.replace(room, { ...edited, edit_date: now() });
}
