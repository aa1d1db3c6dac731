import { Failure, type FailureKind, type Hosting } from '../hosting/index.ts';
import type { Operation, OperationState } from '../store/operations.ts';
import type { Sent } from './kind.ts';
import { KINDS } from './kinds.ts';
import { CONFIRM_LIFE_MS, LEASE_MS, type Parts } from './parts.ts';
import { withoutSecret } from './secrets.ts';

const NOTICE_AFTER_MS = 700;
const SURELY_NOT_DONE: ReadonlySet<string> = new Set<FailureKind>([
  'notConnected',
  'fields',
  'invalid',
  'insufficientBalance',
  'resellerServiceMissing',
  'notFound',
  'refused',
]);

type Setback = Operation['failure'];
type Answer = Sent & { setback?: Setback };

/** Where an answer leads. Only a failure that is surely "not done" or "not sent" may lead anywhere but to `unknown`. */
function stateAfter({ setback, ended }: Answer): OperationState {
  if (!setback) return ended ? 'done' : 'accepted';
  if (setback.kind === 'notSent') return 'ready';
  return SURELY_NOT_DONE.has(setback.kind) ? 'refused' : 'unknown';
}

/**
 * Sends the one request of an operation that was claimed, and writes down what came of it; `undefined` when it was
 * settled otherwise meanwhile.
 */
export function createSend(parts: Parts): (claimed: Operation) => Promise<Operation | undefined> {
  const { ledger, now } = parts;

  async function ask(operation: Operation): Promise<Answer> {
    const account = await accountOf(operation);
    if ('kind' in account) return { setback: account };
    try {
      return await KINDS[operation.kind].send(account.hosting, operation);
    } catch (error) {
      if (error instanceof Failure) return { setback: { kind: error.kind, words: error.words } };
      // A mistake of ours while a request may be on its way: nobody knows how far it came.
      parts.report(error, operation);
      return { setback: { kind: 'ambiguous' } };
    }
  }

  async function accountOf(operation: Operation): Promise<{ hosting: Hosting } | { kind: FailureKind }> {
    try {
      const hosting = await parts.hostingFor(operation.userId, operation.accountId);
      return hosting ? { hosting } : { kind: 'notConnected' };
    } catch (error) {
      // The store does not tell the account: nothing has left.
      parts.report(error, operation);
      return { kind: 'notSent' };
    }
  }

  return async (operation) => {
    const notice = noticeOf(operation, parts);
    const answer = await ask(operation);
    notice.cancel();
    const state = stateAfter(answer);
    // The answer is the truth, also when it comes so late that the operation was given up as unknown.
    const moved = await ledger.move(operation.id, {
      from: ['sending', 'unknown'],
      to: state,
      edit: (before) => ({
        failure: answer.setback,
        ...(state === 'refused' || state === 'done' ? { endedAt: now() } : {}),
        ...(state === 'ready' ? {} : withoutSecret(before, answer.secret, state === 'unknown')),
      }),
      ...(state === 'ready' ? { expiresAt: now() + CONFIRM_LIFE_MS } : {}),
      dueAt: now() + LEASE_MS,
      told: false,
    });
    // The outcome is safe; shown, it must not be overtaken by the notice.
    await notice.shown();
    return moved;
  };
}

/** Where the answer takes a while, the message says that the request is under way. */
function noticeOf(operation: Operation, parts: Parts) {
  let showing: Promise<unknown> | undefined;
  const timer = setTimeout(() => {
    showing = parts.tell(operation).catch((error) => parts.report(error, operation));
  }, NOTICE_AFTER_MS);
  return { cancel: () => clearTimeout(timer), shown: async () => showing };
}
