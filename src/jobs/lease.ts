/** When its process dies, another process takes the job after this time. */
export const LEASE_MS = 20_000;

interface StoredLease {
  /** Epoch ms; null where the job is not due again, so that no other process would take it. */
  until: number | null;
  /** `false` where another process has the lease: the store compares `since`, or a number that grows. */
  extend(until: number, since: number): Promise<boolean>;
  report(error: unknown): void;
}

export interface JobLease {
  readonly until: number | null;
  /** Aborts once the store says that another process has the lease. */
  readonly lost: AbortSignal;
  /** `false` also where this process stood still past the end of the lease. */
  isHeld(): boolean;
  extend(): Promise<void>;
  /** The change must depend on `heldUntil`. The lease is lost where `write` resolves to `undefined`. */
  write<Job extends { dueAt: number | null }>(
    write: (heldUntil: number | null) => Promise<Job | undefined>,
  ): Promise<Job | undefined>;
  release(): Promise<void>;
}

/** Extends all leases of this process, each on its own: a slow extension costs no other lease its time. */
export interface Heartbeat {
  hold(stored: StoredLease): JobLease;
}

/** A lease survives two failed extensions. @param now epoch ms */
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

      /** Each extension or write needs the end that the one before it wrote. */
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
