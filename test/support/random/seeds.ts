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
