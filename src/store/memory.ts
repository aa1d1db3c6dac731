export function putNewest<Key, Value>(map: Map<Key, Value>, key: Key, value: Value, most: number): void {
  map.delete(key);
  map.set(key, value);
  if (map.size > most) for (const oldest of map.keys().take(1)) map.delete(oldest);
}

/** Runs work of the same key one at a time, in order; other keys run concurrently. */
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

export interface RecentValues<Value> {
  get(key: string, read: () => Promise<Value>): Promise<Value>;
  /** The cache holds nothing for the key until the work ends, also where it fails. */
  altering<Result>(key: string, work: () => Promise<Result>): Promise<Result>;
}

export function createRecentValues<Value>(
  most: number,
  version: () => unknown,
  isKept: (value: Value) => boolean = () => true,
): RecentValues<Value> {
  const known = new Map<string, { value: Value }>();
  /** A value read during a change may be out of date. */
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
      if (changes !== before || altering.has(key) || !isKept(value)) return value;
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
