/** Who is in a chat, and with which rights. */
import type { ChatMember, ChatMemberRestricted, ChatMemberUpdated, User } from 'grammy/types';
import type { Membership } from '../page-server/page-api.ts';
import { type Backend, now, type Room } from './backend.ts';

export function memberOf(backend: Backend, room: Room, user: User): ChatMember {
  if (room.chat.type === 'private') return { status: 'member', user };
  if (user.id !== backend.bot.id && !isIn(room, user.id)) return { status: 'left', user };
  if (backend.isCreator(user.id)) return { status: 'creator', user, is_anonymous: false };
  if (user.id === backend.bot.id && room.bot !== 'member') return formerMember(room, user);
  if (user.id !== backend.bot.id) return { status: 'member', user, ...tagOf(room, user) };
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

function tagOf({ tags }: Room, user: User): { tag?: string } {
  const tag = tags.get(user.id);
  return tag ? { tag } : {};
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
  const my_chat_member = changed(backend, room, { from, user: backend.self }, change);
  backend.enqueueUpdate({ my_chat_member }, from);
  showMembership(backend, room);
}

/** Changes a person's place in a group. An administrator that asks for `chat_member` updates gets one. */
export function changePerson(backend: Backend, room: Room, from: User, change: () => void): void {
  const chat_member = changed(backend, room, { from, user: from }, change);
  if (room.bot === 'member' && backend.isAdministrator) backend.enqueueUpdate({ chat_member }, from);
  showMembership(backend, room);
}

function changed(
  backend: Backend,
  room: Room,
  { from, user }: { from: User; user: User },
  change: () => void,
): ChatMemberUpdated {
  const old_chat_member = memberOf(backend, room, user);
  change();
  return { chat: room.chat, from, date: now(), old_chat_member, new_chat_member: memberOf(backend, room, user) };
}

export function isIn(room: Room, person: number): boolean {
  return room.people.some(({ id }) => id === person);
}

/** Shows the group's state to all people, also to those who left. */
export function showMembership(backend: Backend, room: Room): void {
  for (const { id } of room.chat.type === 'private' ? room.people : backend.people) {
    const event = { type: 'membership' as const, chat_id: room.chat.id, ...membershipOf(backend, room, id) };
    backend.shown.fire({ person: id, event });
  }
  backend.changed.fire();
}

export function membershipOf(backend: Backend, room: Room, person: number): Membership {
  const bot = placeOfBot(backend, room);
  const members = room.people.length + (bot === 'gone' ? 0 : 1);
  return { bot, members, slow: room.slowModeSeconds > 0, left: !isIn(room, person) };
}

function placeOfBot(backend: Backend, room: Room): Membership['bot'] {
  if (room.bot !== 'member') return 'gone';
  if (room.chat.type !== 'private' && backend.isAdministrator) return 'administrator';
  return room.denied.length > 0 ? 'restricted' : 'member';
}
