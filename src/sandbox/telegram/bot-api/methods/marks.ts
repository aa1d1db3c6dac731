import type { Message } from 'grammy/types';
import type { Backend, Room } from '../../backend/backend.ts';
import { refusal } from '../refusal.ts';
import type { Handlers } from './handlers.ts';
import emoji from './reactions.json' with { type: 'json' };

/** Pins and reactions, which do not change the message. */
export const marks: Handlers = {
  pinChatMessage: (args, backend) => {
    const room = pinnable(backend, args.chat_id);
    const message = room.messages.get(args.message_id);
    if (!message) throw refusal('pinNotFound');
    room.pinned = [...room.pinned.filter((id) => id !== message.message_id), message.message_id];
    backend.post(room, backend.bot, { pinned_message: withoutReply(message) });
    return true;
  },

  unpinChatMessage: (args, backend) => {
    const room = pinnable(backend, args.chat_id);
    const pinned = args.message_id ?? room.pinned.at(-1);
    if (pinned === undefined || !room.pinned.includes(pinned)) throw refusal('unpinNotFound');
    room.pinned = room.pinned.filter((id) => id !== pinned);
    backend.changed.fire();
    return true;
  },

  unpinAllChatMessages: (args, backend) => {
    pinnable(backend, args.chat_id).pinned = [];
    backend.changed.fire();
    return true;
  },

  /** A bot sets at most one reaction, a standard emoji; an empty list removes it. */
  setMessageReaction: (args, backend) => {
    const room = backend.writable(args.chat_id);
    if (!room.messages.has(args.message_id)) throw refusal('reactNotFound');
    const reactions = args.reaction ?? [];
    if (reactions.length > 1) throw refusal('reactionsTooMany');
    const known = reactions.every((reaction) => reaction.type === 'emoji' && emoji.includes(reaction.emoji));
    if (!known) throw refusal('reactionInvalid');
    room.reactions.set(args.message_id, reactions);
    backend.changed.fire();
    return true;
  },
};

function pinnable(backend: Backend, chat: number | string): Room {
  const room = backend.writable(chat);
  if (room.chat.type !== 'private' && !backend.rights.can_pin_messages) throw refusal('pinForbidden');
  return room;
}

function withoutReply(message: Message): Message {
  const inner = { ...message };
  delete inner.reply_to_message;
  return inner;
}
