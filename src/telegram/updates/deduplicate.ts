import type { HeldLease, LeaseManager } from '../../jobs/lease-manager.ts';
import { StoreUnavailable } from '../../store/database/sql.ts';
import type { Inbox } from '../../store/inbox.ts';
import { type Lease, LeaseLost, type Leases, type Note } from '../../store/leases.ts';
import { untilStoreAnswers } from './retry.ts';

/** A group's lane can have a hundred updates under way. */
const HANDLED_UPDATE_KEPT_MS = 2 * 60_000;
const MIN_HANDLED_UPDATES_KEPT = 20;
const MAX_HANDLED_UPDATES_KEPT = 200;

export interface UpdateTurn {
  lane: string;
  updateId?: number;
  /** The process that had this update died: an `abandoned` note does not mean that the update was handled. */
  again?: boolean;
  patience?: AbortSignal | undefined;
  waits?(): void;
  /** Runs instead of the work when the store is out of reach, without the lane's lease. */
  outage?: ((error: StoreUnavailable) => Promise<void>) | undefined;
}

export interface UpdateDeduplicator {
  /** A lease in the store keeps a lane's updates in order, not this process alone. */
  readonly leased: boolean;
  /** Resolves to `false` where the update has to come again. A reported outage counts as handled. */
  run(turn: UpdateTurn, work: () => Promise<void>): Promise<boolean>;
  abandon(lane: string, updateId: number | undefined): Promise<void>;
  close(): void;
}

export interface DeduplicatorDependencies {
  leases: Leases;
  leaseManager: LeaseManager;
  inbox: Pick<Inbox, 'letPass'>;
  ping(): Promise<void>;
  report(error: unknown, where: string): void;
  now?(): number;
}

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

  /** After a short outage another replica may have the lane: the update comes again. */
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
      // Another replica may have the lane, if the lease was lost meanwhile.
      if (!left || left.updateId !== updateId) return;
      running.delete(lane);
      const { held } = left;
      await held.release(noted(held.lease, updateId, now(), true));
      // The update stays in the inbox until it ends, but later ones of its lane no longer wait for it.
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
  const all = [...notes, { updateId, at, abandoned }].slice(-MAX_HANDLED_UPDATES_KEPT);
  return all.filter(
    (note, place) => place >= all.length - MIN_HANDLED_UPDATES_KEPT || note.at > at - HANDLED_UPDATE_KEPT_MS,
  );
}
