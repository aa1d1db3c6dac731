import type { Update } from 'grammy/types';
import type { HeldLease, LeaseManager } from '../../jobs/lease-manager.ts';
import { StoreUnavailable } from '../../store/database/sql.ts';
import type { Inbox } from '../../store/inbox.ts';
import { retryUntil } from './retry.ts';
import { arrivalOf, isUpdate, laneOf, leaseName, noteArrival } from './update.ts';

const LOOK_AGAIN_MS = 5_000;

export interface UpdateRecoveryDependencies {
  inbox: Inbox;
  leaseManager: LeaseManager;
  botId(): number;
  /** The dispatcher's `handle`, without `patience`: later updates of the lane wait for this one. */
  handle(update: Update, begins: () => Promise<void>): Promise<boolean>;
  giveUp(update: Update): Promise<void>;
  report(error: unknown, where: string): void;
  lookAgainMs?: number;
}

/** Recovers confirmed updates. The handling process has a lease of each: when it dies, one other takes over. */
export interface UpdateRecovery {
  /** Resolves to whether the inbox has the update. @param handled does not reject */
  keep(update: Update, handled: Promise<boolean>): Promise<boolean>;
  /** @throws StoreUnavailable */
  start(): Promise<void>;
  stop(): Promise<void>;
}

export function createUpdateRecovery(dependencies: UpdateRecoveryDependencies): UpdateRecovery {
  const { inbox, leaseManager, botId, report, lookAgainMs = LOOK_AGAIN_MS } = dependencies;
  const taken = new Map<number, Promise<void>>();
  const stopping = new AbortController();
  const placeOf = (updateId: number) => `kept:${botId()}:${updateId}`;
  let looking: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  /** @param lease absent where the answer to taking it was lost */
  function track(updateId: number, lease: HeldLease | undefined, handled: Promise<boolean>): void {
    const task = settle(updateId, lease, handled)
      .catch((error) => report(error, 'inbox'))
      .finally(() => taken.delete(updateId));
    taken.set(updateId, task);
  }

  async function settle(updateId: number, lease: HeldLease | undefined, handled: Promise<boolean>): Promise<void> {
    try {
      if (await handled) await remove(updateId, lease);
    } finally {
      // The update holds up its lane: after an error the next look may take it again.
      await lease?.release();
    }
  }

  async function remove(updateId: number, held: HeldLease | undefined): Promise<void> {
    const attempt = async () => {
      if (!held) return inbox.remove(botId(), updateId);
      await inbox.removeUnder(held.lease, botId(), updateId);
      held.released();
    };
    const failed = (error: unknown) => report(error, 'inbox');
    try {
      await attempt();
    } catch (error) {
      failed(error);
      await retryUntil(attempt, failed, stopping.signal);
    }
  }

  async function look(): Promise<void> {
    const left = (await inbox.waiting(botId())).filter((updateId) => !taken.has(updateId));
    if (left.length === 0) return;
    // Only one process at a time takes updates, so that those of a lane keep their order.
    const lease = await leaseManager.takeNow(`leftovers:${botId()}`);
    if (!lease) return;
    try {
      for (const updateId of left) if (!stopping.signal.aborted) await take(updateId);
    } finally {
      await lease.release();
    }
  }

  async function take(updateId: number): Promise<void> {
    const lease = await leaseManager.takeNow(placeOf(updateId));
    if (!lease) return;
    let left: Awaited<ReturnType<Inbox['find']>>;
    try {
      left = await inbox.find(botId(), updateId);
    } catch (error) {
      await lease.release();
      // In an outage the update stays, before later ones of its lane.
      if (error instanceof StoreUnavailable) throw error;
      report(error, 'inbox');
      return letPass(updateId);
    }
    if (left && isUpdate(left.update)) {
      if (left.keptAt !== undefined) noteArrival(left.update, left.keptAt);
      return track(updateId, lease, again(left.update, left.tooOften));
    }
    await lease.release();
    // Another process has just handled an update that is gone.
    if (left) await letPass(updateId);
  }

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
      const { lane, shared } = laneOf(update);
      const about = { keptAt: arrivalOf(update), lane: shared ? leaseName(botId(), lane) : undefined };
      try {
        const lease = await leaseManager.takeNow(placeOf(id), (wanted) =>
          inbox.keepUnder(wanted, botId(), update, about),
        );
        if (lease) track(id, lease, handled);
        return lease !== undefined;
      } catch (error) {
        report(error, 'inbox');
        // The store may have kept the update all the same.
        track(id, undefined, handled);
        return false;
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
      while (taken.size > 0) await Promise.all(taken.values());
    },
  };
}
