/** Random choices that repeat for the same seed. */
export interface Chance {
  /** A whole number from `least` to `most`, both possible. */
  whole(least: number, most: number): number;
  /** True with the probability `share`. */
  odds(share: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
}

/** mulberry32: the same numbers from 0 to 1 for a seed on every machine. @param seed any whole number */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** @param seed see {@link createRandom} */
export function createChance(seed: number): Chance {
  const next = createRandom(seed);
  const whole = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  return {
    whole,
    odds: (share) => next() < share,
    pick(items) {
      const item = items[whole(0, items.length - 1)];
      if (item === undefined) throw new RangeError('nothing to pick from');
      return item;
    },
  };
}
