/** Puts a value into a map as its newest; of more than so many, the oldest goes. */
export function putNewest<Key, Value>(map: Map<Key, Value>, key: Key, value: Value, most: number): void {
  map.delete(key);
  map.set(key, value);
  if (map.size > most) for (const oldest of map.keys().take(1)) map.delete(oldest);
}

/** Runs work of the same key one after another, in order; other keys run beside it. */
export type Turns = <T>(key: string, work: () => Promise<T>) => Promise<T>;

export function createTurns(): Turns {
  const tails = new Map<string, Promise<void>>();
  return (key, work) => {
    const turn = (tails.get(key) ?? Promise.resolve()).then(work);
    const settled = turn.then(
      () => undefined,
      () => undefined,
    );
    tails.set(key, settled);
    void settled.then(() => {
      if (tails.get(key) === settled) tails.delete(key);
    });
    return turn;
  };
}

/** The values that were read last, as long as they can be taken for true. */
export interface RecentValues<Value> {
  /** The value as it was read last, or as `read` finds it. */
  get(key: string, read: () => Promise<Value>): Promise<Value>;
  /** Runs what may change the value: until that has ended, and whether or not it succeeds, nothing is known of it. */
  altering<Result>(key: string, work: () => Promise<Result>): Promise<Result>;
}

/**
 * @param most so many values, those that were used last
 * @param version grows when somebody else may have changed any of them
 */
export function createRecentValues<Value>(most: number, version: () => unknown): RecentValues<Value> {
  const known = new Map<string, { value: Value }>();
  /** Counts the changes: what was read while one began or ended may be older than it. */
  let changes = 0;
  const altering = new Map<string, number>();
  let knownFor = version();

  const changed = (key: string, by: 1 | -1) => {
    changes++;
    known.delete(key);
    const running = (altering.get(key) ?? 0) + by;
    if (running > 0) altering.set(key, running);
    else altering.delete(key);
  };

  const forget = () => {
    changes++;
    known.clear();
  };

  return {
    async get(key, read) {
      const current = version();
      if (current !== knownFor) forget();
      knownFor = current;
      const found = known.get(key);
      if (found) {
        putNewest(known, key, found, most);
        return found.value;
      }
      const before = changes;
      const value = await read();
      if (changes !== before || altering.has(key)) return value;
      putNewest(known, key, { value }, most);
      return value;
    },
    async altering(key, work) {
      changed(key, 1);
      try {
        return await work();
      } finally {
        changed(key, -1);
      }
    },
  };
}
