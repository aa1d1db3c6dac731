import { randomBytes } from 'node:crypto';
import type { InlineQuery, InlineQueryResult, Message } from 'grammy/types';
import type { Backend } from '../backend/backend.ts';
import { contentOfResult } from '../bot-api/methods/answers.ts';
import type { InlineAnswer } from '../page-server/page-api.ts';
import { PageRefusal, personById, roomOf, sendFrom } from './actions.ts';
import { promiseWithHandledRejection } from './callback-queries.ts';

export interface InlineAsk {
  id: string;
  updateId: number;
  /** Rejects where the bot does not answer in time. */
  answered: Promise<readonly InlineQueryResult[]>;
  whole: Promise<InlineAnswer>;
}

/** @param chat the bot learns only its type */
export function askInline(backend: Backend, person: number, query: string, chat: number = person): InlineAsk {
  const from = personById(backend, person);
  const { type } = roomOf(backend, person, chat).chat;
  const id = backend.queries.newId();
  const { promise: whole, resolve, reject } = promiseWithHandledRejection<InlineAnswer>();
  backend.queries.openInline(id, resolve, () => reject(new PageRefusal('not_answered')));
  const chat_type: InlineQuery['chat_type'] = type === 'private' ? 'sender' : type;
  const updateId = backend.enqueueUpdate({ inline_query: { id, from, query, offset: '', chat_type } }, from);
  const answered = whole.then(({ results }) => results);
  answered.catch(() => undefined);
  return { id, updateId, answered, whole };
}

/**
 * Only a message with an inline keyboard has an identifier, by which the bot can edit it.
 * Source: core.telegram.org/bots/api#choseninlineresult
 * @param options `query`: the typed text; `topic`: the forum topic
 */
export function chooseResult(
  backend: Backend,
  person: number,
  chat: number,
  result: InlineQueryResult,
  { query = '', topic }: { query?: string; topic?: number | undefined } = {},
): Message {
  const from = personById(backend, person);
  const content = { ...contentOfResult(backend, result)(), via_bot: backend.self };
  return sendFrom(backend, person, chat, content, { topic }, (room, message) => {
    const inline_message_id = message.reply_markup ? randomBytes(20).toString('base64url') : undefined;
    if (inline_message_id) backend.inlineMessages.set(inline_message_id, { room, messageId: message.message_id });
    if (!backend.switches.inline_feedback) return;
    const chosen = { from, ...(inline_message_id ? { inline_message_id } : {}), query, result_id: result.id };
    backend.enqueueUpdate({ chosen_inline_result: chosen }, from);
  });
}
