import { type ZodType, z } from 'zod';
import { Failure, type Hosting, type Quote } from '../../hosting/index.ts';
import type { Operation } from '../../store/operations/index.ts';
import type { ConcurrentOperations, Kind, LookResult, Sent } from './kind.ts';

const SECOND = 1000;
/** How long the person is kept in suspense before being told that it is not known. */
const SUSPENSE_MS = 90 * SECOND;
/** Until when it is looked at again, silently, after that. */
const LAST_LOOK_MS = 15 * 60 * SECOND;
const SILENT_PAUSE_MS = 60 * SECOND;

/** What is known of how an operation ended: what its kind has seen, and how well it could look. */
export interface Progress<Seen> {
  seen: Seen;
  /** Set while the provider does not answer the readings. */
  unreadable?: boolean | undefined;
  /** It can't be told (yet). */
  unclear?: boolean | undefined;
  /** Nor is it looked at any more, unless the person asks. */
  over?: boolean | undefined;
}

interface Row<Parameters, Seen> {
  parameters: ZodType<Parameters>;
  seen: ZodType<Seen>;
  send(hosting: Hosting, parameters: Parameters): Promise<Sent>;
  /** Reads the provider once more; throws a Failure where it does not answer. */
  read(
    hosting: Hosting,
    parameters: Parameters,
    seen: Seen,
    now: number,
    signal: AbortSignal,
    concurrentOperations: ConcurrentOperations,
  ): Promise<Seen>;
  /** What it costs, of what is paid for. */
  quote?(hosting: Hosting, parameters: Parameters, signal: AbortSignal): Promise<Quote>;
  /** What of the parameters makes two purchases the same; left out where all of them do. */
  wish?(parameters: Parameters): unknown;
  /** What is to be seen right before the request. */
  before?(hosting: Hosting, parameters: Parameters, signal: AbortSignal): Promise<Seen>;
  /** What of it is other than what the confirm showed. */
  news?(parameters: Parameters, shown: Seen, seen: Seen): ReturnType<NonNullable<Kind['news']>>;
  /** Whether what was seen proves that it took place: it tells more of what was accepted than of what is `unknown`. */
  happened(parameters: Parameters, seen: Seen, operation: Operation): boolean;
  /** What of it a person is shown. */
  shown(seen: Seen): unknown;
  /** Whether it makes the server go and come back. */
  restarts?(parameters: Parameters): boolean;
  secretIn?(parameters: Parameters): { secret: string | undefined; rest: Parameters };
  /** How long to keep looking before saying that it is not known, in ms. */
  suspenseMs?: number;
  /** Until when to look again, silently, after that. */
  lastLookMs?: number;
  /** How long to wait before the next reading, in ms, where a reading costs the provider more than a record. */
  pauseMs?(seen: Seen, sinceMs: number): number;
}

/** A kind of operation whose outcome is read from the provider, and what its operations hold, typed. */
export interface Watched<Parameters, Seen> extends Kind {
  parametersOf(operation: Operation): Parameters;
  progressOf(operation: Operation): Progress<Seen>;
}

/** Makes a kind from its row: sending, then reading until it is there or the suspense has lasted long enough. */
export function watched<Parameters, Seen>(row: Row<Parameters, Seen>): Watched<Parameters, Seen> {
  const progress = z.object({
    seen: row.seen,
    unreadable: z.boolean().optional(),
    unclear: z.boolean().optional(),
    over: z.boolean().optional(),
  });
  const read = (stored: unknown): Progress<Seen> => {
    const { seen, ...rest } = progress.parse(stored);
    return { ...rest, seen: row.seen.parse(seen) };
  };
  const suspenseMs = row.suspenseMs ?? SUSPENSE_MS;
  const lastLookMs = row.lastLookMs ?? LAST_LOOK_MS;
  const pauseMs = row.pauseMs ?? ((_, sinceMs) => (sinceMs < 15 * SECOND ? SECOND : 3 * SECOND));

  function suspense(operation: Operation, known: Omit<Progress<Seen>, 'unclear' | 'over'>, now: number): LookResult {
    const sent = operation.sentAt ?? operation.createdAt;
    const since = now - sent;
    // The moment at which the person is told that it is not known must not be slept over.
    if (since < suspenseMs) {
      const inMs = Math.min(pauseMs(known.seen, since), suspenseMs - since);
      return { progress: known, verdict: 'waiting', inMs };
    }
    // Whoever asked to look again has the screen with its buttons: it changes only when there is news.
    const { askedAt = sent } = operation;
    const sinceAsked = now - askedAt;
    const inMs = pauseMs(known.seen, sinceAsked);
    const unclear = { ...known, unclear: true };
    if (suspenseMs === 0 || sinceAsked >= lastLookMs)
      return { progress: { ...unclear, over: true }, verdict: 'unclear' };
    const closely = askedAt > sent && sinceAsked < suspenseMs;
    const next = closely ? inMs : Math.max(inMs, SILENT_PAUSE_MS);
    // Nor the moment of the last look.
    return { progress: unclear, verdict: 'unclear', inMs: Math.min(next, lastLookMs - sinceAsked) };
  }

  const { secretIn, quote, wish, before, news, restarts } = row;
  return {
    ...(secretIn ? { secretIn: (stored: unknown) => secretIn(row.parameters.parse(stored)) } : {}),
    ...(restarts ? { restarts: (stored: unknown) => restarts(row.parameters.parse(stored)) } : {}),
    ...(quote ? { quote: (hosting, stored, signal) => quote(hosting, row.parameters.parse(stored), signal) } : {}),
    ...(wish ? { wish: (stored) => wish(row.parameters.parse(stored)) } : {}),
    ...(before
      ? {
          before: async (hosting, { parameters }, signal) => ({
            seen: await before(hosting, row.parameters.parse(parameters), signal),
          }),
        }
      : {}),
    ...(news
      ? {
          news: ({ parameters, progress: shown }, seen) =>
            news(row.parameters.parse(parameters), read(shown).seen, read(seen).seen),
        }
      : {}),
    parametersOf: (operation) => row.parameters.parse(operation.parameters),
    progressOf: (operation) => read(operation.progress),
    send: (hosting, operation) => row.send(hosting, row.parameters.parse(operation.parameters)),
    async look(hosting, concurrentOperations, now, signal) {
      const { operation } = concurrentOperations;
      const parameters = row.parameters.parse(operation.parameters);
      const { seen } = read(operation.progress);
      const fresh = await reading(row.read(hosting, parameters, seen, now, signal, concurrentOperations));
      if (fresh === undefined) return suspense(operation, { seen, unreadable: true }, now);
      if (row.happened(parameters, fresh, operation)) return { progress: { seen: fresh }, verdict: 'done' };
      return suspense(operation, { seen: fresh }, now);
    },
    givenUp: (stored) => ({ ...read(stored), unclear: true, over: true }),
    shown(stored) {
      const { seen, unreadable, unclear, over } = read(stored);
      return JSON.stringify([row.shown(seen), unreadable, unclear, over]);
    },
  };
}

async function reading<Seen>(work: Promise<Seen>): Promise<Seen | undefined> {
  try {
    return await work;
  } catch (error) {
    // A reading that fails settles nothing; anything else is a mistake of ours and must surface.
    if (error instanceof Failure) return undefined;
    throw error;
  }
}
