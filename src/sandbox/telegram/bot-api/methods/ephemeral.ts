import type { Backend, Content, Room } from '../../backend/backend.ts';
import type { Ephemeral } from '../../backend/ephemeral.ts';
import { inlineKeyboard } from '../markup.ts';
import { refusal } from '../refusal.ts';
import { captionOf } from './compose.ts';
import { CAPTION, changed, isCaptioned, isWritten, MEDIA, TEXT, writtenOf } from './edits.ts';
import type { Handlers } from './handlers.ts';
import { mediaOf } from './media.ts';
import { memberWith } from './receiver.ts';

/** Edits and deletions of ephemeral messages. Each answers true, also where the person does not get the change. */
export const ephemeral: Handlers = {
  editEphemeralMessageText: (args, backend) => {
    const { room, found } = editable(backend, args);
    if (!isWritten(found.message)) throw refusal('noTextToEdit');
    return change(backend, room, found, { ...writtenOf(backend, args), ...inlineKeyboard(args.reply_markup) }, TEXT);
  },

  editEphemeralMessageCaption: (args, backend) => {
    const { room, found } = editable(backend, args);
    if (!isCaptioned(found.message)) throw refusal('noCaptionToEdit');
    return change(backend, room, found, { ...captionOf(backend, args), ...inlineKeyboard(args.reply_markup) }, CAPTION);
  },

  editEphemeralMessageMedia: (args, backend) => {
    const { room, found } = editable(backend, args);
    const content = { ...mediaOf(backend, args.media), ...inlineKeyboard(args.reply_markup) };
    return change(backend, room, found, content, MEDIA);
  },

  editEphemeralMessageReplyMarkup: (args, backend) => {
    const { room, found } = editable(backend, args);
    return change(backend, room, found, inlineKeyboard(args.reply_markup), ['reply_markup']);
  },

  deleteEphemeralMessage: (args, backend) => {
    const { room, found } = ephemeralOf(backend, args);
    backend.removeEphemeral(room, found);
    return true;
  },
};

interface Place {
  chat_id: number | string;
  receiver_user_id: number;
  ephemeral_message_id: number;
}

function ephemeralOf(backend: Backend, { chat_id, receiver_user_id, ephemeral_message_id }: Place) {
  const room = backend.active(chat_id);
  const user = memberWith(room, receiver_user_id);
  const found = backend.ephemeral.in(room).get(ephemeral_message_id);
  if (found?.person !== user.id || found.deleted) throw refusal('ephemeralInvalid');
  return { room, found };
}

/** The bot's own message. */
function editable(backend: Backend, args: Place): { room: Room; found: Ephemeral } {
  const { room, found } = ephemeralOf(backend, args);
  if (found.message.from?.id !== backend.bot.id) throw refusal('ephemeralInvalid');
  return { room, found };
}

function change(
  backend: Backend,
  room: Room,
  found: Ephemeral,
  content: Content,
  parts: readonly (keyof Content)[],
): true {
  backend.replaceEphemeral(room, found, changed(found.message, content, parts));
  return true;
}
