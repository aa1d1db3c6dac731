/** The number of people whose last claim is kept in memory. */
const MOST_PEOPLE = 1_000;

/** When people last confirmed, as far as this process knows without asking the store. */
export interface RecentClaims {
  /** Notes a claim, before it is committed. @param at epoch milliseconds */
  note(userId: number, at: number): void;
  /** Whether the person may have confirmed since then (epoch ms). In a shared store another process may have taken any tap. */
  mayHaveSince(userId: number, at: number): boolean;
}

export function createRecentClaims({ now, shared = false }: { now(): number; shared?: boolean }): RecentClaims {
  const claims = new Map<number, number>();
  /** Claims up to this time may be forgotten here, or be of an earlier process. */
  let knownAfter = shared ? Number.POSITIVE_INFINITY : now();
  return {
    note(userId, at) {
      if (claims.size >= MOST_PEOPLE && !claims.has(userId)) {
        knownAfter = Math.max(knownAfter, ...claims.values());
        claims.clear();
      }
      claims.set(userId, Math.max(at, claims.get(userId) ?? 0));
    },
    mayHaveSince: (userId, at) => at <= knownAfter || (claims.get(userId) ?? 0) >= at,
  };
}
