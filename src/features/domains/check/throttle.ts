/** How much every success raises the number of concurrent requests. */
const GROWTH = 0.5;
const FIRST_PAUSE_MS = 500;
/** The longest pause where the provider named none. */
const LONGEST_PAUSE_MS = 8_000;
/** The longest pause that the provider can ask for. */
const LONGEST_WAIT_MS = 2 * 60_000;

/** Bounds the concurrent requests of one account across its checks. */
export interface Throttle {
  /** Whether fewer requests than at first are allowed. */
  readonly slow: boolean;
  /** The rest of the pause, in ms; zero or less when there is none. */
  pauseMs(): number;
  /** Takes a slot; `false` where none is free. The caller keeps the pause. */
  acquire(): boolean;
  /** Frees a slot and wakes the waiting runs, the longest-waiting first. */
  release(): void;
  /** A request got through. */
  speedUp(): void;
  /** A request did not get through; `retryAfterMs`: the wait that the provider asked for. */
  slowDown(begunAt: number, retryAfterMs: number | undefined): void;
  /** Ends the pause and restores the full bound, for a check that a person just began. New failures lower it again. */
  reset(): void;
  /** Calls `wake` once, at the next {@link release} or {@link reset}. */
  onChange(wake: () => void): void;
}

/** @param most concurrent requests at first */
export function createThrottle(most: number, firstPauseMs = FIRST_PAUSE_MS): Throttle {
  let allowed = most;
  let asking = 0;
  let slowedAt = 0;
  let pausedUntil = 0;
  let waiting: (() => void)[] = [];
  const wakeAll = () => {
    const woken = waiting;
    waiting = [];
    for (const wake of woken) wake();
  };

  return {
    get slow() {
      return allowed < most;
    },
    pauseMs: () => pausedUntil - performance.now(),
    acquire() {
      const free = asking < Math.floor(allowed);
      if (free) asking++;
      return free;
    },
    release() {
      asking--;
      wakeAll();
    },
    speedUp() {
      allowed = Math.min(most, allowed + GROWTH);
    },
    slowDown(begunAt, retryAfterMs) {
      const now = performance.now();
      const asked = retryAfterMs === undefined ? undefined : Math.max(retryAfterMs, firstPauseMs);
      const pause = pauseFor(asked, firstPauseMs * (most / allowed));
      if (asked !== undefined) pausedUntil = Math.max(pausedUntil, now + pause);
      // A request sent before the last slow-down does not count again.
      if (begunAt < slowedAt) return;
      allowed = Math.max(1, Math.floor(allowed / 2));
      slowedAt = now;
      pausedUntil = Math.max(pausedUntil, now + pause);
    },
    reset() {
      allowed = most;
      pausedUntil = 0;
      slowedAt = performance.now();
      wakeAll();
    },
    onChange: (wake) => void waiting.push(wake),
  };
}

/**
 * The length of a pause in ms: the provider's wait, up to two minutes, or else `otherwiseMs`; up to a fifth longer at
 * random, so that the runs do not resume all at once.
 */
export function pauseFor(retryAfterMs: number | undefined, otherwiseMs: number, chance = Math.random()): number {
  const least =
    retryAfterMs === undefined ? Math.min(LONGEST_PAUSE_MS, otherwiseMs) : Math.min(LONGEST_WAIT_MS, retryAfterMs);
  return least * (1 + chance / 5);
}
