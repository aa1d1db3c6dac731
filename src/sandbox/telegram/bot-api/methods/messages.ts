import type { LinkPreviewOptions, Message } from 'grammy/types';
import type { Backend, Content, Room } from '../../backend/backend.ts';
import { richMessageOf } from '../../rich/message.ts';
import { badRequest, refusal } from '../refusal.ts';
import {
  captionOf,
  checkOpen,
  checkSimulated,
  inTopic,
  isCaptioned,
  isService,
  messageOf,
  send,
  textOf,
} from './compose.ts';
import type { Handlers } from './handlers.ts';

export const messages: Handlers = {
  sendMessage: (args, backend) => {
    const text = textOf(backend, args);
    return send(backend, args, () => {
      const content = text();
      return { ...content, ...previewOf(args.link_preview_options, content) };
    });
  },

  sendRichMessage: (args, backend) =>
    send(backend, args, ({ chat }) => ({
      rich_message: richMessageOf(backend, args.rich_message, { chat: chat.type }),
    })),

  sendChatAction: (args, backend) => {
    checkSimulated(args);
    const action = ACTIONS.get(args.action.toLowerCase());
    if (!action) throw refusal('actionInvalid');
    const room = backend.writable(args.chat_id);
    const place = inTopic(backend, room, args.message_thread_id);
    backend.checkReachable(room);
    checkOpen(backend, room, place);
    backend.show(room, { type: 'action', chat_id: room.chat.id, action });
    return true;
  },

  copyMessage: (args, backend) => {
    const caption = args.caption === undefined ? undefined : captionOf(backend, args);
    const original = originalOf(backend, args, 'copy');
    const { message_id } = send(backend, args, () => {
      const replaced = caption?.();
      const copy = copyOf(original, replaced, args.show_caption_above_media);
      if (isService(original) || !backend.maySend(args.chat_id, copy)) throw badRequest("The message can't be copied");
      return copy;
    });
    return { message_id };
  },

  forwardMessage: (args, backend) => {
    const original = originalOf(backend, args, 'forward');
    return send(backend, args, () => {
      const forwarded = forwardOf(backend, original);
      if (!forwarded || !backend.maySend(args.chat_id, forwarded)) throw badRequest("The message can't be forwarded");
      return forwarded;
    });
  },
};

/** Telegram looks for the message before everything else. */
function originalOf(
  backend: Backend,
  args: { from_chat_id: number | string; message_id: number },
  kind: string,
): Message {
  if (args.from_chat_id === '') throw badRequest('Parameter "from_chat_id" is required');
  const room: Room = backend.room(args.from_chat_id);
  return messageOf(room, args.message_id, kind);
}

/** Only a medium gets the given caption. */
function copyOf(original: Message, caption: Content | undefined, above: boolean | undefined): Content {
  const { caption: _, caption_entities: __, show_caption_above_media: ___, ...rest } = contentOf(original);
  if (!caption || !isCaptioned(original)) return contentOf(original);
  return { ...rest, ...caption, ...(above && original.photo ? { show_caption_above_media: true } : {}) };
}

/** `undefined` where the message can't be forwarded. */
export function forwardOf(backend: Backend, original: Message): Content | undefined {
  if (isService(original) || original.has_protected_content) return undefined;
  const origin = original.forward_origin ?? originOf(backend, original);
  return { ...contentOf(original), forward_origin: origin, ...legacyOrigin(origin) };
}

type Origin = NonNullable<Message['forward_origin']>;

/** A message that was forwarded twice still names its first sender. */
function originOf(backend: Backend, { sender_chat, from = backend.self, date }: Message): Origin {
  return sender_chat ? { type: 'chat', sender_chat, date } : { type: 'user', sender_user: from, date };
}

/** Telegram still sends these fields of earlier versions of the Bot API. */
function legacyOrigin(origin: Origin): Content {
  const { date: forward_date } = origin;
  if (origin.type === 'user') return { forward_from: origin.sender_user, forward_date };
  return { ...(origin.type === 'chat' ? { forward_from_chat: origin.sender_chat } : {}), forward_date };
}

/** Includes their earlier names. */
const ACTIONS: ReadonlyMap<string, string> = new Map([
  ...['typing', 'upload_photo', 'record_video', 'upload_video', 'record_voice', 'upload_voice', 'upload_document'].map(
    (name): [string, string] => [name, name],
  ),
  ...['choose_sticker', 'find_location', 'record_video_note', 'upload_video_note', 'cancel'].map(
    (name): [string, string] => [name, name],
  ),
  ['record_audio', 'record_voice'],
  ['upload_audio', 'upload_voice'],
  ['pick_up_location', 'find_location'],
]);

/** Empty where the options are the usual ones, or no link is there to be hidden. */
export function previewOf(
  options: LinkPreviewOptions | undefined,
  { entities = [] }: Content,
): { link_preview_options?: LinkPreviewOptions } {
  const { is_disabled, url, prefer_small_media, prefer_large_media, show_above_text } = options ?? {};
  const hasLink = entities.some(({ type }) => type === 'url' || type === 'text_link');
  const link_preview_options: LinkPreviewOptions = {
    ...(is_disabled && hasLink ? { is_disabled: true } : {}),
    ...(url && !is_disabled ? { url } : {}),
    ...(url && !is_disabled && prefer_small_media ? { prefer_small_media: true } : {}),
    ...(url && !is_disabled && prefer_large_media ? { prefer_large_media: true } : {}),
    ...(show_above_text ? { show_above_text: true } : {}),
  };
  return Object.keys(link_preview_options).length > 0 ? { link_preview_options } : {};
}

const KEPT = [
  ...([
    'text',
    'rich_message',
    'entities',
    'link_preview_options',
    'photo',
    'document',
    'caption',
    'caption_entities',
  ] as const),
  ...(['show_caption_above_media', 'has_media_spoiler', 'voice', 'sticker', 'contact', 'location', 'venue'] as const),
] as const;

function contentOf(message: Message): Content {
  const content: Content = {};
  for (const part of KEPT) take(message, content, part);
  return content;
}

function take<K extends keyof Content>(from: Content, to: Content, part: K): void {
  if (from[part] !== undefined) to[part] = from[part];
}
