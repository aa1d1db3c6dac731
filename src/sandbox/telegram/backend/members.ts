/** Who is in a chat, and with which rights. */
import type { ChatMember, ChatMemberRestricted, User } from 'grammy/types';
import type { PageChat } from '../page-server/page-api.ts';
import { type Backend, now, type Room } from './backend.ts';

export function memberOf(backend: Backend, room: Room, user: User): ChatMember {
  if (room.chat.type === 'private') return { status: 'member', user };
  if (backend.isCreator(user.id)) return { status: 'creator', user, is_anonymous: false };
  if (user.id === backend.bot.id && room.bot !== 'member') return formerMember(room, user);
  if (user.id !== backend.bot.id) return { status: 'member', user };
  if (!backend.isAdministrator) return room.denied.length > 0 ? restricted(room, user) : { status: 'member', user };
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

function restricted({ denied }: Room, user: User): ChatMemberRestricted {
  const may = !denied.includes('messages');
  return {
    status: 'restricted',
    user,
    is_member: true,
    until_date: 0,
    can_send_messages: may,
    can_send_audios: may,
    can_send_documents: !denied.includes('documents'),
    can_send_photos: !denied.includes('photos'),
    can_send_videos: may,
    can_send_video_notes: may,
    can_send_voice_notes: may,
    can_send_polls: may,
    can_send_other_messages: may,
    can_add_web_page_previews: may,
    can_react_to_messages: may,
    can_change_info: false,
    can_edit_tag: false,
    can_invite_users: false,
    can_pin_messages: false,
    can_manage_topics: false,
  };
}

/** Changes the bot's place in a group. The bot gets a `my_chat_member` update, and the pages show the change. */
export function changeBot(backend: Backend, room: Room, from: User, change: () => void): void {
  const old_chat_member = memberOf(backend, room, backend.bot);
  change();
  const new_chat_member = memberOf(backend, room, backend.bot);
  const { chat } = room;
  backend.enqueueUpdate({ my_chat_member: { chat, from, date: now(), old_chat_member, new_chat_member } }, from);
  showMembership(backend, room);
}

export function showMembership(backend: Backend, room: Room): void {
  const { id: chat_id } = room.chat;
  backend.show(room, { type: 'membership', chat_id, bot: placeOfBot(backend, room), slow: room.slowModeSeconds > 0 });
}

export function placeOfBot(backend: Backend, room: Room): PageChat['bot'] {
  if (room.bot !== 'member') return 'gone';
  if (room.chat.type !== 'private' && backend.isAdministrator) return 'administrator';
  return room.denied.length > 0 ? 'restricted' : 'member';
}
