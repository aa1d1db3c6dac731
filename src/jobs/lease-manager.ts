import { setTimeout as wait } from 'node:timers/promises';
import { StoreUnavailable } from '../store/database/sql.ts';
import type { Lease, Leases, LeaseWanted, Note } from '../store/leases.ts';
import { createHeartbeat } from './lease.ts';

/** A person waits this long when a replica dies: keep it short. */
const NAMED_LEASE_MS = 10_000;
const FIRST_PAUSE_MS = 20;
const MAX_PAUSE_MS = 250;
const OUTAGE_AFTER_MS = 5_000;

export interface LeaseWait {
  patience?: AbortSignal | undefined;
  updateId?: number | undefined;
  waits?(): void;
}

export interface HeldLease {
  readonly lease: Lease;
  release(notes?: readonly Note[]): Promise<void>;
  /** For a lease that was released in a transaction of the caller. */
  released(): void;
}

/** Unlike a job's lease, a named one has no due time: it has a fence and notes for the next holder. */
export interface LeaseManager {
  /** `undefined` when the patience or the manager ended first. @throws StoreUnavailable after an outage */
  take(name: string, waiting?: LeaseWait): Promise<HeldLease | undefined>;
  /** `undefined` where the lease is held, also by this process. @throws StoreUnavailable */
  takeNow(name: string, take?: (wanted: LeaseWanted) => Promise<Lease | undefined>): Promise<HeldLease | undefined>;
  close(): void;
}

export interface LeaseManagerDependencies {
  leases: Leases;
  report(error: unknown, where: string): void;
  /** The clock by which all processes compare leases, epoch ms. */
  now: () => number;
  leaseMs?: number;
  outageMs?: number;
}

export function createLeaseManager(dependencies: LeaseManagerDependencies): LeaseManager {
  const { leases, report, now, leaseMs = NAMED_LEASE_MS, outageMs = OUTAGE_AFTER_MS } = dependencies;
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
      for (let pause = FIRST_PAUSE_MS; !signal.aborted; pause = Math.min(pause * 1.5, MAX_PAUSE_MS)) {
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
