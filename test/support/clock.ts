/**
 * The clock of a test run: `Date` begins at {@link START} in every process of a test run and goes on from there. Each process
 * loads this module before all others. Timers and `performance.now()` stay those of the machine.
 */

/** Tuesday, 3 Azar 1405, 11:30 in Tehran. */
export const START = Date.UTC(2026, 10, 24, 8);

/** The words that give a process of Node this clock. */
export const CLOCK_FLAGS = ['--import', import.meta.url] as const;

/** How far the run's clock is ahead of the machine's, in ms. */
export const aheadMs = Number(process.env.CLOCK_AHEAD_MS ?? 0);

/** Called once a run, before its processes start, which inherit the setting. */
export function beginRun(): void {
  process.env.CLOCK_AHEAD_MS = String(START - Date.now());
}

/** Shifts the global `Date`; self-contained, because pages of the browser get its source. */
export function shiftDate(ahead: number): void {
  const RealDate = Date;
  const machine = RealDate.now.bind(RealDate);
  RealDate.now = () => machine() + ahead;
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, given, newTarget) =>
      Reflect.construct(target, given.length === 0 ? [target.now()] : given, newTarget),
    apply: (target) => new target(target.now()).toString(),
  });
  RealDate.prototype.constructor = globalThis.Date;
}

if (aheadMs !== 0) shiftDate(aheadMs);
