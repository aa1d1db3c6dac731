import type { Allowance, Counted, Spender } from './ledger.ts';
import type { Operation } from './operation.ts';

/** What the person's sent operations with the same account came to, in the currency that is counted. */
export function spentOn(
  sent: readonly Operation[],
  { accountId }: Pick<Spender, 'accountId'>,
  { since, worth }: Counted,
): number {
  return sent
    .filter((other) => (other.sentAt ?? 0) >= since && other.said?.happened !== false)
    .filter((other) => other.accountId === accountId)
    .reduce((sum, { quote }) => sum + ((quote && worth(quote)) ?? 0), 0);
}

/** Whether an operation, beside what was sent, would come to more than may be spent. */
export function exceeds(allowance: Allowance, operation: Operation, sent: readonly Operation[]): boolean {
  const wanted = operation.quote && allowance.worth(operation.quote);
  return wanted !== undefined && spentOn(sent, operation, allowance) + wanted > allowance.most;
}
