import type { Message, ReactionType, ReactionTypeEmoji, User } from 'grammy/types';
import type { Backend, Room } from '../../backend/backend.ts';
import { GENERAL, messagesIn } from '../../backend/topics.ts';
import { badRequest, refusal } from '../refusal.ts';
import { checkSimulated, isForum, isService, messageOf, topicOf, withoutReply } from './compose.ts';
import type { Handlers } from './handlers.ts';
import emoji from './reactions.json' with { type: 'json' };

export const marks: Handlers = {
  pinChatMessage: (args, backend) => {
    checkSimulated(args);
    const room = backend.writable(args.chat_id);
    const message = messageOf(room, args.message_id, 'pin');
    checkPinnable(backend, room, message);
    pin(backend, room, backend.self, message);
    return true;
  },

  unpinChatMessage: (args, backend) => {
    checkSimulated(args);
    const room = backend.writable(args.chat_id);
    const message = messageOf(room, args.message_id || (room.pinned.at(-1) ?? 0), 'unpin');
    checkPinnable(backend, room, message);
    unpin(backend, room, message);
    return true;
  },

  unpinAllChatMessages: (args, backend) => {
    const room = backend.writable(args.chat_id);
    checkPinRight(backend, room);
    backend.pin(room, []);
    return true;
  },

  unpinAllForumTopicMessages: (args, backend) => unpinTopic(backend, args.chat_id, args.message_thread_id),
  unpinAllGeneralForumTopicMessages: (args, backend) => unpinTopic(backend, args.chat_id, GENERAL),

  /** At most one reaction, a standard emoji; an empty list removes the reaction. */
  setMessageReaction: (args, backend) => {
    const room = backend.room(args.chat_id);
    messageOf(room, args.message_id, 'react');
    const reactions = args.reaction ?? [];
    checkReactions(reactions);
    backend.checkReachable(room);
    backend.react(room, args.message_id, backend.bot.id, reactions[0]);
    return true;
  },
};

/** The bot also hears of its own pins. Source: `Client.cpp`, `need_skip_update_message` */
export function pin(backend: Backend, room: Room, from: User, message: Message): void {
  backend.pin(room, [...new Set([...room.pinned, message.message_id])]);
  backend.tell(room, from, { ...topicOf(message), pinned_message: withoutReply(message) });
}

export function unpin(backend: Backend, room: Room, { message_id }: Message): void {
  backend.pin(
    room,
    room.pinned.filter((id) => id !== message_id),
  );
}

/** Source: TDLib `Requests::on_request` and `unpin_all_dialog_messages` */
function unpinTopic(backend: Backend, chat: number | string, topic: number): true {
  const room = backend.writable(chat);
  if (topic <= 0) throw badRequest('Invalid forum topic identifier specified');
  checkPinRight(backend, room);
  if (!isForum(backend, room)) throw badRequest("Chat doesn't have topics");
  const inside = messagesIn(room, topic).map(({ message_id }) => message_id);
  backend.pin(
    room,
    room.pinned.filter((id) => !inside.includes(id)),
  );
  return true;
}

function checkPinnable(backend: Backend, room: Room, message: Message): void {
  checkPinRight(backend, room);
  if (isService(message)) throw badRequest("Service messages can't be pinned");
}

function checkPinRight(backend: Backend, room: Room): void {
  if (room.chat.type !== 'private' && !backend.rights.can_pin_messages) throw refusal('pinForbidden');
}

/** Telegram's closed servers check these. */
function checkReactions(reactions: readonly ReactionType[]): void {
  if (reactions.length > 1) throw refusal('reactionsTooMany');
  const known = reactions.every((reaction) => reaction.type === 'emoji' && isReaction(reaction.emoji));
  if (!known) throw refusal('reactionInvalid');
}

export function isReaction(text: string | undefined): text is ReactionTypeEmoji['emoji'] {
  return emoji.some((one) => one === text);
}
