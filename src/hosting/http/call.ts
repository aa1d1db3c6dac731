import { setTimeout as wait } from 'node:timers/promises';
import type { ZodType } from 'zod';
import type { Judge } from '../answers/judge-answer.ts';
import { isFromGate, type KnownAnswers, type Verdict } from '../answers/verdict.ts';
import type { Breaker, Evidence } from './breaker.ts';
import type { Bulkhead } from './bulkhead.ts';
import { checked } from './checking.ts';
import { Failure, type FailureKind } from './failure.ts';
import { CLOSED, type HttpClient, type Method, type Outcome, type Parameters, type Request } from './http-client.ts';

type Places = 'query' | 'body' | 'both';

interface Endpoint<Asked, Got> {
  readonly effect: 'read' | 'change';
  /** Settles an unknown outcome; operations.md shows the text. */
  readonly settledBy: string;
  readonly operation: string;
  readonly method: Method;
  readonly path: string;
  readonly travels: Places;
  /** Also gives the parameters the contract's names. */
  readonly send: ZodType<Parameters, Asked>;
  readonly answer: ZodType<Got>;
  readonly largest?: number;
  readonly known?: KnownAnswers<Got>;
}

/** May be repeated. The HTTP method does not decide this: the contract reads with POST too. */
export interface Read<Asked, Got> extends Endpoint<Asked, Got> {
  readonly effect: 'read';
}

/** Sent once, never repeated. */
export interface Change<Asked, Got> extends Endpoint<Asked, Got> {
  readonly effect: 'change';
}

/** `givenUp` says nothing of the provider: the caller aborted the call, or the client was closed. */
export type CallOutcome = 'ok' | 'givenUp' | FailureKind;

export type Observe = (call: { operation: string; outcome: CallOutcome; ms: number; attempts: number }) => void;

export interface Caller {
  /** @throws Failure of a `ReadFailureKind`; `change` one of a `ChangeFailureKind` */
  read<Asked, Got>(endpoint: Read<Asked, Got>, parameters: Asked, signal?: AbortSignal, retries?: number): Promise<Got>;
  change<Asked, Got>(endpoint: Change<Asked, Got>, parameters: Asked): Promise<Got>;
}

type Asking = Pick<Endpoint<unknown, unknown>, 'effect' | 'operation'>;

export interface Line {
  readonly httpClient: HttpClient;
  readonly bulkhead: Bulkhead;
  readonly breakerOf: (resource: string) => Breaker;
  /** Background reads end once the provider counts as silent: hundreds of them would hold dead sockets. */
  readonly isBackground?: boolean;
  readonly longestMs?: ReadonlyMap<string, number>;
  /** Operations for which only the query works, because something before the provider refuses a body. */
  readonly queryAlone: Set<string>;
  /** By operation, the time (`performance.now`) until which the query alone is not tried. */
  readonly queryInVain: Map<string, number>;
  readonly unanswered: Map<string, number>;
  readonly pauseMs: number;
  readonly observe?: Observe | undefined;
  readonly waiting?: ((call: Promise<unknown>) => void) | undefined;
}

export interface CallingAccount {
  readonly account: string;
  readonly headers: Readonly<Record<string, string>> | undefined;
  readonly judge: Judge;
}

const MAX_RETRIES = 2;
/** A person is waiting. */
const RETRY_WITHIN_MS = 8_000;

export function callerOn(line: Line, { account, headers, judge }: CallingAccount): Caller {
  const { httpClient, bulkhead, breakerOf, isBackground = false, longestMs, pauseMs } = line;

  const prepared = <Asked>(endpoint: Endpoint<Asked, unknown>, parameters: Asked, signal?: AbortSignal) => {
    if (headers === undefined) throw new Failure('notConnected', endpoint.operation, { reason: 'token' });
    const sent = checked(endpoint.operation, endpoint.send, parameters);
    return async (travels = endpoint.travels): Promise<Outcome> => {
      const request = requestFor({ ...endpoint, travels }, sent);
      const resource = resourceOf(endpoint);
      const silence = isBackground && endpoint.effect === 'read' ? new AbortController() : undefined;
      const ended = breakerOf(resource).enter(endpoint.effect, silence && (() => silence.abort()));
      if (!ended) throw notAsked(endpoint, 'breaker');
      const until = signal && silence ? AbortSignal.any([signal, silence.signal]) : (signal ?? silence?.signal);
      const timer = abortAfter(longestMs?.get(resource), silence);
      const outcome = await httpClient.exchange(request, headers, until);
      clearTimeout(timer);
      ended(evidenceOf(outcome, until?.aborted === true));
      return outcome;
    };
  };

  async function inPlace<T>(endpoint: Asking, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    // The probe needs no place: calls that wait for a silent provider must not block it.
    const resource = resourceOf(endpoint);
    const state = breakerOf(resource).state();
    if (state === 'open') throw notAsked(endpoint, 'breaker');
    if (state === 'halfOpen') return work();
    const leave = await bulkhead.enter({ account, resource }, signal);
    if (!leave) throw notAsked(endpoint, signal?.aborted ? 'givenUp' : 'busy');
    try {
      return await work();
    } finally {
      leave();
    }
  }

  return {
    read: (endpoint, parameters, signal, retries = MAX_RETRIES) =>
      observed(
        endpoint.operation,
        line,
        (count) => {
          const send = prepared(endpoint, parameters, signal);
          const ask = (travels: Places) => counted(count, () => send(travels));
          const attempt = () => throughGates({ endpoint, line, ask, judge });
          return inPlace(endpoint, () => asking(attempt, { retries, pauseMs, signal }), signal);
        },
        signal,
      ),
    change: (endpoint, parameters) =>
      observed(endpoint.operation, line, async (count) => {
        const send = prepared(endpoint, parameters);
        return inPlace(endpoint, async () => result(await judge(endpoint, await counted(count, send))));
      }),
  };
}

function abortAfter(ms: number | undefined, control: AbortController | undefined): NodeJS.Timeout | undefined {
  return control && ms !== undefined ? setTimeout(() => control.abort(), ms) : undefined;
}

function resourceOf({ operation }: Asking): string {
  return operation.slice(0, operation.indexOf('.'));
}

/** No byte was sent: a change is certainly not done. */
function notAsked({ effect, operation }: Asking, reason: 'breaker' | 'busy' | 'givenUp'): Failure {
  const kind = effect === 'read' ? 'unavailable' : 'notSent';
  return new Failure(kind, operation, { reason, slow: true, throttled: reason !== 'breaker' });
}

function evidenceOf(outcome: Outcome, givenUp: boolean): Evidence {
  if (outcome.kind === 'oversized') return 'answers';
  if (outcome.kind !== 'answer') return givenUp || outcome.reason === CLOSED ? 'nothing' : 'silent';
  const { status, retryAfter } = outcome;
  if (status === 502 || status === 504 || (status === 503 && retryAfter === undefined)) return 'silent';
  return status === 500 || status === 408 ? 'nothing' : 'answers';
}

function requestFor({ effect, method, path, travels }: Endpoint<unknown, unknown>, parameters: Parameters): Request {
  return {
    method,
    path,
    alone: effect === 'change',
    ...(travels !== 'body' && { query: parameters }),
    ...(travels !== 'query' && { body: parameters }),
  };
}

type Gates = Pick<Line, 'queryAlone' | 'queryInVain' | 'unanswered'>;

const MAX_UNANSWERED = 2;
const QUERY_IN_VAIN_MS = 10 * 60_000;

/**
 * Some CDNs refuse a GET with a body. The query alone is then tried, per operation: a provider may read only bodies.
 */
async function throughGates<Got>({
  endpoint,
  line,
  ask,
  judge,
}: {
  endpoint: Endpoint<unknown, Got>;
  line: Gates;
  ask: (travels: Places) => Promise<Outcome>;
  judge: Judge;
}): Promise<Verdict<Got>> {
  const { operation, travels } = endpoint;
  const byQuery = async () => {
    const verdict = await judge(endpoint, await ask('query'));
    if (verdict.kind === 'value') line.queryAlone.add(operation);
    if (verdict.kind === 'failed') line.queryInVain.set(operation, performance.now() + QUERY_IN_VAIN_MS);
    return verdict;
  };
  if (travels !== 'both') return judge(endpoint, await ask(travels));
  if (line.queryAlone.has(operation)) return byQuery();
  if ((line.unanswered.get(operation) ?? 0) >= MAX_UNANSWERED) {
    line.unanswered.delete(operation);
    const verdict = await byQuery();
    // A refusal is not believed: the provider may have read no parameters.
    if (verdict.kind !== 'failed') return verdict;
  }
  const outcome = await ask(travels);
  if (isRefusedOnTheWay(outcome) && (line.queryInVain.get(operation) ?? 0) <= performance.now()) {
    const verdict = await byQuery();
    // A provider that reads the body alone misses the fields that were sent.
    if (verdict.kind === 'value' || verdict.failure.kind !== 'fields') return verdict;
  }
  const verdict = await judge(endpoint, outcome);
  countUnanswered(line, operation, verdict);
  return verdict;
}

function countUnanswered({ unanswered }: Gates, operation: string, verdict: Verdict<unknown>): void {
  if (verdict.kind !== 'again' || verdict.failure.details.throttled) unanswered.delete(operation);
  else unanswered.set(operation, (unanswered.get(operation) ?? 0) + 1);
}

const TOKEN_AND_RATE_STATUSES = [401, 408, 429];

/** A gateway's own failure is no refusal. */
function isRefusedOnTheWay(outcome: Outcome): boolean {
  if (outcome.kind !== 'answer') return false;
  const { status, pieces } = outcome;
  const counts = (status >= 200 && status < 500) || status === 501;
  return counts && !TOKEN_AND_RATE_STATUSES.includes(status) && isFromGate(status, pieces);
}

async function asking<Got>(
  attempt: () => Promise<Verdict<Got>>,
  { retries, pauseMs, signal }: { retries: number; pauseMs: number; signal: AbortSignal | undefined },
): Promise<Got> {
  const begun = performance.now();
  for (let retry = 0; ; retry++) {
    const verdict = await attempt();
    if (verdict.kind !== 'again' || retry >= retries || signal?.aborted || isClosed(verdict.failure))
      return result(verdict);
    const least = Math.max((verdict.failure.retryAfterSeconds ?? 0) * 1_000, pauseMs * 2 ** retry);
    const pause = least * (1 + Math.random() / 2);
    if (performance.now() - begun + pause > RETRY_WITHIN_MS) return result(verdict);
    await pausing(pause, signal);
  }
}

function result<Got>(verdict: Verdict<Got>): Got {
  if (verdict.kind === 'value') return verdict.value;
  throw verdict.failure;
}

/** Only for a read: the outcome of a change that was cut off is unknown. */
function isClosed({ kind, details }: Failure): boolean {
  return kind === 'unavailable' && details.reason === CLOSED;
}

async function pausing(ms: number, signal?: AbortSignal): Promise<void> {
  try {
    await wait(ms, undefined, signal === undefined ? {} : { signal });
  } catch (error) {
    // An abort ends the pause; the next attempt then ends as not asked.
    if (!signal?.aborted) throw error;
  }
}

/** A timeout does not count: the provider was too slow. */
function isGivenUp(signal: AbortSignal | undefined): boolean {
  if (!signal?.aborted) return false;
  const reason: unknown = signal.reason;
  return !(reason instanceof DOMException && reason.name === 'TimeoutError');
}

const counted = <T>(count: () => void, send: () => T): T => {
  count();
  return send();
};

function observed<T>(
  operation: string,
  { observe, waiting }: Line,
  work: (count: () => void) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const call = measured(operation, observe, work, signal);
  waiting?.(call);
  return call;
}

async function measured<T>(
  operation: string,
  observe: Observe | undefined,
  work: (count: () => void) => Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T> {
  if (observe === undefined) return work(() => undefined);
  const begun = performance.now();
  let attempts = 0;
  const tell = (outcome: CallOutcome) => observe({ operation, outcome, ms: performance.now() - begun, attempts });
  try {
    const value = await work(() => attempts++);
    tell('ok');
    return value;
  } catch (error) {
    if (error instanceof Failure) tell(isGivenUp(signal) || isClosed(error) ? 'givenUp' : error.kind);
    throw error;
  }
}
