import type { Message } from 'grammy/types';
import { type Cloud, now, type Room } from '../../backend/backend.ts';
import { mistake, refuse } from '../refusal.ts';
import type { Handlers } from './handlers.ts';

/** A message can be deleted for everyone for this long, in seconds. */
const DELETABLE_S = 48 * 60 * 60;

export const deletes: Handlers = {
  deleteMessage: (args, cloud) => {
    const room = cloud.active(args.chat_id);
    const message = room.messages.get(args.message_id);
    if (!message) throw refuse('deleteNotFound');
    checkDeletable(cloud, room, message);
    cloud.remove(room, [args.message_id]);
    return true;
  },

  /** Skips what is not there or may not be deleted, as Telegram does. */
  deleteMessages: (args, cloud) => {
    const room = cloud.active(args.chat_id);
    if (args.message_ids.length < 1 || args.message_ids.length > 100) throw mistake('message_ids must be 1-100');
    const ids = args.message_ids.filter((id) => {
      const message = room.messages.get(id);
      return message && whyNot(cloud, room, message) === undefined;
    });
    cloud.remove(room, ids);
    return true;
  },
};

function checkDeletable(cloud: Cloud, room: Room, message: Message): void {
  const reason = whyNot(cloud, room, message);
  if (reason) throw refuse(reason);
}

/** Its own and, in private chats, all messages of the last 48 hours; in groups others' only with the right. */
function whyNot(cloud: Cloud, room: Room, message: Message): 'deleteForbidden' | 'deleteForEveryone' | undefined {
  const mayDelete = message.from?.id === cloud.bot.id || cloud.rights.can_delete_messages;
  const late = now() - message.date > DELETABLE_S;
  if (room.chat.type === 'supergroup') return late || !mayDelete ? 'deleteForbidden' : undefined;
  return late || (room.chat.type === 'group' && !mayDelete) ? 'deleteForEveryone' : undefined;
}
