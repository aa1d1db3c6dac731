import type { ChatMember, MenuButton } from 'grammy/types';
import type { Backend, Room } from '../../backend/backend.ts';
import { isAdministrator, leaveAsBot, memberOf } from '../../backend/members.ts';
import { NO_GIFTS } from '../../backend/people.ts';
import { cleanString, lengthOf } from '../../text/format.ts';
import { secureUrl } from '../markup.ts';
import { badRequest, refusal } from '../refusal.ts';
import { withoutReply } from './compose.ts';
import type { Handlers } from './handlers.ts';

export const chats: Handlers = {
  getChat: (args, backend) => {
    const room = backend.room(args.chat_id);
    const pinned = room.messages.get(room.pinned.at(-1) ?? 0);
    const username = 'username' in room.chat ? room.chat.username : undefined;
    return {
      ...room.chat,
      ...CHAT_DEFAULTS,
      ...(room.chat.type === 'private' ? { can_send_gift: true } : { permissions: shownPermissions(room) }),
      ...(username ? { active_usernames: [username] } : {}),
      ...(pinned ? { pinned_message: withoutReply(pinned) } : {}),
    };
  },

  getChatMemberCount: (args, backend) => backend.membersOf(args.chat_id).people.length + 1,

  getChatMember: (args, backend) => {
    if (args.user_id <= 0) throw badRequest('Invalid user_id specified');
    const isSelf = args.user_id === backend.bot.id;
    const room = isSelf ? backend.room(args.chat_id) : backend.membersOf(args.chat_id);
    const known = room.chat.type === 'private' ? room.people : backend.people;
    const user = [...known, backend.self].find(({ id }) => id === args.user_id);
    return user ? memberOf(backend, room, user) : strangerIn(room, args.user_id);
  },

  /** Leaves out other bots, as Telegram does. */
  getChatAdministrators: (args, backend) => {
    const room = backend.membersOf(args.chat_id);
    if (room.chat.type === 'private') throw refusal('privateHasNoAdministrators');
    const members = [...room.people, backend.self].map((user) => memberOf(backend, room, user));
    return members.filter(({ status }) => status === 'creator' || status === 'administrator');
  },

  leaveChat: (args, backend) => {
    const room = backend.room(args.chat_id);
    if (room.chat.type === 'private') throw refusal('leavePrivate');
    if (room.movedTo !== undefined) throw badRequest('Chat is deactivated');
    if (room.bot === 'member') leaveAsBot(backend, room);
    return true;
  },

  /** An empty tag removes the tag. Source: `Client.cpp`, `process_set_chat_member_tag_query` and `fail_query_with_error` */
  setChatMemberTag: (args, backend) => {
    if (args.user_id <= 0) throw badRequest('Invalid user_id specified');
    const room = backend.active(args.chat_id);
    if (room.chat.type === 'private') throw refusal('groupsOnly');
    const { tag = '' } = args;
    const member = room.people.find(({ id }) => id === args.user_id);
    // Administrators have a title instead of a tag.
    if (!backend.rights.can_manage_tags || !member || isAdministrator(backend, room, member.id))
      throw refusal('tagForbidden');
    if (lengthOf(tag) > TAG_CHARACTERS) throw refusal('tagInvalid');
    if (/\p{Extended_Pictographic}/u.test(tag)) throw refusal('tagEmoji');
    room.tags.set(member.id, tag);
    return true;
  },

  setChatMenuButton: (args, backend) => {
    checkUser(backend, args.chat_id);
    backend.menuButtons.set(args.chat_id ?? 0, checkedButton(args.menu_button ?? { type: 'default' }));
    return true;
  },

  getChatMenuButton: (args, backend) => {
    checkUser(backend, args.chat_id);
    return backend.menuButtons.get(args.chat_id ?? 0) ?? { type: 'commands' };
  },
};

/** A menu button belongs to a person, not to a chat. */
function checkUser(backend: Backend, user: number | undefined): void {
  if (user === undefined) return;
  if (user <= 0) throw badRequest('Invalid chat_id specified');
  if (!backend.known.has(user)) throw badRequest('User not found');
}

function checkedButton(button: MenuButton): MenuButton {
  if (button.type !== 'web_app') return button;
  if (button.text === '') throw badRequest('Menu button text must be non-empty');
  const url = secureUrl(button.web_app.url, 'Menu button Web App');
  return { ...button, text: cleanString(button.text), web_app: { url } };
}

/** Only Telegram's closed servers know more about a user who is not in a supergroup. */
function strangerIn(room: Room, id: number): ChatMember {
  if (room.chat.type === 'private') throw refusal('memberNotFound');
  if (room.chat.type === 'supergroup') throw refusal('participantInvalid');
  return { status: 'left', user: { id, is_bot: false, first_name: '' } };
}

/** Includes the field of earlier versions of the Bot API. Source: `json_store_permissions` */
function shownPermissions({ permissions }: Room): object {
  const { can_send_audios, can_send_documents, can_send_photos, ...others } = permissions;
  const { can_send_videos, can_send_video_notes, can_send_voice_notes } = others;
  const some = can_send_audios || can_send_documents || can_send_photos;
  const other = can_send_videos || can_send_video_notes || can_send_voice_notes;
  return { ...permissions, can_send_media_messages: some || other };
}

const TAG_CHARACTERS = 16;

const CHAT_DEFAULTS = {
  accent_color_id: 0,
  max_reaction_count: 11,
  accepted_gift_types: NO_GIFTS,
};
