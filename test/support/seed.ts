/** What random tests begin with: `CRASH_SEED` where it is set, to see again what was seen, or else a new number. */
export const crashSeed = Number(process.env.CRASH_SEED) || Math.trunc(Math.random() * 1e9) + 1;
