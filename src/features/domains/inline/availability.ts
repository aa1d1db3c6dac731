import { type Availability, Failure, type FailureKind } from '../../../hosting/index.ts';
import type { Access } from '../../../telegram/access.ts';

/** Telegram drops an answer that comes after 15 s; nobody waits so long. */
const LIMIT_MS = 6_000;
const KEPT_MS = 60_000;
const MOST_KEPT = 5_000;

/** What is known of a name: its availability, or the kind of the failure. */
export type Lookup = Availability | { failed: FailureKind };

/** Asks for one name on behalf of a person, until the signal; never rejects but for a mistake of ours. */
type LookUp = (person: number, access: Access, domain: string, signal: AbortSignal) => Promise<Lookup>;

/** What one person asks twice within a minute goes to the provider once; what failed is asked anew. */
export function createAvailabilityCache(): LookUp {
  const kept = new Map<string, { at: number; answer: Promise<Lookup> }>();

  return (person, { key, hosting }, domain, signal) => {
    const place = `${person} ${key} ${domain}`;
    const known = kept.get(place);
    if (known && Date.now() - known.at < KEPT_MS) return known.answer;
    const limited = AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)]);
    const answer = settle(hosting.domainOrders.availability(domain, 1, limited));
    const entry = { at: Date.now(), answer };
    kept.delete(place);
    kept.set(place, entry);
    const forget = () => kept.get(place) === entry && kept.delete(place);
    // Who awaits the answer is told of a mistake.
    answer.then((lookup) => 'failed' in lookup && forget(), forget);
    // What is given up must not be found by the query that comes in its place.
    signal.addEventListener('abort', forget, { once: true });
    for (const oldest of kept.keys()) {
      if (kept.size <= MOST_KEPT) break;
      kept.delete(oldest);
    }
    return answer;
  };
}

async function settle(asked: Promise<Availability>): Promise<Lookup> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof Failure) return { failed: error.kind };
    throw error;
  }
}
