/** How long a taken job is leased. When its process dies, another process takes the job after this time. */
export const LEASE_MS = 20_000;

/** A lease as the store has it. */
interface StoredLease {
  /** When it ends, epoch milliseconds; null where the job is not due again, so that no other process would take it. */
  until: number | null;
  /**
   * Moves the end of the lease from `since` to `until`. Resolves to `false` where another process has it by now: the store
   * compares `since`, or another number that grows with every holder.
   */
  extend(until: number, since: number): Promise<boolean>;
  report(error: unknown): void;
}

/** A lease that this process holds. The heartbeat extends it until it is released. */
export interface JobLease {
  /** Its end as this process last wrote it. */
  readonly until: number | null;
  /** Aborts once the store says that another process has the lease. */
  readonly lost: AbortSignal;
  /** `false` also where this process stood still past the end of the lease: another process may have it. */
  isHeld(): boolean;
  /** Extends it now, also after its end. */
  extend(): Promise<void>;
  /**
   * Writes a result on the condition that the lease still ends at `heldUntil`. `write` resolves to the job as it is then, or
   * to `undefined` where another process has it: then the lease is lost.
   */
  write<Job extends { dueAt: number | null }>(
    write: (heldUntil: number | null) => Promise<Job | undefined>,
  ): Promise<Job | undefined>;
  /** Stops extending it. Resolves when an extension that is under way has ended. */
  release(): Promise<void>;
}

/** Extends all leases that this process holds, each on its own: a slow or failing extension costs no other lease its time. */
export interface Heartbeat {
  hold(stored: StoredLease): JobLease;
}

/**
 * Every quarter of `leaseMs` the heartbeat extends the leases that have three quarters left at most: a lease survives two
 * failed extensions.
 * @param now the clock that all holders compare leases by, epoch milliseconds
 */
export function createHeartbeat({ leaseMs, now }: { leaseMs: number; now(): number }): Heartbeat {
  const beats = new Set<() => void>();
  let timer: NodeJS.Timeout | undefined;

  function add(beat: () => void): void {
    if (beats.size === 0) timer = setInterval(beatAll, leaseMs / 4);
    beats.add(beat);
  }

  function beatAll(): void {
    for (const beat of beats) beat();
  }

  function remove(beat: () => void): void {
    beats.delete(beat);
    if (beats.size === 0) clearInterval(timer);
  }

  return {
    hold({ extend, report, ...stored }) {
      let { until } = stored;
      const lost = new AbortController();
      let writing = 0;
      let extending: Promise<void> | undefined;
      let lastTurn: Promise<unknown> = Promise.resolve();

      /** Extensions and writes go one at a time: each needs the end that the one before it wrote. */
      function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
        const turn = lastTurn.then(work);
        lastTurn = turn.catch(() => undefined);
        return turn;
      }

      async function extendNow(): Promise<void> {
        if (until === null || lost.signal.aborted) return;
        const next = now() + leaseMs;
        if (await extend(next, until)) until = next;
        else lost.abort();
      }

      function beat(): void {
        // A write sets the end of the lease itself.
        if (until === null || until - now() > (leaseMs * 3) / 4 || writing > 0) return;
        extending ??= inTurn(extendNow)
          .catch(report)
          .finally(() => {
            extending = undefined;
          });
      }

      add(beat);
      return {
        get until() {
          return until;
        },
        lost: lost.signal,
        isHeld: () => !lost.signal.aborted && (until === null || now() < until),
        extend: () => inTurn(extendNow),
        async write(write) {
          writing++;
          try {
            return await inTurn(async () => {
              const written = await write(until);
              if (written) until = written.dueAt;
              else lost.abort();
              return written;
            });
          } finally {
            writing--;
          }
        },
        async release() {
          remove(beat);
          await extending;
        },
      };
    },
  };
}
