import type { Hosting, Quote } from '../../hosting/index.ts';
import type { Operation, OperationKind } from '../../store/operations/index.ts';
import type { Action } from '../../teams/actions.ts';

/** `waiting`: read again in `inMs`. `unclear`: no reading can say (yet); with `inMs` it is read again silently. */
export type LookResult = { progress: unknown; inMs?: number; verdict: 'done' | 'waiting' | 'unclear' };

export interface Sent {
  /** The answer is the outcome: nothing is left to read. */
  ended?: boolean;
  secret?: string;
  receipt?: Operation['receipt'];
}

export interface ConcurrentOperations {
  operation: Operation;
  /** All people's other operations of the kind, except refused ones, sent since this one or `since`. */
  others(since?: number): Promise<Operation[]>;
  /** The next operation of its kind on the subject: later readings may show its work. */
  next(): Promise<Operation | undefined>;
  /** Read the status before this, so that operations sent later do not count. */
  disturbed(): Promise<boolean>;
  /** {@link next} and {@link disturbed} by one read. */
  later(): Promise<{ next: Operation | undefined; disturbed: boolean }>;
}

export interface Exclusion {
  /** `server`: restarts a server or changes its disk or data. `nothing`: changes dates or adds something. */
  changes: 'server' | 'domain' | 'nothing';
  /** Kinds, or values of `changes`, whose operations under way hold this kind back. */
  waitsFor: readonly (OperationKind | 'server' | 'domain')[];
  mayGoPast?: boolean;
  /** The right that an operation with these parameters needs in a team. */
  right(parameters: unknown): Action;
}

/** The states of a server that an operation may cause, for `ms` after it was sent. */
export interface Explained {
  /** `notOn`: all but on. `busy`: all but on and off, once the provider has acknowledged the operation. */
  states: 'notOn' | 'busy';
  ms: number;
  stays?: true;
}

export interface Kind {
  /** Like all requests here, rejects with a `Failure` only. */
  send(hosting: Hosting, operation: Operation): Promise<Sent>;
  /** The price of a purchase, asked again at the confirm. */
  quote?(hosting: Hosting, parameters: unknown, signal: AbortSignal): Promise<Quote>;
  identity?(parameters: unknown): unknown;
  /** The state right before the request: the first progress, for later readings to compare with. */
  before?(hosting: Hosting, operation: Operation, signal: AbortSignal): Promise<unknown>;
  /** `changed`: differs from the confirm, the person has to look again. `outgrown`: it makes no sense now. */
  news?(operation: Operation, progress: unknown): 'changed' | 'outgrown' | undefined;
  look(
    hosting: Hosting,
    concurrentOperations: ConcurrentOperations,
    now: number,
    signal: AbortSignal,
  ): Promise<LookResult>;
  givenUp(progress: unknown): unknown;
  explains?(parameters: unknown): Explained | undefined;
  /** Splits off the secret, which may be in force even after a lost answer. */
  secretIn?(parameters: unknown): { secret: string | undefined; rest: unknown };
  /** The visible part of the progress: the message is edited only when this changes. */
  shown(progress: unknown): string;
}
