/** At most `most` in any window of `withinMs` milliseconds. */
export interface Rate {
  most: number;
  withinMs: number;
}

/** With more people than this, those who were quiet for a window are forgotten. */
const SWEEP_ABOVE = 10_000;

/**
 * Limits each person to a rate: returns `false` for one too many.
 * @param now a clock that only runs forward, in milliseconds: one set back would lock people out
 */
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
