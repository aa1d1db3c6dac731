import { Failure, type FailureKind, type Hosting } from '../hosting/index.ts';
import { LEASE_MS } from '../jobs/lease.ts';
import { StoreUnavailable } from '../store/database/sql.ts';
import { SealBroken } from '../store/encryption/seal.ts';
import type { Move, Operation, OperationState } from '../store/operations/index.ts';
import { againLifeMs } from './claims/guard.ts';
import { withoutSecret } from './deliver-secret.ts';
import { type Dependencies, NotNow, OutOfReach, type Shown, TOP_UP_LIFE_MS } from './dependencies.ts';
import { KINDS } from './kinds/index.ts';
import type { Sent } from './kinds/kind.ts';
import { backToReady, createPricing, setbackOf } from './pricing.ts';
import { retryWrite } from './retry-write.ts';

const NOTICE_AFTER_MS = 700;
export const SLOW_AFTER_MS = 5_000;
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

/** A failure that does not prove "not done" leads to `unknown`. An order without enough money waits for a top-up. */
function stateAfter({ setback, ended }: Answer): OperationState {
  if (!setback) return ended ? 'done' : 'accepted';
  if (setback.kind === 'notSent' || setback.kind === 'insufficientBalance') return 'ready';
  return SURELY_NOT_DONE.has(setback.kind) ? 'refused' : 'unknown';
}

/** Sends the one request and saves its outcome. Resolves to `undefined` if another process settled the operation. */
export function createSend(dependencies: Dependencies): (claimed: Operation) => Promise<Operation | undefined> {
  const { ledger, now } = dependencies;
  const price = createPricing(dependencies);

  async function ask(hosting: Hosting, operation: Operation): Promise<Answer> {
    try {
      return await KINDS[operation.kind].send(hosting, operation);
    } catch (error) {
      if (error instanceof Failure) {
        return { setback: setbackOf(error) };
      }
      // The request may be on its way: its outcome is unknown.
      dependencies.report(error, operation);
      return { setback: { kind: 'ambiguous' } };
    }
  }

  /** After a standstill another process may hold the claim: nothing is sent. */
  async function askInTime(hosting: Hosting, operation: Operation): Promise<Answer> {
    const late = now() - (operation.sentAt ?? operation.createdAt) >= LEASE_MS;
    return late ? { setback: { kind: 'notSent' } } : ask(hosting, operation);
  }

  async function accountOf(operation: Operation): Promise<{ hosting: Hosting } | { kind: FailureKind }> {
    try {
      const hosting = await dependencies.hostingFor(operation, 'send');
      return hosting ? { hosting } : { kind: 'notConnected' };
    } catch (error) {
      dependencies.report(error, operation);
      return { kind: 'notSent' };
    }
  }

  async function priceOf(claimed: Operation, hosting: Hosting): Promise<Operation | undefined> {
    try {
      return await price(claimed, hosting);
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      dependencies.report(error, claimed);
      return settle(claimed, { setback: { kind: 'notSent' } });
    }
  }

  /** Saves an answer even if the row was changed outside the bot: only this process knows the answer. */
  async function settle(operation: Operation, answer: Answer): Promise<Operation | undefined> {
    const settled = (how: Pick<Move, 'bySeal'>) =>
      retryWrite(dependencies, operation, () => write(operation, answer, how));
    try {
      return await settled({});
    } catch (error) {
      if (!(error instanceof SealBroken && error.why === 'changed')) throw error;
      dependencies.report(error, operation);
      return settled({ bySeal: true });
    }
  }

  /** Also saves a late answer to an operation that is `unknown`. An answer to an earlier claim is dropped. */
  async function write(claimed: Operation, answer: Answer, how: Pick<Move, 'bySeal'>): Promise<Operation | undefined> {
    const { id, claimedAt } = claimed;
    const state = stateAfter(answer);
    const from: OperationState[] = ['quoting', 'sending', 'unknown'];
    if (state === 'ready') {
      const back = backToReady(claimed, { failure: answer.setback }, now());
      const lifeMs = answer.setback?.kind === 'insufficientBalance' ? TOP_UP_LIFE_MS : againLifeMs(claimed);
      return ledger.move(id, { ...back, ...how, from, expiresAt: now() + lifeMs });
    }
    return ledger.move(id, {
      ...how,
      from,
      claimedAt,
      to: state,
      edit: (before) => ({
        failure: answer.setback,
        receipt: answer.receipt,
        ...(state === 'refused' || state === 'done' ? { endedAt: now() } : {}),
        ...withoutSecret(before, answer.secret, state === 'unknown'),
      }),
      dueAt: now() + LEASE_MS,
      notified: false,
    });
  }

  return async (claimed) => {
    const notice = noticeOf(claimed, dependencies);
    const account = await accountOf(claimed);
    let settled: Operation | undefined;
    if ('kind' in account) settled = await settle(claimed, { setback: account });
    else {
      const priced = claimed.state === 'quoting' ? await priceOf(claimed, account.hosting) : claimed;
      settled = priced?.state === 'sending' ? await settle(priced, await askInTime(account.hosting, priced)) : priced;
    }
    notice.cancel();
    // A late notice must not overwrite the outcome. If it sent a new message, the ledger knows that message.
    const { messageId } = await notice.shown();
    return settled && messageId !== undefined ? ledger.get(settled.id) : settled;
  };
}

/** Tells the person that the request takes long. Each notice reads the state anew: it may be settled elsewhere. */
function noticeOf(claimed: Operation, dependencies: Dependencies) {
  const { id, claimedAt } = claimed;
  const tell = async () => {
    const current = await dependencies.ledger.get(id);
    const underWay = current?.state === 'quoting' || current?.state === 'sending';
    return underWay && current.claimedAt === claimedAt ? dependencies.notify(current) : {};
  };
  let showing: Promise<Shown> = Promise.resolve({});
  const show = () => {
    showing = showing.then(async (before) => {
      try {
        return { ...before, ...(await tell()) };
      } catch (error) {
        if (!(error instanceof OutOfReach || error instanceof NotNow)) dependencies.report(error, claimed);
        return before;
      }
    });
  };
  const timers = [NOTICE_AFTER_MS, SLOW_AFTER_MS].map((ms) => setTimeout(show, ms));
  return {
    cancel: () => timers.forEach(clearTimeout),
    shown: async () => showing,
  };
}
