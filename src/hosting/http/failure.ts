/**
 * How a call to the provider can fail. A change fails only with a {@link ChangeFailureKind}, a read only with a
 * {@link ReadFailureKind}; nothing but a Failure is ever thrown by a call.
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

/** The provider said no, or was never asked: what was wanted is surely not done. */
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

/** What a domain that can't be registered is (contract, `avaliable` 0 and 2). */
export type NotOffered = 'registered' | 'forbidden';

export interface FailureDetails {
  /** The provider's own words, of any language. */
  words?: string;
  /** What is wrong with each parameter, by its name in the contract. */
  fields?: Readonly<Record<string, readonly string[]>>;
  /** What the account must be topped up by, in the currency of the quote. */
  amount?: number;
  /** Why a domain can't be bought, as its availability tells: surely so, and no failure to ask. */
  notOffered?: NotOffered;
  retryAfterSeconds?: number;
  /** The provider asked to come less often (HTTP 429, or a 503 that says when to come again). */
  throttled?: boolean;
  /** The provider was not asked, because too much waits for it already, or because it has not answered for a while. */
  slow?: boolean;
  /** What happened on the wire, for the log: an HTTP status or an error code, never a text of the provider. */
  reason?: string;
}

/** A call that did not bring what was asked. Its message holds the operation, the kind and the reason: safe to log. */
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

  /** What it was made with. */
  get details(): FailureDetails {
    const { words, fields, amount, notOffered, retryAfterSeconds, throttled, slow } = this;
    const all = { words, fields, amount, notOffered, retryAfterSeconds, throttled, slow, reason: this.#reason };
    return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
  }
}
