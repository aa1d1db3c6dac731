/** Who is in a chat, and with which rights. */
import type { ChatMember, User } from 'grammy/types';
import type { PageChat } from '../page-server/page-api.ts';
import { type Backend, now, type Room } from './backend.ts';

export function memberOf(backend: Backend, room: Room, user: User): ChatMember {
  if (room.chat.type === 'private') return { status: 'member', user };
  if (backend.isCreator(user.id)) return { status: 'creator', user, is_anonymous: false };
  if (user.id === backend.bot.id && room.bot !== 'member') return formerMember(room, user);
  if (user.id !== backend.bot.id || !backend.isAdministrator) return { status: 'member', user };
  return {
    status: 'administrator',
    user,
    can_be_edited: false,
    is_anonymous: false,
    can_manage_chat: true,
    can_manage_video_chats: false,
    can_promote_members: false,
    can_change_info: false,
    can_invite_users: false,
    can_post_stories: false,
    can_edit_stories: false,
    can_delete_stories: false,
    can_send_welcome_messages: false,
    ...backend.rights,
  };
}

/** Who was removed from a basic group can be added again, so their status is that of who left. */
function formerMember({ bot, chat }: Room, user: User): ChatMember {
  if (bot === 'kicked' && chat.type === 'supergroup') return { status: 'kicked', user, until_date: 0 };
  return { status: 'left', user };
}

/** Changes the bot's place in a group. The bot gets a `my_chat_member` update, and the pages show the change. */
export function changeBot(backend: Backend, room: Room, from: User, change: () => void): void {
  const old_chat_member = memberOf(backend, room, backend.bot);
  change();
  const new_chat_member = memberOf(backend, room, backend.bot);
  const { chat } = room;
  backend.enqueueUpdate({ my_chat_member: { chat, from, date: now(), old_chat_member, new_chat_member } }, from);
  backend.show(room, { type: 'membership', chat_id: chat.id, bot: placeOfBot(backend, room) });
}

export function placeOfBot(backend: Backend, room: Room): PageChat['bot'] {
  if (room.bot !== 'member') return 'gone';
  return room.chat.type !== 'private' && backend.isAdministrator ? 'administrator' : 'member';
}
