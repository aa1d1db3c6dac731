const WINDOW_MS = 10_000;
const MOST_IN_WINDOW = 30;
const SWEEP_ABOVE = 10_000;

/**
 * Lets each person tap {@link MOST_IN_WINDOW} times in any {@link WINDOW_MS}; `false` for a tap too many.
 * @param now a clock that only runs forward, in milliseconds: one set back would lock people out
 */
export function createPace(now = () => performance.now()): (personId: number) => boolean {
  const seen = new Map<number, number[]>();
  return (personId) => {
    const at = now();
    if (seen.size > SWEEP_ABOVE) {
      for (const [id, times] of seen) if ((times.at(-1) ?? 0) <= at - WINDOW_MS) seen.delete(id);
    }
    const times = seen.get(personId) ?? [];
    seen.set(personId, times);
    while ((times[0] ?? at) <= at - WINDOW_MS) times.shift();
    if (times.length >= MOST_IN_WINDOW) return false;
    times.push(at);
    return true;
  };
}
