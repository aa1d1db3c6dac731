/** Taps on buttons: what a person asks and the bot answers. */
import type { MaybeInaccessibleMessage, Message, User } from 'grammy/types';
import type { Cloud, Room } from '../backend/backend.ts';
import type { Answer } from '../backend/queries.ts';
import { PageRefusal, personNamed, roomOf } from './actions.ts';

export interface Press {
  /** The callback query's identifier. */
  id: string;
  person: number;
  chat: number;
  messageId: number;
  data: string;
  /** Of the update that told the bot. */
  updateId: number;
  /** Rejects when the query's life ends without an answer. */
  answered: Promise<Answer>;
}

/** The data of the button at a place, or of the one that carries the given data. @throws PageRefusal unknown_button */
export function buttonData(room: Room, messageId: number, button: string | { row: number; column: number }): string {
  const message = room.messages.get(messageId);
  if (!message) throw new PageRefusal('unknown_message');
  const rows = message.reply_markup?.inline_keyboard ?? [];
  const found =
    typeof button === 'string'
      ? rows.flat().find((one) => 'callback_data' in one && one.callback_data === button)
      : rows[button.row]?.[button.column];
  if (!found || !('callback_data' in found)) throw new PageRefusal('unknown_button');
  return found.callback_data;
}

/** A tap; the data may be one that no button carries. */
export function press(cloud: Cloud, person: number, chat: number, messageId: number, data: string): Press {
  const from = personNamed(cloud, person);
  const room = roomOf(cloud, person, chat);
  const id = cloud.queries.newId();
  const { promise: answered, resolve, reject } = promiseNobodyNeedsToWatch<Answer>();
  cloud.queries.openCallback(
    id,
    (answer) => {
      resolve(answer);
      cloud.shown.fire({ person, event: { type: 'answer', callback_query_id: id, ...answer } });
    },
    () => {
      reject(new Error(`callback query ${id} was not answered in time`));
      cloud.shown.fire({ person, event: { type: 'expired', callback_query_id: id } });
      cloud.changed.fire();
    },
  );
  return {
    id,
    person,
    chat,
    messageId,
    data,
    updateId: tellPress(cloud, from, room, { id, messageId, data }),
    answered,
  };
}

/** The client sends an unanswered query again: the same query in a new update. @returns the update's identifier */
export function resend(cloud: Cloud, { id, person, chat, messageId, data }: Press): number {
  cloud.queries.reopenCallback(id);
  return tellPress(cloud, personNamed(cloud, person), roomOf(cloud, person, chat), { id, messageId, data });
}

/** What a message answers is looked up for each update: once it is deleted, nothing tells of it. */
function withoutDeleted(room: Room, { reply_to_message, ...message }: Message): Message {
  const kept = reply_to_message && room.messages.has(reply_to_message.message_id);
  return kept ? { ...message, reply_to_message } : message;
}

function tellPress(
  cloud: Cloud,
  from: User,
  room: Room,
  { id, messageId, data }: { id: string; messageId: number; data: string },
): number {
  const gone: MaybeInaccessibleMessage = { chat: room.chat, message_id: messageId, date: 0 };
  const kept = cloud.inaccessibleTaps ? undefined : room.messages.get(messageId);
  const message = kept ? withoutDeleted(room, kept) : gone;
  const chat_instance = String(BigInt(room.chat.id) * 6_364_136_223_846_793_005n).slice(0, 19);
  return cloud.tell({ callback_query: { id, from, message, chat_instance, data } }, from);
}

/** Its rejection reaches who awaits it and does not end the process when nobody does. */
export function promiseNobodyNeedsToWatch<T>(): PromiseWithResolvers<T> {
  const made = Promise.withResolvers<T>();
  void made.promise.then(undefined, () => undefined);
  return made;
}
