import { gapOf, type Operation } from '../store/operations/index.ts';
import { watchedLongEnough } from './claims/conflicts.ts';
import { NOT_APPROVED } from './message.ts';

/** Names the outcome of the last confirm. `undefined` while the program works on it, or if nothing was confirmed. */
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

export function commonOutcomeOf(operations: readonly Operation[]): string | undefined {
  if (operations.some(isUnderWay)) return undefined;
  return joined(operations, outcomeOf);
}

/** As {@link commonOutcomeOf}, but a lost answer counts at once, as unknown: people get one notice of both. */
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

export function isToldBy(told: string | undefined, outcome: string): boolean {
  const known = told?.split(' ') ?? [];
  return outcome.split(' ').every((part) => known.includes(part));
}

function isUnderWay(operation: Operation): boolean {
  const { state } = operation;
  if (state === 'accepted' || state === 'unknown') return outcomeOf(operation) === undefined;
  return state === 'quoting' || state === 'sending';
}

export function isDeclined({ state, approval, userId }: Operation): boolean {
  return state === 'cancelled' && approval?.by !== undefined && approval.by.id !== userId;
}

export function lastTapOf({ createdAt, tappedAt, claimedAt, askedAt, said, approval }: Operation): number {
  // With an approval, `tappedAt` is the approver's tap; the person tapped when asking for it.
  const confirmedAt = approval?.by ? approval.askedAt : tappedAt;
  return Math.max(confirmedAt ?? claimedAt ?? createdAt, askedAt ?? 0, said?.at ?? 0);
}
