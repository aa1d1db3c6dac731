import type { Operation, OperationBody } from '../store/operations.ts';
import { KINDS } from './kinds.ts';

/**
 * The operation's parameters without the secret they held, and the secret that is now to be shown: the one the provider
 * answered with, or, where the answer was lost (`mayApply`), the one that may be in force.
 */
export function withoutSecret(
  operation: Operation,
  answered: string | undefined,
  mayApply = false,
): Partial<OperationBody> {
  const held = KINDS[operation.kind].secretIn?.(operation.parameters);
  const secret = answered ?? (mayApply ? held?.secret : undefined);
  return { ...(held ? { parameters: held.rest } : {}), ...(secret === undefined ? {} : { secret }) };
}
