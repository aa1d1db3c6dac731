import { isDeepStrictEqual } from 'node:util';
import type { Operation } from '../../store/operations/index.ts';
import { KINDS } from '../kinds/index.ts';

const DUPLICATE_MS = 10 * 60_000;

type Purchase = Pick<Operation, 'kind' | 'userId' | 'accountId' | 'parameters'> & Partial<Pick<Operation, 'id'>>;

/** Orders sent since then (epoch ms) count as duplicates: ten minutes back, or since the confirm opened. */
export function duplicatesSince(now: number, openedAt = now): number {
  return Math.min(openedAt, now - DUPLICATE_MS);
}

/** Ignores orders that the person said have failed. @param sent the operations sent since {@link duplicatesSince} */
export function duplicateSentAt(purchase: Purchase, sent: readonly Operation[]): number | undefined {
  const times = sent.filter((other) => isDuplicate(other, purchase)).map(({ sentAt = 0 }) => sentAt);
  return times.length === 0 ? undefined : Math.max(...times);
}

function isDuplicate(other: Operation, { id, kind, userId, accountId, parameters }: Purchase): boolean {
  if (other.id === id || other.kind !== kind || other.userId !== userId || other.accountId !== accountId) return false;
  if (other.said?.happened === false) return false;
  const { identity = (all) => all } = KINDS[kind];
  return isDeepStrictEqual(identity(other.parameters), identity(parameters));
}
