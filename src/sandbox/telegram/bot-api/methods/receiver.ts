import type { EphemeralMessageParameters } from '@grammyjs/types';
import type { ReplyParameters, User } from 'grammy/types';
import type { Backend, Room } from '../../backend/backend.ts';
import { refusal, sandboxRefusal } from '../refusal.ts';

export interface EphemeralOptions {
  ephemeral_message_parameters?: EphemeralMessageParameters;
  reply_parameters?: ReplyParameters;
  reply_markup?: object;
}

interface Receiver {
  user: User;
  answers: number | undefined;
  replaces: number | undefined;
}

/**
 * The receiver of an ephemeral message; `undefined` for other messages. The bot must answer the receiver within 15 seconds,
 * unless it is an administrator. Source: core.telegram.org/bots/api#ephemeral-messages-and-commands
 * @throws Refusal where the receiver cannot get the message
 */
export function receiverOf(backend: Backend, room: Room, ask: EphemeralOptions): Receiver | undefined {
  const { ephemeral_message_parameters: given } = ask;
  if (!given) return undefined;
  const { callback_query_id: query, replace_callback_query_message: inPlace } = given;
  const user = memberWith(room, given.receiver_user_id);
  checkMarkup(ask.reply_markup);
  const tap = query ? backend.ephemeral.freshTap(query, room, user) : undefined;
  if (query && !tap) throw refusal('queryTooOld');
  const answers = ask.reply_parameters?.ephemeral_message_id;
  if (answers !== undefined && !backend.ephemeral.freshMessage(answers, room, user)) throw refusal('ephemeralInvalid');
  if (!tap && answers === undefined && !backend.isAdministrator) throw refusal('ephemeralUnasked');
  if (inPlace && !(tap && room.messages.has(tap.message)))
    throw sandboxRefusal('replace_callback_query_message without a tap on a message that all see');
  return { user, answers, replaces: inPlace ? tap?.message : undefined };
}

/** @throws Refusal where the person is not in the group */
export function memberWith(room: Room, id: number): User {
  if (room.chat.type === 'private') throw refusal('ephemeralPeer');
  const user = room.people.find((person) => person.id === id);
  if (!user) throw refusal('ephemeralUser');
  return user;
}

/** Refuses reply keyboards, and buttons that log in. */
function checkMarkup(markup: object | undefined): void {
  if (!markup) return;
  if (!('inline_keyboard' in markup))
    throw sandboxRefusal('an ephemeral message with a reply keyboard is not simulated');
  if (JSON.stringify(markup).includes('"login_url"')) throw refusal('buttonTypeInvalid');
}
