/**
 * The ways in which a call to the provider can fail. A change fails only with a {@link ChangeFailureKind}, a read only with a
 * {@link ReadFailureKind}. A call throws only a Failure.
 */
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

/** Why a domain can't be registered (contract, `avaliable` 0 and 2). */
export type NotOffered = 'registered' | 'forbidden';

export interface FailureDetails {
  /** The provider's own words, of any language. */
  words?: string;
  /** The problems with each parameter, by its name in the contract. */
  fields?: Readonly<Record<string, readonly string[]>>;
  /** The missing amount, in the currency of the quote. */
  amount?: number;
  /** Why a domain can't be bought, by its availability: a certain answer, not a failure to ask. */
  notOffered?: NotOffered;
  retryAfterSeconds?: number;
  /** The provider asked for fewer requests (HTTP 429, or a 503 with a Retry-After). */
  throttled?: boolean;
  /** The provider was not asked: too many calls wait for it, or it has not answered for a while. */
  slow?: boolean;
  /** The cause for the log: an HTTP status or an error code, never a text of the provider. */
  reason?: string;
}

/** A failed call. Its message holds the operation, the kind and the reason: safe to log. */
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

  /** The details it was created with. */
  get details(): FailureDetails {
    const { words, fields, amount, notOffered, retryAfterSeconds, throttled, slow } = this;
    const all = { words, fields, amount, notOffered, retryAfterSeconds, throttled, slow, reason: this.#reason };
    return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
  }
}
