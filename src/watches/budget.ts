/** The most readings that watches may take of an account in a minute: the others belong to its people. */
export const MOST_READINGS = 30;
const FEWEST_READINGS = 2;
/** A digest reads a list and five domains of an account at most. */
const DIGEST_READINGS = 6;
/** The time between two rounds of readings, and by which share it may be longer, so that accounts do not go in step. */
export const ROUND_MS = 60_000;
const SPREAD = 0.1;
/** So much the clocks of replicas may differ. */
export const CLOCKS_MS = 2 * 60_000;

/** How the readings of a round went: `busy` are those that the provider refused for want of time, or did not answer. */
export interface RoundResult {
  read: number;
  busy: number;
}

/** The most readings that a round may take of a token that so many watched bindings share, while so many digests read with it. */
export function shareOf({ bindings, digests }: { bindings: number; digests: number }): number {
  const left = MOST_READINGS - digests * DIGEST_READINGS;
  return Math.max(FEWEST_READINGS, Math.floor(left / Math.max(1, bindings)));
}

/** The readings that the next round may take: half as many after trouble of the provider, a few more after success. */
export function nextBudget(budget: number, { read, busy }: RoundResult): number {
  if (busy > 0) return Math.max(FEWEST_READINGS, Math.floor(budget / 2));
  return read > 0 ? Math.min(MOST_READINGS, budget + Math.max(1, Math.ceil(budget / 4))) : budget;
}

/**
 * When the round after one begins whose last reading ended at `readAt`. No minute has readings of both, so none has more than one budget.
 * @param chance from 0 to 1
 */
export function nextRound(readAt: number, chance: number, roundMs = ROUND_MS): number {
  return readAt + roundMs + Math.round(roundMs * SPREAD * chance);
}
