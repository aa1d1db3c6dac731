import type { Hold, Holder } from '../../store/holder.ts';
import { type Lease, LeaseLost, type Leases } from '../../store/leases.ts';
import { StoreUnavailable } from '../../store/sql.ts';

/** Telegram brings the updates of a lane in order: one that comes again can have been handled only a few before. */
const MOST_NOTES = 20;
/** Under this nothing is written that only the holder of a lane may write. */
const NO_LEASE = { name: '', fence: 0, notes: [] } as const;

export interface Turn {
  /** Whatever tells the updates of a lane from those of others, also of another bot's. */
  lane: string;
  /** The update it is for, where there is one. */
  updateId?: number;
  /** Aborts when it is of no use any more to begin. */
  patience?: AbortSignal | undefined;
  /** Called once where it has to wait. */
  waits?(): void;
}

/** Sees to it that an update is handled once, and beside no other of its lane, whichever replica it reaches. */
export interface Keeper {
  /** Runs the work, unless the update was handled before. Resolves to whether it is handled. */
  run(turn: Turn, work: () => Promise<void>): Promise<boolean>;
  /** The lane goes to whoever asks next, although its work still runs. */
  abandon(lane: string): void;
  /** Whoever waits stops waiting. */
  close(): void;
}

/** Where several replicas handle updates: a lane is held by a lease in the store, with which goes what was handled. */
export function createKeeper(leases: Leases, holder: Holder): Keeper {
  const running = new Map<string, { hold: Hold; updateId: number | undefined }>();
  return {
    async run(turn, work) {
      const { lane, updateId } = turn;
      const hold = await taken(holder, turn);
      if (hold === undefined) return false;
      // What its handler needs of the store fails as well, and the person is told so.
      if (hold === 'out of reach') return under(leases, NO_LEASE, work);
      const { lease } = hold;
      if (updateId !== undefined && lease.notes.includes(updateId)) {
        await hold.release();
        return true;
      }
      running.set(lane, { hold, updateId });
      let handled = false;
      try {
        handled = await under(leases, lease, work);
      } finally {
        if (running.get(lane)?.hold === hold) running.delete(lane);
        await hold.release(handled ? noted(lease, updateId) : lease.notes);
      }
      return handled;
    },
    abandon(lane) {
      const left = running.get(lane);
      running.delete(lane);
      if (left) void left.hold.release(noted(left.hold.lease, left.updateId));
    },
    close: () => holder.close(),
  };
}

/** Where one process handles all updates, it remembers by itself which. */
export function createLoneKeeper(most = 10_000): Keeper {
  const handled = new Set<number>();
  return {
    async run({ updateId }, work) {
      if (updateId !== undefined && handled.has(updateId)) return true;
      await work();
      if (updateId !== undefined) handled.add(updateId);
      if (handled.size > most) for (const oldest of handled.values().take(1)) handled.delete(oldest);
      return true;
    },
    abandon: () => undefined,
    close: () => undefined,
  };
}

async function taken(holder: Holder, { lane, ...waiting }: Turn): Promise<Hold | 'out of reach' | undefined> {
  try {
    return await holder.take(lane, waiting);
  } catch (error) {
    if (error instanceof StoreUnavailable) return 'out of reach';
    throw error;
  }
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

function noted({ notes }: Lease, updateId: number | undefined): readonly number[] {
  return updateId === undefined ? notes : [...notes, updateId].slice(-MOST_NOTES);
}
