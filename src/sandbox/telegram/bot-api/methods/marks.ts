import type { Message } from 'grammy/types';
import type { Cloud, Room } from '../../backend/backend.ts';
import { refuse } from '../refusal.ts';
import type { Handlers } from './handlers.ts';
import emoji from './reactions.json' with { type: 'json' };

/** Pins and reactions: what is put on a message without changing it. */
export const marks: Handlers = {
  pinChatMessage: (args, cloud) => {
    const room = pinnable(cloud, args.chat_id);
    const message = room.messages.get(args.message_id);
    if (!message) throw refuse('pinNotFound');
    room.pinned = [...room.pinned.filter((id) => id !== message.message_id), message.message_id];
    cloud.post(room, cloud.bot, { pinned_message: withoutReply(message) });
    return true;
  },

  unpinChatMessage: (args, cloud) => {
    const room = pinnable(cloud, args.chat_id);
    const pinned = args.message_id ?? room.pinned.at(-1);
    if (pinned === undefined || !room.pinned.includes(pinned)) throw refuse('unpinNotFound');
    room.pinned = room.pinned.filter((id) => id !== pinned);
    cloud.changed.fire();
    return true;
  },

  unpinAllChatMessages: (args, cloud) => {
    pinnable(cloud, args.chat_id).pinned = [];
    cloud.changed.fire();
    return true;
  },

  /** A bot sets one ordinary reaction at most; none takes its own away. */
  setMessageReaction: (args, cloud) => {
    const room = cloud.writable(args.chat_id);
    if (!room.messages.has(args.message_id)) throw refuse('reactNotFound');
    const reactions = args.reaction ?? [];
    if (reactions.length > 1) throw refuse('reactionsTooMany');
    const known = reactions.every((reaction) => reaction.type === 'emoji' && emoji.includes(reaction.emoji));
    if (!known) throw refuse('reactionInvalid');
    room.reactions.set(args.message_id, reactions);
    cloud.changed.fire();
    return true;
  },
};

function pinnable(cloud: Cloud, chat: number | string): Room {
  const room = cloud.writable(chat);
  if (room.chat.type !== 'private' && !cloud.rights.can_pin_messages) throw refuse('pinForbidden');
  return room;
}

function withoutReply(message: Message): Message {
  const inner = { ...message };
  delete inner.reply_to_message;
  return inner;
}
