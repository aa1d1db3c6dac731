import { type Availability, Failure, type FailureKind } from '../../../hosting/index.ts';
import type { Access } from '../../../telegram/access/access.ts';
import type { Ctx } from '../../../telegram/context.ts';

/** Telegram drops an answer after 15 s; people give up earlier. */
const LOOKUP_TIMEOUT_MS = 6_000;
const KEPT_MS = 60_000;
const MAX_ANSWERS_KEPT = 5_000;

export type Lookup = Availability | { failed: FailureKind };

type LookUp = (ctx: Ctx, access: Access, domain: string, signal: AbortSignal) => Promise<Lookup>;

/** Asks once a minute for the same name, person and account; caches no failure. */
export function createAvailabilityCache(): LookUp {
  const kept = new Map<string, { at: number; answer: Promise<Lookup> }>();

  return (ctx, { key, hosting }, domain, signal) => {
    const now = ctx.services.operations.now();
    const place = `${ctx.person.id} ${key} ${domain}`;
    const known = kept.get(place);
    if (known && now - known.at < KEPT_MS) return known.answer;
    const limited = AbortSignal.any([signal, AbortSignal.timeout(LOOKUP_TIMEOUT_MS)]);
    const answer = settle(hosting.domainOrders.availability(domain, 1, limited));
    const entry = { at: now, answer };
    kept.delete(place);
    kept.set(place, entry);
    const forget = () => kept.get(place) === entry && kept.delete(place);
    // The caller, which awaits the answer, gets the rejection.
    answer.then((lookup) => 'failed' in lookup && forget(), forget);
    // The next query must not find an aborted answer.
    signal.addEventListener('abort', forget, { once: true });
    for (const oldest of kept.keys()) {
      if (kept.size <= MAX_ANSWERS_KEPT) break;
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
