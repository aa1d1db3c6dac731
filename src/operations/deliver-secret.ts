import { OPERATION_STATES, type Operation, type OperationBody } from '../store/operations/index.ts';
import type { Dependencies } from './dependencies.ts';
import { KINDS } from './kinds/index.ts';
import { retryWrite } from './retry-write.ts';

/** Moves the secret out of the parameters. Sets the one to show: the answered or, with `mayApply`, the chosen one. */
export function withoutSecret(
  operation: Operation,
  answered: string | undefined,
  mayApply = false,
): Partial<OperationBody> {
  const held = KINDS[operation.kind].secretIn?.(operation.parameters);
  const secret = answered ?? (mayApply ? held?.secret : undefined);
  return { ...(held ? { parameters: held.rest } : {}), ...(secret === undefined ? {} : { secret }) };
}

/** Delivers the secret once. Saves that even without the lease: it must not be delivered again. */
export async function deliverSecret(dependencies: Dependencies, operation: Operation): Promise<Operation> {
  const { id, secret, userId } = operation;
  if (secret === undefined) return operation;
  const to = dependencies.secretFor ? await dependencies.secretFor(operation) : userId;
  const settled = {
    delivered: to === undefined ? ('unsent' as const) : await dependencies.deliver(operation, secret, to),
    secret: undefined,
    ...(to === undefined || to === userId ? {} : { secretTo: to }),
  };
  const written = await retryWrite(dependencies, operation, () =>
    // A late answer may have brought another secret meanwhile.
    dependencies.ledger.move(id, { from: OPERATION_STATES, edit: (now) => (now.secret === secret ? settled : {}) }),
  );
  return written ?? { ...operation, ...settled };
}
