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

/** One operation of the contract: its route, its parameters and its answer. */
interface Endpoint<Asked, Got> {
  readonly effect: 'read' | 'change';
  /** How an unknown outcome is settled, such as `server.status: the status`; operations.md tells it. */
  readonly settledBy: string;
  /** The name used in failures, logs and measurements, such as `server.status`. */
  readonly operation: string;
  readonly method: Method;
  /** Begins after `/api/v1`. */
  readonly path: string;
  /** Where the parameters go; `both` where the contract leaves it open for a GET. */
  readonly travels: Places;
  /** Checks the parameters before anything is sent, and gives them the contract's names. */
  readonly send: ZodType<Parameters, Asked>;
  readonly answer: ZodType<Got>;
  /** The largest answer in bytes, where it may be larger than most. */
  readonly largest?: number;
  /** Where the same long answer is not read again. */
  readonly known?: KnownAnswers<Got>;
}

/** Changes nothing: may be repeated. The HTTP method does not decide this; the contract reads with POST too. */
export interface Read<Asked, Got> extends Endpoint<Asked, Got> {
  readonly effect: 'read';
}

/** Changes something at the provider: sent once, never repeated. */
export interface Change<Asked, Got> extends Endpoint<Asked, Got> {
  readonly effect: 'change';
}

/**
 * The result of a call for logs and metrics. `givenUp`: its caller aborted it, or the closing of the client cut off a read, which says
 * nothing of the provider.
 */
export type CallOutcome = 'ok' | 'givenUp' | FailureKind;

export type Observe = (call: { operation: string; outcome: CallOutcome; ms: number; attempts: number }) => void;

/** Makes the calls of one account. */
export interface Caller {
  /**
   * @param retries how often a failed read is repeated, where that may help
   * @throws Failure of a `ReadFailureKind`
   */
  read<Asked, Got>(endpoint: Read<Asked, Got>, parameters: Asked, signal?: AbortSignal, retries?: number): Promise<Got>;
  /** @throws Failure of a `ChangeFailureKind` */
  change<Asked, Got>(endpoint: Change<Asked, Got>, parameters: Asked): Promise<Got>;
}

type Asking = Pick<Endpoint<unknown, unknown>, 'effect' | 'operation'>;

/** The connection to the provider that all accounts share. */
export interface Line {
  readonly httpClient: HttpClient;
  readonly bulkhead: Bulkhead;
  readonly breakerOf: (resource: string) => Breaker;
  /** Its reads end as soon as the provider counts as silent: hundreds of them would hold sockets of a dead one. */
  readonly isBackground?: boolean;
  /** Of its reads those about a resource end after so long, counted from when they have their place. */
  readonly longestMs?: ReadonlyMap<string, number>;
  /** The operations whose parameters in both places were refused on the way, and came through in the query alone. */
  readonly queryAlone: Set<string>;
  /** The operations for which the query alone brought no more, each until when (`performance.now`). */
  readonly queryInVain: Map<string, number>;
  /** The numbers of exchanges in a row that ended without an answer, of operations with their parameters in both places. */
  readonly unanswered: Map<string, number>;
  /** The pause before the first repetition; it doubles for each further one. */
  readonly pauseMs: number;
  readonly observe?: Observe | undefined;
  /** Called at the beginning of each call. */
  readonly waiting?: ((call: Promise<unknown>) => void) | undefined;
}

/** The account of a caller: its id, its headers and the judge of its answers. */
export interface CallingAccount {
  readonly account: string;
  /** The headers that carry its token; none when no header can carry it. */
  readonly headers: Readonly<Record<string, string>> | undefined;
  /** Reads its answers and masks the token in them. */
  readonly judge: Judge;
}

const RETRIES = 2;
/** No repetition begins later than this after the first attempt: a person is waiting. */
const RETRY_WITHIN_MS = 8_000;

/** Makes the caller of one account over the shared connection. */
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

  /** Runs a call in a place of its own among those that may wait for the provider. */
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
    read: (endpoint, parameters, signal, retries = RETRIES) =>
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

/** The resource of an operation, for the breaker: one resource may hang while other machines answer for the rest. */
function resourceOf({ operation }: Asking): string {
  return operation.slice(0, operation.indexOf('.'));
}

/** No byte was sent: a change is certainly not done. */
function notAsked({ effect, operation }: Asking, reason: 'breaker' | 'busy' | 'givenUp'): Failure {
  const kind = effect === 'read' ? 'unavailable' : 'notSent';
  return new Failure(kind, operation, { reason, slow: true, throttled: reason !== 'breaker' });
}

/** @param givenUp whether the caller aborted the call */
function evidenceOf(outcome: Outcome, givenUp: boolean): Evidence {
  if (outcome.kind === 'oversized') return 'answers';
  if (outcome.kind !== 'answer') return givenUp || outcome.reason === CLOSED ? 'nothing' : 'silent';
  const { status, retryAfter } = outcome;
  // These statuses come from a gateway that does not reach the provider.
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

/** After two exchanges without an answer, a gate may cut off or swallow what it refuses. */
const DOUBTED_AFTER = 2;
/** An operation for which the query alone brought no more is not asked by it for so long. */
const IN_VAIN_MS = 10 * 60_000;

/**
 * Some CDNs refuse every GET with a body. Where the contract leaves the place of the parameters open, the query alone is then asked once.
 * An operation keeps to it once that worked: of another one the provider may read the body alone.
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
    if (verdict.kind === 'failed') line.queryInVain.set(operation, performance.now() + IN_VAIN_MS);
    return verdict;
  };
  if (travels !== 'both') return judge(endpoint, await ask(travels));
  if (line.queryAlone.has(operation)) return byQuery();
  if ((line.unanswered.get(operation) ?? 0) >= DOUBTED_AFTER) {
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

/** These are about the token, and about the request's time or number. */
const ABOUT_SOMETHING_ELSE = [401, 408, 429];

/** Whether an answer seems to come from a CDN that refuses the request. A gateway's own trouble is not a refusal. */
function isRefusedOnTheWay(outcome: Outcome): boolean {
  if (outcome.kind !== 'answer') return false;
  const { status, pieces } = outcome;
  const counts = (status >= 200 && status < 500) || status === 501;
  return counts && !ABOUT_SOMETHING_ELSE.includes(status) && isFromGate(status, pieces);
}

/** Repeats a read while that may help. A change is never repeated. */
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

/** Whether a read failed because the client is closed. Of a change that was cut off the outcome is unknown. */
function isClosed({ kind, details }: Failure): boolean {
  return kind === 'unavailable' && details.reason === CLOSED;
}

async function pausing(ms: number, signal?: AbortSignal): Promise<void> {
  try {
    await wait(ms, undefined, signal === undefined ? {} : { signal });
  } catch (error) {
    // An abort ends the pause. The next attempt then ends as not asked.
    if (!signal?.aborted) throw error;
  }
}

/** Whether the caller no longer wants the answer. A signal that timed out still does: then the provider was too slow. */
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
