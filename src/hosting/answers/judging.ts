import type { ZodType } from 'zod';
import { Failure, type FailureDetails } from '../http/failure.ts';
import { utf8 } from '../http/gather.ts';
import type { Outcome } from '../http/request.ts';
import { moneyDoubt } from './balance.ts';
import { isObject, refusalIn, worded } from './error-body.ts';
import type { Mask } from './masking.ts';

/** What one exchange came to; `again` is a failure that asking once more may mend. */
export type Verdict<Got> =
  | { readonly kind: 'value'; readonly value: Got }
  | { readonly kind: 'failed' | 'again'; readonly failure: Failure };

/** What was asked, as far as its answer is judged by it. */
export interface Asked<Got> {
  readonly effect: 'read' | 'change';
  readonly operation: string;
  readonly answer: ZodType<Got>;
  /** In bytes, where the answer may be larger than most; a longer one can't be read. */
  readonly largest?: number;
}

/** In bytes. An answer of plain fields has a few hundred, and a thousand copies with long names have less. */
const LARGEST = 256 * 1024;

/** An answer that is larger than any of its kind counts as one that was not read to its end. */
export function bounded({ largest = LARGEST }: Pick<Asked<unknown>, 'largest'>, outcome: Outcome): Outcome {
  // A gateway's page may be of any size, and its status says enough.
  if (outcome.kind !== 'answer' || outcome.status >= 300 || outcome.bytes.length <= largest) return outcome;
  return { kind: 'oversized', reason: 'too large' };
}

/** These turn a request away before it is handled, whatever page comes with them. */
const TURNED_AWAY = [403, 404, 405, 413, 414, 415, 429, 431];

/** `mask` takes out of the answer what nobody may see. */
export function judgeRead<Got>(asked: Asked<Got>, outcome: Outcome, mask: Mask): Verdict<Got> {
  const { operation } = asked;
  if (outcome.kind === 'oversized')
    return { kind: 'failed', failure: new Failure('unreadable', operation, { reason: outcome.reason }) };
  if (outcome.kind !== 'answer')
    return { kind: 'again', failure: new Failure('unavailable', operation, { reason: outcome.reason }) };
  const { status } = outcome;
  const text = utf8(outcome.bytes);
  const value = mask(parse(text), text);
  const judged = status === 429 ? undefined : judgeAnswer(asked, status, value);
  if (judged !== undefined) return judged;
  const details = detailsOf(outcome, value);
  if (status >= 500 || status === 408 || status === 429)
    return { kind: 'again', failure: new Failure('unavailable', operation, details) };
  // A text and nothing else, where data was asked for, is a refusal in words.
  const onlyWords = isObject(value) && Object.keys(value).every((key) => key === 'message' || key === 'success');
  const kind = onlyWords && details.words !== undefined ? 'refused' : 'unreadable';
  return { kind: 'failed', failure: new Failure(kind, operation, details) };
}

/** `mask` takes out of the answer what nobody may see. */
export function judgeChange<Got>(asked: Asked<Got>, outcome: Outcome, mask: Mask): Verdict<Got> {
  const { operation } = asked;
  if (outcome.kind !== 'answer') {
    const kind = outcome.kind === 'notSent' ? 'notSent' : 'ambiguous';
    return { kind: 'failed', failure: new Failure(kind, operation, { reason: outcome.reason }) };
  }
  const { status } = outcome;
  const text = utf8(outcome.bytes);
  const value = mask(parse(text), text);
  const judged = status === 429 ? undefined : judgeAnswer(asked, status, value);
  const { words = '' } = worded(value);
  // An error that comes with an order code contradicts itself: what was ordered must not be ordered again.
  const ordered = isObject(value) && ['string', 'number'].includes(typeof value.order_id);
  // An acknowledgement whose words ask for money contradicts itself too.
  const doubted = judged?.kind === 'value' && !ordered && moneyDoubt(operation, words) !== undefined;
  if (judged !== undefined && !doubted && (judged.kind === 'value' || !ordered)) return judged;
  const kind = TURNED_AWAY.includes(status) && !ordered ? 'refused' : 'ambiguous';
  return { kind: 'failed', failure: new Failure(kind, operation, detailsOf(outcome, value)) };
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

/** The JSON value of a text; undefined (which JSON can't express) when it is none. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  } catch {
    return undefined;
  }
}

/** Retry-After as seconds or as an HTTP date (RFC 9110, 10.2.3). */
function retryAfter(header: string | undefined): { retryAfterSeconds?: number } {
  if (header === undefined) return {};
  const seconds = /^\d+$/.test(header.trim()) ? Number(header) : Math.ceil((Date.parse(header) - Date.now()) / 1_000);
  return Number.isSafeInteger(seconds) ? { retryAfterSeconds: Math.max(0, seconds) } : {};
}
