/** The most readings that watches may take of an account in a minute: the others belong to its people. */
export const MOST_READINGS = 30;
const FEWEST_READINGS = 2;
/** A digest reads a list and five domains of an account at most. */
const DIGEST_READINGS = 6;
/** The time between two rounds of readings, and by which share it may be longer, so that accounts do not go in step. */
export const ROUND_MS = 60_000;
const SPREAD = 0.1;
/** A round in turn begins in the first half of its minute, and lasts half a minute at most. */
const LATEST = 1 / 2;
/** Any other ends within this share of its lease: no other process begins the next round meanwhile. */
const LONGEST = 5 / 6;
/** So much the clocks of replicas may differ. */
export const CLOCKS_MS = 2 * 60_000;

/** How the readings of a round went: `busy` are those that the provider refused for want of time, or did not answer. */
export interface RoundResult {
  read: number;
  busy: number;
}

/** Who reads with a token: so many watched bindings, of which so many come before this one, and so many digests. */
interface Readers {
  bindings: number;
  digests: number;
  earlier: number;
}

/** The bindings of a token that can't all read in the same minute take turns: how many groups of them there are, and which one it is. */
export interface Turn {
  groups: number;
  group: number;
}

export function turnOf({ bindings, digests, earlier }: Readers): Turn {
  const together = Math.max(1, Math.floor((MOST_READINGS - digests * DIGEST_READINGS) / FEWEST_READINGS));
  return { groups: Math.max(1, Math.ceil(bindings / together)), group: Math.floor(earlier / together) };
}

/** The most readings that a round may take of a token; of one that is read in turns those that come to a minute, which are less than two. */
export function shareOf(readers: Readers): number {
  const { groups } = turnOf(readers);
  const left = MOST_READINGS - readers.digests * DIGEST_READINGS;
  return groups > 1 ? FEWEST_READINGS / minutesOf(groups) : Math.floor(left / Math.max(1, readers.bindings));
}

/** How many readings a round may take with such a share. */
export function readingsOf(share: number): number {
  return Math.max(FEWEST_READINGS, share);
}

/** A group reads within one minute. Nobody reads in the next one, so that no sixty seconds have readings of two groups. */
export function minutesOf(groups: number): number {
  return groups > 1 ? 2 * groups : 1;
}

/** How long a round may last. */
export function longestRound({ groups }: Turn, roundMs: number): number {
  return Math.floor(roundMs * (groups > 1 ? 1 - LATEST : LONGEST));
}

/** When the turn of a group comes: at `at`, where that is within it. */
export function nextTurn(at: number, chance: number, { groups, group }: Turn, roundMs = ROUND_MS): number {
  if (groups === 1) return at;
  const everyMs = minutesOf(groups) * roundMs;
  const into = (at + everyMs - 2 * group * roundMs) % everyMs;
  return into < roundMs * LATEST ? at : at - into + everyMs + Math.round(roundMs * SPREAD * chance);
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
