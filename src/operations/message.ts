import { z } from 'zod';
import { type Ledger, OPERATION_STATES, type Operation } from '../store/operations.ts';

const confirmedTogether = z.object({ batch: z.array(z.string()) });

/**
 * Leaves the operation's message to it alone: whatever was shown in it before would else write over it later, at the
 * latest when it expires. What still has news has it told in a message of its own.
 */
export async function takeMessage(ledger: Ledger, operation: Operation): Promise<void> {
  const { id, userId, chatId, messageId } = operation;
  if (messageId === undefined) return;
  const together = confirmedTogether.safeParse(operation.parameters).data?.batch ?? [id];
  for (const other of await ledger.openOf(userId)) {
    if (other.chatId !== chatId || other.messageId !== messageId || together.includes(other.id)) continue;
    const edit = (now: Operation) => (now.messageId === messageId ? { messageId: undefined } : {});
    await ledger.move(other.id, { from: OPERATION_STATES, edit });
  }
}
