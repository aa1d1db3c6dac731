/** The topics of a forum, which people open, close and delete. */
import type { Message } from 'grammy/types';
import type { Backend, Content, Room } from '../backend/backend.ts';
import { placeIn } from '../bot-api/methods/compose.ts';
import type { PageTopic } from '../page-server/page-api.ts';
import { PageRefusal, personById, reachesBot, roomOf } from './actions.ts';

/** One of Telegram's six colours for the icons of topics. */
const ICON_COLOR = 0x6f_b9_f0;

/** Opens a topic; the first one makes the supergroup a forum. @returns the message that tells of it, whose identifier is the topic's */
export function openTopic(backend: Backend, person: number, chat: number, name: string): Message {
  const room = supergroupOf(backend, person, chat);
  if (name.trim() === '') throw new PageRefusal('empty');
  const message = tell(backend, room, person, (topic) => {
    backend.addTopic(room, topic, name.trim());
    const forum_topic_created = { name: name.trim(), icon_color: ICON_COLOR };
    return { message_thread_id: topic, is_topic_message: true, forum_topic_created };
  });
  showTopics(backend, room);
  return message;
}

/** Only administrators with the right to manage topics may write in a closed topic. This holds for people of the sandbox too. */
export function closeTopic(backend: Backend, person: number, chat: number, topic: number, closed = true): void {
  const room = supergroupOf(backend, person, chat);
  const found = room.topics.get(topic);
  if (!found) throw new PageRefusal('unknown_topic');
  if (found.closed === closed) return;
  found.closed = closed;
  tell(backend, room, person, () => ({
    ...placeIn(room, topic),
    ...(closed ? { forum_topic_closed: {} } : { forum_topic_reopened: {} }),
  }));
  showTopics(backend, room);
}

/** Deletes a topic with its messages, of which the bot is not told. */
export function deleteTopic(backend: Backend, person: number, chat: number, topic: number): void {
  const room = supergroupOf(backend, person, chat);
  if (!room.topics.delete(topic)) throw new PageRefusal('unknown_topic');
  const inside = [...room.messages.values()].filter(({ message_thread_id }) => message_thread_id === topic);
  backend.remove(
    room,
    inside.map(({ message_id }) => message_id),
  );
  showTopics(backend, room);
}

export function topicsOf(room: Room): PageTopic[] {
  return [...room.topics].map(([id, topic]) => ({ id, ...topic }));
}

function supergroupOf(backend: Backend, person: number, chat: number): Room {
  const room = roomOf(backend, person, chat);
  if (room.chat.type !== 'supergroup') throw new PageRefusal('unknown_chat');
  return room;
}

/** Adds a service message of a person, which the bot sees in privacy mode, too. */
function tell(backend: Backend, room: Room, person: number, content: (id: number) => Content): Message {
  const from = personById(backend, person);
  const message = backend.post(room, from, content);
  if (reachesBot(backend, room, message))
    backend.enqueueUpdate({ message: { ...message, chat: room.chat, from } }, from);
  return message;
}

function showTopics(backend: Backend, room: Room): void {
  backend.show(room, { type: 'topics', chat_id: room.chat.id, topics: topicsOf(room) });
}
