import type { HeldLease, LeaseManager } from '../../jobs/lease-manager.ts';
import { StoreUnavailable } from '../../store/database/sql.ts';
import type { Inbox } from '../../store/inbox.ts';
import { type Lease, LeaseLost, type Leases, type Note } from '../../store/leases.ts';
import { untilStoreAnswers } from './retry.ts';

/**
 * One that comes again was handled a moment before, or, where a lane is used little, only a few before. Many of a lane can be
 * under way at a time: a hundred, in a group where nobody in particular writes.
 */
const NOTED_FOR_MS = 2 * 60_000;
const FEWEST_NOTES = 20;
const MOST_NOTES = 200;

export interface Turn {
  /** Whatever tells the updates of a lane from those of others, also of another bot's. */
  lane: string;
  /** The update it is for, where there is one. */
  updateId?: number;
  /** Whoever had it died: that it was abandoned does not mean that it ended. */
  again?: boolean;
  /** Aborts when it is of no use any more to begin. */
  patience?: AbortSignal | undefined;
  /** Called once where it has to wait. */
  waits?(): void;
  /** Called instead of the work where the store is out of reach: says so, and touches nothing that a lane keeps apart. */
  outage?: ((error: StoreUnavailable) => Promise<void>) | undefined;
}

/** Sees to it that an update is handled once, and beside no other of its lane, whichever replica it reaches. */
export interface UpdateDeduplicator {
  /** Whether a lease keeps the updates of a lane apart, and in order, also without their order in this process. */
  readonly leased: boolean;
  /**
   * Runs the work, unless the update was handled before. Resolves to whether it is handled, or its person was told of an
   * outage: `false` where it has to come again.
   */
  run(turn: Turn, work: () => Promise<void>): Promise<boolean>;
  /** The lane goes to whoever asks next, although the work on this update still runs. */
  abandon(lane: string, updateId: number | undefined): Promise<void>;
  /** Whoever waits stops waiting. */
  close(): void;
}

export interface DeduplicatorDependencies {
  leases: Leases;
  leaseManager: LeaseManager;
  inbox: Pick<Inbox, 'letPass'>;
  /** @throws StoreUnavailable */
  ping(): Promise<void>;
  report(error: unknown, where: string): void;
  now?(): number;
}

/** Where several replicas handle updates: a lane is held by a lease in the store, with which goes what was handled. */
export function createDeduplicator({
  leases,
  leaseManager,
  inbox,
  ping,
  report,
  now = Date.now,
}: DeduplicatorDependencies): UpdateDeduplicator {
  const closing = new AbortController();
  const running = new Map<string, { hold: HeldLease; updateId: number | undefined }>();

  async function taken({ lane, updateId, patience, waits }: Turn): Promise<HeldLease | StoreUnavailable | undefined> {
    try {
      return await leaseManager.take(lane, { patience, updateId, ...(waits ? { waits } : {}) });
    } catch (error) {
      if (error instanceof StoreUnavailable) return error;
      throw error;
    }
  }

  /** Of an outage. One that has ended is none: another replica may have the lane, and the update comes again. */
  async function told({ outage, patience }: Turn, error: StoreUnavailable): Promise<boolean> {
    if (!outage || (await answers()) || patience?.aborted) return false;
    await outage(error);
    return true;
  }

  async function answers(): Promise<boolean> {
    try {
      await ping();
      return true;
    } catch (error) {
      if (error instanceof StoreUnavailable) return false;
      throw error;
    }
  }

  return {
    leased: true,
    async run(turn, work) {
      const { lane, updateId } = turn;
      const hold = await taken(turn);
      if (hold === undefined) return false;
      if (hold instanceof StoreUnavailable) return told(turn, hold);
      const { lease } = hold;
      if (lease.notes.some((note) => note.updateId === updateId && !(turn.again && note.abandoned))) {
        await hold.release();
        return true;
      }
      running.set(lane, { hold, updateId });
      let handled = false;
      try {
        handled = await under(leases, lease, work);
      } finally {
        if (running.get(lane)?.hold === hold) running.delete(lane);
        await hold.release(handled ? noted(lease, updateId, now()) : lease.notes);
      }
      return handled;
    },
    async abandon(lane, updateId) {
      const left = running.get(lane);
      // Where its lease was lost meanwhile, the lane may be another's by now.
      if (!left || left.updateId !== updateId) return;
      running.delete(lane);
      const { hold } = left;
      await hold.release(noted(hold.lease, updateId, now(), true));
      // Where it is kept, it stays so until it ends; what came after it waits for it no longer.
      if (updateId === undefined) return;
      const letPass = () => inbox.letPass(updateId, { lane });
      await untilStoreAnswers(letPass, (error) => report(error, 'inbox'), closing.signal);
    },
    close() {
      closing.abort();
      leaseManager.close();
    },
  };
}

/** Where one process handles all updates, it remembers by itself which. */
export function createSoleProcessDeduplicator(most = 10_000): UpdateDeduplicator {
  const handled = new Set<number>();
  return {
    leased: false,
    async run({ updateId }, work) {
      if (updateId !== undefined && handled.has(updateId)) return true;
      await work();
      if (updateId !== undefined) handled.add(updateId);
      if (handled.size > most) for (const oldest of handled.values().take(1)) handled.delete(oldest);
      return true;
    },
    abandon: () => Promise.resolve(),
    close: () => undefined,
  };
}

/** Resolves to whether the work ended without having lost the lease on the way. */
async function under(leases: Leases, lease: Lease, work: () => Promise<void>): Promise<boolean> {
  try {
    await leases.under(lease, work);
    return true;
  } catch (error) {
    // Whoever took the lane over may know nothing of this update: Telegram has to bring it again.
    if (error instanceof LeaseLost) return false;
    throw error;
  }
}

function noted({ notes }: Lease, updateId: number | undefined, at: number, abandoned = false): readonly Note[] {
  if (updateId === undefined) return notes;
  const all = [...notes, { updateId, at, abandoned }].slice(-MOST_NOTES);
  return all.filter((note, place) => place >= all.length - FEWEST_NOTES || note.at > at - NOTED_FOR_MS);
}
