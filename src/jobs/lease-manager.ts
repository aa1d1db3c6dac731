import { setTimeout as wait } from 'node:timers/promises';
import { StoreUnavailable } from '../store/database/sql.ts';
import type { Lease, Leases, LeaseWanted, Note } from '../store/leases.ts';
import { createHeartbeat } from './lease.ts';

/** A lane waits so long after the process that held its lease died: a person waits with it. */
const NAMED_LEASE_MS = 10_000;
const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 250;
/** A store that is out of reach for longer is an outage. */
const OUTAGE_MS = 5_000;

export interface LeaseWait {
  /** Ends the waiting. */
  patience?: AbortSignal | undefined;
  /** The update it is taken for; see {@link Leases.take}. */
  updateId?: number | undefined;
  /** Called once, when another process holds the lease or the store does not answer. */
  waits?(): void;
}

/** A named lease of this process, extended until it is released. */
export interface HeldLease {
  readonly lease: Lease;
  /** Gives it back with notes for the next holder; does nothing once it was lost. */
  release(notes?: readonly Note[]): Promise<void>;
  /** Call once it was given back together with something else. */
  released(): void;
}

/**
 * Takes named leases (lanes of updates, updates in recovery, turns), waits for those of other processes and keeps its own
 * alive. Unlike a job's lease, a named one has no due time: it is taken for an update, with a fence and notes for the next
 * holder.
 */
export interface LeaseManager {
  /**
   * Resolves to `undefined` when the patience ended, or the manager was closed, before the lease was free.
   * @throws StoreUnavailable when the store is out of reach for a while
   */
  take(name: string, waiting?: LeaseWait): Promise<HeldLease | undefined>;
  /**
   * Resolves to `undefined` where the lease is held, also by this process. @param take takes it together with something else
   * @throws StoreUnavailable
   */
  takeNow(name: string, take?: (wanted: LeaseWanted) => Promise<Lease | undefined>): Promise<HeldLease | undefined>;
  /** Ends all waiting; held leases stay held. */
  close(): void;
}

export interface LeaseManagerDependencies {
  leases: Leases;
  report(error: unknown, where: string): void;
  /** The clock that all processes compare leases by, epoch milliseconds. */
  now: () => number;
  leaseMs?: number;
  outageMs?: number;
}

export function createLeaseManager(dependencies: LeaseManagerDependencies): LeaseManager {
  const { leases, report, now, leaseMs = NAMED_LEASE_MS, outageMs = OUTAGE_MS } = dependencies;
  const heartbeat = createHeartbeat({ leaseMs, now });
  const closing = new AbortController();
  const reportLease = (error: unknown) => report(error, 'lease');

  function hold(lease: Lease, until: number): HeldLease {
    const extend = (next: number) => leases.extend(lease, next);
    const { lost, release } = heartbeat.hold({ until, extend, report: reportLease });
    let released = false;
    return {
      lease,
      released() {
        released = true;
        void release();
      },
      async release(notes = lease.notes) {
        if (released || lost.aborted) return;
        released = true;
        // An extension that is under way fails afterwards: the fence has grown.
        void release();
        // If the store can't be reached, the lease ends by its time.
        await leases.release(lease, now(), notes).catch(reportLease);
      },
    };
  }

  async function takeNow(
    name: string,
    take: (wanted: LeaseWanted) => Promise<Lease | undefined>,
  ): Promise<HeldLease | undefined> {
    const at = now();
    const until = at + leaseMs;
    const lease = await take({ name, now: at, until });
    return lease && hold(lease, until);
  }

  function taking(updateId?: number): (wanted: LeaseWanted) => Promise<Lease | undefined> {
    return ({ name, now: at }) => leases.take(name, at, leaseMs, updateId);
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
    takeNow: (name, take = taking()) => takeNow(name, take),
    async take(name, { patience, updateId, waits } = {}) {
      const signal = patience ? AbortSignal.any([patience, closing.signal]) : closing.signal;
      const attempt = toleratingOutage(() => takeNow(name, taking(updateId)));
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
