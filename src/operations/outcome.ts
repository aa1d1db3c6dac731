import { gapOf, type Operation } from '../store/operations/index.ts';
import { watchedLongEnough } from './claims/conflicts.ts';
import { NOT_APPROVED } from './message.ts';

/**
 * Identifies the outcome of the last confirm: it went well, failed, stays unknown, or has to be confirmed again. `undefined` while
 * the program works on it, and where nothing was confirmed.
 */
export function outcomeOf(operation: Operation): string | undefined {
  const { state, claimedAt = 0, progress, heldBy, failure, approval } = operation;
  const outcome = nameOf(operation);
  switch (state) {
    case 'done':
    case 'refused':
      return outcome;
    case 'accepted':
    case 'unknown':
      return watchedLongEnough.safeParse(progress).success ? outcome : undefined;
    case 'ready':
      // A confirm that was held back is answered by its tap.
      return claimedAt > 0 && heldBy === undefined ? outcome : undefined;
    case 'cancelled':
      return isDeclined(operation) ? outcome : undefined;
    case 'expired':
      if (failure?.kind === NOT_APPROVED.kind) return `${state}:${approval?.askedAt}`;
      return failure?.kind === 'interrupted' || (claimedAt > 0 && gapOf(operation)) ? outcome : undefined;
    default:
      return undefined;
  }
}

/** The outcomes of operations that were confirmed together, once the program works on none of them. */
export function commonOutcomeOf(operations: readonly Operation[]): string | undefined {
  if (operations.some(isUnderWay)) return undefined;
  return joined(operations, outcomeOf);
}

/**
 * The same as soon as answers were only lost, while readings go on. It has the name of an outcome that stays unknown: a person who was
 * told of one needs no word of the other.
 */
export function lostOutcomeOf(operations: readonly Operation[]): string | undefined {
  if (operations.some((each) => each.state !== 'unknown' && isUnderWay(each))) return undefined;
  return joined(operations, (each) => (each.state === 'unknown' ? nameOf(each) : outcomeOf(each)));
}

function nameOf({ state, claimedAt = 0 }: Operation): string {
  return `${state}:${claimedAt}`;
}

function joined(operations: readonly Operation[], nameIn: typeof outcomeOf): string | undefined {
  const outcomes = operations.map((each, at) => ({ at, outcome: nameIn(each) }));
  const parts = outcomes.flatMap(({ at, outcome }) => (outcome === undefined ? [] : [`${at}:${outcome}`]));
  return parts.length > 0 ? parts.join(' ') : undefined;
}

/** Whether all of the outcome was told: an operation that the person has cancelled since is no news. */
export function isToldBy(told: string | undefined, outcome: string): boolean {
  const known = told?.split(' ') ?? [];
  return outcome.split(' ').every((part) => known.includes(part));
}

function isUnderWay(operation: Operation): boolean {
  const { state } = operation;
  if (state === 'accepted' || state === 'unknown') return outcomeOf(operation) === undefined;
  return state === 'quoting' || state === 'sending';
}

/** Whether another person declined what its person asked for. */
export function isDeclined({ state, approval, userId }: Operation): boolean {
  return state === 'cancelled' && approval?.by !== undefined && approval.by.id !== userId;
}

/** When the person last tapped for it: confirmed it, asked to look again, or told its outcome. */
export function lastTapOf({ createdAt, tappedAt, claimedAt, askedAt, said, approval }: Operation): number {
  // Another person's tap approved the operation: its own person tapped when they asked for approval.
  const confirmedAt = approval?.by ? approval.askedAt : tappedAt;
  return Math.max(confirmedAt ?? claimedAt ?? createdAt, askedAt ?? 0, said?.at ?? 0);
}
