type Job = (begin: () => void) => Promise<boolean>;

export interface Waiting {
  patience?: AbortSignal | undefined;
  /** Among waiting jobs the lowest goes first, as the lane's lease orders them. */
  order?: number | undefined;
}

export interface Lanes {
  /** @param job calls `begin` once it has its lease @param late called when the next job starts beside this one */
  run(lane: string, job: Job, late: () => void, waiting?: Waiting): Promise<boolean>;
  busy(lane: string): boolean;
  load(): { running: number; waiting: number };
  close(): void;
  idle(): Promise<void>;
}

interface Place {
  order: number;
  begun: boolean;
  left: Promise<void>;
}

export function createLanes(limitMs: number): Lanes {
  const places = new Map<string, Set<Place>>();
  const running = new Set<Promise<boolean>>();
  let closed = false;
  let atWork = 0;

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
