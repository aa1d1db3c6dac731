import { setTimeout as sleep } from 'node:timers/promises';
import type { ZodType } from 'zod';
import { Failure, type FailureKind } from './failure.ts';
import { isObject, refusalIn, worded } from './refusal.ts';
import type { Outcome, Request, Wire } from './request.ts';

interface Call<T> extends Request {
  /** The name used in failures, logs and measurements, such as `server.status`. */
  readonly operation: string;
  readonly answer: ZodType<T>;
}

/** Asks without altering anything: may be repeated. The HTTP method does not tell; the contract reads with POST too. */
export interface Read<T> extends Call<T> {
  readonly effect: 'read';
}

/** Alters something at the provider: sent once, never repeated. */
export interface Change<T> extends Call<T> {
  readonly effect: 'change';
}

export type Observe = (call: { operation: string; outcome: 'ok' | FailureKind; ms: number; attempts: number }) => void;

/** One account's way to ask and to alter. */
export interface Caller {
  /** @throws Failure of a `ReadFailureKind` */
  read<T>(call: Read<T>, signal?: AbortSignal): Promise<T>;
  /** @throws Failure of a `ChangeFailureKind` */
  change<T>(call: Change<T>): Promise<T>;
}

const RETRIES = 2;
/** No retry begins later than this after the first attempt: a person is waiting. */
const RETRY_WITHIN_MS = 8_000;

/** What one attempt came to: a value, a final failure, or a failure that asking again may mend. */
type Verdict<T> = { value: T } | { failure: Failure; again?: boolean };

/** Binds calls to a wire and to the headers that carry one account's token; undefined headers are a token no header can carry. */
export function callerOn(wire: Wire, headers: Readonly<Record<string, string>> | undefined, observe?: Observe): Caller {
  const attempt = async (call: Request & { operation: string }, signal?: AbortSignal): Promise<Outcome> => {
    if (headers === undefined) throw new Failure('notConnected', call.operation, { reason: 'token' });
    return wire.exchange(call, headers, signal);
  };
  return {
    read: (call, signal) =>
      observed(call.operation, observe, (count) => asking(call, count, () => attempt(call, signal), signal)),
    change: (call) =>
      observed(call.operation, observe, async (count) => {
        count();
        return result(judgeChange(call, await attempt(call)));
      }),
  };
}

async function asking<T>(
  call: Read<T>,
  count: () => void,
  attempt: () => Promise<Outcome>,
  signal?: AbortSignal,
): Promise<T> {
  const begun = performance.now();
  for (let retry = 0; ; retry++) {
    count();
    const verdict = judgeRead(call, await attempt());
    if (!('failure' in verdict) || verdict.again !== true || retry === RETRIES || signal?.aborted)
      return result(verdict);
    const pause =
      Math.max((verdict.failure.retryAfterSeconds ?? 0) * 1_000, 2 ** retry * 200) * (1 + Math.random() / 2);
    if (performance.now() - begun + pause > RETRY_WITHIN_MS) return result(verdict);
    await pausing(pause, signal);
  }
}

function judgeRead<T>(call: Read<T>, outcome: Outcome): Verdict<T> {
  const failure = (kind: FailureKind, reason: string) => new Failure(kind, call.operation, { reason });
  if (outcome.kind === 'oversized') return { failure: failure('unreadable', outcome.reason) };
  if (outcome.kind !== 'answer') return { failure: failure('unavailable', outcome.reason), again: true };
  const { status } = outcome;
  if (status >= 500 || status === 408 || status === 429) {
    const value = parse(outcome.text);
    const refusal = status === 429 ? undefined : refusalIn(call.operation, status, value);
    if (refusal !== undefined) return { failure: refusal };
    const details = { reason: `HTTP ${status}`, ...worded(value), ...retryAfter(outcome.retryAfter) };
    return { failure: new Failure('unavailable', call.operation, details), again: true };
  }
  return judgeAnswer(call, outcome.text, status) ?? { failure: failure('unreadable', `HTTP ${status}`) };
}

function judgeChange<T>(call: Change<T>, outcome: Outcome): Verdict<T> {
  if (outcome.kind === 'notSent')
    return { failure: new Failure('notSent', call.operation, { reason: outcome.reason }) };
  if (outcome.kind !== 'answer')
    return { failure: new Failure('ambiguous', call.operation, { reason: outcome.reason }) };
  const { status } = outcome;
  const value = parse(outcome.text);
  const details = { reason: `HTTP ${status}`, ...worded(value), ...retryAfter(outcome.retryAfter) };
  if (status === 429) return { failure: new Failure('refused', call.operation, details) };
  const judged = judgeAnswer(call, outcome.text, status);
  if (judged !== undefined) return judged;
  // These statuses turn a request away before it is handled, whatever page comes with them.
  const turnedAway = [403, 404, 405, 413, 414, 415, 431].includes(status);
  return { failure: new Failure(turnedAway ? 'refused' : 'ambiguous', call.operation, details) };
}

/** The value or the refusal an answer holds; undefined when it holds neither. */
function judgeAnswer<T>(call: Call<T>, text: string, status: number): Verdict<T> | undefined {
  const value = parse(text);
  const refusal = refusalIn(call.operation, status, value);
  if (refusal !== undefined) return { failure: refusal };
  if (status < 200 || status > 299) return undefined;
  const read = call.answer.safeParse(value);
  if (read.success) return { value: read.data };
  // A text and nothing else, where data was asked for, is a refusal in words.
  const onlyWords = isObject(value) && Object.keys(value).every((key) => key === 'message' || key === 'success');
  const words = worded(value);
  if ('effect' in call && call.effect === 'read' && onlyWords && words.words !== undefined)
    return { failure: new Failure('refused', call.operation, { reason: `HTTP ${status}`, ...words }) };
  return undefined;
}

function result<T>(verdict: Verdict<T>): T {
  if ('failure' in verdict) throw verdict.failure;
  return verdict.value;
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

async function pausing(ms: number, signal?: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, signal === undefined ? {} : { signal });
  } catch (error) {
    // An abort ends the pause; the next attempt then ends as not asked.
    if (!signal?.aborted) throw error;
  }
}

async function observed<T>(
  operation: string,
  observe: Observe | undefined,
  work: (count: () => void) => Promise<T>,
): Promise<T> {
  const begun = performance.now();
  let attempts = 0;
  const told = (outcome: 'ok' | FailureKind) =>
    observe?.({ operation, outcome, ms: performance.now() - begun, attempts });
  try {
    const value = await work(() => attempts++);
    told('ok');
    return value;
  } catch (error) {
    if (error instanceof Failure) told(error.kind);
    throw error;
  }
}
