import type { Socket } from 'node:net';
import { Agent, buildConnector, errors } from 'undici';
import { GivenUp, gather } from './gather.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export type Parameters = Readonly<Record<string, string | number>>;

/** What goes over the wire once. `path` is the contract's, beginning after `/api/v1`. */
export interface Request {
  readonly method: Method;
  readonly path: string;
  readonly query?: Parameters;
  readonly body?: Parameters;
  /** Goes over a connection of its own, made for it and closed after it. */
  readonly alone: boolean;
}

/** What became of one exchange. `notSent` is certain; after `lost` nobody knows whether the provider acted. */
export type Outcome =
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly retryAfter: string | undefined;
      readonly bytes: Uint8Array;
    }
  | { readonly kind: 'oversized' | 'notSent' | 'lost'; readonly reason: string };

/** The reason of what was not sent since the wire is closed. */
export const CLOSED = 'closed';

/** A read over a connection that is idle for longer may find nobody at its other end, however long the provider allows. */
const MOST_IDLE_MS = 30_000;

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

/** A connection that never came about (name, TCP, TLS, time): no byte of the request has left. */
class NeverConnected extends Error {
  readonly reason: string;
  constructor(cause: Error) {
    super('never connected');
    this.reason = codeOf(cause);
  }
}

/** Exchanges requests with the provider at `base`; follows no redirect and repeats nothing. */
export function openHttpClient(base: URL, limits: Limits): HttpClient {
  const connect = buildConnector({ timeout: limits.connectMs, allowH2: false });
  const options: Agent.Options = {
    // Marking every failure to connect is exact where a list of error codes would be a guess.
    connect: (options, callback) =>
      connect(options, (...[error, socket]) =>
        error ? callback(new NeverConnected(error), null) : callback(null, endingQuietly(socket)),
      ),
    allowH2: false,
    headersTimeout: limits.headersMs,
    bodyTimeout: limits.bodyMs,
    maxResponseSize: limits.maxBytes,
    keepAliveMaxTimeout: MOST_IDLE_MS,
  };
  const kept = new Agent(options);
  // A kept connection may be closed just as a request goes out on it, and nobody could tell whether that was handled.
  const fresh = new Agent({ ...options, pipelining: 0 });
  const prefix = `${base.pathname.replace(/\/+$/, '')}/api/v1`;
  const answerMs = limits.connectMs + limits.headersMs + limits.bodyMs;
  let closed = false;

  return {
    async exchange(request, headers, signal) {
      // Nothing of it leaves any more; undici would say the same of it as of one that is cut off on its way.
      if (closed) return { kind: 'notSent', reason: CLOSED };
      try {
        const {
          status,
          headers: received,
          bytes,
        } = await gather(
          request.alone ? fresh : kept,
          {
            origin: base.origin,
            path: prefix + request.path + queryString(request.query),
            method: request.method,
            ...(request.body === undefined
              ? { headers }
              : { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(request.body) }),
          },
          { answerMs, signal },
        );
        const retryAfter = received['retry-after'];
        return { kind: 'answer', status, retryAfter: Array.isArray(retryAfter) ? retryAfter[0] : retryAfter, bytes };
      } catch (error) {
        return outcomeOf(error);
      }
    },
    close: async () => {
      closed = true;
      await Promise.all([kept.destroy(), fresh.destroy()]);
    },
  };
}

/**
 * After an answer undici ends a connection that is not kept with an error that is none: forming its stack takes longer than
 * the rest of the exchange.
 */
function endingQuietly(socket: Socket): Socket {
  const destroy = socket.destroy.bind(socket);
  socket.destroy = (error) => destroy(isReset(error) ? undefined : error);
  return socket;
}

function isReset(error: Error | undefined): boolean {
  return error instanceof errors.InformationalError && error.message === 'reset';
}

function outcomeOf(error: unknown): Outcome {
  if (error instanceof NeverConnected) return { kind: 'notSent', reason: error.reason };
  const reason = codeOf(error);
  if (error instanceof GivenUp && !error.left) return { kind: 'notSent', reason };
  return { kind: reason === 'UND_ERR_RES_EXCEEDED_MAX_SIZE' ? 'oversized' : 'lost', reason };
}

/** The code only: an error's message may quote what was sent, and with it the token. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

function queryString(query: Parameters | undefined): string {
  if (query === undefined) return '';
  const pairs = Object.entries(query).map(([name, value]) => [name, String(value)]);
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`;
}
