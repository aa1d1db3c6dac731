import { z } from 'zod';
import { type Ledger, OPERATION_STATES, type Operation } from '../store/operations.ts';
import { withoutSecret } from './secrets.ts';

const confirmedTogether = z.object({ batch: z.array(z.string()) });

/**
 * Leaves the operation's message to it alone. A confirm that was shown there before can no longer be given: it was asked
 * for twice, or its update came again after a crash, and both would be bought for one wish. What was sent before and still
 * has news, or waits for a top-up, has it told in a message of its own.
 */
export async function takeMessage(ledger: Ledger, operation: Operation): Promise<void> {
  const { id, userId, chatId, messageId } = operation;
  if (messageId === undefined) return;
  const together = confirmedTogether.safeParse(operation.parameters).data?.batch ?? [id];
  const isThere = (other: Operation) => other.chatId === chatId && other.messageId === messageId;
  for (const other of await ledger.openOf(userId)) {
    if (!isThere(other) || together.includes(other.id)) continue;
    // Decided by what it is at the move: it may have been sent, or shown elsewhere, since it was read.
    await ledger.move(other.id, {
      from: OPERATION_STATES,
      to: (now) => (isThere(now) && isUngiven(now) ? 'cancelled' : now.state),
      edit(now) {
        if (!isThere(now)) return {};
        return { ...(isUngiven(now) ? withoutSecret(now, undefined) : {}), messageId: undefined };
      },
    });
  }
}

/** A confirm that nobody gave; what waits for a top-up was wanted already. */
function isUngiven({ state, failure }: Operation): boolean {
  return state === 'ready' && failure?.kind !== 'insufficientBalance';
}
