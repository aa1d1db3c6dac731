/**
 * The clock of a test run: `Date` begins at {@link START} in every process of the run and goes on from there, see `shift-clock.ts`.
 * Timers and `performance.now()` stay those of the machine.
 */

/** Tuesday, 3 Azar 1405, 11:30 in Tehran. */
export const START = Date.UTC(2026, 10, 24, 8);

const SHIFT = new URL('shift-clock.ts', import.meta.url).href;

/** Called once a run, before its processes start, which inherit the setting. */
export function beginRun(): void {
  process.env.CLOCK_AHEAD_MS = String(START - Date.now());
}

/** How far the run's clock is ahead of the machine's, in ms; 0 outside a test run. */
export const aheadMs = () => Number(process.env.CLOCK_AHEAD_MS ?? 0);

/** The words that give a process of Node the clock of the run. */
export const clockFlags = () => ['--import', `${SHIFT}?ahead=${aheadMs()}`];

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
