import { z } from 'zod';
import { Failure, type Hosting, type NewServer, type ServerStatus } from '../../hosting/index.ts';
import type { Operation } from '../../store/operations/index.ts';

/** So many records are read in one look, and so many at a time. */
const MOST_READ = 50;
const AT_ONCE = 5;
const RESOURCES = ['os', 'ram', 'cpu', 'disk', 'backup'] as const;

export const candidate = z.object({
  id: z.string(),
  ip: z.string().optional(),
  /** Whether all that its status record tells is what was ordered. */
  exact: z.boolean(),
});
export type Candidate = z.infer<typeof candidate>;
const held = z.object({ seen: z.object({ candidates: z.array(candidate).optional() }) });

/** What one look found among the servers of the account that were not there before. */
export interface Fresh {
  /** Those that can be the one that was ordered. */
  candidates: Candidate[];
  /** The ids of those whose records say otherwise. */
  ruledOut: string[];
  /** How many nobody has looked at yet. */
  unlooked: number;
  /** What the status record of the only candidate tells, where it could be read. */
  record?: ServerStatus | undefined;
}

/** What is known before a look: the ids that were there already, that other orders brought, and that were ruled out. */
export interface Known {
  before: readonly string[];
  taken: ReadonlySet<string>;
  ruledOut: readonly string[];
}

/**
 * The servers of the account that were not there before and can be the one that was ordered: at its location, with its
 * system and cores; where some have all that was ordered, those. Units of memory and disk in the status record are not
 * stated, so that another number there rules nothing out. Where there are too many for one look, the next goes on.
 */
export async function freshServers(
  hosting: Hosting,
  wanted: NewServer,
  { before, taken, ruledOut }: Known,
  signal: AbortSignal,
): Promise<Fresh> {
  const known = new Set(before);
  const fresh = (await hosting.servers.list({}, signal)).filter(
    ({ id, geo }) => !known.has(id) && !taken.has(id) && (geo === undefined || alike(geo, wanted.geo)),
  );
  const left = new Set(ruledOut);
  // What was ruled out may have been read too early: it is looked at again where there is time.
  const waiting = [...fresh.filter(({ id }) => !left.has(id)), ...fresh.filter(({ id }) => left.has(id))];
  const records = await readRecords(hosting, waiting, signal);
  const candidates: Candidate[] = [];
  for (const { id, ip: listed } of fresh) {
    if (!records.has(id)) continue;
    const status = records.get(id);
    const ip = listed ?? status?.ip;
    const exact = status !== undefined && RESOURCES.every((name) => fits(status, wanted, name));
    left.delete(id);
    if (!fits(status, wanted, 'os') || !fits(status, wanted, 'cpu')) left.add(id);
    else candidates.push({ id, exact, ...(ip === undefined ? {} : { ip }) });
  }
  const exact = candidates.filter((each) => each.exact);
  const found = exact.length > 0 ? exact : candidates;
  const [only, ...others] = found;
  const record = only && others.length === 0 ? records.get(only.id) : undefined;
  const unlooked = fresh.filter(({ id }) => !records.has(id) && !left.has(id)).length;
  return { candidates: found, ruledOut: [...left], unlooked, record };
}

/** Reads the records of the first servers, {@link MOST_READ} at most, until the signal aborts. */
async function readRecords(hosting: Hosting, servers: readonly { id: string }[], signal: AbortSignal) {
  const waiting = servers.slice(0, MOST_READ).values();
  const records = new Map<string, ServerStatus | undefined>();
  const worker = async () => {
    for (const { id } of waiting) {
      if (signal.aborted) return;
      const status = await statusOf(hosting, id, signal);
      if (!signal.aborted) records.set(id, status);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return records;
}

/** The servers by which other orders have been settled. */
export function takenBy(others: readonly Operation[]): ReadonlySet<string> {
  return new Set(others.filter(isSettled).flatMap((other) => foundBy(other).map(({ id }) => id)));
}

/** How many other orders that the provider acknowledged any of several servers may be of as well. */
export function sharers(operation: Operation, others: readonly Operation[]): number {
  return others.filter((other) => other.receipt && !isSettled(other) && alikeOrders(other, operation)).length;
}

/**
 * Whether the new servers that are not taken prove that an order whose answer was lost went through: only such as have
 * all that was ordered count, each acknowledged order takes one of them first, and the rest must do for all lost ones.
 */
export function prove(candidates: readonly Candidate[], operation: Operation, others: readonly Operation[]): boolean {
  const conflicting = others
    .filter((other) => !isSettled(other) && other.said?.happened !== false)
    // What ended before has its server among those that were there already.
    .filter((other) => other.state !== 'done' || (other.endedAt ?? 0) > (operation.sentAt ?? 0))
    .filter((other) => alikeOrders(other, operation));
  return candidates.filter(({ exact }) => exact).length > conflicting.length;
}

/** Whether it is known which server an order brought. */
function isSettled(order: Operation): boolean {
  return order.state === 'done' && foundBy(order).length === 1;
}

function foundBy({ progress }: Operation): Candidate[] {
  return held.parse(progress).seen.candidates ?? [];
}

/** Whether one order's server could be taken for the other's. */
function alikeOrders(one: Operation, other: Operation): boolean {
  const place = z.object({ server: z.object({ geo: z.string(), os: z.string(), cpu: z.number() }) });
  const { server: a } = place.parse(one.parameters);
  const { server: b } = place.parse(other.parameters);
  return alike(a.geo, b.geo) && a.os === b.os && a.cpu === b.cpu;
}

async function statusOf(hosting: Hosting, id: string, signal: AbortSignal): Promise<ServerStatus | undefined> {
  try {
    return await hosting.servers.status(id, signal);
  } catch (error) {
    // A server may be listed before its record can be read.
    if (error instanceof Failure) return undefined;
    throw error;
  }
}

/** Whether the record does not say otherwise. */
function fits(status: ServerStatus | undefined, wanted: NewServer, name: (typeof RESOURCES)[number]): boolean {
  const value = status?.[name];
  return value === undefined || (typeof value === 'string' && name !== 'os') || value === wanted[name];
}

function alike(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}
