/** `npm run soak` sets SOAK_SEED for tests that draw at random; all other runs use the constants beside the test. */
const { SOAK_SEED } = process.env;

/** The constants of a test, or the one seed with which `npm run soak` explores. */
export function seedsOf(...constants: [number, ...number[]]): [number, ...number[]] {
  return SOAK_SEED === undefined ? constants : [Number(SOAK_SEED)];
}

/** How much a random test tries: `usual` in `npm test` and CI, `explored` in `npm run soak`. */
export function amountOf(usual: number, explored: number): number {
  return SOAK_SEED === undefined ? usual : explored;
}

const SEED_PROCESS = new URL('seed-process.ts', import.meta.url).href;

/** The words that give a process of Node random numbers of its own, the same ones in each run of the test file. */
export const seedFlags = () => ['--import', `${SEED_PROCESS}?seed=${Math.floor(Math.random() * 2 ** 32)}`];
