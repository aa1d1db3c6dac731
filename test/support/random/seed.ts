/** The seed of random tests: `CRASH_SEED` where it is set, to repeat a run, or else a new number. */
export const crashSeed = Number(process.env.CRASH_SEED) || Math.trunc(Math.random() * 1e9) + 1;
