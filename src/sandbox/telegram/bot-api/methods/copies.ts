import type { Message } from 'grammy/types';
import type { Content } from '../../backend/backend.ts';
import { refuse } from '../refusal.ts';
import { captionOf, checkSimulated, dressing } from './compose.ts';
import type { Handlers } from './handlers.ts';

export const copies: Handlers = {
  copyMessage: (args, cloud) => {
    checkSimulated(args);
    const room = cloud.writable(args.chat_id);
    const original = cloud.room(args.from_chat_id).messages.get(args.message_id);
    if (!original) throw refuse('copyNotFound');
    if (original.has_protected_content) throw refuse('copyProtected');
    const content = contentOf(original);
    if (args.caption !== undefined) {
      delete content.caption;
      delete content.caption_entities;
      Object.assign(content, captionOf(cloud, args));
    }
    Object.assign(content, dressing(room, args));
    const { message_id } = cloud.post(room, cloud.bot, content, args.reply_markup);
    return { message_id };
  },

  forwardMessage: (args, cloud) => {
    checkSimulated(args);
    const room = cloud.writable(args.chat_id);
    const original = cloud.room(args.from_chat_id).messages.get(args.message_id);
    if (!original) throw refuse('forwardNotFound');
    if (original.has_protected_content || !original.from) throw refuse('forwardProtected');
    const forward_origin = original.forward_origin ?? {
      type: 'user' as const,
      sender_user: original.from,
      date: original.date,
    };
    return cloud.post(room, cloud.bot, { ...contentOf(original), forward_origin, ...dressing(room, args) });
  },
};

const KEPT = ['text', 'entities', 'link_preview_options', 'photo', 'document', 'caption', 'caption_entities'] as const;

function contentOf(message: Message): Content {
  const content: Content = {};
  for (const part of KEPT) take(message, content, part);
  return content;
}

function take<K extends keyof Content>(from: Content, to: Content, part: K): void {
  if (from[part] !== undefined) to[part] = from[part];
}
