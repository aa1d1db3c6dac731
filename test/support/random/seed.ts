/** The seed of random tests: `CRASH_SEED` where it is set, to repeat a run, or else a new number. */
export const crashSeed = Number(process.env.CRASH_SEED) || Math.trunc(Math.random() * 1e9) + 1;

/** How often random tests try that take seconds: less where `npm test` is waited for, all under CI. */
export function randomRuns(waitedFor: number, all: number): number {
  return process.env.CI ? all : waitedFor;
}
