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
/** Any other ends within this share of the time between two rounds. */
const LONGEST = 5 / 6;
/** So many rounds in a row without any status make the provider unreachable. */
export const UNREACHABLE_ROUNDS = 3;
/** So much the clocks of replicas may differ. */
export const CLOCKS_MS = 2 * 60_000;

/** A reading that failed again and again is tried once in so long at least. */
const LONGEST_SPACE_MS = 10 * ROUND_MS;

/** How the readings of a round went: `busy` are those that told nothing, `throttled` those of them that came too fast for the provider. */
export interface RoundResult {
  read: number;
  busy: number;
  throttled?: number;
}

/** How many times in a row a reading failed, and when it was tried last, epoch ms. */
export interface Failed {
  times: number;
  at: number;
}

/** The readers with a token: so many watched bindings, of which so many come before this one, and so many digests. */
interface Readers {
  bindings: number;
  digests: number;
  earlier: number;
}

/** The bindings of a token that can't all read in the same minute take turns: how many groups of them there are, and which one it is. */
export interface ReadingTurn {
  groups: number;
  group: number;
}

export function turnOf({ bindings, digests, earlier }: Readers): ReadingTurn {
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

/** The minutes of a group: it reads in the first one. The second has no readings, so that no sixty seconds have those of two groups. */
export function minutesOf(groups: number): number {
  return groups > 1 ? 2 * groups : 1;
}

/** How long a round may last. */
export function longestRound({ groups }: ReadingTurn, roundMs: number): number {
  return Math.floor(roundMs * (groups > 1 ? 1 - LATEST : LONGEST));
}

/**
 * How long a round holds its account. One that ends says when the next begins; where its process dies, the next begins when this is over,
 * which is a minute after the latest reading that it can have had.
 */
export function roundLease(roundMs = ROUND_MS): number {
  return Math.ceil(roundMs * LONGEST) + roundMs;
}

/** When the turn of a group comes: at `at`, where that is within it. */
export function nextReadingTurn(
  at: number,
  chance: number,
  { groups, group }: ReadingTurn,
  roundMs = ROUND_MS,
): number {
  if (groups === 1) return at;
  const everyMs = minutesOf(groups) * roundMs;
  const into = (at + everyMs - 2 * group * roundMs) % everyMs;
  return into < roundMs * LATEST ? at : at - into + everyMs + Math.round(roundMs * SPREAD * chance);
}

/**
 * The readings that the next round may take: a few more after success, half as many where all failed or came too fast, and by share in
 * between. One server that can't be read is no trouble of the provider, and takes nothing of the others' pace.
 */
export function nextBudget(budget: number, { read, busy, throttled = 0 }: RoundResult): number {
  if (read + busy === 0) return budget;
  const failing = throttled > 1 ? 1 : busy / (read + busy);
  const next = budget * (1 - failing / 2) + Math.max(1, Math.ceil(budget / 4)) * (1 - failing);
  return Math.max(FEWEST_READINGS, Math.floor(next));
}

/** Of a round's readings so many may go to anything but the power of servers. */
export function besideOf(budget: number): number {
  return Math.max(1, Math.floor(budget / 2));
}

/** Whether something that failed is not asked for yet: from the third failure in a row on the pauses double. */
export function isSpaced(failed: Failed | undefined, now: number): boolean {
  if (!failed || failed.times === 0) return false;
  return now - failed.at < Math.min(ROUND_MS * 2 ** (failed.times - 2), LONGEST_SPACE_MS) - ROUND_MS / 2;
}

/**
 * When the round after one begins whose last reading ended at `readAt`. No minute has readings of both, so none has more than one budget.
 * @param chance from 0 to 1
 */
export function nextRound(readAt: number, chance: number, roundMs = ROUND_MS): number {
  return readAt + roundMs + Math.round(roundMs * SPREAD * chance);
}
