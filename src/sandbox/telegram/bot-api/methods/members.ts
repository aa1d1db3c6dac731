import { isDeepStrictEqual } from 'node:util';
import type { ChatMember, User } from 'grammy/types';
import { type Backend, NO_RIGHTS, type Room } from '../../backend/backend.ts';
import { changeBot, changePerson, isIn, leaveAsBot, memberOf } from '../../backend/members.ts';
import {
  type AdministratorRights,
  ALL_PERMISSIONS,
  NO_ADMINISTRATOR,
  permissionsOf,
  type Standing,
  untilOf,
} from '../../backend/permissions.ts';
import { badRequest, refusal } from '../refusal.ts';
import type { Args } from '../types.ts';
import type { Handlers } from './handlers.ts';

/** The order of checks and their words: `Client.cpp`, and TDLib's `DialogParticipantManager`; the closed servers check the rest. */
export const members: Handlers = {
  banChatMember: (args, backend) => {
    checkUserId(args.user_id);
    const room = backend.writable(args.chat_id);
    if (room.chat.type === 'private') throw badRequest("Can't ban members in private chats");
    if (room.chat.type === 'group') return removeFromGroup(backend, room, args.user_id);
    return setStatus(backend, room, args.user_id, {
      status: 'kicked',
      until: untilOf(backend.seconds(), args.until_date),
    });
  },

  unbanChatMember: (args, backend) => {
    checkUserId(args.user_id);
    const room = backend.writable(args.chat_id);
    if (room.chat.type !== 'supergroup') throw refusal('supergroupsAndChannels');
    const isBanned = () => memberOf(backend, room, userOf(backend, args.user_id)).status === 'kicked';
    return (args.only_if_banned && !isBanned()) || setStatus(backend, room, args.user_id, { status: 'left' });
  },

  restrictChatMember: (args, backend) => {
    checkUserId(args.user_id);
    const permissions = permissionsOf(args.permissions, args.use_independent_chat_permissions);
    const room = backend.writable(args.chat_id);
    if (room.chat.type !== 'supergroup') throw refusal('supergroupsOnly');
    const before = memberOf(backend, room, userOf(backend, args.user_id));
    const without = isMember(before) ? { status: 'member' as const } : { status: 'left' as const };
    const restricted = {
      status: 'restricted' as const,
      permissions,
      until: untilOf(backend.seconds(), args.until_date),
    };
    const isFree = isDeepStrictEqual(permissions, ALL_PERMISSIONS);
    return setStatus(backend, room, args.user_id, isFree ? without : restricted);
  },

  promoteChatMember: (args, backend) => {
    checkUserId(args.user_id);
    const room = backend.writable(args.chat_id);
    if (room.chat.type !== 'supergroup') throw refusal('supergroupsAndChannels');
    const rights = rightsOf(args);
    const administrator = { status: 'administrator' as const, rights, byBot: true };
    return setStatus(backend, room, args.user_id, rights.can_manage_chat ? administrator : { status: 'member' });
  },

  setChatPermissions: (args, backend) => {
    const permissions = permissionsOf(args.permissions, args.use_independent_chat_permissions);
    const room = backend.writable(args.chat_id);
    if (room.chat.type === 'private') throw badRequest("Can't change private chat permissions");
    if (!backend.rights.can_restrict_members) throw badRequest('Not enough rights to change chat permissions');
    room.permissions = permissions;
    return true;
  },
};

function checkUserId(id: number): void {
  if (id <= 0) throw badRequest('Invalid user_id specified');
}

/** @throws Refusal for a user who does not exist in the sandbox */
function userOf(backend: Backend, id: number): User {
  const user = [...backend.people, backend.self].find((one) => one.id === id);
  if (!user) throw refusal('participantInvalid');
  return user;
}

/** Any right includes the one to manage the chat. */
function rightsOf(args: Args<'promoteChatMember'>): AdministratorRights {
  const given = { ...NO_ADMINISTRATOR };
  for (const right of RIGHTS) given[right] = args[right] === true;
  return { ...given, can_manage_chat: Object.values(given).includes(true) };
}

const RIGHTS = [
  ...(['is_anonymous', 'can_manage_chat', 'can_delete_messages', 'can_manage_video_chats'] as const),
  ...(['can_restrict_members', 'can_promote_members', 'can_change_info', 'can_invite_users'] as const),
  ...(['can_post_stories', 'can_edit_stories', 'can_delete_stories', 'can_pin_messages'] as const),
  ...(['can_manage_topics', 'can_manage_tags'] as const),
] as const satisfies readonly (keyof AdministratorRights)[];

type Next = Standing | { status: 'member' } | { status: 'left' };

/** Source: TDLib `set_channel_participant_status_impl` */
function setStatus(backend: Backend, room: Room, id: number, next: Next): true {
  const user = userOf(backend, id);
  const before = memberOf(backend, room, user);
  if (isAlready(room, before, next)) return true;
  if (id === backend.bot.id) return setOwn(backend, room, before, next);
  if (before.status === 'creator') throw badRequest("Can't remove chat owner");
  const isPromotion =
    next.status === 'administrator' || (next.status === 'member' && before.status === 'administrator');
  if (isPromotion) checkPromotion(backend, room, before, next);
  else checkRestriction(backend, room, before, next);
  // A ban that ends at once removes a member.
  if (next.status === 'left' && isMember(before)) become(backend, room, user, { status: 'kicked', until: 0 });
  if (next.status === 'member' && !isMember(before)) {
    become(backend, room, user, { status: 'left' });
    throw badRequest("Bots can't add new chat members");
  }
  become(backend, room, user, next);
  return true;
}

function isAlready({ standings }: Room, { status, user }: ChatMember, next: Next): boolean {
  if (status === 'administrator' || status === 'restricted' || status === 'kicked')
    return isDeepStrictEqual(standings.get(user.id), next);
  return status === next.status;
}

function isMember(member: ChatMember): boolean {
  if (member.status === 'restricted') return member.is_member;
  return member.status !== 'left' && member.status !== 'kicked';
}

function setOwn(backend: Backend, room: Room, before: ChatMember, next: Next): true {
  if (next.status === 'administrator') throw badRequest("Can't promote self");
  if (next.status === 'kicked' || next.status === 'restricted') throw badRequest("Can't restrict self");
  if (next.status === 'left') leaveAsBot(backend, room);
  else if (before.status !== 'administrator') throw badRequest("Can't unrestrict self");
  else changeBot(backend, room, backend.self, () => Object.assign(backend.rights, NO_RIGHTS));
  return true;
}

function checkPromotion(backend: Backend, room: Room, before: ChatMember, next: Next): void {
  if (!backend.rights.can_promote_members) throw badRequest('Not enough rights');
  if (before.status === 'kicked') throw refusal('userKicked');
  if (!isMember(before)) throw refusal('inviteForbidden');
  if (before.status === 'administrator' && !isByBot(room, before)) throw refusal('adminByAnother');
  const own = memberOf(backend, room, backend.self);
  const lacks = (right: keyof AdministratorRights) => !(own.status === 'administrator' && own[right]);
  if (next.status === 'administrator' && RIGHTS.some((right) => next.rights[right] && lacks(right)))
    throw refusal('rightForbidden');
}

function checkRestriction(backend: Backend, room: Room, before: ChatMember, next: Next): void {
  if (next.status === 'member' && before.status === 'left') throw badRequest("Bots can't add new chat members");
  if (!backend.rights.can_restrict_members) throw badRequest('Not enough rights to restrict/unrestrict chat member');
  if (before.status === 'administrator' && !isByBot(room, before)) throw refusal('userIsAdministrator');
}

function isByBot({ standings }: Room, { user }: ChatMember): boolean {
  const standing = standings.get(user.id);
  return standing?.status === 'administrator' && standing.byBot;
}

/** A service message reports a removal. */
function become(backend: Backend, room: Room, user: User, next: Next): void {
  const wasIn = isIn(room, user.id);
  changePerson(backend, room, { from: backend.self, user }, () => {
    if (next.status === 'kicked') room.people = room.people.filter(({ id }) => id !== user.id);
    if (next.status === 'member' || next.status === 'left') room.standings.delete(user.id);
    else room.standings.set(user.id, next);
  });
  if (wasIn && next.status === 'kicked') backend.tell(room, backend.self, { left_chat_member: user });
}

/** A basic group has no bans: a removed person can come back. Source: TDLib `delete_chat_participant` */
function removeFromGroup(backend: Backend, room: Room, id: number): true {
  const user = userOf(backend, id);
  if (id === backend.bot.id) leaveAsBot(backend, room);
  else if (!isIn(room, id)) throw refusal('userNotParticipant');
  else if (!backend.rights.can_restrict_members || backend.isCreator(id)) throw refusal('adminByAnother');
  else {
    changePerson(backend, room, { from: backend.self, user }, () => {
      room.people = room.people.filter((one) => one.id !== id);
      room.standings.delete(id);
    });
    backend.tell(room, backend.self, { left_chat_member: user });
  }
  return true;
}
