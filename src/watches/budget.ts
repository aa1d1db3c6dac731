/** Readings of an account per minute. People have the rest of the provider's limit. */
export const MOST_READINGS = 30;
const FEWEST_READINGS = 2;
const MAX_DIGEST_READINGS = 6;
export const ROUND_MS = 60_000;
const ROUND_SPREAD = 0.1;
/** A group begins its round in the first half of its minute, and reads for the second half at most. */
const LATEST_START_SHARE = 1 / 2;
const MAX_ROUND_SHARE = 5 / 6;
export const UNREACHABLE_ROUNDS = 3;
export const CLOCKS_MS = 2 * 60_000;

const MAX_RETRY_SPACE_MS = 10 * ROUND_MS;

/** `busy`: readings without an answer; `throttled`: those of them that came too fast for the provider. */
export interface RoundResult {
  read: number;
  busy: number;
  throttled?: number;
}

export interface Failed {
  times: number;
  at: number;
}

/** The readers of one token; `earlier` bindings come before this one. */
interface Readers {
  bindings: number;
  digests: number;
  earlier: number;
}

/** Bindings that can't all read in the same minute read in groups, one after another. */
export interface ReadingTurn {
  groups: number;
  group: number;
}

export function turnOf({ bindings, digests, earlier }: Readers): ReadingTurn {
  const together = Math.max(1, Math.floor((MOST_READINGS - digests * MAX_DIGEST_READINGS) / FEWEST_READINGS));
  return { groups: Math.max(1, Math.ceil(bindings / together)), group: Math.floor(earlier / together) };
}

/** The readings per minute of a token; below two where groups take turns. */
export function shareOf(readers: Readers): number {
  const { groups } = turnOf(readers);
  const left = MOST_READINGS - readers.digests * MAX_DIGEST_READINGS;
  return groups > 1 ? FEWEST_READINGS / minutesOf(groups) : Math.floor(left / Math.max(1, readers.bindings));
}

export function readingsOf(share: number): number {
  return Math.max(FEWEST_READINGS, share);
}

/** Each group has a second minute without readings, so that no 60 s have those of two groups. */
export function minutesOf(groups: number): number {
  return groups > 1 ? 2 * groups : 1;
}

export function longestRound({ groups }: ReadingTurn, roundMs: number): number {
  return Math.floor(roundMs * (groups > 1 ? 1 - LATEST_START_SHARE : MAX_ROUND_SHARE));
}

/** The lease of a round's account. After a crash the next round starts a minute after the last possible reading. */
export function roundLease(roundMs = ROUND_MS): number {
  return Math.ceil(roundMs * MAX_ROUND_SHARE) + roundMs;
}

export function nextReadingTurn(
  at: number,
  chance: number,
  { groups, group }: ReadingTurn,
  roundMs = ROUND_MS,
): number {
  if (groups === 1) return at;
  const everyMs = minutesOf(groups) * roundMs;
  const into = (at + everyMs - 2 * group * roundMs) % everyMs;
  return into < roundMs * LATEST_START_SHARE ? at : at - into + everyMs + Math.round(roundMs * ROUND_SPREAD * chance);
}

/** The budget grows after success, halves after failures or throttling, and scales in between. */
export function nextBudget(budget: number, { read, busy, throttled = 0 }: RoundResult): number {
  if (read + busy === 0) return budget;
  const failing = throttled > 1 ? 1 : busy / (read + busy);
  const next = budget * (1 - failing / 2) + Math.max(1, Math.ceil(budget / 4)) * (1 - failing);
  return Math.max(FEWEST_READINGS, Math.floor(next));
}

/** The other half is for the power of servers. */
export function besideOf(budget: number): number {
  return Math.max(1, Math.floor(budget / 2));
}

/** Pauses double from the third failure in a row on. */
export function isSpaced(failed: Failed | undefined, now: number): boolean {
  if (!failed || failed.times === 0) return false;
  return now - failed.at < Math.min(ROUND_MS * 2 ** (failed.times - 2), MAX_RETRY_SPACE_MS) - ROUND_MS / 2;
}

/** Starts a minute after the last reading, so that no 60 s have the readings of two rounds. @param chance from 0 to 1 */
export function nextRound(readAt: number, chance: number, roundMs = ROUND_MS): number {
  return readAt + roundMs + Math.round(roundMs * ROUND_SPREAD * chance);
}
