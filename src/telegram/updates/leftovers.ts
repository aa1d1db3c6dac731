import type { Update } from 'grammy/types';
import type { Hold, Holder } from '../../store/holder.ts';
import type { Inbox } from '../../store/inbox.ts';
import { insist } from './insist.ts';
import { laneOf, leaseOf } from './lane-of.ts';
import { arrivalOf, isUpdate, noteArrival } from './seen.ts';

const LOOK_AGAIN_MS = 5_000;
/** One whose lane somebody else has for longer is tried again at the next look. */
const PATIENCE_MS = 19_000;

export interface LeftoversParts {
  inbox: Inbox;
  holder: Holder;
  /** Asked once updates can be handled. */
  botId(): number;
  /** As of the intake. */
  handle(update: Update, patience: AbortSignal, begins: () => Promise<void>): Promise<boolean>;
  giveUp(update: Update): Promise<void>;
  report(error: unknown, where: string): void;
  lookAgainMs?: number;
}

/**
 * What Telegram no longer keeps for us, and is not handled yet: what goes on after it was confirmed, and what a run with long
 * polling left. Each is in the inbox, and held by the process that handles it: of what the dead had, one process takes each.
 */
export interface Leftovers {
  /**
   * Keeps an update until it was handled. Resolves to whether it is kept, and so may be confirmed. Reports its own errors.
   * @param handled resolves to whether it was; does not reject
   */
  keep(update: Update, handled: Promise<boolean>): Promise<boolean>;
  /** Resolves when everything that was left has its place in its lane. What is left later is found every few seconds. */
  start(): Promise<void>;
  /** Takes no more; resolves when what was taken has ended. */
  stop(): Promise<void>;
}

export function createLeftovers(parts: LeftoversParts): Leftovers {
  const { inbox, holder, botId, report, lookAgainMs = LOOK_AGAIN_MS } = parts;
  const inHand = new Map<number, Promise<void>>();
  const stopping = new AbortController();
  const placeOf = (updateId: number) => `kept:${botId()}:${updateId}`;
  let looking: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  function hold(updateId: number, hand: Hold, handled: Promise<boolean>): void {
    const task = settle(updateId, hand, handled)
      .catch((error) => report(error, 'inbox'))
      .finally(() => inHand.delete(updateId));
    inHand.set(updateId, task);
  }

  async function settle(updateId: number, hand: Hold, handled: Promise<boolean>): Promise<void> {
    if (await handled) await remove(updateId);
    await hand.release();
  }

  async function remove(updateId: number): Promise<void> {
    const attempt = () => inbox.remove(botId(), updateId);
    const failed = (error: unknown) => report(error, 'inbox');
    try {
      await attempt();
    } catch (error) {
      failed(error);
      await insist(attempt, failed, stopping.signal);
    }
  }

  async function look(): Promise<void> {
    const left = (await inbox.waiting(botId())).filter((updateId) => !inHand.has(updateId));
    if (left.length === 0) return;
    // By one process at a time, so that those of a lane keep their order.
    const hand = await holder.takeNow(`leftovers:${botId()}`);
    if (!hand) return;
    try {
      for (const updateId of left) if (!stopping.signal.aborted) await take(updateId);
    } finally {
      await hand.release();
    }
  }

  async function take(updateId: number): Promise<void> {
    const hand = await holder.takeNow(placeOf(updateId));
    // Whoever has it is alive.
    if (!hand) return;
    try {
      // Whoever had it may have handled it a moment ago.
      const left = await inbox.find(botId(), updateId);
      if (left && isUpdate(left.update) && left.keptAt !== undefined) noteArrival(left.update, left.keptAt);
      if (left && isUpdate(left.update)) return hold(updateId, hand, again(left.update, left.tooOften));
    } catch (error) {
      report(error, 'inbox');
    }
    await hand.release();
    // What can't be read must not hold up for good what came after it in its lane.
    await inbox.letPass(updateId, { botId: botId() });
  }

  async function again(update: Update, tooOften: boolean): Promise<boolean> {
    const { update_id: id } = update;
    if (!tooOften) return parts.handle(update, AbortSignal.timeout(PATIENCE_MS), () => inbox.beginAgain(botId(), id));
    report(new Error(`Update ${id} was begun three times and never ended: it is dropped`), 'inbox');
    await parts.giveUp(update);
    return true;
  }

  function lookNow(): Promise<void> {
    looking ??= look()
      .catch((error) => report(error, 'inbox'))
      .finally(() => {
        looking = undefined;
      });
    return looking;
  }

  return {
    async keep(update, handled) {
      const { update_id: id } = update;
      let hand: Hold | undefined;
      try {
        hand = await holder.takeNow(placeOf(id));
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
      timer = setInterval(() => void lookNow(), lookAgainMs);
      return lookNow();
    },
    async stop() {
      stopping.abort();
      clearInterval(timer);
      await looking;
      while (inHand.size > 0) await Promise.all(inHand.values());
    },
  };
}
