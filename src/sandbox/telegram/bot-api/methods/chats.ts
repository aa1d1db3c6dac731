import type { ChatMember, User } from 'grammy/types';
import type { Cloud, Room } from '../../backend/backend.ts';
import { refuse } from '../refusal.ts';
import type { Handlers } from './handlers.ts';

export const chats: Handlers = {
  getChat: (args, cloud) => {
    const room = cloud.room(args.chat_id);
    const pinned_message = room.messages.get(room.pinned.at(-1) ?? 0);
    return { ...room.chat, ...CHAT_FACTS, ...(pinned_message ? { pinned_message } : {}) };
  },

  getChatMemberCount: (args, cloud) => cloud.active(args.chat_id).people.length + 1,

  getChatMember: (args, cloud) => {
    const room = cloud.room(args.chat_id);
    const user = [...room.people, cloud.bot].find(({ id }) => id === args.user_id);
    if (!user) throw refuse('memberNotFound');
    return memberOf(cloud, room, user);
  },

  /** Without other bots, as Telegram answers. */
  getChatAdministrators: (args, cloud) => {
    const room = cloud.active(args.chat_id);
    if (room.chat.type === 'private') throw refuse('privateHasNoAdministrators');
    const members = [...room.people, cloud.bot].map((user) => memberOf(cloud, room, user));
    return members.filter(({ status }) => status === 'creator' || status === 'administrator');
  },

  setChatMenuButton: (args, cloud) => {
    if (args.chat_id !== undefined) cloud.room(args.chat_id);
    cloud.menuButtons.set(args.chat_id ?? 0, args.menu_button ?? { type: 'default' });
    return true;
  },

  getChatMenuButton: (args, cloud) => cloud.menuButtons.get(args.chat_id ?? 0) ?? { type: 'commands' },
};

/** What getChat always tells and nothing here depends on. */
const CHAT_FACTS = {
  accent_color_id: 0,
  max_reaction_count: 11,
  accepted_gift_types: {
    unlimited_gifts: false,
    limited_gifts: false,
    unique_gifts: false,
    premium_subscription: false,
    gifts_from_channels: false,
  },
};

function memberOf(cloud: Cloud, room: Room, user: User): ChatMember {
  if (room.chat.type === 'private') return { status: 'member', user };
  if (cloud.isCreator(user.id)) return { status: 'creator', user, is_anonymous: false };
  if (user.id !== cloud.bot.id || !cloud.isAdministrator) return { status: 'member', user };
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
    ...cloud.rights,
  };
}
