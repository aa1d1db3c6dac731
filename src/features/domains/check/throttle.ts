/** By how much every success raises what is asked for at a time. */
const GROWTH = 0.5;
const FIRST_PAUSE_MS = 500;
/** Where nobody said how long to wait. */
const LONGEST_PAUSE_MS = 8_000;
/** The longest that is waited at the provider's word before it is asked how it is. */
const LONGEST_WAIT_MS = 2 * 60_000;

/** How much is asked for at a time on one account, by all the runs that share it. */
export interface Throttle {
  /** Whether it is below its bound. */
  readonly slow: boolean;
  /** How long nothing more may be asked for, in ms; none or less: nothing holds it. */
  pauseMs(): number;
  /** Takes a place, if one is free. */
  acquire(): boolean;
  /** Gives a place back: whoever waits looks again, the one that has waited longest first. */
  release(): void;
  /** One got through. */
  speedUp(): void;
  /** One did not get through; `retryAfterMs`: how long the provider asks to wait. */
  slowDown(begunAt: number, retryAfterMs: number | undefined): void;
  /** Asks at once and as much as at first: a person wants it now. What keeps on failing slows it down anew. */
  reset(): void;
  /** Resolves when something changed. */
  changed(): Promise<void>;
}

/** @param most places */
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
      const free = pausedUntil <= performance.now() && asking < Math.floor(allowed);
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
      // What went out before the last slowing down tells nothing new.
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
    changed: () => new Promise((resolve) => waiting.push(resolve)),
  };
}

/**
 * How long to pause, in ms: as long as was asked for, up to two minutes, or else what is thought right; always a little
 * more, by chance, so that not everybody comes back at once.
 */
export function pauseFor(retryAfterMs: number | undefined, otherwiseMs: number, chance = Math.random()): number {
  const least =
    retryAfterMs === undefined ? Math.min(LONGEST_PAUSE_MS, otherwiseMs) : Math.min(LONGEST_WAIT_MS, retryAfterMs);
  return least * (1 + chance / 5);
}
