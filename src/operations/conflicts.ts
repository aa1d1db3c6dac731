import { hash } from 'node:crypto';
import { z } from 'zod';
import { LEASE_MS } from '../jobs/lease.ts';
import type { Operation, OperationChange } from '../store/operations/index.ts';
import { CONFIRM_LIFE_MS } from './dependencies.ts';
import { KINDS } from './kinds/index.ts';

/** Every kind marks its progress so once it has watched for so long that it holds no other operation back any more. */
export const watchedLongEnough = z.object({ unclear: z.literal(true) });

/** Those of the operations on the same subject that hold this one back, the oldest first: under way, and waited for by its kind. */
export function conflictsOf({ id, kind }: Operation, others: readonly Operation[]): Operation[] {
  return others
    .filter((other) => other.id !== id && KINDS[kind].waitsFor.includes(other.kind) && isUnderWay(other))
    .sort((one, other) => (one.sentAt ?? 0) - (other.sentAt ?? 0));
}

function isUnderWay({ state, progress }: Operation): boolean {
  if (state === 'accepted') return !watchedLongEnough.safeParse(progress).success;
  return state === 'quoting' || state === 'sending';
}

/**
 * Whether the person may send it beside these. Never beside one whose request may be on its way right now: the provider
 * could take the two in either order.
 */
export function mayGoPast({ kind }: Operation, conflicts: readonly Operation[]): boolean {
  return KINDS[kind].mayGoPast === true && conflicts.every(({ state }) => state === 'accepted');
}

/** What the button that goes past these operations carries: with one more or one less under way it is another. */
export function passFor(conflicts: readonly Operation[]): string {
  const ids = conflicts.map(({ id }) => id).sort();
  return hash('sha256', ids.join('\n'), 'base64url').slice(0, 10);
}

/**
 * What a claim changes instead where these hold it back: it stays `ready`, its screen names them, and what can be confirmed
 * there lives anew. Nothing where `pass` is the button that showed exactly these.
 */
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
