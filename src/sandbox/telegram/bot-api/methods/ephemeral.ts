import type { Backend, Content, Room } from '../../backend/backend.ts';
import type { Ephemeral } from '../../backend/ephemeral.ts';
import { chooseMarkup, readInlineMarkup } from '../markup.ts';
import { refusal } from '../refusal.ts';
import { captionOf, isCaptioned } from './compose.ts';
import { CAPTION, changed, isWritten, MEDIA, type Part, TEXT, writtenOf } from './edits.ts';
import type { Handlers } from './handlers.ts';
import { mediaOf } from './media.ts';
import { memberWith } from './receiver.ts';

/** Each method answers true, also where the person does not get the change. */
export const ephemeral: Handlers = {
  editEphemeralMessageText: (args, backend) => {
    const { room, found } = editable(backend, args);
    if (!isWritten(found.message)) throw refusal('noTextToEdit');
    return change(backend, room, found, { ...writtenOf(backend, args)(room), ...keyboardOf(room, args) }, TEXT);
  },

  editEphemeralMessageCaption: (args, backend) => {
    const { room, found } = editable(backend, args);
    if (!isCaptioned(found.message)) throw refusal('noCaptionToEdit');
    return change(backend, room, found, { ...captionOf(backend, args)(), ...keyboardOf(room, args) }, CAPTION);
  },

  editEphemeralMessageMedia: (args, backend) => {
    const { room, found } = editable(backend, args);
    const content = { ...mediaOf(backend, args.media)(), ...keyboardOf(room, args) };
    return change(backend, room, found, content, MEDIA);
  },

  editEphemeralMessageReplyMarkup: (args, backend) => {
    const { room, found } = editable(backend, args);
    return change(backend, room, found, keyboardOf(room, args), ['reply_markup']);
  },

  deleteEphemeralMessage: (args, backend) => {
    const { room, found } = ephemeralOf(backend, args);
    backend.removeEphemeral(room, found);
    return true;
  },
};

function keyboardOf(room: Room, { reply_markup }: { reply_markup?: object }): Pick<Content, 'reply_markup'> {
  return readInlineMarkup(chooseMarkup(reply_markup), room.chat.type);
}

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

function editable(backend: Backend, args: Place): { room: Room; found: Ephemeral } {
  const { room, found } = ephemeralOf(backend, args);
  if (found.message.from?.id !== backend.bot.id) throw refusal('ephemeralInvalid');
  return { room, found };
}

function change(backend: Backend, room: Room, found: Ephemeral, content: Content, parts: readonly Part[]): true {
  backend.replaceEphemeral(room, found, changed(backend, found.message, content, parts));
  return true;
}
