export interface Rate {
  most: number;
  withinMs: number;
}

export const RATES = {
  tap: { most: 30, withinMs: 10_000 },
  message: { most: 120, withinMs: 30_000 },
  /** Each file is downloaded from Telegram and read. */
  upload: { most: 10, withinMs: 60_000 },
  inline: { most: 30, withinMs: 10_000 },
};

export function secondsOf({ withinMs }: Rate): number {
  return withinMs / 1_000;
}

const SWEEP_ABOVE = 10_000;

/** Returns `false` for one too many. @param now a monotonic clock, ms: one set back would lock people out */
export function createRateLimit({ most, withinMs }: Rate, now = () => performance.now()): (person: string) => boolean {
  const seen = new Map<string, number[]>();
  let sweepAbove = SWEEP_ABOVE;

  function sweep(at: number): void {
    for (const [person, times] of seen) if ((times.at(-1) ?? 0) <= at - withinMs) seen.delete(person);
    // When most people are busy, the next sweep waits until twice as many are there.
    sweepAbove = Math.max(SWEEP_ABOVE, seen.size * 2);
  }

  return (person) => {
    const at = now();
    if (seen.size > sweepAbove) sweep(at);
    const times = seen.get(person) ?? [];
    seen.set(person, times);
    while ((times[0] ?? at) <= at - withinMs) times.shift();
    if (times.length >= most) return false;
    times.push(at);
    return true;
  };
}
