/** Runs jobs of one lane one at a time, in order; different lanes run beside each other. */
export interface Lanes {
  /** Resolves when the job has ended, however long it took. Jobs report their own errors and do not reject. */
  run(lane: string, job: () => Promise<void>): Promise<void>;
  /** Whether a job entering now would have to wait. */
  busy(lane: string): boolean;
  /** Resolves when no job runs or waits. */
  idle(): Promise<void>;
}

/**
 * @param limitMs a job that outlives this frees its lane (and goes on); `overrun` is told which lane it was
 */
export function createLanes(limitMs: number, overrun: (lane: string) => void): Lanes {
  /** Per lane: settles when its last job lets the next one in. */
  const tails = new Map<string, Promise<void>>();
  const running = new Set<Promise<void>>();

  return {
    busy: (lane) => tails.has(lane),
    run(lane, job) {
      const before = tails.get(lane) ?? Promise.resolve();
      const ended = before.then(job);
      const freed = before.then(() => within(ended, limitMs, () => overrun(lane)));
      tails.set(lane, freed);
      void freed.then(() => {
        if (tails.get(lane) === freed) tails.delete(lane);
      });
      running.add(ended);
      return ended.finally(() => running.delete(ended));
    },
    async idle() {
      while (running.size > 0) await Promise.allSettled(running);
    },
  };
}

function within(job: Promise<void>, limitMs: number, late: () => void): Promise<void> {
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
