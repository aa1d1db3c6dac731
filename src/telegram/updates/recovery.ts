import type { Update } from 'grammy/types';
import type { HeldLease, LeaseManager } from '../../jobs/lease-manager.ts';
import { StoreUnavailable } from '../../store/database/sql.ts';
import type { Inbox } from '../../store/inbox.ts';
import { retryUntil } from './retry.ts';
import { arrivalOf, isUpdate, laneOf, leaseOf, noteArrival } from './update.ts';

const LOOK_AGAIN_MS = 5_000;

export interface UpdateRecoveryDependencies {
  inbox: Inbox;
  leaseManager: LeaseManager;
  /** Asked once updates can be handled. */
  botId(): number;
  /** As of the intake: however long it waits for its turn, for what came after it waits for it. */
  handle(update: Update, begins: () => Promise<void>): Promise<boolean>;
  giveUp(update: Update): Promise<void>;
  report(error: unknown, where: string): void;
  lookAgainMs?: number;
}

/**
 * What Telegram no longer keeps for us, and is not handled yet: what goes on after it was confirmed, and what a run with long
 * polling left. Each is in the inbox, and held by the process that handles it: of what the dead had, one process takes each.
 */
export interface UpdateRecovery {
  /**
   * Keeps an update until it was handled. Resolves to whether it is kept, and so may be confirmed. Reports its own errors.
   * @param handled resolves to whether it was; does not reject
   */
  keep(update: Update, handled: Promise<boolean>): Promise<boolean>;
  /**
   * Resolves when everything that was left has its place in its lane. What is left later is found every few seconds.
   * @throws StoreUnavailable where it could not be looked for, so that nothing is let in before it
   */
  start(): Promise<void>;
  /** Takes no more; resolves when what was taken has ended. */
  stop(): Promise<void>;
}

export function createUpdateRecovery(dependencies: UpdateRecoveryDependencies): UpdateRecovery {
  const { inbox, leaseManager, botId, report, lookAgainMs = LOOK_AGAIN_MS } = dependencies;
  const inHand = new Map<number, Promise<void>>();
  const stopping = new AbortController();
  const placeOf = (updateId: number) => `kept:${botId()}:${updateId}`;
  let looking: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  function hold(updateId: number, hand: HeldLease, handled: Promise<boolean>): void {
    const task = settle(updateId, hand, handled)
      .catch((error) => report(error, 'inbox'))
      .finally(() => inHand.delete(updateId));
    inHand.set(updateId, task);
  }

  async function settle(updateId: number, hand: HeldLease, handled: Promise<boolean>): Promise<void> {
    try {
      if (await handled) await remove(updateId);
    } finally {
      // It holds up its lane: whatever went wrong, the next look may take it.
      await hand.release();
    }
  }

  async function remove(updateId: number): Promise<void> {
    const attempt = () => inbox.remove(botId(), updateId);
    const failed = (error: unknown) => report(error, 'inbox');
    try {
      await attempt();
    } catch (error) {
      failed(error);
      await retryUntil(attempt, failed, stopping.signal);
    }
  }

  async function look(): Promise<void> {
    const left = (await inbox.waiting(botId())).filter((updateId) => !inHand.has(updateId));
    if (left.length === 0) return;
    // By one process at a time, so that those of a lane keep their order.
    const hand = await leaseManager.takeNow(`leftovers:${botId()}`);
    if (!hand) return;
    try {
      for (const updateId of left) if (!stopping.signal.aborted) await take(updateId);
    } finally {
      await hand.release();
    }
  }

  async function take(updateId: number): Promise<void> {
    const hand = await leaseManager.takeNow(placeOf(updateId));
    // Whoever has it is alive.
    if (!hand) return;
    let left: Awaited<ReturnType<Inbox['find']>>;
    try {
      left = await inbox.find(botId(), updateId);
    } catch (error) {
      await hand.release();
      // An outage tells nothing of it: it keeps its place before what came after it.
      if (error instanceof StoreUnavailable) throw error;
      report(error, 'inbox');
      return letPass(updateId);
    }
    if (left && isUpdate(left.update)) {
      if (left.keptAt !== undefined) noteArrival(left.update, left.keptAt);
      return hold(updateId, hand, again(left.update, left.tooOften));
    }
    await hand.release();
    // Whoever had it may have handled it a moment ago.
    if (left) await letPass(updateId);
  }

  /** What can't be read must not hold up for good what came after it in its lane. */
  function letPass(updateId: number): Promise<void> {
    return inbox.letPass(updateId, { botId: botId() });
  }

  async function again(update: Update, tooOften: boolean): Promise<boolean> {
    const { update_id: id } = update;
    if (!tooOften) return dependencies.handle(update, () => inbox.beginAgain(botId(), id));
    report(new Error(`Update ${id} was begun three times and never ended: it is dropped`), 'inbox');
    await dependencies.giveUp(update);
    return true;
  }

  function lookNow(): Promise<void> {
    looking ??= look().finally(() => {
      looking = undefined;
    });
    return looking;
  }

  return {
    async keep(update, handled) {
      const { update_id: id } = update;
      let hand: HeldLease | undefined;
      try {
        hand = await leaseManager.takeNow(placeOf(id));
        const { lane, shared } = laneOf(update);
        const about = { keptAt: arrivalOf(update), lane: shared ? leaseOf(botId(), lane) : undefined };
        if (hand) await inbox.keep(botId(), update, about);
        return hand !== undefined;
      } catch (error) {
        report(error, 'inbox');
        return false;
      } finally {
        // Also where the store did not say so, it may be kept.
        if (hand) hold(id, hand, handled);
      }
    },
    start() {
      timer ??= setInterval(() => void lookNow().catch((error) => report(error, 'inbox')), lookAgainMs);
      return lookNow();
    },
    async stop() {
      stopping.abort();
      clearInterval(timer);
      await Promise.allSettled([looking]);
      while (inHand.size > 0) await Promise.all(inHand.values());
    },
  };
}
