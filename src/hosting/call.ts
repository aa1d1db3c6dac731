import { setTimeout as sleep } from 'node:timers/promises';
import type { ZodType } from 'zod';
import { checked } from './checking.ts';
import { Failure, type FailureKind } from './failure.ts';
import { judgeChange, judgeRead, type Verdict } from './judging.ts';
import type { Mask } from './masking.ts';
import type { Method, Parameters, Request, Wire } from './request.ts';

/** One row of the contract: what is asked with which parameters, and what the answer holds. */
interface Endpoint<Asked, Got> {
  readonly effect: 'read' | 'change';
  /** The name used in failures, logs and measurements, such as `server.status`. */
  readonly operation: string;
  readonly method: Method;
  /** Begins after `/api/v1`. */
  readonly path: string;
  /** Where the parameters go; `both` where the contract leaves open where a GET's travel. */
  readonly travels: 'query' | 'body' | 'both';
  /** Checks the parameters before anything is sent, and gives them the contract's names. */
  readonly send: ZodType<Parameters, Asked>;
  readonly answer: ZodType<Got>;
}

/** Asks without altering anything: may be repeated. The HTTP method does not tell; the contract reads with POST too. */
export interface Read<Asked, Got> extends Endpoint<Asked, Got> {
  readonly effect: 'read';
}

/** Alters something at the provider: sent once, never repeated. */
export interface Change<Asked, Got> extends Endpoint<Asked, Got> {
  readonly effect: 'change';
}

export type Observe = (call: { operation: string; outcome: 'ok' | FailureKind; ms: number; attempts: number }) => void;

/** One account's way to ask and to alter. */
export interface Caller {
  /**
   * @param retries how often it may be asked again where that may help
   * @throws Failure of a `ReadFailureKind`
   */
  read<Asked, Got>(endpoint: Read<Asked, Got>, parameters: Asked, signal?: AbortSignal, retries?: number): Promise<Got>;
  /** @throws Failure of a `ChangeFailureKind` */
  change<Asked, Got>(endpoint: Change<Asked, Got>, parameters: Asked): Promise<Got>;
}

/** How one account is asked for. */
export interface Access {
  /** The headers that carry its token; none when no header can carry it. */
  readonly headers: Readonly<Record<string, string>> | undefined;
  /** Takes the token out of answers. */
  readonly mask: Mask;
}

const RETRIES = 2;
/** No retry begins later than this after the first attempt: a person is waiting. */
const RETRY_WITHIN_MS = 8_000;

/** Binds calls to a wire and to one account; `pauseMs` is the first pause before a repetition, doubled for each further one. */
export function callerOn(wire: Wire, { headers, mask }: Access, pauseMs: number, observe: Observe | undefined): Caller {
  const prepared = <Asked>(endpoint: Endpoint<Asked, unknown>, parameters: Asked, signal?: AbortSignal) => {
    if (headers === undefined) throw new Failure('notConnected', endpoint.operation, { reason: 'token' });
    const request = requestFor(endpoint, checked(endpoint.operation, endpoint.send, parameters));
    return () => wire.exchange(request, headers, signal);
  };
  return {
    read: (endpoint, parameters, signal, retries = RETRIES) =>
      observed(endpoint.operation, observe, (count) => {
        const send = prepared(endpoint, parameters, signal);
        const attempt = async () => judgeRead(endpoint, await counted(count, send), mask);
        return asking(attempt, { retries, pauseMs, signal });
      }),
    change: (endpoint, parameters) =>
      observed(endpoint.operation, observe, async (count) => {
        const send = prepared(endpoint, parameters);
        return result(judgeChange(endpoint, await counted(count, send), mask));
      }),
  };
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

/** Repeats a read, and only a read, while asking again may help. */
async function asking<Got>(
  attempt: () => Promise<Verdict<Got>>,
  { retries, pauseMs, signal }: { retries: number; pauseMs: number; signal: AbortSignal | undefined },
): Promise<Got> {
  const begun = performance.now();
  for (let retry = 0; ; retry++) {
    const verdict = await attempt();
    if (verdict.kind !== 'again' || retry >= retries || signal?.aborted) return result(verdict);
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

async function pausing(ms: number, signal?: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, signal === undefined ? {} : { signal });
  } catch (error) {
    // An abort ends the pause; the attempt that follows then ends as not asked.
    if (!signal?.aborted) throw error;
  }
}

const counted = <T>(count: () => void, send: () => T): T => {
  count();
  return send();
};

async function observed<T>(
  operation: string,
  observe: Observe | undefined,
  work: (count: () => void) => Promise<T>,
): Promise<T> {
  if (observe === undefined) return work(() => undefined);
  const begun = performance.now();
  let attempts = 0;
  const tell = (outcome: 'ok' | FailureKind) =>
    observe({ operation, outcome, ms: performance.now() - begun, attempts });
  try {
    const value = await work(() => attempts++);
    tell('ok');
    return value;
  } catch (error) {
    if (error instanceof Failure) tell(error.kind);
    throw error;
  }
}
