import { isDeepStrictEqual } from 'node:util';
import type { Operation } from '../store/operations/index.ts';
import { KINDS } from './kinds/index.ts';

/** Within this time the same again is probably a slip. */
const DUPLICATE_MS = 10 * 60_000;

type Purchase = Pick<Operation, 'kind' | 'userId' | 'accountId' | 'parameters'> & Partial<Pick<Operation, 'id'>>;

/** From when on (epoch ms) what was sent may be the same: for a moment, and as long as the confirm has been open. */
export function duplicatesSince(now: number, openedAt = now): number {
  return Math.min(openedAt, now - DUPLICATE_MS);
}

/**
 * When the person last sent the same: of the same kind, for the same server or domain, with the same values. An operation
 * that they found not to have gone through does not count.
 * @param sent what was sent since {@link duplicatesSince}
 */
export function duplicateSentAt(wish: Purchase, sent: readonly Operation[]): number | undefined {
  const times = sent.filter((other) => isDuplicate(other, wish)).map(({ sentAt = 0 }) => sentAt);
  return times.length === 0 ? undefined : Math.max(...times);
}

function isDuplicate(other: Operation, { id, kind, userId, accountId, parameters }: Purchase): boolean {
  if (other.id === id || other.kind !== kind || other.userId !== userId || other.accountId !== accountId) return false;
  if (other.said?.happened === false) return false;
  const { wish = (all) => all } = KINDS[kind];
  return isDeepStrictEqual(wish(other.parameters), wish(parameters));
}
