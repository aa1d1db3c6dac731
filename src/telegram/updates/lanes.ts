type Job = (begin: () => void) => Promise<boolean>;

export interface Waiting {
  /** Aborts when the job must not begin any more. A running job goes on. */
  patience?: AbortSignal | undefined;
  /** The job's place in the lane where a lease orders it too: the lowest goes first, whenever it came. */
  order?: number | undefined;
}

/** Runs the jobs of a lane one at a time, in order. Different lanes run side by side. */
export interface Lanes {
  /**
   * Resolves when the job has ended, to the job's own result; to `false` when the lanes were closed, or `patience` was aborted,
   * before it began. Rejects as the job does.
   * @param job called at its turn. It calls `begin` when it really begins, because it may still wait for a lease. Meanwhile a job
   * of a lower order does not wait for it: the lease may go to that one first
   * @param late called when the job exceeds its limit and the next one starts beside it
   */
  run(lane: string, job: Job, late: () => void, waiting?: Waiting): Promise<boolean>;
  /** Whether a job entering now would have to wait. */
  busy(lane: string): boolean;
  /** How many jobs run, and how many wait for their turn. */
  load(): { running: number; waiting: number };
  /** Starts no more jobs. */
  close(): void;
  /** Resolves when no job runs or waits. */
  idle(): Promise<void>;
}

/** A job's place in its lane, until the next one may start. */
interface Place {
  order: number;
  begun: boolean;
  left: Promise<void>;
}

/** @param limitMs a job that takes longer, counted from its beginning, frees its lane and goes on */
export function createLanes(limitMs: number): Lanes {
  const places = new Map<string, Set<Place>>();
  const running = new Set<Promise<boolean>>();
  let closed = false;
  let atWork = 0;

  /** Takes a place in the lane. Returns it, the places before it, and the function that gives it up. */
  function enter(lane: string, order: number) {
    const others = places.get(lane) ?? new Set();
    const before = [...others].filter((other) => other.begun || other.order <= order);
    const { promise: left, resolve } = Promise.withResolvers<void>();
    const place: Place = { order, begun: false, left };
    places.set(lane, others.add(place));
    const leave = () => {
      others.delete(place);
      if (others.size === 0 && places.get(lane) === others) places.delete(lane);
      resolve();
    };
    return { place, before, leave };
  }

  return {
    load: () => ({ running: atWork, waiting: running.size - atWork }),
    busy: (lane) => places.has(lane),
    run(lane, job, late, { patience, order = Number.POSITIVE_INFINITY } = {}) {
      const { place, before, leave } = enter(lane, order);
      let limit: NodeJS.Timeout | undefined;
      const begin = () => {
        place.begun = true;
        atWork++;
        limit = setTimeout(() => {
          late();
          leave();
        }, limitMs);
      };
      const ended = Promise.all(before.map((other) => other.left))
        .then(() => !closed && !patience?.aborted && job(begin))
        .finally(() => {
          clearTimeout(limit);
          if (place.begun) atWork--;
          leave();
        });
      running.add(ended);
      const left = ended.finally(() => running.delete(ended));
      if (!patience) return left;
      const { promise: gaveUp, resolve } = Promise.withResolvers<boolean>();
      patience.addEventListener('abort', () => place.begun || resolve(false), { once: true });
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
