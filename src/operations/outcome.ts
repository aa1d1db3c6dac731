import { isRestored, type Operation } from '../store/operations/index.ts';
import { watchedLongEnough } from './conflicts.ts';

/**
 * Identifies the outcome of the last confirm: it went well, failed, stays unknown, or has to be confirmed again. `undefined` while
 * the program works on it, and where nothing was confirmed.
 */
export function outcomeOf(operation: Operation): string | undefined {
  const { state, claimedAt = 0, progress, heldBy, failure } = operation;
  const outcome = `${state}:${claimedAt}`;
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
    case 'expired':
      return failure?.kind === 'interrupted' || (claimedAt > 0 && isRestored(operation)) ? outcome : undefined;
    default:
      return undefined;
  }
}

/** The outcomes of operations that were confirmed together, once the program works on none of them. */
export function commonOutcomeOf(operations: readonly Operation[]): string | undefined {
  if (operations.some(isUnderWay)) return undefined;
  const outcomes = operations.map((each, at) => ({ at, outcome: outcomeOf(each) }));
  const parts = outcomes.flatMap(({ at, outcome }) => (outcome === undefined ? [] : [`${at}:${outcome}`]));
  return parts.length > 0 ? parts.join(' ') : undefined;
}

/** Whether all of the outcome was told: what the person has cancelled since is no news. */
export function isToldBy(told: string | undefined, outcome: string): boolean {
  const known = told?.split(' ') ?? [];
  return outcome.split(' ').every((part) => known.includes(part));
}

function isUnderWay(operation: Operation): boolean {
  const { state } = operation;
  if (state === 'accepted' || state === 'unknown') return outcomeOf(operation) === undefined;
  return state === 'quoting' || state === 'sending';
}

/** When the person last tapped for it: confirmed it, asked to look again, or told its outcome. */
export function lastTapOf({ createdAt, tappedAt, claimedAt, askedAt, said }: Operation): number {
  return Math.max(tappedAt ?? claimedAt ?? createdAt, askedAt ?? 0, said?.at ?? 0);
}
