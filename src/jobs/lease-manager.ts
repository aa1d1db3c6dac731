import { setTimeout as wait } from 'node:timers/promises';
import { StoreUnavailable } from '../store/database/sql.ts';
import type { Lease, Leases, Note } from '../store/leases.ts';

/** When a process dies, what it held is free after this; a living one extends what it needs for longer. */
const LEASE_MS = 10_000;
const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 250;
/** A store that is out of reach for longer is an outage. */
const OUTAGE_MS = 5_000;

export interface Waiting {
  /** Aborts when it is of no use any more to get it. */
  patience?: AbortSignal | undefined;
  /** The update it is taken for; see {@link Leases.take}. */
  updateId?: number | undefined;
  /** Called once, when somebody else holds it or the store does not answer. */
  waits?(): void;
}

/** A lease in this process's hands: extended until it is given back, however long that takes. */
export interface HeldLease {
  readonly lease: Lease;
  /** Resolves when it is given back, or had been lost. */
  release(notes?: readonly Note[]): Promise<void>;
}

/** Takes leases, waits for those that others hold, and keeps what it has alive. */
export interface LeaseManager {
  /**
   * `undefined` when it could not be had before the patience ended or the holder was closed.
   * @throws StoreUnavailable when the store is out of reach for a while
   */
  take(name: string, waiting?: Waiting): Promise<HeldLease | undefined>;
  /** Takes it where it is free; `undefined` where somebody holds it, also this process. @throws StoreUnavailable */
  takeNow(name: string): Promise<HeldLease | undefined>;
  /** Whoever waits gets nothing. What is held stays so. */
  close(): void;
}

export interface LeaseManagerDependencies {
  leases: Leases;
  report(error: unknown, where: string): void;
  /** The clock that all who take from these leases go by, epoch milliseconds. */
  now: () => number;
  leaseMs?: number;
  outageMs?: number;
}

interface Entry {
  /** As the store has it. */
  until: number;
  /** An extension is under way. */
  asking: boolean;
}

export function createLeaseManager(dependencies: LeaseManagerDependencies): LeaseManager {
  const { leases, report, now, leaseMs = LEASE_MS, outageMs = OUTAGE_MS } = dependencies;
  const held = new Map<Lease, Entry>();
  const closing = new AbortController();
  let heart: NodeJS.Timeout | undefined;

  /** Extends each for itself: one whose answer is slow, or fails, costs no other its lease. */
  function beat(): void {
    for (const [lease, entry] of held) {
      if (entry.asking || entry.until - now() > (leaseMs * 2) / 3) continue;
      entry.asking = true;
      void extend(lease, entry)
        .catch((error) => report(error, 'lease'))
        .finally(() => {
          entry.asking = false;
        });
    }
  }

  async function extend(lease: Lease, entry: Entry): Promise<void> {
    const until = now() + leaseMs;
    if (await leases.extend(lease, until)) entry.until = until;
    else letGo(lease);
  }

  function letGo(lease: Lease): void {
    held.delete(lease);
    if (held.size === 0) clearInterval(heart);
  }

  function hold(lease: Lease, until: number): HeldLease {
    if (held.size === 0) heart = setInterval(beat, leaseMs / 4);
    held.set(lease, { until, asking: false });
    return {
      lease,
      async release(notes = lease.notes) {
        if (!held.has(lease)) return;
        letGo(lease);
        // Where the store can't be reached, it ends by itself.
        await leases.release(lease, now(), notes).catch((error) => report(error, 'lease'));
      },
    };
  }

  async function takeNow(name: string, updateId?: number): Promise<HeldLease | undefined> {
    const at = now();
    const lease = await leases.take(name, at, leaseMs, updateId);
    return lease && hold(lease, at + leaseMs);
  }

  /** The attempts resolve to `undefined` while the store is out of reach, and fail once that lasts for `outageMs`. */
  function toleratingOutage<Taken>(attempt: () => Promise<Taken | undefined>): () => Promise<Taken | undefined> {
    let outSince: number | undefined;
    return async () => {
      try {
        const taken = await attempt();
        outSince = undefined;
        return taken;
      } catch (error) {
        outSince ??= now();
        if (!(error instanceof StoreUnavailable) || now() - outSince >= outageMs) throw error;
        return undefined;
      }
    };
  }

  return {
    takeNow: (name) => takeNow(name),
    async take(name, { patience, updateId, waits } = {}) {
      const signal = patience ? AbortSignal.any([patience, closing.signal]) : closing.signal;
      const attempt = toleratingOutage(() => takeNow(name, updateId));
      let announced = false;
      for (let pause = FIRST_PAUSE_MS; !signal.aborted; pause = Math.min(pause * 1.5, LONGEST_PAUSE_MS)) {
        const taken = await attempt();
        if (taken && !signal.aborted) return taken;
        await taken?.release();
        if (!announced) waits?.();
        announced = true;
        await wait(pause, undefined, { signal }).catch(() => undefined);
      }
      return undefined;
    },
    close: () => closing.abort(),
  };
}
