/** What people do with the topics of a forum. */
import type { Message } from 'grammy/types';
import { type Backend, ICON_COLOR, type Room } from '../backend/backend.ts';
import { isAllowed } from '../backend/members.ts';
import * as topics from '../backend/topics.ts';
import { PageRefusal, personById, roomOf } from './actions.ts';

/** Opens a topic; the first one makes the supergroup a forum. @returns the message that tells of it, whose identifier is the topic's */
export function openTopic(backend: Backend, person: number, chat: number, given: string): Message {
  const room = supergroupOf(backend, person, chat);
  if (!isAllowed(backend, room, person, 'can_manage_topics')) throw new PageRefusal('no_rights');
  const name = topics.cleanName(given);
  if (name === '') throw new PageRefusal('empty');
  return topics.openTopic(backend, room, personById(backend, person), name, { icon_color: ICON_COLOR });
}

export function closeTopic(backend: Backend, person: number, chat: number, topic: number, closed = true): void {
  const room = supergroupOf(backend, person, chat);
  if (!topics.topicWith(room, topic)) throw new PageRefusal('unknown_topic');
  topics.changeTopic(backend, room, personById(backend, person), topic, { closed });
}

/** Deletes a topic with its messages. */
export function deleteTopic(backend: Backend, person: number, chat: number, topic: number): void {
  const room = supergroupOf(backend, person, chat);
  if (!room.topics.has(topic)) throw new PageRefusal('unknown_topic');
  topics.removeTopic(backend, room, topic);
}

function supergroupOf(backend: Backend, person: number, chat: number): Room {
  const room = roomOf(backend, person, chat);
  if (room.chat.type !== 'supergroup') throw new PageRefusal('unknown_chat');
  return room;
}
