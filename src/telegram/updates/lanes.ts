type Job = (begin: () => void) => Promise<boolean>;

/** Runs jobs of one lane one at a time, in order; different lanes run beside each other. */
export interface Lanes {
  /**
   * Resolves when the job has ended, however long it took, to what it says of whether it was done; to `false` when the
   * lanes were closed before its turn, or the patience of who waits ended before it began. Rejects as the job does.
   * @param job called at its turn; calls `begin` when it really begins, for it may have to wait for something else still
   * @param late called when the job outlives its limit and the next one is let in beside it
   * @param patience aborts when the job must not begin any more; one that runs goes on
   */
  run(lane: string, job: Job, late: () => void, patience?: AbortSignal): Promise<boolean>;
  /** Whether a job entering now would have to wait. */
  busy(lane: string): boolean;
  /** How many jobs run, and how many wait for their turn. */
  load(): { running: number; waiting: number };
  /** Lets no more job begin. */
  close(): void;
  /** Resolves when no job runs or waits. */
  idle(): Promise<void>;
}

/** @param limitMs a job that outlives this frees its lane, and goes on */
export function createLanes(limitMs: number): Lanes {
  /** Per lane: settles when its last job lets the next one in. */
  const tails = new Map<string, Promise<void>>();
  const running = new Set<Promise<boolean>>();
  let closed = false;
  let atWork = 0;

  return {
    load: () => ({ running: atWork, waiting: running.size - atWork }),
    busy: (lane) => tails.has(lane),
    run(lane, job, late, patience) {
      const before = tails.get(lane) ?? Promise.resolve();
      let begun = false;
      const ended = before.then(async () => {
        if (closed || patience?.aborted) return false;
        return job(() => {
          begun = true;
          atWork++;
        }).finally(() => begun && atWork--);
      });
      const freed = before.then(() => within(ended, limitMs, late));
      tails.set(lane, freed);
      void freed.then(() => {
        if (tails.get(lane) === freed) tails.delete(lane);
      });
      running.add(ended);
      const left = ended.finally(() => running.delete(ended));
      if (!patience) return left;
      const { promise: gaveUp, resolve } = Promise.withResolvers<boolean>();
      patience.addEventListener('abort', () => begun || resolve(false), { once: true });
      return Promise.race([left, gaveUp]);
    },
    close() {
      closed = true;
    },
    async idle() {
      while (running.size > 0) await Promise.allSettled(running);
    },
  };
}

function within(job: Promise<unknown>, limitMs: number, late: () => void): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      late();
      resolve();
    }, limitMs);
    const settle = () => {
      clearTimeout(timer);
      resolve();
    };
    job.then(settle, settle);
  });
}
