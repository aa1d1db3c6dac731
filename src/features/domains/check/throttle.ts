const GROWTH_PER_SUCCESS = 0.5;
const FIRST_PAUSE_MS = 500;
/** For failures without a wait from the provider. */
const MAX_PAUSE_MS = 8_000;
const MAX_ASKED_WAIT_MS = 2 * 60_000;

/** Bounds the concurrent requests of one account across its checks. */
export interface Throttle {
  readonly slow: boolean;
  /** Zero or less without a pause. */
  pauseMs(): number;
  /** Takes a slot; `false` if none is free. The caller keeps the pause. */
  acquire(): boolean;
  /** Frees a slot and wakes the waiting runs, the longest-waiting first. */
  release(): void;
  speedUp(): void;
  /** @param retryAfterMs the wait that the provider asked for */
  slowDown(begunAt: number, retryAfterMs: number | undefined): void;
  /** For a check that a person just began: ends the pause and restores the full bound. */
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
      allowed = Math.min(most, allowed + GROWTH_PER_SUCCESS);
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

/** Up to a fifth longer at random, so that the runs do not resume all at once. */
export function pauseFor(retryAfterMs: number | undefined, otherwiseMs: number, chance = Math.random()): number {
  const least =
    retryAfterMs === undefined ? Math.min(MAX_PAUSE_MS, otherwiseMs) : Math.min(MAX_ASKED_WAIT_MS, retryAfterMs);
  return least * (1 + chance / 5);
}
