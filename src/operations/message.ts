import { z } from 'zod';
import { OPERATION_STATES, type Operation } from '../store/operations/index.ts';
import type { Change, Ledger } from '../store/operations/ledger.ts';
import { TOP_UP_LIFE_MS } from './dependencies.ts';
import { withoutSecret } from './secrets.ts';

const confirmedTogether = z.object({ batch: z.array(z.string()) });

/** The ids of the operations that are confirmed with one tap: the operation's own, or those of its batch. */
export function togetherWith({ id, parameters }: Operation): readonly string[] {
  return confirmedTogether.safeParse(parameters).data?.batch ?? [id];
}

/**
 * What becomes of another operation when this one takes its message: `undefined` where the other is shown elsewhere, or both
 * are confirmed together. A confirm can no longer be given: the same was asked for twice, or its update came again after a
 * crash, and both would be bought for one wish. An operation that was sent, or waits for a top-up, shows its news in a message
 * of its own.
 */
export function evicted(operation: Operation, other: Operation): Change | undefined {
  const { chatId, messageId } = operation;
  if (messageId === undefined || other.chatId !== chatId || other.messageId !== messageId) return undefined;
  if (togetherWith(operation).includes(other.id)) return undefined;
  const leaves = { messageId: undefined };
  if (!isUngiven(other)) return { edit: () => leaves };
  return { to: 'cancelled', edit: (now) => ({ ...withoutSecret(now, undefined), ...leaves }) };
}

/**
 * Gives the operation's message to its confirm: see {@link evicted}. Where another operation in that message was claimed
 * since this one was written down, the message stays with that one, which is due at once to show itself anew, and this one is
 * cancelled unseen. Resolves to the operation that keeps the message so.
 */
export async function takeMessage(ledger: Ledger, operation: Operation, now: number): Promise<Operation | undefined> {
  const { userId, createdAt, messageId } = operation;
  if (messageId === undefined) return undefined;
  const others = (await ledger.openOf(userId)).filter((other) => evicted(operation, other));
  // One that has ended by now is not open any more. In the moment of its writing nothing can have come after it.
  const known = createdAt < now ? await ledger.since(userId, createdAt - TOP_UP_LIFE_MS) : [];
  const claimed = [...others, ...known].find(
    (other) => evicted(operation, other) && (other.claimedAt ?? 0) > createdAt,
  );
  if (claimed) {
    await ledger.move(operation.id, { from: ['ready'], ...evicted(claimed, operation) });
    // One that is being sent shows itself once it has its answer; its lease must not end before.
    const from = OPERATION_STATES.filter((state) => state !== 'quoting' && state !== 'sending');
    return ledger.move(claimed.id, { from, told: false, dueAt: now });
  }
  for (const { id } of others) await moveAside(ledger, operation, id);
  return undefined;
}

async function moveAside(ledger: Ledger, operation: Operation, id: string): Promise<void> {
  await ledger.move(id, {
    from: OPERATION_STATES,
    // Decided by what the other is at the move: it may have been sent, or shown elsewhere, since it was read.
    to: (now) => (evicted(operation, now)?.to === 'cancelled' ? 'cancelled' : now.state),
    edit: (now) => evicted(operation, now)?.edit?.(now) ?? {},
  });
}

/** A confirm that was not given; an operation that waits for a top-up was wanted already. */
function isUngiven({ state, failure }: Operation): boolean {
  return state === 'ready' && failure?.kind !== 'insufficientBalance';
}
