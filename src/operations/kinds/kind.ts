import type { Hosting, Quote } from '../../hosting/index.ts';
import type { Operation, OperationKind } from '../../store/operations/index.ts';

/**
 * What reading the provider told about an operation:
 * - `done`: seen to have happened;
 * - `waiting`: not there yet, look again in `inMs`;
 * - `unclear`: it can't be told (yet); `inMs` where it is worth looking again, silently.
 */
export type LookResult = { progress: unknown; inMs?: number; verdict: 'done' | 'waiting' | 'unclear' };

/** What the provider's answer brought besides "accepted". */
export interface Sent {
  /** The answer itself is the outcome: there is nothing to watch. */
  ended?: boolean;
  /** To be shown to the person once, in private. */
  secret?: string;
  /** What the provider gave for it. */
  receipt?: Operation['receipt'];
}

/** The operation that is looked at, and what else was sent that could be taken for its effect. */
export interface ConcurrentOperations {
  operation: Operation;
  /** The other operations of its kind, of whichever person, that were sent since it was, or since `since`, and not refused. */
  others(since?: number): Promise<Operation[]>;
  /** The first of its kind on the same subject that was sent after it: whatever is seen from then on may be its work. */
  next(): Promise<Operation | undefined>;
  /**
   * Whether the server may go and come back because of another operation: one that was sent after it, or one under way
   * that it was sent beside. Asked after the status was read: what is sent from then on was not seen there.
   */
  disturbed(): Promise<boolean>;
}

/** Which other operations on the same subject hold back those of a kind. */
export interface Exclusion {
  /** The kinds whose operations it waits for while they are under way. */
  waitsFor: readonly OperationKind[];
  /** Whether the person may send it all the same beside one that the provider accepted and that is only watched. */
  mayGoPast?: boolean;
}

/** One kind of operation: how it is sent, once, and how its outcome is read afterwards. */
export interface Kind {
  /** Sends the one request. Fails only with a `Failure`. */
  send(hosting: Hosting, operation: Operation): Promise<Sent>;
  /** What it costs, of what is paid for: asked again at the confirm. Fails only with a `Failure`. */
  quote?(hosting: Hosting, parameters: unknown, signal: AbortSignal): Promise<Quote>;
  /** What of the parameters makes two purchases the same; left out where all of them do. */
  wish?(parameters: unknown): unknown;
  /** Reads, right before the request, what its effect will be told by: the progress to begin with. */
  before?(hosting: Hosting, operation: Operation, signal: AbortSignal): Promise<unknown>;
  /**
   * What is other than the confirm showed, by what was read right before the request: it is to be looked at again
   * (`changed`), or does not make sense any more (`outgrown`).
   */
  news?(operation: Operation, progress: unknown): 'changed' | 'outgrown' | undefined;
  /** Reads how it went; never sends a change. `signal` bounds the reads. */
  look(
    hosting: Hosting,
    concurrentOperations: ConcurrentOperations,
    now: number,
    signal: AbortSignal,
  ): Promise<LookResult>;
  /** The progress of one that can't be read any more: its account is no longer connected. */
  givenUp(progress: unknown): unknown;
  /** Whether it makes the server go and come back. */
  restarts?(parameters: unknown): boolean;
  /** A secret among the parameters that may be in force when the answer is lost, and the parameters without it. */
  secretIn?(parameters: unknown): { secret: string | undefined; rest: unknown };
  /** What of the progress a person sees: the message is edited only when this changes. */
  shown(progress: unknown): string;
}
