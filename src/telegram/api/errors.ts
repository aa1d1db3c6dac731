import { GrammyError, HttpError } from 'grammy';
import type { ApiError } from 'grammy/types';
import { GivenUp } from '../../hosting/http/gather.ts';
import { ProxyFailure } from './proxy.ts';

/** `same`: the message shows this already. `gone`, `notText`: a screen needs a new message. */
export type TelegramSays =
  | 'same'
  | 'gone'
  | 'notText'
  | 'late'
  | 'noReply'
  | 'noTopic'
  | 'noMedia'
  | 'unreachable'
  | 'other';

type Row = readonly [says: TelegramSays, words: RegExp];

/** Texts of the Bot API server (`Client.cpp`), TDLib (first letter made small) and, in capitals, Telegram's servers. */
const WORDS: readonly Row[] = [
  ['same', /^(message is not modified|MESSAGE_NOT_MODIFIED$)/],
  ['late', /^(query is too old|QUERY_ID_INVALID$)/],
  ['notText', /^there is no (text|caption) in the message to edit$/],
  ['gone', /^(message to (edit|delete) not found|message not found)$/],
  ['gone', /^message( media)? can't be (edited|deleted)/],
  ['gone', /^(MESSAGE_ID|MSG_ID)_INVALID$|^MESSAGE_(EDIT_TIME_EXPIRED|AUTHOR_REQUIRED|DELETE_FORBIDDEN)$/],
  ['noReply', /^(message to be replied not found|REPLY_MESSAGE_ID_INVALID)$/],
  ['noTopic', /^message thread not found$|^TOPIC_(CLOSED|DELETED)$/],
  ['unreachable', /^not enough rights to send text messages|no rights to send a message$/],
  ['noMedia', /^not enough rights to send |^CHAT_SEND_(PHOTOS|DOCS|MEDIA)_FORBIDDEN$/],
  ['unreachable', /^(private )?chat not found$|^user is deactivated$|^group chat was (upgraded|deactivated)/],
  ['unreachable', /^need administrator rights in the channel chat$/],
  [
    'unreachable',
    /^CHAT_(WRITE_FORBIDDEN|SEND_PLAIN_FORBIDDEN|GUEST_SEND_FORBIDDEN|RESTRICTED|ADMIN_REQUIRED|ID_INVALID)$/,
  ],
  ['unreachable', /^(USER_BANNED_IN_CHANNEL|USER_IS_BLOCKED|USER_DELETED|USER_BOT_INVALID|INPUT_USER_DEACTIVATED)$/],
  ['unreachable', /^(CHANNEL_PRIVATE|CHANNEL_INVALID|CHANNEL_PUBLIC_GROUP_NA|PEER_ID_INVALID)$/],
];

/** In a call about a message only that message is out of reach; in any other call the chat is. */
const NO_ACCESS = /^(have no write access to|can't access) the chat$/;

/** The general topic may be closed too, which leaves none to fall back to. */
export function isOutOfReach(error: unknown): boolean {
  return ['unreachable', 'noTopic'].includes(whatTelegramSays(error));
}

export function refusesEdit(error: unknown): boolean {
  return error instanceof GrammyError && error.error_code === 400 && whatTelegramSays(error) === 'other';
}

const NO_CONNECTION: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** Whether a call that failed certainly changed nothing: Telegram refused it, or it never left. */
export function isNotDone(error: unknown): boolean {
  if (error instanceof GrammyError) return error.error_code < 500;
  const cause = error instanceof HttpError ? error.error : undefined;
  if (cause instanceof GivenUp) return !cause.left;
  return cause instanceof ProxyFailure || (cause instanceof Error && 'code' in cause && NO_CONNECTION.has(cause.code));
}

export function whatTelegramSays(error: unknown): TelegramSays {
  return error instanceof GrammyError ? meaningOf(error.method, error) : 'other';
}

export function meaningOf(
  method: string,
  refusal: Pick<ApiError, 'description' | 'error_code' | 'parameters'>,
): TelegramSays {
  const { description, error_code: code, parameters } = refusal;
  const words = description.replace(/^(Bad Request|Forbidden): /, '');
  const ofMessage = /^(edit|delete)/.test(method);
  if (ofMessage && /^TOPIC_(CLOSED|DELETED)$/.test(words)) return 'gone';
  // The person left the group, or the server is older than ephemeral messages.
  if (ofMessage && /Ephemeral/.test(method) && (code === 404 || /^(USER|PEER)_ID_INVALID$/.test(words))) return 'gone';
  // The old group's messages do not exist in the supergroup.
  if (ofMessage && (NO_ACCESS.test(words) || parameters?.migrate_to_chat_id !== undefined)) return 'gone';
  const [says] = WORDS.find(([, pattern]) => pattern.test(words)) ?? [];
  return says ?? (code === 403 || NO_ACCESS.test(words) ? 'unreachable' : 'other');
}
