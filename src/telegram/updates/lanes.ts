type Job = (begin: () => void) => Promise<boolean>;

export interface Waiting {
  /** Aborts when the job must not begin any more; one that runs goes on. */
  patience?: AbortSignal | undefined;
  /** Given where something else besides keeps the jobs of a lane apart: the lowest goes first, whenever it came. */
  order?: number | undefined;
}

/** Runs jobs of one lane one at a time, in order; different lanes run beside each other. */
export interface Lanes {
  /**
   * Resolves when the job has ended, however long it took, to what it says of whether it was done; to `false` when the
   * lanes were closed before its turn, or the patience of who waits ended before it began. Rejects as the job does.
   * @param job called at its turn; calls `begin` when it really begins, for it may have to wait for something else still. One
   * of a lower order that comes meanwhile does not wait for it: what it waits for may be that one
   * @param late called when the job outlives its limit and the next one is let in beside it
   */
  run(lane: string, job: Job, late: () => void, waiting?: Waiting): Promise<boolean>;
  /** Whether a job entering now would have to wait. */
  busy(lane: string): boolean;
  /** How many jobs run, and how many wait for their turn. */
  load(): { running: number; waiting: number };
  /** Lets no more job begin. */
  close(): void;
  /** Resolves when no job runs or waits. */
  idle(): Promise<void>;
}

/** A job in its lane, until it lets the next one in. */
interface Place {
  order: number;
  begun: boolean;
  left: Promise<void>;
}

/** @param limitMs a job that outlives this, from its beginning on, frees its lane, and goes on */
export function createLanes(limitMs: number): Lanes {
  const places = new Map<string, Set<Place>>();
  const running = new Set<Promise<boolean>>();
  let closed = false;
  let atWork = 0;

  /** Takes a place, and returns it with those that go before it and what gives it up. */
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
