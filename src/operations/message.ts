import { z } from 'zod';
import { isRestored, OPERATION_STATES, type Operation } from '../store/operations/index.ts';
import type { Ledger, OperationChange } from '../store/operations/ledger.ts';
import { LATE_MS, TOP_UP_LIFE_MS } from './dependencies.ts';
import { withoutSecret } from './secrets.ts';

/** So many confirms of a person can wait to be given. */
const MOST_OPEN = 20;
/** Of a person who asks for more, so many that were never sent are kept. */
const MOST_UNSENT = 100;
const WITHDRAWN = { kind: 'withdrawn' } as const;

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
export function evicted(operation: Operation, other: Operation): OperationChange | undefined {
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
    return ledger.move(claimed.id, { from, notified: false, dueAt: now });
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

/**
 * What closes a confirm for good, with a word about why: no tap that was late claims it either. One that was never shown says
 * nothing.
 */
export function closed(
  { messageId, expiresAt }: Operation,
  failure: NonNullable<Operation['failure']>,
  at: number,
): OperationChange {
  return {
    to: 'expired',
    edit: (before) => ({ ...withoutSecret(before, undefined), failure }),
    expiresAt: Math.min(expiresAt, at - LATE_MS),
    dueAt: at,
    notified: messageId === undefined,
  };
}

/** Whether it says already why it can't be confirmed any more. */
export function isClosed(operation: Operation): boolean {
  return isRestored(operation) || (operation.state === 'expired' && operation.failure?.kind === WITHDRAWN.kind);
}

/**
 * Withdraws the person's oldest confirms where more than {@link MOST_OPEN} wait to be given, those of a batch together. Never
 * an operation that was sent, or waits for a top-up. Resolves to what is to be shown of that.
 */
export async function withdrawOldest(ledger: Ledger, userId: number, at: number): Promise<Operation[]> {
  const open = (await ledger.openOf(userId)).filter(isUngiven).sort((one, other) => one.createdAt - other.createdAt);
  const confirms = [...Map.groupBy(open, (each) => togetherWith(each).join()).values()];
  const over = confirms.slice(0, Math.max(0, confirms.length - MOST_OPEN)).flat();
  const withdrawn = await Promise.all(
    over.map((each) =>
      // Only as it was read: a tap that comes first leaves it due at another time.
      ledger.move(each.id, { from: ['ready'], heldUntil: each.dueAt, ...closed(each, WITHDRAWN, at) }),
    ),
  );
  await ledger.forgetUnsent(userId, MOST_UNSENT);
  return withdrawn.filter((each) => each !== undefined);
}

/** A confirm that was not given; an operation that waits for a top-up was wanted already. */
function isUngiven({ state, failure }: Operation): boolean {
  return state === 'ready' && failure?.kind !== 'insufficientBalance';
}
