export type FailureKind =
  | 'notConnected'
  | 'fields'
  | 'invalid'
  | 'insufficientBalance'
  | 'resellerServiceMissing'
  | 'notFound'
  | 'refused'
  | 'unavailable'
  | 'notSent'
  | 'ambiguous'
  | 'unreadable';

/** The provider refused, or was never asked: nothing was done. */
export type RefusalKind =
  | 'notConnected'
  | 'fields'
  | 'invalid'
  | 'insufficientBalance'
  | 'resellerServiceMissing'
  | 'notFound'
  | 'refused';
export type ReadFailureKind = RefusalKind | 'unavailable' | 'unreadable';
export type ChangeFailureKind = RefusalKind | 'notSent' | 'ambiguous';

export type NotOffered = 'registered' | 'forbidden';

export interface FailureDetails {
  words?: string;
  fields?: Readonly<Record<string, readonly string[]>>;
  amount?: number;
  notOffered?: NotOffered;
  retryAfterSeconds?: number;
  /** HTTP 429, or 503 with a Retry-After. */
  throttled?: boolean;
  /** Nothing was sent: too many calls wait for the provider, or it has not answered for a while. */
  slow?: boolean;
  /** For the log: an HTTP status or an error code, never a text of the provider. */
  reason?: string;
}

/** The message holds the operation, the kind and the reason: safe to log. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly kind: FailureKind;
  readonly operation: string;
  declare readonly words?: string;
  declare readonly fields?: Readonly<Record<string, readonly string[]>>;
  declare readonly amount?: number;
  declare readonly notOffered?: NotOffered;
  declare readonly retryAfterSeconds?: number;
  declare readonly throttled?: boolean;
  declare readonly slow?: boolean;
  readonly #reason: string | undefined;

  constructor(kind: FailureKind, operation: string, details: FailureDetails = {}) {
    super(`${operation}: ${kind}${details.reason === undefined ? '' : ` (${details.reason})`}`);
    this.kind = kind;
    this.operation = operation;
    this.#reason = details.reason;
    if (details.words !== undefined) this.words = details.words;
    if (details.fields !== undefined) this.fields = details.fields;
    if (details.amount !== undefined) this.amount = details.amount;
    if (details.notOffered !== undefined) this.notOffered = details.notOffered;
    if (details.retryAfterSeconds !== undefined) this.retryAfterSeconds = details.retryAfterSeconds;
    if (details.throttled) this.throttled = true;
    if (details.slow) this.slow = true;
  }

  get details(): FailureDetails {
    const { words, fields, amount, notOffered, retryAfterSeconds, throttled, slow } = this;
    const all = { words, fields, amount, notOffered, retryAfterSeconds, throttled, slow, reason: this.#reason };
    return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
  }
}
