/** The seed of random tests: `CRASH_SEED` where it is set, to repeat a run, or else a new number. */
export const crashSeed = Number(process.env.CRASH_SEED) || Math.trunc(Math.random() * 1e9) + 1;

/** How often random tests try that take seconds: less where `npm test` is waited for, all under CI. */
export function randomRuns(waitedFor: number, all: number): number {
  return process.env.CI ? all : waitedFor;
}

/**
 * How long a simulation lasts, by what waits for it: `npm test`, CI, or nothing (`SIMULATION=long`). Each run has another seed, so that many
 * short ones find what a long one does.
 */
export function simulated(waitedFor: number, inCi: number, long: number): number {
  return process.env.SIMULATION === 'long' ? long : randomRuns(waitedFor, inCi);
}
