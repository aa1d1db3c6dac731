import { hash } from 'node:crypto';
import { z } from 'zod';
import { LEASE_MS } from '../../jobs/lease.ts';
import type { Operation, OperationChange, OperationKind } from '../../store/operations/index.ts';
import { CONFIRM_LIFE_MS } from '../dependencies.ts';
import { KINDS } from '../kinds/index.ts';

/** In a kind's progress: the watching is over, and the operation no longer holds back others. */
export const watchedLongEnough = z.object({ unclear: z.literal(true) });

export function conflictsOf({ id, kind }: Operation, others: readonly Operation[]): Operation[] {
  return others
    .filter((other) => other.id !== id && waits(kind, other.kind) && isUnderWay(other))
    .sort((one, other) => (one.sentAt ?? 0) - (other.sentAt ?? 0));
}

function waits(kind: OperationKind, other: OperationKind): boolean {
  const { changes } = KINDS[other];
  return KINDS[kind].waitsFor.some((each) => each === other || each === changes);
}

function isUnderWay({ state, progress }: Operation): boolean {
  if (state === 'accepted') return !watchedLongEnough.safeParse(progress).success;
  return state === 'quoting' || state === 'sending';
}

/** Never while the request of one may be on its way: the provider could handle the two in either order. */
export function mayGoPast({ kind }: Operation, conflicts: readonly Operation[]): boolean {
  return KINDS[kind].mayGoPast === true && conflicts.every(({ state }) => state === 'accepted');
}

/** A digest of the conflicting operations. The button that sends an operation in spite of them carries it. */
export function passFor(conflicts: readonly Operation[]): string {
  const ids = conflicts.map(({ id }) => id).sort();
  return hash('sha256', ids.join('\n'), 'base64url').slice(0, 10);
}

/** Keeps the operation `ready` beside conflicting ones. `undefined` if `pass` shows that the person saw these. */
export function heldBack(
  operation: Operation,
  conflicts: readonly Operation[],
  pass: string | undefined,
  at: number,
): OperationChange | undefined {
  if (conflicts.length === 0) return undefined;
  if (pass === passFor(conflicts) && mayGoPast(operation, conflicts)) return undefined;
  return {
    to: 'ready',
    edit: () => ({ heldBy: conflicts.map(({ id }) => id), notifyRetry: undefined }),
    expiresAt: Math.max(operation.expiresAt, at + CONFIRM_LIFE_MS),
    dueAt: at + LEASE_MS,
    notified: false,
  };
}
