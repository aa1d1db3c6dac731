import { GrammyError, type Transformer } from 'grammy';
import type { ApiError } from 'grammy/types';
import { meaningOf } from './errors.ts';

const MAX_CHATS = 10_000;

const REMEMBERED_MS = 24 * 60 * 60_000;

const REFUSED: ApiError = { ok: false, error_code: 404, description: 'RICH_MESSAGE_REFUSED' };
const NO_METHOD = /method not found$/i;
/** A server that does not know rich messages sees an edit without a text. */
const NO_TEXT = /message text is empty$/;
/** Any other refusal may be about the content of one message. */
const NOT_IN_CHAT = /not enough rights to send |CHAT_SEND_\w+_FORBIDDEN$/;
const TIME_TAG = /<\/?tg-time[^>]*>/g;
const UNKNOWN_TIME_TAG = /unsupported start tag "?tg-time/i;

/** Remembers for a day that a server or chat refuses rich messages (Bot API 10.1) or `<tg-time>` (9.5). */
export function olderServers(now: () => number): Transformer[] {
  // The last transformer sees a call first and its answer last: a refusal of a time never reaches it.
  return [doWithout(createRefusals(now), UNKNOWN_TIME_TAG, withoutTimes), rememberRich(createRefusals(now))];
}

const SERVER = Symbol('server');

interface Refusals {
  by(whom: unknown): boolean;
  note(whom: unknown): void;
}

function createRefusals(now: () => number): Refusals {
  const until = new Map<unknown, number>();
  return {
    by: (whom) => (until.get(whom) ?? 0) > now(),
    note(whom) {
      if (until.size >= MAX_CHATS) until.clear();
      until.set(whom, now() + REMEMBERED_MS);
    },
  };
}

function rememberRich(refusals: Refusals): Transformer {
  return async (previous, method, payload, signal) => {
    if (!isRich(payload)) return previous(method, payload, signal);
    const chat = 'chat_id' in payload ? payload.chat_id : undefined;
    if (refusals.by(SERVER) || refusals.by(chat)) return REFUSED;
    const answer = await previous(method, payload, signal);
    const who = answer.ok || !isRefusal(method, answer) ? undefined : refuserIn(answer);
    if (who !== undefined) refusals.note(who === 'server' ? SERVER : chat);
    return answer;
  };
}

/** `undefined` where the refusal may be about one message alone. A proxy's 404 has other words. */
function refuserIn({ error_code: code, description }: ApiError): 'server' | 'chat' | undefined {
  if ((code === 404 && NO_METHOD.test(description)) || NO_TEXT.test(description)) return 'server';
  return NOT_IN_CHAT.test(description) ? 'chat' : undefined;
}

function doWithout(
  refusals: Refusals,
  refusal: RegExp,
  without: <Payload extends object>(payload: Payload) => Payload,
): Transformer {
  return async (previous, method, payload, signal) => {
    if (refusals.by(SERVER)) return previous(method, without(payload), signal);
    const answer = await previous(method, payload, signal);
    if (answer.ok || !refusal.test(answer.description)) return answer;
    const less = without(payload);
    if (less === payload) return answer;
    refusals.note(SERVER);
    return previous(method, less, signal);
  };
}

export function refusesRich(error: unknown): boolean {
  return error instanceof GrammyError && isRich(error.payload) && isRefusal(error.method, error);
}

function isRich(payload: object): boolean {
  return 'rich_message' in payload && payload.rich_message !== undefined;
}

function isRefusal(method: string, refusal: Pick<ApiError, 'error_code' | 'description' | 'parameters'>): boolean {
  return [400, 404].includes(refusal.error_code) && ['other', 'noMedia'].includes(meaningOf(method, refusal));
}

function withoutTimes<Payload extends object>(payload: Payload): Payload {
  const text = 'text' in payload ? { text: wordsOf(payload.text) } : {};
  const caption = 'caption' in payload ? { caption: wordsOf(payload.caption) } : {};
  const media =
    'media' in payload && typeof payload.media === 'object' && payload.media !== null && 'caption' in payload.media
      ? { media: { ...payload.media, caption: wordsOf(payload.media.caption) } }
      : {};
  return { ...payload, ...text, ...caption, ...media };
}

function wordsOf(html: unknown): unknown {
  return typeof html === 'string' ? html.replace(TIME_TAG, '') : html;
}
