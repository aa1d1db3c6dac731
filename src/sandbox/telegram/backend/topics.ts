/** A service message reports each change of a topic. */
import { isDeepStrictEqual } from 'node:util';
import type { Message, User } from 'grammy/types';
import { placeIn } from '../bot-api/methods/compose.ts';
import type { PageTopic } from '../page-server/page-api.ts';
import { cleanString, isEmptyText } from '../text/format.ts';
import type { Backend, Content, Room, Topic } from './backend.ts';

/** The topic of all messages that are in no other one. */
export const GENERAL = 1;
const NAME_CHARACTERS = 128;

/** A private chat has no general topic. */
export function topicWith(room: Room, id: number): Topic | undefined {
  return id === GENERAL && room.chat.type !== 'private' ? room.general : room.topics.get(id);
}

/** Empty where people would see nothing. Source: TDLib `clean_name` */
export function cleanName(given: string): string {
  const name = [...cleanString(given)].slice(0, NAME_CHARACTERS).join('');
  return isEmptyText(name) ? '' : name.replace(/[ \n\u00a0]+/g, ' ').trim();
}

type Icon = Pick<Topic, 'icon_color' | 'icon_custom_emoji_id'>;

/** @returns the service message, whose identifier is the topic's */
export function openTopic(backend: Backend, room: Room, from: User, name: string, icon: Icon): Message {
  const message = backend.tell(room, from, (topic) => {
    const content = { message_thread_id: topic, is_topic_message: true, forum_topic_created: { name, ...icon } };
    backend.addTopic(room, { message_id: topic, from, chat: room.chat, date: 0, ...content });
    return content;
  });
  showTopics(backend, room);
  return message;
}

/** An empty identifier of an emoji removes the emoji. */
type Change = Partial<Pick<Topic, 'name' | 'icon_custom_emoji_id' | 'closed' | 'hidden'>>;

/** @returns false where nothing changes */
export function changeTopic(backend: Backend, room: Room, from: User, id: number, change: Change): boolean {
  const topic = topicWith(room, id);
  const changed = topic && withoutEmptyIcon({ ...topic, ...change, ...sideEffect(change) });
  if (!changed || isDeepStrictEqual(changed, topic)) return false;
  if (id === GENERAL) room.general = changed;
  else room.topics.set(id, changed);
  backend.tell(room, from, { ...(id === GENERAL ? {} : placeIn(room, id)), ...newsOf(change) });
  showTopics(backend, room);
  return true;
}

function withoutEmptyIcon({ icon_custom_emoji_id, ...topic }: Topic): Topic {
  return icon_custom_emoji_id ? { ...topic, icon_custom_emoji_id } : topic;
}

/** Source: core.telegram.org/bots/api, `hideGeneralForumTopic` and `reopenGeneralForumTopic` */
function sideEffect({ closed, hidden }: Change): Change {
  if (hidden) return { closed: true };
  return closed === false ? { hidden: false } : {};
}

function newsOf({ closed, hidden, ...edited }: Change): Content {
  if (closed !== undefined) return closed ? { forum_topic_closed: {} } : { forum_topic_reopened: {} };
  if (hidden !== undefined) return hidden ? { general_forum_topic_hidden: {} } : { general_forum_topic_unhidden: {} };
  return { forum_topic_edited: edited };
}

/** The bot gets no update of the deletion. */
export function removeTopic(backend: Backend, room: Room, id: number): void {
  room.topics.delete(id);
  backend.remove(
    room,
    messagesIn(room, id).map(({ message_id }) => message_id),
  );
  showTopics(backend, room);
}

export function messagesIn(room: Room, id: number): Message[] {
  return [...room.messages.values()].filter(
    ({ message_thread_id = GENERAL, is_topic_message }) => (is_topic_message ? message_thread_id : GENERAL) === id,
  );
}

export function topicsOf(room: Room): PageTopic[] {
  return [...room.topics].map(([id, { name, closed }]) => ({ id, name, closed }));
}

function showTopics(backend: Backend, room: Room): void {
  backend.show(room, { type: 'topics', chat_id: room.chat.id, topics: topicsOf(room) });
}
