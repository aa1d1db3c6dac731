import type { Message } from 'grammy/types';
import type { Content } from '../../backend/backend.ts';
import { richMessageOf } from '../../text/rich.ts';
import { refusal } from '../refusal.ts';
import { captionOf, checkSimulated, inTopic, messageOptions, postMessage, textOf } from './compose.ts';
import type { Handlers } from './handlers.ts';

export const messages: Handlers = {
  sendMessage: (args, backend) => {
    checkSimulated(args);
    const room = backend.writable(args.chat_id);
    const content = { ...textOf(backend, args), ...previewOf(args) };
    return postMessage(backend, room, args, content);
  },

  sendRichMessage: (args, backend) => {
    checkSimulated(args);
    const room = backend.writable(args.chat_id);
    return postMessage(backend, room, args, { rich_message: richMessageOf(args.rich_message) });
  },

  sendChatAction: (args, backend) => {
    checkSimulated(args);
    const room = backend.writable(args.chat_id);
    if (!ACTIONS.includes(args.action)) throw refusal('actionInvalid');
    inTopic(room, args.message_thread_id);
    backend.show(room, { type: 'action', chat_id: room.chat.id, action: args.action });
    return true;
  },

  copyMessage: (args, backend) => {
    checkSimulated(args);
    const room = backend.writable(args.chat_id);
    const original = backend.room(args.from_chat_id).messages.get(args.message_id);
    if (!original) throw refusal('copyNotFound');
    if (original.has_protected_content) throw refusal('copyProtected');
    const content = contentOf(original);
    if (args.caption !== undefined) {
      delete content.caption;
      delete content.caption_entities;
      Object.assign(content, captionOf(backend, args));
    }
    Object.assign(content, messageOptions(room, args));
    const { message_id } = backend.post(room, backend.bot, content, args.reply_markup);
    return { message_id };
  },

  forwardMessage: (args, backend) => {
    checkSimulated(args);
    const room = backend.writable(args.chat_id);
    const original = backend.room(args.from_chat_id).messages.get(args.message_id);
    if (!original) throw refusal('forwardNotFound');
    if (original.has_protected_content || !original.from) throw refusal('forwardProtected');
    const forward_origin = original.forward_origin ?? {
      type: 'user' as const,
      sender_user: original.from,
      date: original.date,
    };
    return backend.post(room, backend.bot, { ...contentOf(original), forward_origin, ...messageOptions(room, args) });
  },
};

const ACTIONS: readonly string[] = [
  ...['typing', 'upload_photo', 'record_video', 'upload_video', 'record_voice', 'upload_voice', 'upload_document'],
  ...['choose_sticker', 'find_location', 'record_video_note', 'upload_video_note'],
];

export function previewOf<T extends object>(args: { link_preview_options?: T }): { link_preview_options?: T } {
  return args.link_preview_options ? { link_preview_options: args.link_preview_options } : {};
}

const KEPT = [
  'text',
  'entities',
  'rich_message',
  'link_preview_options',
  'photo',
  'document',
  'caption',
  'caption_entities',
] as const;

function contentOf(message: Message): Content {
  const content: Content = {};
  for (const part of KEPT) take(message, content, part);
  return content;
}

function take<K extends keyof Content>(from: Content, to: Content, part: K): void {
  if (from[part] !== undefined) to[part] = from[part];
}
