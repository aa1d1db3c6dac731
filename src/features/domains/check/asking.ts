import { Failure } from '../../../hosting/index.ts';
import type { Check, Checks, Found } from '../../../store/checks.ts';
import type { Access } from '../../../telegram/access.ts';
import { roundOf } from './groups.ts';
import { type Asked, runParallel } from './parallel.ts';
import type { Pace } from './throttle.ts';

const ASK_LIMIT_MS = 20_000;
/** They are the same for every name: asking on would be of no use. */
const STOPPING = ['notConnected', 'resellerServiceMissing'];
/** Why a name is not known that the provider asked to wait with, and then never took. */
export const PUT_OFF = 'putOff';
/** Asking again may mend these. */
const PASSING = ['unavailable', 'unreadable'];

export interface Asking {
  check: Check;
  /** What is known so far, by the name's place; grows as answers are kept. */
  found: Map<number, Found>;
  access: Access;
  checks: Pick<Checks, 'keep'>;
  /** How many names are asked for at a time, by all checks of the account. */
  pace: Pace;
}

/**
 * Asks for every name that nothing certain is known about, and keeps each answer before it counts. Resolves to the kind of
 * the failure that made going on useless, if there was one.
 */
export async function askAbout({ check, found, access, checks, pace }: Asking, signal: AbortSignal) {
  let putOff = false;
  return runParallel<number, Found>({
    items: roundOf(check, found).open,
    pace,
    signal,
    giveUp: (at) => ({ at, round: check.round, state: 'failed', why: putOff ? PUT_OFF : 'unavailable' }),
    async ask(at, stopped) {
      const limited = AbortSignal.any([stopped, AbortSignal.timeout(ASK_LIMIT_MS)]);
      const place = { at, round: check.round };
      try {
        const answer = await access.hosting.domainOrders.availability(check.domains[at] ?? '', 1, limited, 0);
        return { found: { ...place, ...answer } };
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        putOff = error.throttled === true;
        return afterFailure(error, place);
      }
    },
    async keep(lot) {
      await checks.keep(check.id, lot);
      for (const each of lot) found.set(each.at, each);
    },
  });
}

function afterFailure(failure: Failure, place: Pick<Found, 'at' | 'round'>): Asked<Found> {
  const { kind, retryAfterSeconds, throttled } = failure;
  if (STOPPING.includes(kind)) return { stop: kind };
  const found: Found = { ...place, state: 'failed', why: throttled ? PUT_OFF : kind };
  if (!PASSING.includes(kind)) return { found };
  const later = retryAfterSeconds === undefined ? {} : { retryAfterMs: retryAfterSeconds * 1_000 };
  return throttled ? { wait: found, ...later } : { busy: found, ...later };
}
