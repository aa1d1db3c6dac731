import type { Message } from 'grammy/types';
import { type Backend, now, type Room } from '../../backend/backend.ts';
import { refusal, sandboxRefusal } from '../refusal.ts';
import type { Handlers } from './handlers.ts';

/** The age in seconds up to which a message can be deleted for everyone. */
const DELETABLE_S = 48 * 60 * 60;

export const deletes: Handlers = {
  deleteMessage: (args, backend) => {
    const room = backend.active(args.chat_id);
    const message = room.messages.get(args.message_id);
    if (!message) throw refusal('deleteNotFound');
    checkDeletable(backend, room, message);
    backend.remove(room, [args.message_id]);
    return true;
  },

  /** Skips missing and undeletable messages, as Telegram does. */
  deleteMessages: (args, backend) => {
    const room = backend.active(args.chat_id);
    if (args.message_ids.length < 1 || args.message_ids.length > 100) throw sandboxRefusal('message_ids must be 1-100');
    const ids = args.message_ids.filter((id) => {
      const message = room.messages.get(id);
      return message && deleteRefusal(backend, room, message) === undefined;
    });
    backend.remove(room, ids);
    return true;
  },
};

function checkDeletable(backend: Backend, room: Room, message: Message): void {
  const reason = deleteRefusal(backend, room, message);
  if (reason) throw refusal(reason);
}

/** The bot deletes messages of the last 48 hours: in private chats all, in groups those of others only with the right. */
function deleteRefusal(
  backend: Backend,
  room: Room,
  message: Message,
): 'deleteForbidden' | 'deleteForEveryone' | undefined {
  const mayDelete = message.from?.id === backend.bot.id || backend.rights.can_delete_messages;
  const late = now() - message.date > DELETABLE_S;
  if (room.chat.type === 'supergroup') return late || !mayDelete ? 'deleteForbidden' : undefined;
  return late || (room.chat.type === 'group' && !mayDelete) ? 'deleteForEveryone' : undefined;
}
