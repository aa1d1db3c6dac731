import { type ZodType, z } from 'zod';
import { Failure, type Hosting, type Quote } from '../../hosting/index.ts';
import type { Operation } from '../../store/operations/index.ts';
import type { ConcurrentOperations, Explained, Kind, LookResult, Sent } from './kind.ts';

const SECOND = 1000;
/** After this time the person is told that the outcome is unknown. */
const SUSPENSE_MS = 90 * SECOND;
/** Readings then go on silently for this time. */
const SILENT_READING_MS = 15 * 60 * SECOND;
const SILENT_PAUSE_MS = 60 * SECOND;

export interface Progress<Seen> {
  seen: Seen;
  /** The provider does not answer the readings. */
  unreadable?: boolean | undefined;
  unclear?: boolean | undefined;
  /** No more readings, unless the person asks. */
  over?: boolean | undefined;
}

const failedLook = z.looseObject({ unreadable: z.literal(true) });

export function lastLookFailed({ progress }: Pick<Operation, 'progress'>): boolean {
  return failedLook.safeParse(progress).success;
}

interface Row<Parameters, Seen> {
  parameters: ZodType<Parameters>;
  seen: ZodType<Seen>;
  send(hosting: Hosting, parameters: Parameters): Promise<Sent>;
  read(
    hosting: Hosting,
    parameters: Parameters,
    seen: Seen,
    now: number,
    signal: AbortSignal,
    concurrentOperations: ConcurrentOperations,
  ): Promise<Seen>;
  quote?(hosting: Hosting, parameters: Parameters, signal: AbortSignal): Promise<Quote>;
  identity?(parameters: Parameters): unknown;
  before?(hosting: Hosting, parameters: Parameters, signal: AbortSignal): Promise<Seen>;
  news?(parameters: Parameters, shown: Seen, seen: Seen): ReturnType<NonNullable<Kind['news']>>;
  /** Whether the readings prove the outcome. An `unknown` operation needs stricter proof than an accepted one. */
  happened(parameters: Parameters, seen: Seen, operation: Operation): boolean;
  shown(seen: Seen): unknown;
  explains?(parameters: Parameters): Explained | undefined;
  secretIn?(parameters: Parameters): { secret: string | undefined; rest: Parameters };
  /** How long readings go on before the outcome is called unknown, ms. */
  suspenseMs?: number;
  lastLookMs?: number;
  /** The pause before the next reading, ms, for a reading that costs the provider more than one record. */
  pauseMs?(seen: Seen, sinceMs: number): number;
}

export interface Watched<Parameters, Seen> extends Kind {
  parametersOf(operation: Operation): Parameters;
  progressOf(operation: Operation): Progress<Seen>;
}

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
  const lastLookMs = row.lastLookMs ?? SILENT_READING_MS;
  const pauseMs = row.pauseMs ?? ((_, sinceMs) => (sinceMs < 15 * SECOND ? SECOND : 3 * SECOND));

  function suspense(operation: Operation, known: Omit<Progress<Seen>, 'unclear' | 'over'>, now: number): LookResult {
    const sent = operation.sentAt ?? operation.createdAt;
    const since = now - sent;
    // A pause must end when the person has to be told that the outcome is unknown.
    if (since < suspenseMs) {
      const inMs = Math.min(pauseMs(known.seen, since), suspenseMs - since);
      return { progress: known, verdict: 'waiting', inMs };
    }
    // The person who asked again sees the buttons: the message changes only with news.
    const { askedAt = sent } = operation;
    const sinceAsked = now - askedAt;
    const inMs = pauseMs(known.seen, sinceAsked);
    const unclear = { ...known, unclear: true };
    if (suspenseMs === 0 || sinceAsked >= lastLookMs)
      return { progress: { ...unclear, over: true }, verdict: 'unclear' };
    const closely = askedAt > sent && sinceAsked < suspenseMs;
    const next = closely ? inMs : Math.max(inMs, SILENT_PAUSE_MS);
    // A pause must end at the last reading, too.
    return { progress: unclear, verdict: 'unclear', inMs: Math.min(next, lastLookMs - sinceAsked) };
  }

  const { secretIn, quote, identity, before, news, explains } = row;
  return {
    ...(secretIn ? { secretIn: (stored: unknown) => secretIn(row.parameters.parse(stored)) } : {}),
    ...(explains ? { explains: (stored: unknown) => explains(row.parameters.parse(stored)) } : {}),
    ...(quote ? { quote: (hosting, stored, signal) => quote(hosting, row.parameters.parse(stored), signal) } : {}),
    ...(identity ? { identity: (stored) => identity(row.parameters.parse(stored)) } : {}),
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
    // A failed reading settles nothing; every other error is a program error.
    if (error instanceof Failure) return undefined;
    throw error;
  }
}
