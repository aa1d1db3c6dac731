import type { Hosting, Quote } from '../../hosting/index.ts';
import type { Operation, OperationKind } from '../../store/operations/index.ts';
import type { Action } from '../../teams/actions.ts';

/**
 * The result of a reading:
 * - `done`: it has happened;
 * - `waiting`: not yet, read again in `inMs`;
 * - `unclear`: no reading can say (yet); with `inMs` it is read again silently.
 */
export type LookResult = { progress: unknown; inMs?: number; verdict: 'done' | 'waiting' | 'unclear' };

/** The values of the provider's answer to the one request. */
export interface Sent {
  /** The answer is the outcome: nothing is left to read. */
  ended?: boolean;
  /** Shown to the person once, in private. */
  secret?: string;
  /** The provider's receipt. */
  receipt?: Operation['receipt'];
}

/** An operation that is being read, and the operations whose effects could be mistaken for its own. */
export interface ConcurrentOperations {
  operation: Operation;
  /** All people's other operations of the kind that were sent since this one, or since `since`, and not refused. */
  others(since?: number): Promise<Operation[]>;
  /** The first of its kind on the subject sent after it: later readings may show that one's work. */
  next(): Promise<Operation | undefined>;
  /**
   * Whether another operation may restart the server: one sent after this, or one under way that this was sent beside.
   * Ask it after reading the status, so that operations sent later do not count.
   */
  disturbed(): Promise<boolean>;
  /** The next operation, and whether this one was disturbed, by one read. */
  later(): Promise<{ next: Operation | undefined; disturbed: boolean }>;
}

/** Which operations on the same subject hold back those of a kind. */
export interface Exclusion {
  /** `server` where it restarts a server or changes its disk or data; `nothing` where it changes dates or adds something. */
  changes: 'server' | 'domain' | 'nothing';
  /** The operation waits while operations of these kinds, or ones that change this, are under way. */
  waitsFor: readonly (OperationKind | 'server' | 'domain')[];
  /** Whether the person may send it beside an operation that the provider has accepted. */
  mayGoPast?: boolean;
  /** The right that an operation with these parameters needs, where it is done with a team's account. */
  right(parameters: unknown): Action;
}

/** The states of a server that an operation may cause, and for how long after it was sent, ms. */
export interface Explained {
  /** `notOn`: all but on. `busy`: all but on and off, once the provider has acknowledged the operation. */
  states: 'notOn' | 'busy';
  ms: number;
  /** The server is to stay off. */
  stays?: true;
}

/** A kind of operation: how it is sent once, and how its outcome is read. */
export interface Kind {
  /** Sends the one request. Rejects with a `Failure` only. */
  send(hosting: Hosting, operation: Operation): Promise<Sent>;
  /** The price, of purchases only: asked again at the confirm. Rejects with a `Failure` only. */
  quote?(hosting: Hosting, parameters: unknown, signal: AbortSignal): Promise<Quote>;
  /** The parameters that make two purchases duplicates; all of them where absent. */
  identity?(parameters: unknown): unknown;
  /** Reads the state right before the request that later readings are compared with: the first progress. */
  before?(hosting: Hosting, operation: Operation, signal: AbortSignal): Promise<unknown>;
  /**
   * Compares the state right before the request with the one that the confirm showed: the person has to look again
   * (`changed`), or the operation no longer makes sense (`outgrown`).
   */
  news?(operation: Operation, progress: unknown): 'changed' | 'outgrown' | undefined;
  /** Reads the outcome; sends no changes. `signal` bounds the reading. */
  look(
    hosting: Hosting,
    concurrentOperations: ConcurrentOperations,
    now: number,
    signal: AbortSignal,
  ): Promise<LookResult>;
  /** The progress of an operation whose account was disconnected: it cannot be read any more. */
  givenUp(progress: unknown): unknown;
  /** The states that the operation explains; `undefined` where it leaves its server on. */
  explains?(parameters: unknown): Explained | undefined;
  /** Splits the parameters into a secret that may be in force after a lost answer, and the rest. */
  secretIn?(parameters: unknown): { secret: string | undefined; rest: unknown };
  /** The visible part of the progress: the message is edited only when this changes. */
  shown(progress: unknown): string;
}
