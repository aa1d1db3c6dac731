/** How people change the group: the bot's place in it, its rights, and the upgrade. */
import { type Backend, type BotRights, NO_RIGHTS, type Room, type SendKind } from '../backend/backend.ts';
import { changeBot, changePerson, isIn, showMembership } from '../backend/members.ts';
import { PageRefusal, personById, roomOf } from './actions.ts';

export const EVERYTHING: readonly SendKind[] = ['messages', 'photos', 'documents'];

const RIGHTS: BotRights = {
  can_delete_messages: true,
  can_restrict_members: true,
  can_pin_messages: true,
  can_manage_tags: true,
  can_manage_topics: true,
};

/** The creator removes the bot. Of its removal from a basic group the bot gets a message, too. Source: telegraf/telegraf#846 */
export function removeBot(backend: Backend, person: number, chat: number): void {
  const from = personById(backend, person);
  const room = groupOf(backend, person, chat);
  checkCreator(backend, person);
  if (room.bot !== 'member') throw new PageRefusal('no_bot');
  changeBot(backend, room, from, () => {
    room.bot = 'kicked';
    room.denied = [];
    Object.assign(backend.rights, NO_RIGHTS);
  });
  const message = backend.post(room, from, { left_chat_member: backend.self });
  if (room.chat.type === 'group') backend.enqueueUpdate({ message: { ...message, chat: room.chat, from } }, from);
}

/** A person adds the bot again, without rights. */
export function addBot(backend: Backend, person: number, chat: number): void {
  const from = personById(backend, person);
  const room = groupOf(backend, person, chat);
  if (room.bot === 'member') return;
  changeBot(backend, room, from, () => {
    room.bot = 'member';
  });
  backend.tell(room, from, { new_chat_members: [backend.self] });
}

/** The creator gives the bot rights; without any it is a member like others. */
export function promoteBot(backend: Backend, person: number, chat: number, rights: Partial<BotRights> = RIGHTS): void {
  const from = personById(backend, person);
  const room = groupOf(backend, person, chat);
  checkCreator(backend, person);
  if (room.bot !== 'member') throw new PageRefusal('no_bot');
  changeBot(backend, room, from, () => {
    room.denied = [];
    Object.assign(backend.rights, NO_RIGHTS, rights);
  });
}

/** The creator forbids the bot to send some kinds of messages in the supergroup; none gives it all rights of a member back. */
export function restrictBot(backend: Backend, person: number, chat: number, denied: readonly SendKind[]): void {
  const from = personById(backend, person);
  const room = groupOf(backend, person, chat);
  checkCreator(backend, person);
  if (room.chat.type !== 'supergroup') throw new PageRefusal('unknown_chat');
  if (room.bot !== 'member') throw new PageRefusal('no_bot');
  changeBot(backend, room, from, () => {
    room.denied = denied;
    Object.assign(backend.rights, NO_RIGHTS);
  });
}

/** The creator turns slow mode on, or off with 0 seconds. No update tells of it. */
export function slowDown(backend: Backend, person: number, chat: number, seconds: number): void {
  const room = groupOf(backend, person, chat);
  checkCreator(backend, person);
  if (room.chat.type !== 'supergroup') throw new PageRefusal('unknown_chat');
  room.slowModeSeconds = seconds;
  room.sentAt = 0;
  showMembership(backend, room);
}

/** A person leaves the group. */
export function leaveGroup(backend: Backend, person: number, chat: number): void {
  const from = personById(backend, person);
  const room = groupOf(backend, person, chat);
  changePerson(backend, room, from, () => {
    room.people = room.people.filter(({ id }) => id !== person);
  });
  backend.tell(room, from, { left_chat_member: from });
}

/** A person who left joins the group again. */
export function joinGroup(backend: Backend, person: number, chat: number): void {
  const from = personById(backend, person);
  const room = backend.rooms.get(chat);
  if (!room || room.chat.type === 'private' || room.movedTo !== undefined) throw new PageRefusal('unknown_chat');
  if (isIn(room, person)) return;
  changePerson(backend, room, from, () => {
    room.people = [...room.people, from];
  });
  backend.tell(room, from, { new_chat_members: [from] });
  backend.shown.fire({ person, event: { type: 'moved', chat_id: chat, to: chat } });
}

/** The creator upgrades the basic group to a supergroup. */
export function upgradeGroup(backend: Backend, person: number, chat: number): void {
  const room = groupOf(backend, person, chat);
  checkCreator(backend, person);
  if (room.chat.type === 'group') backend.upgrade(room, personById(backend, person));
}

function groupOf(backend: Backend, person: number, chat: number): Room {
  const room = roomOf(backend, person, chat);
  if (room.chat.type === 'private' || room.movedTo !== undefined) throw new PageRefusal('unknown_chat');
  return room;
}

function checkCreator(backend: Backend, person: number): void {
  if (!backend.isCreator(person)) throw new PageRefusal('no_rights');
}
