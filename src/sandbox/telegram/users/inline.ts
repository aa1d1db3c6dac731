/** Inline mode: what a person types behind the bot's name, the cards the bot answers with, and the one that is sent. */
import type { InlineQuery, InlineQueryResult, Message } from 'grammy/types';
import type { Cloud } from '../backend/backend.ts';
import { contentOfResult } from '../bot-api/methods/answers.ts';
import type { InlineAnswer } from '../page-server/page-api.ts';
import { PageRefusal, personNamed, reaches, roomOf } from './actions.ts';
import { promiseNobodyNeedsToWatch } from './callback-queries.ts';

export interface InlineAsk {
  id: string;
  updateId: number;
  /** Rejects when nobody answers in time. */
  answered: Promise<readonly InlineQueryResult[]>;
  /** The same, with the button above the cards. */
  whole: Promise<InlineAnswer>;
}

/** @param chat where it is typed; to the bot that is no more than its kind */
export function askInline(cloud: Cloud, person: number, query: string, chat: number = person): InlineAsk {
  const from = personNamed(cloud, person);
  const { type } = roomOf(cloud, person, chat).chat;
  const id = cloud.queries.newId();
  const { promise: whole, resolve, reject } = promiseNobodyNeedsToWatch<InlineAnswer>();
  cloud.queries.openInline(id, resolve, () => reject(new PageRefusal('not_answered')));
  const chat_type: InlineQuery['chat_type'] = type === 'private' ? 'sender' : type;
  const updateId = cloud.tell({ inline_query: { id, from, query, offset: '', chat_type } }, from);
  const answered = whole.then(({ results }) => results);
  answered.catch(() => undefined);
  return { id, updateId, answered, whole };
}

/** Sends a card of an answered query, as the person and by way of the bot. */
export function chooseResult(cloud: Cloud, person: number, chat: number, result: InlineQueryResult): Message {
  const from = personNamed(cloud, person);
  const room = roomOf(cloud, person, chat);
  if (cloud.blocked.has(chat)) throw new PageRefusal('blocked');
  const message = cloud.post(room, from, { ...contentOfResult(cloud, result), via_bot: cloud.bot });
  if (reaches(cloud, room, message)) cloud.tell({ message: { ...message, chat: room.chat, from } }, from);
  return message;
}
