import { OPERATION_STATES, type Operation, type OperationBody } from '../store/operations/index.ts';
import type { Dependencies } from './dependencies.ts';
import { KINDS } from './kinds/index.ts';
import { untilWritten } from './until-written.ts';

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

/**
 * Shows the operation's secret to its person, if it has one; resolves to the operation without it. That is written down
 * before anything else is shown, in whosever hands it is by then: what was delivered, or never can be, is not tried again.
 */
export async function deliverSecret(dependencies: Dependencies, operation: Operation): Promise<Operation> {
  const { id, secret } = operation;
  if (secret === undefined) return operation;
  const settled = { delivered: await dependencies.deliver(operation, secret), secret: undefined };
  const written = await untilWritten(dependencies, operation, () =>
    // A late answer may have brought another one meanwhile.
    dependencies.ledger.move(id, { from: OPERATION_STATES, edit: (now) => (now.secret === secret ? settled : {}) }),
  );
  return written ?? { ...operation, ...settled };
}
