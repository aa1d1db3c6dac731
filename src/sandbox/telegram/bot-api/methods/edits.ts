import { isDeepStrictEqual } from 'node:util';
import type { LinkPreviewOptions, Message, MessageEntity } from 'grammy/types';
import type { Backend, Content, Room } from '../../backend/backend.ts';
import { richMessageOf } from '../../rich/message.ts';
import { chooseMarkup, readInlineMarkup } from '../markup.ts';
import { badRequest, refusal } from '../refusal.ts';
import { isUpload } from '../values.ts';
import { captionOf, checkSimulated, isCaptioned, isService, messageOf, textOf, withoutReply } from './compose.ts';
import type { Handlers } from './handlers.ts';
import { mediaOf } from './media.ts';
import { previewOf } from './messages.ts';

export const edits: Handlers = {
  editMessageText: (args, backend) => {
    checkSimulated(args);
    const written = writtenOf(backend, args);
    return edit(backend, args, {
      replaced: TEXT,
      check: (message) => {
        if (!isWritten(message)) throw refusal('noTextToEdit');
      },
      // TDLib checks the keyboard before the text.
      content: (markup, _message, { room, isInline }) => {
        const keyboard = markup();
        return { ...written(room, isInline), ...keyboard };
      },
    });
  },

  editMessageCaption: (args, backend) => {
    checkSimulated(args);
    const caption = captionOf(backend, args, 'editCaptionTooLong');
    return edit(backend, args, {
      replaced: CAPTION,
      check: (message) => {
        if (!isCaptioned(message)) throw refusal('noCaptionToEdit');
      },
      content: (markup, message) => ({
        ...caption(),
        ...(args.show_caption_above_media && message.photo ? { show_caption_above_media: true } : {}),
        ...markup(),
      }),
    });
  },

  editMessageMedia: (args, backend) => {
    checkSimulated(args);
    const media = mediaOf(backend, args.media);
    return edit(backend, args, {
      replaced: MEDIA,
      check: (message) => {
        if (message.voice) throw refusal('editMediaForbidden');
      },
      forbidden: 'editMediaForbidden',
      content: (markup, _message, { isInline }) => {
        const content = { ...media(), ...markup() };
        if (isInline && isUpload(args.media.media)) throw badRequest('Invalid message content specified');
        return content;
      },
    });
  },

  editMessageReplyMarkup: (args, backend) => {
    checkSimulated(args);
    return edit(backend, args, {
      replaced: KEYBOARD,
      check: () => undefined,
      content: (markup) => markup(),
    });
  },
};

const KEYBOARD: readonly Part[] = ['reply_markup'];
export const TEXT = ['text', 'rich_message', 'entities', 'link_preview_options', 'reply_markup'] as const;
export const CAPTION = ['caption', 'caption_entities', 'show_caption_above_media', 'reply_markup'] as const;
export const MEDIA = [...TEXT, ...CAPTION, 'photo', 'document', 'has_media_spoiler'] as const;

export type Part = (typeof MEDIA)[number];

interface Edit {
  replaced: readonly Part[];
  /** @throws Refusal where the message has nothing of the kind */
  check: (message: Message) => void;
  forbidden?: 'editMediaForbidden';
  content: (
    markup: () => Pick<Content, 'reply_markup'>,
    message: Message,
    place: { room: Room; isInline: boolean },
  ) => Content;
}

interface EditParameters {
  chat_id?: number | string;
  message_id?: number;
  inline_message_id?: string;
  reply_markup?: object;
}

function edit(backend: Backend, args: EditParameters, kind: Edit): Message {
  const { replaced, check, content } = kind;
  const { chat_id = '', message_id = 0 } = args;
  const markup = chooseMarkup(args.reply_markup);
  const isInline = chat_id === '' && message_id === 0;
  const { room, message } = isInline ? inlineMessage(backend, args) : ownMessage(backend, chat_id, message_id, kind);
  check(message);
  const made = content(() => readInlineMarkup(markup, room.chat.type), message, { room, isInline });
  if (!isInline) backend.checkReachable(room);
  return change(backend, room, message, made, replaced);
}

function ownMessage(
  backend: Backend,
  chat: number | string,
  id: number,
  { forbidden, replaced }: Edit,
): { room: Room; message: Message } {
  const room = backend.editable(chat);
  const message = messageOf(room, id, 'edit');
  const isPossible = replaced === KEYBOARD || isWritten(message) || isCaptioned(message);
  if (!isPossible || !isEditable(backend, room, message)) throw refusal(forbidden ?? 'editForbidden');
  return { room, message };
}

/** The bot edits its own messages, except those with a keyboard that only people see. */
function isEditable(backend: Backend, room: Room, message: Message): boolean {
  const isOwn = message.from?.id === backend.bot.id;
  return isOwn && !message.forward_origin && !room.keyboards.has(message.message_id) && !isService(message);
}

/** Telegram's answer to an edit has no replied message. */
function change(backend: Backend, room: Room, message: Message, content: Content, replaced: readonly Part[]): Message {
  return withoutReply(backend.replace(room, changed(backend, message, content, replaced)));
}

/** @throws Refusal where nothing differs */
export function changed(backend: Backend, message: Message, content: Content, parts: readonly Part[]): Message {
  const rest: Message = { ...message };
  for (const part of parts) delete rest[part];
  const edited: Message = { ...rest, ...content };
  if (isDeepStrictEqual(edited, message)) throw refusal('notModified');
  return { ...edited, edit_date: backend.seconds() };
}

export function isWritten({ text, rich_message }: Message): boolean {
  return text !== undefined || rich_message !== undefined;
}

interface Written {
  text?: string;
  parse_mode?: string;
  entities?: MessageEntity[];
  link_preview_options?: LinkPreviewOptions;
  rich_message?: Parameters<typeof richMessageOf>[1];
}

export function writtenOf(backend: Backend, args: Written): (room: Room, isInline?: boolean) => Content {
  const { text: source = '', parse_mode, entities, rich_message } = args;
  if (rich_message)
    return ({ chat }, isInline = false) => ({
      rich_message: richMessageOf(backend, rich_message, { chat: chat.type, takesUploads: !isInline }),
    });
  const text = textOf(backend, { text: source, parse_mode, entities }, 'editTooLong');
  return () => {
    const content = text();
    return { ...content, ...previewOf(args.link_preview_options, content) };
  };
}

/** The bot need not be a member of the chat. Source: `Client.cpp`, and `InlineMessageManager.cpp` of TDLib */
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
