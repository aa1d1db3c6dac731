const WINDOW_MS = 10_000;
const MOST_IN_WINDOW = 30;
const SWEEP_ABOVE = 10_000;

/** `ok`, `first` (the first update too many: worth a word) or `over` (more of them). */
export type Pace = 'ok' | 'first' | 'over';

/**
 * Limits each person to {@link MOST_IN_WINDOW} updates in any {@link WINDOW_MS}.
 * @param now a clock that only runs forward, in milliseconds: one set back would lock people out
 */
export function createPace(now = () => performance.now()): (personId: number) => Pace {
  const seen = new Map<number, { times: number[]; warned: boolean }>();
  return (personId) => {
    const at = now();
    if (seen.size > SWEEP_ABOVE) {
      for (const [id, entry] of seen) if ((entry.times.at(-1) ?? 0) <= at - WINDOW_MS) seen.delete(id);
    }
    const entry = seen.get(personId) ?? { times: [], warned: false };
    seen.set(personId, entry);
    while ((entry.times[0] ?? at) <= at - WINDOW_MS) entry.times.shift();
    if (entry.times.length < MOST_IN_WINDOW) {
      entry.times.push(at);
      entry.warned = false;
      return 'ok';
    }
    if (entry.warned) return 'over';
    entry.warned = true;
    return 'first';
  };
}
