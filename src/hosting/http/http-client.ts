import type { Socket } from 'node:net';
import type { Agent as AgentType } from 'undici';
import { openConnector } from './connector.ts';
import { GivenUp, gather } from './gather.ts';
import { Agent, errors } from './undici.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export type Parameters = Readonly<Record<string, string | number>>;

export interface Request {
  readonly method: Method;
  readonly path: string;
  readonly query?: Parameters;
  readonly body?: Parameters;
  /** Uses a new connection, which is closed afterwards: for changes. */
  readonly alone: boolean;
}

/** `notSent` is certain; after `lost` it is unknown whether the provider acted. */
export type Outcome =
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly retryAfter: string | undefined;
      readonly pieces: readonly Uint8Array[];
    }
  | { readonly kind: 'oversized' | 'notSent' | 'lost'; readonly reason: string };

export const CLOSED = 'closed';

const MAX_IDLE_MS = 30_000;

export interface Limits {
  readonly connectMs: number;
  readonly headersMs: number;
  readonly bodyMs: number;
  readonly maxBytes: number;
}

export interface HttpClient {
  exchange(request: Request, headers: Readonly<Record<string, string>>, signal?: AbortSignal): Promise<Outcome>;
  close(): Promise<void>;
}

/** No byte of the request was sent. */
class NeverConnected extends Error {
  readonly reason: string;
  constructor(cause: Error) {
    super('never connected');
    this.reason = codeOf(cause);
  }
}

/** Follows no redirect, and repeats only a read that {@link isOutOfStep}. */
export function openHttpClient(base: URL, limits: Limits): HttpClient {
  const connect = openConnector({ timeout: limits.connectMs, allowH2: false });
  const options: AgentType.Options = {
    connect: (options, callback) =>
      connect(options, (...[error, socket]) =>
        error ? callback(new NeverConnected(error), null) : callback(null, endingQuietly(socket)),
      ),
    allowH2: false,
    headersTimeout: limits.headersMs,
    bodyTimeout: limits.bodyMs,
    maxResponseSize: limits.maxBytes,
    keepAliveMaxTimeout: MAX_IDLE_MS,
  };
  const kept = new Agent(options);
  // Changes use new connections: the provider may close a kept one just when a request goes out on it.
  const fresh = new Agent({ ...options, pipelining: 0 });
  // undici closes a connection after a GET with a body: some servers read the body as the next request. The contract
  // has such GETs, so their connections are kept apart, until an answer looks like that of such a server.
  const bodied = new Agent(options);
  let keepsBodied = true;
  const prefix = `${base.pathname.replace(/\/+$/, '')}/api/v1`;
  const answerMs = limits.connectMs + limits.headersMs + limits.bodyMs;
  let closed = false;

  async function exchangeOver(
    agent: AgentType,
    request: Request,
    headers: Readonly<Record<string, string>>,
    signal?: AbortSignal,
  ): Promise<Outcome> {
    // undici's error would be that of a request that was cut off.
    if (closed) return { kind: 'notSent', reason: CLOSED };
    try {
      const {
        status,
        headers: received,
        pieces,
      } = await gather(
        agent,
        {
          origin: base.origin,
          path: prefix + request.path + queryString(request.query),
          method: request.method,
          ...(agent === bodied && { reset: false }),
          ...(request.body === undefined
            ? { headers }
            : { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(request.body) }),
        },
        { answerMs, signal },
      );
      const retryAfter = received['retry-after'];
      return { kind: 'answer', status, retryAfter: Array.isArray(retryAfter) ? retryAfter[0] : retryAfter, pieces };
    } catch (error) {
      const outcome = outcomeOf(error);
      return closed ? { ...outcome, reason: CLOSED } : outcome;
    }
  }

  return {
    async exchange(request, headers, signal) {
      if (request.alone) return exchangeOver(fresh, request, headers, signal);
      if (!keepsBodied || request.method !== 'GET' || request.body === undefined)
        return exchangeOver(kept, request, headers, signal);
      const outcome = await exchangeOver(bodied, request, headers, signal);
      if (!isOutOfStep(outcome)) return outcome;
      keepsBodied = false;
      return exchangeOver(kept, request, headers, signal);
    },
    close: async () => {
      closed = true;
      await Promise.all([kept.destroy(), fresh.destroy(), bodied.destroy()]);
    },
  };
}

const UNREADABLE_REQUEST_STATUSES: ReadonlySet<number> = new Set([400, 405, 414, 431, 501, 505]);
const OPENING_BRACE = 0x7b;

/** Whether a server seems to have read the last body as this request: the contract's own refusals are JSON objects. */
function isOutOfStep(outcome: Outcome): boolean {
  return (
    outcome.kind === 'answer' &&
    UNREADABLE_REQUEST_STATUSES.has(outcome.status) &&
    outcome.pieces[0]?.[0] !== OPENING_BRACE
  );
}

/** undici closes such a connection with an error, whose stack takes longer than the rest of the exchange. */
function endingQuietly(socket: Socket): Socket {
  const destroy = socket.destroy.bind(socket);
  socket.destroy = (error) => destroy(isReset(error) ? undefined : error);
  return socket;
}

function isReset(error: Error | undefined): boolean {
  return error instanceof errors.InformationalError && error.message === 'reset';
}

function outcomeOf(error: unknown): Exclude<Outcome, { kind: 'answer' }> {
  if (error instanceof NeverConnected) return { kind: 'notSent', reason: error.reason };
  const reason = codeOf(error);
  if (error instanceof GivenUp && !error.left) return { kind: 'notSent', reason };
  return { kind: reason === 'UND_ERR_RES_EXCEEDED_MAX_SIZE' ? 'oversized' : 'lost', reason };
}

/** Never the message: it may quote the request, and with it the token. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

function queryString(query: Parameters | undefined): string {
  if (query === undefined) return '';
  const pairs = Object.entries(query).map(([name, value]) => [name, String(value)]);
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`;
}
