import { STATUS_CODES } from 'node:http';
import type { ZodType } from 'zod';
import { Failure, type FailureDetails } from '../http/failure.ts';
import { utf8 } from '../http/gather.ts';
import type { Outcome } from '../http/http-client.ts';
import { moneyDoubt } from './balance.ts';
import { isObject, isOfGate, refusalIn, worded } from './error-body.ts';
import type { Mask } from './masking.ts';

/** `again` is a failure that a repetition may mend. */
export type Verdict<Got> =
  | { readonly kind: 'value'; readonly value: Got }
  | { readonly kind: 'failed' | 'again'; readonly failure: Failure };

export interface Asked<Got> {
  readonly effect: 'read' | 'change';
  readonly operation: string;
  readonly answer: ZodType<Got>;
  readonly largest?: number;
  readonly known?: KnownAnswers<Got>;
}

/** All callers of the same call share one value: it must not be changed. */
export type KnownAnswers<Got> = Map<string, WeakRef<Got & object>>;

/** A list of a thousand snapshots with long names is shorter. */
const MAX_ANSWER_BYTES = 256 * 1024;

export function bounded({ largest = MAX_ANSWER_BYTES }: Pick<Asked<unknown>, 'largest'>, outcome: Outcome): Outcome {
  // A gateway's error page may be of any size, and its status is enough.
  if (outcome.kind !== 'answer' || outcome.status >= 300 || lengthOf(outcome) <= largest) return outcome;
  return { kind: 'oversized', reason: 'too large' };
}

export function lengthOf({ pieces }: Outcome & { kind: 'answer' }): number {
  return pieces.reduce((length, piece) => length + piece.length, 0);
}

/** The provider or a gateway refuses with these before it handles a request. */
const REFUSED_UNHANDLED = [403, 404, 405, 413, 414, 415, 429, 431];

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
  const onlyWords = isObject(value) && Object.keys(value).every((key) => key === 'message' || key === 'success');
  const kind = onlyWords && details.words !== undefined ? 'refused' : 'unreadable';
  return { kind: 'failed', failure: new Failure(kind, operation, details) };
}

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
  const kind = REFUSED_UNHANDLED.includes(status) && !ordered ? 'refused' : 'ambiguous';
  return { kind: 'failed', failure: new Failure(kind, operation, detailsOf(outcome, value)) };
}

function valueIn(text: string, mask: Mask): unknown {
  const value = parse(text);
  return isOfGate(value) ? undefined : mask(value, text);
}

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

const FORM_STATUSES = [405, 411, 413, 415, 501];

export function isFromGate(status: number, pieces: readonly Uint8Array[]): boolean {
  const text = utf8(pieces);
  if (status < 300) return /^\s*</.test(text);
  const value = parse(text);
  if (!isObject(value)) return true;
  if ('errors' in value) return isOfGate(value);
  const { error } = value;
  return typeof error !== 'string' || FORM_STATUSES.includes(status) || isStatusName(error, status);
}

function isStatusName(error: string, status: number): boolean {
  return error.toLowerCase() === STATUS_CODES[status]?.toLowerCase();
}

/** Matches every number that may lose digits, and some texts, which only costs time. */
const LONG_NUMBER = /[[:,]\s*-?\d(?:[\d.]{15}|[\d.]*[eE])/;

function parse(text: string): unknown {
  const json = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  try {
    return LONG_NUMBER.test(json) ? JSON.parse(json, exactly) : JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** Keeps the digits of a number beyond 2^53: rounded, an id would be another server's. */
function exactly(_: string, value: unknown, { source }: { source?: string } = {}): unknown {
  return typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER ? source : value;
}

function retryAfter(header: string | undefined): { retryAfterSeconds?: number } {
  if (header === undefined) return {};
  const seconds = /^\d+$/.test(header.trim()) ? Number(header) : Math.ceil((Date.parse(header) - Date.now()) / 1_000);
  return Number.isSafeInteger(seconds) ? { retryAfterSeconds: Math.max(0, seconds) } : {};
}
