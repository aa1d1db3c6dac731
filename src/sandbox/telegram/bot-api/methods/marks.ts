import type { Message, ReactionType } from 'grammy/types';
import type { Backend, Room } from '../../backend/backend.ts';
import { badRequest, refusal } from '../refusal.ts';
import { checkSimulated, isService, messageOf, withoutReply } from './compose.ts';
import type { Handlers } from './handlers.ts';
import emoji from './reactions.json' with { type: 'json' };

/** Pins and reactions, which do not change the message. */
export const marks: Handlers = {
  pinChatMessage: (args, backend) => {
    checkSimulated(args);
    const room = backend.writable(args.chat_id);
    const message = messageOf(room, args.message_id, 'pin');
    checkPinnable(backend, room, message);
    room.pinned = [...room.pinned.filter((id) => id !== message.message_id), message.message_id];
    backend.post(room, backend.self, { pinned_message: withoutReply(message) });
    return true;
  },

  unpinChatMessage: (args, backend) => {
    checkSimulated(args);
    const room = backend.writable(args.chat_id);
    const message = messageOf(room, args.message_id || (room.pinned.at(-1) ?? 0), 'unpin');
    checkPinnable(backend, room, message);
    room.pinned = room.pinned.filter((id) => id !== message.message_id);
    backend.changed.fire();
    return true;
  },

  unpinAllChatMessages: (args, backend) => {
    const room = backend.writable(args.chat_id);
    checkPinRight(backend, room);
    room.pinned = [];
    backend.changed.fire();
    return true;
  },

  /** A bot sets at most one reaction, a standard emoji; an empty list removes it. */
  setMessageReaction: (args, backend) => {
    const room = backend.room(args.chat_id);
    messageOf(room, args.message_id, 'react');
    const reactions = args.reaction ?? [];
    checkReactions(reactions);
    backend.checkReachable(room);
    room.reactions.set(args.message_id, reactions);
    backend.changed.fire();
    return true;
  },
};

function checkPinnable(backend: Backend, room: Room, message: Message): void {
  checkPinRight(backend, room);
  if (isService(message)) throw badRequest("Service messages can't be pinned");
}

function checkPinRight(backend: Backend, room: Room): void {
  if (room.chat.type !== 'private' && !backend.rights.can_pin_messages) throw refusal('pinForbidden');
}

/** The closed servers check what a bot may set. */
function checkReactions(reactions: readonly ReactionType[]): void {
  if (reactions.length > 1) throw refusal('reactionsTooMany');
  const known = reactions.every((reaction) => reaction.type === 'emoji' && emoji.includes(reaction.emoji));
  if (!known) throw refusal('reactionInvalid');
}
