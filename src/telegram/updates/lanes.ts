/** Runs jobs of one lane one at a time, in order; different lanes run beside each other. */
export interface Lanes {
  /**
   * Resolves when the job has ended, however long it took, to whether it ran: not when the lanes were closed before its
   * turn. Jobs report their own errors and do not reject.
   * @param late called when the job outlives its limit and the next one is let in beside it
   */
  run(lane: string, job: () => Promise<void>, late: () => void): Promise<boolean>;
  /** Whether a job entering now would have to wait. */
  busy(lane: string): boolean;
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

  return {
    busy: (lane) => tails.has(lane),
    run(lane, job, late) {
      const before = tails.get(lane) ?? Promise.resolve();
      const ended = before.then(async () => {
        if (closed) return false;
        await job();
        return true;
      });
      const freed = before.then(() => within(ended, limitMs, late));
      tails.set(lane, freed);
      void freed.then(() => {
        if (tails.get(lane) === freed) tails.delete(lane);
      });
      running.add(ended);
      return ended.finally(() => running.delete(ended));
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
