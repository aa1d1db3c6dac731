import type { Message } from 'grammy/types';
import { type Backend, ICON_COLOR, type Room, type Topic } from '../backend/backend.ts';
import { hasRight, isAllowed } from '../backend/members.ts';
import * as topics from '../backend/topics.ts';
import { isForum } from '../bot-api/methods/compose.ts';
import { PageRefusal, personById, roomOf } from './actions.ts';

/** The first topic makes a supergroup a forum. @returns the service message, whose identifier is the topic's */
export function openTopic(backend: Backend, person: number, chat: number, given: string): Message {
  const room = placeOf(backend, person, chat);
  if (!isAllowed(backend, room, person, 'can_manage_topics')) throw new PageRefusal('no_rights');
  const name = topics.cleanName(given);
  if (name === '') throw new PageRefusal('empty');
  return topics.openTopic(backend, room, personById(backend, person), name, { icon_color: ICON_COLOR });
}

export function closeTopic(backend: Backend, person: number, chat: number, topic: number, closed = true): void {
  const room = placeOf(backend, person, chat);
  if (room.chat.type === 'private') throw new PageRefusal('unknown_chat');
  const found = topics.topicWith(room, topic);
  if (!found) throw new PageRefusal('unknown_topic');
  checkRight(backend, room, person, found, 'can_manage_topics');
  topics.changeTopic(backend, room, personById(backend, person), topic, { closed });
}

export function deleteTopic(backend: Backend, person: number, chat: number, topic: number): void {
  const room = placeOf(backend, person, chat);
  const found = room.topics.get(topic);
  if (!found) throw new PageRefusal('unknown_topic');
  checkRight(backend, room, person, found, 'can_delete_messages');
  topics.removeTopic(backend, room, topic);
}

/** Other people's topics need the right. Source: TDLib `ForumTopicManager.cpp` */
function checkRight(
  backend: Backend,
  room: Room,
  person: number,
  { creator }: Topic,
  right: 'can_manage_topics' | 'can_delete_messages',
): void {
  if (room.chat.type !== 'private' && creator !== person && !hasRight(backend, room, person, right))
    throw new PageRefusal('no_rights');
}

function placeOf(backend: Backend, person: number, chat: number): Room {
  const room = roomOf(backend, person, chat);
  if (room.chat.type !== 'supergroup' && !isForum(backend, room)) throw new PageRefusal('unknown_chat');
  return room;
}
