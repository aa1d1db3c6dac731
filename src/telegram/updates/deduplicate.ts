import type { HeldLease, LeaseManager } from '../../jobs/lease-manager.ts';
import { StoreUnavailable } from '../../store/database/sql.ts';
import type { Inbox } from '../../store/inbox.ts';
import { type Lease, LeaseLost, type Leases, type Note } from '../../store/leases.ts';
import { untilStoreAnswers } from './retry.ts';

/**
 * How much is noted of handled updates. An update that comes again was handled moments before; in a quiet lane it may be one of the
 * last few. A lane can have a hundred updates under way: a group's lane, for messages of anonymous admins.
 */
const NOTED_FOR_MS = 2 * 60_000;
const FEWEST_NOTES = 20;
const MOST_NOTES = 200;

export interface UpdateTurn {
  /** The lane's name, which includes the bot's id. */
  lane: string;
  /** The update it is for, where there is one. */
  updateId?: number;
  /** The process that had this update died: a note that it was abandoned does not mean that it was handled. */
  again?: boolean;
  /** Aborts when the update must not begin any more. */
  patience?: AbortSignal | undefined;
  /** Called once when the update has to wait. */
  waits?(): void;
  /** Called instead of the work when the store is out of reach: tells the person, and touches nothing that needs the lane's lease. */
  outage?: ((error: StoreUnavailable) => Promise<void>) | undefined;
}

/** Handles each update once and no two of a lane at a time, on any replica. */
export interface UpdateDeduplicator {
  /** Whether a lease in the store, rather than this process alone, keeps a lane's updates apart and in order. */
  readonly leased: boolean;
  /**
   * Runs the work, unless the update was handled before. Resolves to whether it is handled, or its person was told of an outage;
   * `false` where it has to come again.
   */
  run(turn: UpdateTurn, work: () => Promise<void>): Promise<boolean>;
  /** Gives the lane away, although the work on this update still runs. */
  abandon(lane: string, updateId: number | undefined): Promise<void>;
  /** Ends all waiting. */
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

/** For several replicas: a lease in the store guards each lane, and holds notes of the updates handled last. */
export function createDeduplicator({
  leases,
  leaseManager,
  inbox,
  ping,
  report,
  now = Date.now,
}: DeduplicatorDependencies): UpdateDeduplicator {
  const closing = new AbortController();
  const running = new Map<string, { held: HeldLease; updateId: number | undefined }>();

  async function taken({
    lane,
    updateId,
    patience,
    waits,
  }: UpdateTurn): Promise<HeldLease | StoreUnavailable | undefined> {
    try {
      return await leaseManager.take(lane, { patience, updateId, ...(waits ? { waits } : {}) });
    } catch (error) {
      if (error instanceof StoreUnavailable) return error;
      throw error;
    }
  }

  /** Tells the person of an outage. After a short one it does not: another replica may have the lane, and the update comes again. */
  async function reportOutage({ outage, patience }: UpdateTurn, error: StoreUnavailable): Promise<boolean> {
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
      const held = await taken(turn);
      if (held === undefined) return false;
      if (held instanceof StoreUnavailable) return reportOutage(turn, held);
      const { lease } = held;
      if (lease.notes.some((note) => note.updateId === updateId && !(turn.again && note.abandoned))) {
        await held.release();
        return true;
      }
      running.set(lane, { held, updateId });
      let handled = false;
      try {
        handled = await under(leases, lease, work);
      } finally {
        if (running.get(lane)?.held === held) running.delete(lane);
        await held.release(handled ? noted(lease, updateId, now()) : lease.notes);
      }
      return handled;
    },
    async abandon(lane, updateId) {
      const left = running.get(lane);
      // If its lease was lost meanwhile, another replica may have the lane.
      if (!left || left.updateId !== updateId) return;
      running.delete(lane);
      const { held } = left;
      await held.release(noted(held.lease, updateId, now(), true));
      // A kept update stays in the inbox until it ends, but later ones of its lane no longer wait for it.
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

/** For one process that handles all updates: it remembers them in memory. */
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

/** Resolves to whether the work ended while the lease was held. */
async function under(leases: Leases, lease: Lease, work: () => Promise<void>): Promise<boolean> {
  try {
    await leases.under(lease, work);
    return true;
  } catch (error) {
    // The replica that took the lane may not know this update: Telegram has to bring it again.
    if (error instanceof LeaseLost) return false;
    throw error;
  }
}

function noted({ notes }: Lease, updateId: number | undefined, at: number, abandoned = false): readonly Note[] {
  if (updateId === undefined) return notes;
  const all = [...notes, { updateId, at, abandoned }].slice(-MOST_NOTES);
  return all.filter((note, place) => place >= all.length - FEWEST_NOTES || note.at > at - NOTED_FOR_MS);
}
