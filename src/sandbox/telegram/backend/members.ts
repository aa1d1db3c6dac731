import type { ChatMember, ChatMemberUpdated, User } from 'grammy/types';
import type { Membership } from '../page-server/page-api.ts';
import { type Backend, NO_RIGHTS, type Room } from './backend.ts';
import type { AdministratorRights, Permissions, Standing } from './permissions.ts';

export function memberOf(backend: Backend, room: Room, user: User): ChatMember {
  if (room.chat.type === 'private') return { status: 'member', user };
  const standing = standingOf(backend, room, user.id);
  const isMember = user.id === backend.bot.id ? room.bot === 'member' : isIn(room, user.id);
  if (standing?.status === 'kicked') return formerMember(room, user, standing.until);
  if (standing?.status === 'restricted') {
    const { permissions, until: until_date } = standing;
    return { status: 'restricted', user, is_member: isMember, until_date, ...permissions, ...tagOf(room, user) };
  }
  if (!isMember) return { status: 'left', user };
  if (user.id === backend.bot.id) return backend.isAdministrator ? botAs(backend, room) : { status: 'member', user };
  if (backend.isCreator(user.id)) return { status: 'creator', user, is_anonymous: false };
  if (standing?.status !== 'administrator') return { status: 'member', user, ...tagOf(room, user) };
  const can_be_edited = standing.byBot && backend.rights.can_promote_members;
  return { status: 'administrator', user, can_be_edited, ...standing.rights };
}

function botAs({ rights, self: user }: Backend, { chat }: Room): ChatMember {
  const { can_manage_topics, ...everywhere } = rights;
  return {
    status: 'administrator',
    user,
    can_be_edited: false,
    is_anonymous: false,
    can_manage_chat: true,
    can_manage_video_chats: false,
    can_change_info: false,
    can_invite_users: false,
    can_post_stories: false,
    can_edit_stories: false,
    can_delete_stories: false,
    can_send_welcome_messages: false,
    ...everywhere,
    ...(chat.type === 'supergroup' ? { can_manage_topics } : {}),
  };
}

/** `undefined` for a simple member. A restriction that has ended is gone. */
function standingOf(backend: Backend, { standings }: Room, person: number): Standing | undefined {
  const standing = standings.get(person);
  if (!standing || standing.status === 'administrator' || standing.until === 0 || standing.until >= backend.seconds())
    return standing;
  standings.delete(person);
  return undefined;
}

export function isAdministrator(backend: Backend, { standings }: Room, person: number): boolean {
  return backend.isCreator(person) || standings.get(person)?.status === 'administrator';
}

/** The creator has all rights. */
export function hasRight(
  backend: Backend,
  { standings }: Room,
  person: number,
  right: keyof AdministratorRights,
): boolean {
  const standing = standings.get(person);
  return backend.isCreator(person) || (standing?.status === 'administrator' && standing.rights[right]);
}

/**
 * The creator may do everything, an administrator what needs no right of administrators.
 * Source: TDLib `DialogParticipantStatus::apply_restrictions`
 */
export function isAllowed(backend: Backend, room: Room, person: number, what: keyof Permissions): boolean {
  const standing = standingOf(backend, room, person);
  if (room.chat.type === 'private' || backend.isCreator(person)) return true;
  if (standing?.status === 'administrator') {
    const rights: Partial<Permissions> = standing.rights;
    return room.permissions[what] || (rights[what] ?? true);
  }
  return room.permissions[what] && (standing?.status !== 'restricted' || standing.permissions[what]);
}

function tagOf({ tags }: Room, user: User): { tag?: string } {
  const tag = tags.get(user.id);
  return tag ? { tag } : {};
}

/** A person removed from a basic group can be added again, so they have the status of a person who left. */
function formerMember({ chat }: Room, user: User, until_date: number): ChatMember {
  return chat.type === 'supergroup' ? { status: 'kicked', user, until_date } : { status: 'left', user };
}

export function changeBot(backend: Backend, room: Room, from: User, change: () => void): void {
  const my_chat_member = changed(backend, room, { from, user: backend.self }, change);
  backend.enqueueUpdate({ my_chat_member }, from);
  showMembership(backend, room);
}

export function leaveAsBot(backend: Backend, room: Room): void {
  changeBot(backend, room, backend.self, () => {
    room.bot = 'left';
    Object.assign(backend.rights, NO_RIGHTS);
    backend.post(room, backend.self, { left_chat_member: backend.self });
  });
}

/** The bot gets a `chat_member` update where it is an administrator and asks for them. */
export function changePerson(
  backend: Backend,
  room: Room,
  { from, user }: { from: User; user: User },
  change: () => void,
): void {
  const chat_member = changed(backend, room, { from, user }, change);
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
  return {
    chat: room.chat,
    from,
    date: backend.seconds(),
    old_chat_member,
    new_chat_member: memberOf(backend, room, user),
  };
}

export function isIn(room: Room, person: number): boolean {
  return room.people.some(({ id }) => id === person);
}

/** Also for people who left. */
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
  return room.standings.get(backend.bot.id)?.status === 'restricted' ? 'restricted' : 'member';
}
