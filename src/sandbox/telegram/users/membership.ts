/** How people change the group: the bot's place in it, its rights, and the upgrade. */
import { type Backend, type BotRights, NO_RIGHTS, type Room } from '../backend/backend.ts';
import { changeBot, changePerson, isIn, memberOf, showMembership } from '../backend/members.ts';
import { ANONYMOUS } from '../backend/people.ts';
import { type AdministratorRights, NO_ADMINISTRATOR, type Permissions, sending } from '../backend/permissions.ts';
import { PageRefusal, personById, roomOf, say } from './actions.ts';

export type SendKind = 'messages' | 'photos' | 'documents';

export const EVERYTHING: readonly SendKind[] = ['messages', 'photos', 'documents'];

const RIGHTS: BotRights = {
  can_delete_messages: true,
  can_restrict_members: true,
  can_pin_messages: true,
  can_manage_tags: true,
  can_manage_topics: true,
  can_promote_members: true,
};

/** The removal from a basic group also sends the bot a message. Source: telegraf/telegraf#846 */
export function removeBot(backend: Backend, person: number, chat: number): void {
  const from = personById(backend, person);
  const room = groupOf(backend, person, chat);
  checkCreator(backend, person);
  if (room.bot !== 'member') throw new PageRefusal('no_bot');
  changeBot(backend, room, from, () => {
    room.bot = 'kicked';
    room.standings.set(backend.bot.id, { status: 'kicked', until: 0 });
    Object.assign(backend.rights, NO_RIGHTS);
  });
  const message = backend.post(room, from, { left_chat_member: backend.self });
  if (room.chat.type === 'group') backend.enqueueUpdate({ message: { ...message, chat: room.chat, from } }, from);
}

export function addBot(backend: Backend, person: number, chat: number): void {
  const from = personById(backend, person);
  const room = groupOf(backend, person, chat);
  if (room.bot === 'member') return;
  changeBot(backend, room, from, () => {
    room.bot = 'member';
    room.standings.delete(backend.bot.id);
  });
  backend.tell(room, from, { new_chat_members: [backend.self] });
}

/**
 * A link (`?startgroup=PAYLOAD&admin=RIGHTS`) adds the bot. The creator's link gives it the rights; then the client sends /start.
 * Source: core.telegram.org/api/links#groupchannel-bot-links
 */
export function bringBot(
  backend: Backend,
  person: number,
  chat: number,
  link: { payload: string; rights: readonly string[] },
): void {
  addBot(backend, person, chat);
  const names = Object.keys(NO_RIGHTS).filter((name) => link.rights.includes(name.replace(/^can_/, '')));
  const added = Object.fromEntries(names.map((name) => [name, true]));
  if (backend.isCreator(person) && names.length > 0) promoteBot(backend, person, chat, { ...backend.rights, ...added });
  if (link.payload !== '') say(backend, person, chat, `/start@${backend.bot.username} ${link.payload}`);
}

/** Without rights the bot is a member like others. */
export function promoteBot(backend: Backend, person: number, chat: number, rights: Partial<BotRights> = RIGHTS): void {
  const from = personById(backend, person);
  const room = groupOf(backend, person, chat);
  checkCreator(backend, person);
  if (room.bot !== 'member') throw new PageRefusal('no_bot');
  changeBot(backend, room, from, () => {
    room.standings.delete(backend.bot.id);
    Object.assign(backend.rights, NO_RIGHTS, rights);
  });
}

/** An empty list gives the bot all rights of a member back. */
export function restrictBot(backend: Backend, person: number, chat: number, denied: readonly SendKind[]): void {
  const from = personById(backend, person);
  const room = groupOf(backend, person, chat);
  checkCreator(backend, person);
  if (room.chat.type !== 'supergroup') throw new PageRefusal('unknown_chat');
  if (room.bot !== 'member') throw new PageRefusal('no_bot');
  changeBot(backend, room, from, () => {
    if (denied.length === 0) room.standings.delete(backend.bot.id);
    else room.standings.set(backend.bot.id, { status: 'restricted', permissions: without(denied), until: 0 });
    Object.assign(backend.rights, NO_RIGHTS);
  });
}

function without(denied: readonly SendKind[]): Permissions {
  return {
    ...sending(!denied.includes('messages')),
    can_send_photos: !denied.includes('photos'),
    can_send_documents: !denied.includes('documents'),
  };
}

/** Without rights the person is a member like others. */
export function promotePerson(
  backend: Backend,
  person: number,
  chat: number,
  whom: number,
  rights: Partial<AdministratorRights>,
): void {
  const [from, user] = [personById(backend, person), personById(backend, whom)];
  const room = groupOf(backend, person, chat);
  checkCreator(backend, person);
  if (person === whom || !isIn(room, whom)) throw new PageRefusal('unknown_person');
  changePerson(backend, room, { from, user }, () => {
    const standing = { ...NO_ADMINISTRATOR, ...rights, can_manage_chat: true };
    if (!Object.values(rights).includes(true)) room.standings.delete(whom);
    else room.standings.set(whom, { status: 'administrator', rights: standing, byBot: false });
  });
}

/** 0 seconds turn slow mode off. The bot gets no update. */
export function slowDown(backend: Backend, person: number, chat: number, seconds: number): void {
  const room = groupOf(backend, person, chat);
  checkCreator(backend, person);
  if (room.chat.type !== 'supergroup') throw new PageRefusal('unknown_chat');
  room.slowModeSeconds = seconds;
  room.sentAt.clear();
  showMembership(backend, room);
}

export function leaveGroup(backend: Backend, person: number, chat: number): void {
  const from = personById(backend, person);
  const room = groupOf(backend, person, chat);
  changePerson(backend, room, { from, user: from }, () => {
    room.people = room.people.filter(({ id }) => id !== person);
    if (room.standings.get(person)?.status === 'administrator') room.standings.delete(person);
  });
  backend.tell(room, from, { left_chat_member: from });
}

export function joinGroup(backend: Backend, person: number, chat: number): void {
  const from = personById(backend, person);
  const room = backend.rooms.get(chat);
  if (!room || room.chat.type === 'private' || room.movedTo !== undefined) throw new PageRefusal('unknown_chat');
  if (isIn(room, person)) return;
  if (memberOf(backend, room, from).status === 'kicked') throw new PageRefusal('no_rights');
  changePerson(backend, room, { from, user: from }, () => {
    room.people = [...room.people, from];
  });
  backend.tell(room, from, { new_chat_members: [from] });
  backend.shown.fire({ person, event: { type: 'moved', chat_id: chat, to: chat } });
}

/**
 * The bot gets a message in both chats; nothing reports that it left the old one. Source: tdlib/telegram-bot-api#266
 * @returns `undefined` where the group is a supergroup already
 */
export function upgradeGroup(backend: Backend, person: number, chat: number): Room['chat'] | undefined {
  const from = personById(backend, person);
  const room = groupOf(backend, person, chat);
  checkCreator(backend, person);
  if (room.chat.type !== 'group') return undefined;
  const { upgraded, left, entered } = backend.upgrade(room, from);
  if (room.bot !== 'member') return upgraded.chat;
  backend.enqueueUpdate({ message: { ...left, chat: room.chat, from } }, from);
  const old_chat_member = { status: 'left' as const, user: backend.self };
  const new_chat_member = memberOf(backend, upgraded, backend.self);
  const my_chat_member = { chat: upgraded.chat, from, date: backend.seconds(), old_chat_member, new_chat_member };
  backend.enqueueUpdate({ my_chat_member }, from);
  backend.enqueueUpdate({ message: { ...entered, chat: upgraded.chat, from: ANONYMOUS } }, ANONYMOUS);
  return upgraded.chat;
}

function groupOf(backend: Backend, person: number, chat: number): Room {
  const room = roomOf(backend, person, chat);
  if (room.chat.type === 'private' || room.movedTo !== undefined) throw new PageRefusal('unknown_chat');
  return room;
}

function checkCreator(backend: Backend, person: number): void {
  if (!backend.isCreator(person)) throw new PageRefusal('no_rights');
}
