import { STATUS_CODES } from 'node:http';
import type { ZodType } from 'zod';
import { Failure, type FailureDetails } from '../http/failure.ts';
import { utf8 } from '../http/gather.ts';
import type { Outcome } from '../http/http-client.ts';
import { moneyDoubt } from './balance.ts';
import { isObject, isOfGate, refusalIn, worded } from './error-body.ts';
import type { Mask } from './masking.ts';

/** The result of one exchange; `again` is a failure that a repetition may mend. */
export type Verdict<Got> =
  | { readonly kind: 'value'; readonly value: Got }
  | { readonly kind: 'failed' | 'again'; readonly failure: Failure };

/** The parts of an endpoint by which its answer is judged. */
export interface Asked<Got> {
  readonly effect: 'read' | 'change';
  readonly operation: string;
  readonly answer: ZodType<Got>;
  /** The largest answer in bytes, where it may be larger than most; a longer one is unreadable. */
  readonly largest?: number;
  /** The values of long answers while they are in use, by the digests of the answers; without it every answer is read anew. */
  readonly known?: KnownAnswers<Got>;
}

/** All who made the same call hold one value: it must not be changed. */
export type KnownAnswers<Got> = Map<string, WeakRef<Got & object>>;

/** In bytes. An answer of plain fields has a few hundred, and a list of a thousand snapshots with long names has less than this. */
const LARGEST = 256 * 1024;

/** Treats an answer larger than any of its kind as not fully read. */
export function bounded({ largest = LARGEST }: Pick<Asked<unknown>, 'largest'>, outcome: Outcome): Outcome {
  // A gateway's error page may be of any size, and its status is enough.
  if (outcome.kind !== 'answer' || outcome.status >= 300 || lengthOf(outcome) <= largest) return outcome;
  return { kind: 'oversized', reason: 'too large' };
}

export function lengthOf({ pieces }: Outcome & { kind: 'answer' }): number {
  return pieces.reduce((length, piece) => length + piece.length, 0);
}

/** Statuses that refuse a request before it is handled, with any page in the body. */
const TURNED_AWAY = [403, 404, 405, 413, 414, 415, 429, 431];

/** @param mask removes secrets from the answer */
export function judgeRead<Got>(asked: Asked<Got>, outcome: Outcome, mask: Mask): Verdict<Got> {
  const { operation } = asked;
  if (outcome.kind === 'oversized')
    return { kind: 'failed', failure: new Failure('unreadable', operation, { reason: outcome.reason }) };
  if (outcome.kind !== 'answer')
    return { kind: 'again', failure: new Failure('unavailable', operation, { reason: outcome.reason }) };
  const { status } = outcome;
  const value = valueIn(utf8(outcome.pieces), mask);
  const judged = status === 429 ? undefined : judgeAnswer(asked, status, value);
  if (judged !== undefined) return judged;
  const details = detailsOf(outcome, value);
  if (status >= 500 || status === 408 || status === 429)
    return { kind: 'again', failure: new Failure('unavailable', operation, details) };
  // A text alone, in place of data, is a refusal in words.
  const onlyWords = isObject(value) && Object.keys(value).every((key) => key === 'message' || key === 'success');
  const kind = onlyWords && details.words !== undefined ? 'refused' : 'unreadable';
  return { kind: 'failed', failure: new Failure(kind, operation, details) };
}

/** @param mask removes secrets from the answer */
export function judgeChange<Got>(asked: Asked<Got>, outcome: Outcome, mask: Mask): Verdict<Got> {
  const { operation } = asked;
  if (outcome.kind !== 'answer') {
    const kind = outcome.kind === 'notSent' ? 'notSent' : 'ambiguous';
    return { kind: 'failed', failure: new Failure(kind, operation, { reason: outcome.reason }) };
  }
  const { status } = outcome;
  const value = valueIn(utf8(outcome.pieces), mask);
  const judged = status === 429 ? undefined : judgeAnswer(asked, status, value);
  const { words = '' } = worded(value);
  // An error with an order code contradicts itself: the order may exist and must not be placed again.
  const ordered = isObject(value) && ['string', 'number'].includes(typeof value.order_id);
  // An acknowledgement whose words ask for money contradicts itself too.
  const doubted = judged?.kind === 'value' && !ordered && moneyDoubt(operation, words) !== undefined;
  if (judged !== undefined && !doubted && (judged.kind === 'value' || !ordered)) return judged;
  const kind = TURNED_AWAY.includes(status) && !ordered ? 'refused' : 'ambiguous';
  return { kind: 'failed', failure: new Failure(kind, operation, detailsOf(outcome, value)) };
}

/** The provider's JSON value in an answer; undefined where it is none, or a CDN's. */
function valueIn(text: string, mask: Mask): unknown {
  const value = parse(text);
  return isOfGate(value) ? undefined : mask(value, text);
}

/** The value or the refusal an answer holds; undefined when it holds neither. */
function judgeAnswer<Got>({ operation, answer }: Asked<Got>, status: number, value: unknown): Verdict<Got> | undefined {
  const failure = refusalIn(operation, status, value);
  if (failure !== undefined) return { kind: 'failed', failure };
  if (status < 200 || status > 299) return undefined;
  const read = answer.safeParse(value);
  return read.success ? { kind: 'value', value: read.data } : undefined;
}

function detailsOf(answer: Outcome & { kind: 'answer' }, value: unknown): FailureDetails {
  const { status } = answer;
  const throttled = status === 429 || (status === 503 && answer.retryAfter !== undefined);
  return { reason: `HTTP ${status}`, ...worded(value), ...retryAfter(answer.retryAfter), throttled };
}

/** Statuses about the form of a request, with which nothing is said of what it asks for. */
const ABOUT_FORM = [405, 411, 413, 415, 501];

/** Whether something before the provider seems to have answered: by a page, or by a refusal in none of the contract's shapes. */
export function isFromGate(status: number, pieces: readonly Uint8Array[]): boolean {
  const text = utf8(pieces);
  if (status < 300) return /^\s*</.test(text);
  const value = parse(text);
  if (!isObject(value)) return true;
  if ('errors' in value) return isOfGate(value);
  const { error } = value;
  return typeof error !== 'string' || ABOUT_FORM.includes(status) || isStatusName(error, status);
}

function isStatusName(error: string, status: number): boolean {
  return error.toLowerCase() === STATUS_CODES[status]?.toLowerCase();
}

/** Finds every number that may lose digits; it also finds some texts, which only cost time. */
const LONG_NUMBER = /[[:,]\s*-?\d(?:[\d.]{15}|[\d.]*[eE])/;

/** The JSON value of a text; undefined (which JSON can't express) when it is none. */
function parse(text: string): unknown {
  const json = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  try {
    return LONG_NUMBER.test(json) ? JSON.parse(json, exactly) : JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** Keeps a number beyond 2^53 as the digits that came: rounded, an id would be another server's. */
function exactly(_: string, value: unknown, { source }: { source?: string } = {}): unknown {
  return typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER ? source : value;
}

/** Retry-After as seconds or as an HTTP date (RFC 9110, 10.2.3). */
function retryAfter(header: string | undefined): { retryAfterSeconds?: number } {
  if (header === undefined) return {};
  const seconds = /^\d+$/.test(header.trim()) ? Number(header) : Math.ceil((Date.parse(header) - Date.now()) / 1_000);
  return Number.isSafeInteger(seconds) ? { retryAfterSeconds: Math.max(0, seconds) } : {};
}
