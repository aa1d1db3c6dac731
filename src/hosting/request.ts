import { Agent, buildConnector } from 'undici';

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
  | { readonly kind: 'answer'; readonly status: number; readonly retryAfter: string | undefined; readonly text: string }
  | { readonly kind: 'oversized' | 'notSent' | 'lost'; readonly reason: string };

/** A read over a connection that is idle for longer may find nobody at its other end, however long the provider allows. */
const MOST_IDLE_MS = 30_000;

export interface Limits {
  readonly connectMs: number;
  readonly headersMs: number;
  readonly bodyMs: number;
  readonly maxBytes: number;
}

export interface Wire {
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
export function openWire(base: URL, limits: Limits): Wire {
  const connect = buildConnector({ timeout: limits.connectMs, allowH2: false });
  const options: Agent.Options = {
    // Marking every failure to connect is exact where a list of error codes would be a guess.
    connect: (options, callback) =>
      connect(options, (...[error, socket]) =>
        error ? callback(new NeverConnected(error), null) : callback(null, socket),
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

  let closed = false;

  return {
    async exchange(request, headers, signal) {
      // Nothing of it leaves any more; undici would say the same of it as of one that is cut off on its way.
      if (closed) return { kind: 'notSent', reason: 'closed' };
      // undici's own timeouts start anew with every chunk; this one bounds the whole exchange.
      const stop = new AbortController();
      const abort = () => stop.abort();
      const timer = setTimeout(abort, limits.connectMs + limits.headersMs + limits.bodyMs);
      signal?.addEventListener('abort', abort);
      if (signal?.aborted) abort();
      try {
        const answer = await (request.alone ? fresh : kept).request({
          origin: base.origin,
          path: prefix + request.path + queryString(request.query),
          method: request.method,
          ...(request.body === undefined
            ? { headers }
            : { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(request.body) }),
          signal: stop.signal,
        });
        const retryAfter = answer.headers['retry-after'];
        return {
          kind: 'answer',
          status: answer.statusCode,
          retryAfter: typeof retryAfter === 'string' ? retryAfter : retryAfter?.[0],
          text: await answer.body.text(),
        };
      } catch (error) {
        return outcomeOf(error);
      } finally {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
      }
    },
    close: async () => {
      closed = true;
      await Promise.all([kept.destroy(), fresh.destroy()]);
    },
  };
}

function outcomeOf(error: unknown): Outcome {
  if (error instanceof NeverConnected) return { kind: 'notSent', reason: error.reason };
  const reason = codeOf(error);
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
