import { changeBot, memberOf } from '../../backend/members.ts';
import { refusal } from '../refusal.ts';
import type { Handlers } from './handlers.ts';

export const chats: Handlers = {
  getChat: (args, backend) => {
    const room = backend.room(args.chat_id);
    const pinned_message = room.messages.get(room.pinned.at(-1) ?? 0);
    return { ...room.chat, ...CHAT_DEFAULTS, ...(pinned_message ? { pinned_message } : {}) };
  },

  getChatMemberCount: (args, backend) => backend.active(args.chat_id).people.length + 1,

  getChatMember: (args, backend) => {
    const room = backend.room(args.chat_id);
    const known = room.chat.type === 'private' ? room.people : backend.people;
    const user = [...known, backend.bot].find(({ id }) => id === args.user_id);
    if (!user) throw refusal('memberNotFound');
    return memberOf(backend, room, user);
  },

  /** Telegram leaves out other bots. */
  getChatAdministrators: (args, backend) => {
    const room = backend.active(args.chat_id);
    if (room.chat.type === 'private') throw refusal('privateHasNoAdministrators');
    const members = [...room.people, backend.bot].map((user) => memberOf(backend, room, user));
    return members.filter(({ status }) => status === 'creator' || status === 'administrator');
  },

  leaveChat: (args, backend) => {
    const room = backend.active(args.chat_id);
    if (room.chat.type === 'private') throw refusal('leavePrivate');
    changeBot(backend, room, backend.bot, () => {
      room.bot = 'left';
      backend.post(room, backend.bot, { left_chat_member: backend.bot });
    });
    return true;
  },

  setChatMenuButton: (args, backend) => {
    if (args.chat_id !== undefined) backend.room(args.chat_id);
    backend.menuButtons.set(args.chat_id ?? 0, args.menu_button ?? { type: 'default' });
    return true;
  },

  getChatMenuButton: (args, backend) => backend.menuButtons.get(args.chat_id ?? 0) ?? { type: 'commands' },
};

/** Required fields of getChat without a meaning here. */
const CHAT_DEFAULTS = {
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
