import type { Message } from 'grammy/types';
import type { Backend, Room } from '../../backend/backend.ts';
import { badRequest, refusal } from '../refusal.ts';
import { isService, messageOf } from './compose.ts';
import type { Handlers } from './handlers.ts';

const MAX_DELETABLE_AGE_S = 48 * 60 * 60;

export const deletes: Handlers = {
  deleteMessage: (args, backend) => {
    if (args.chat_id === '') throw badRequest('Chat identifier is not specified');
    if (args.message_id <= 0) throw refusal('messageIdEmpty');
    const room = backend.writable(args.chat_id);
    checkDeletable(backend, room, messageOf(room, args.message_id, 'delete'));
    backend.remove(room, [args.message_id]);
    return true;
  },

  /** Skips missing messages; one that can't be deleted refuses the whole call. */
  deleteMessages: (args, backend) => {
    if (args.message_ids.length === 0) throw badRequest('Message identifiers are not specified');
    const room = backend.writable(args.chat_id);
    const found = args.message_ids.flatMap((id) => room.messages.get(id) ?? []);
    for (const message of found) checkDeletable(backend, room, message);
    backend.remove(room, args.message_ids);
    return true;
  },
};

/** Source: TDLib `can_delete_message` and `can_revoke_message`. */
function checkDeletable(backend: Backend, room: Room, message: Message): void {
  const age = backend.seconds() - message.date;
  const isOwn = message.from?.id === backend.bot.id;
  if (room.chat.type === 'supergroup') {
    if (age >= MAX_DELETABLE_AGE_S || isUndeletable(message)) throw refusal('deleteForbidden');
    if (!backend.rights.can_delete_messages && (!isOwn || isService(message))) throw refusal('deleteForbidden');
  } else {
    const may = room.chat.type === 'private' || backend.isAdministrator || (isOwn && !isService(message));
    if (age > MAX_DELETABLE_AGE_S || !may) throw refusal('deleteForEveryone');
  }
}

/** A supergroup's first message, and the service message of its upgrade. */
function isUndeletable(message: Message): boolean {
  return message.message_id === 1 || message.migrate_from_chat_id !== undefined;
}
