import type { MaybeInaccessibleMessage, Message, RichMessageButton, User } from 'grammy/types';
import type { Backend, Room } from '../backend/backend.ts';
import type { Answer } from '../backend/queries.ts';
import { PageRefusal, personById, roomOf } from './actions.ts';

export interface Press {
  id: string;
  person: number;
  chat: number;
  messageId: number;
  data: string;
  updateId: number;
  /** Rejects where the bot does not answer in time. */
  answered: Promise<Answer>;
}

/** Finds a button by its position or its data. @throws PageRefusal unknown_button */
export function buttonData(
  backend: Backend,
  { person, chat, messageId }: { person: number; chat: number; messageId: number },
  button: string | { row: number; column: number },
): string {
  const room = roomOf(backend, person, chat);
  const message = room.messages.get(messageId) ?? backend.ephemeral.seenBy(room, person, messageId)?.seen;
  if (!message) throw new PageRefusal('unknown_message');
  const rows = message.reply_markup?.inline_keyboard ?? [];
  const found =
    typeof button === 'string'
      ? [...rows.flat(), ...richButtons(message)].find((one) => 'callback_data' in one && one.callback_data === button)
      : rows[button.row]?.[button.column];
  if (!found || !('callback_data' in found)) throw new PageRefusal('unknown_button');
  return found.callback_data;
}

/** Rich messages have buttons between their blocks, and inside their texts. */
function richButtons({ rich_message }: Message): RichMessageButton[] {
  const found: RichMessageButton[] = [];
  JSON.stringify(rich_message?.blocks, (_name, value) => {
    if (value?.type === 'button') found.push(value.button);
    if (value?.type === 'buttons') found.push(...value.buttons);
    return value;
  });
  return found;
}

/** The data need not be that of any button. */
export function press(backend: Backend, person: number, chat: number, messageId: number, data: string): Press {
  const from = personById(backend, person);
  const room = roomOf(backend, person, chat);
  const id = backend.queries.newId();
  backend.ephemeral.tapped(id, { person, chat, message: messageId });
  const { promise: answered, resolve, reject } = promiseWithHandledRejection<Answer>();
  backend.queries.openCallback(
    id,
    (answer) => {
      resolve(answer);
      backend.shown.fire({ person, event: { type: 'answer', callback_query_id: id, ...answer } });
    },
    () => {
      reject(new Error(`callback query ${id} was not answered in time`));
      backend.shown.fire({ person, event: { type: 'expired', callback_query_id: id } });
      backend.changed.fire();
    },
  );
  return {
    id,
    person,
    chat,
    messageId,
    data,
    updateId: enqueueCallbackQuery(backend, from, room, { id, messageId, data }),
    answered,
  };
}

/** Telegram's clients repeat an unanswered query. @returns the new update's identifier */
export function resend(backend: Backend, { id, person, chat, messageId, data }: Press): number {
  backend.queries.reopenCallback(id);
  return enqueueCallbackQuery(backend, personById(backend, person), roomOf(backend, person, chat), {
    id,
    messageId,
    data,
  });
}

/** Telegram looks up the replied message for each update, so a deleted one is missing. */
function withoutDeletedReply(room: Room, { reply_to_message, ...message }: Message): Message {
  const kept = reply_to_message && room.messages.has(reply_to_message.message_id);
  return kept ? { ...message, reply_to_message } : message;
}

function enqueueCallbackQuery(
  backend: Backend,
  from: User,
  room: Room,
  { id, messageId, data }: { id: string; messageId: number; data: string },
): number {
  const chat_instance = String(BigInt(room.chat.id) * 6_364_136_223_846_793_005n).slice(0, 19);
  const inline_message_id = inlineIdOf(backend, room, messageId);
  if (inline_message_id)
    return backend.enqueueUpdate({ callback_query: { id, from, inline_message_id, chat_instance, data } }, from);
  // The bot can no longer reach the message, and so the tap gets no answer.
  if (room.bot !== 'member') return 0;
  // An ephemeral message has no number of its own.
  const number = Number.isInteger(messageId) ? messageId : 0;
  const gone: MaybeInaccessibleMessage = { chat: room.chat, message_id: number, date: 0 };
  const ephemeral = backend.ephemeral.seenBy(room, from.id, messageId)?.message;
  const kept = ephemeral ?? (backend.switches.inaccessible_taps ? undefined : room.messages.get(messageId));
  const message = kept ? withoutDeletedReply(room, kept) : gone;
  return backend.enqueueUpdate({ callback_query: { id, from, message, chat_instance, data } }, from);
}

/** The bot knows a message from inline mode only by this identifier. Source: `Client.cpp`, `JsonInlineCallbackQuery` */
function inlineIdOf(backend: Backend, room: Room, message: number): string | undefined {
  for (const [id, one] of backend.inlineMessages) if (one.room === room && one.messageId === message) return id;
  return undefined;
}

/** A rejection without a listener does not end the process. */
export function promiseWithHandledRejection<T>(): PromiseWithResolvers<T> {
  const made = Promise.withResolvers<T>();
  void made.promise.then(undefined, () => undefined);
  return made;
}
