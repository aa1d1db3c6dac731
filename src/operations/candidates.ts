import { z } from 'zod';
import { Failure, type Hosting, type NewServer, type ServerStatus } from '../hosting/index.ts';
import type { Operation } from '../store/operations.ts';

/** More new servers than this at once are not looked into. */
const MOST_CANDIDATES = 10;
const RESOURCES = ['os', 'ram', 'cpu', 'disk', 'backup'] as const;

export const candidate = z.object({
  id: z.string(),
  ip: z.string().optional(),
  /** Whether all that its status record tells is what was ordered. */
  exact: z.boolean(),
});
export type Candidate = z.infer<typeof candidate>;
const held = z.object({ seen: z.object({ candidates: z.array(candidate).optional() }) });

/**
 * The servers of the account that were not there before and can be the one that was ordered: at its location, with its
 * system and cores; where some have all that was ordered, those. Units of memory and disk in the status record are not
 * stated, so that another number there rules nothing out.
 */
export async function freshServers(
  hosting: Hosting,
  wanted: NewServer,
  before: readonly string[],
  signal: AbortSignal,
): Promise<Candidate[]> {
  const known = new Set(before);
  const fresh = (await hosting.servers.list({}, signal))
    .filter(({ id, geo }) => !known.has(id) && (geo === undefined || alike(geo, wanted.geo)))
    .slice(0, MOST_CANDIDATES);
  const found = await Promise.all(
    fresh.map(async ({ id, ip }) => {
      const status = await statusOf(hosting, id, signal);
      const possible = fits(status, wanted, 'os') && fits(status, wanted, 'cpu');
      const exact = status !== undefined && RESOURCES.every((name) => fits(status, wanted, name));
      return possible ? [{ id, exact, ...(ip === undefined ? {} : { ip }) }] : [];
    }),
  );
  const candidates = found.flat();
  const exact = candidates.filter((each) => each.exact);
  return exact.length > 0 ? exact : candidates;
}

/** The new servers that no other order has been settled by. */
export function untaken(candidates: readonly Candidate[], others: readonly Operation[]): Candidate[] {
  const taken = new Set(others.filter(isSettled).map((other) => foundBy(other)[0]?.id));
  return candidates.filter(({ id }) => !taken.has(id));
}

/**
 * Whether the new servers that are not taken prove that an order whose answer was lost went through: only such as have
 * all that was ordered count, each acknowledged order takes one of them first, and the rest must do for all lost ones.
 */
export function prove(candidates: readonly Candidate[], operation: Operation, others: readonly Operation[]): boolean {
  const rivals = others
    .filter((other) => !isSettled(other) && other.said?.happened !== false)
    // What ended before has its server among those that were there already.
    .filter((other) => other.state !== 'done' || (other.endedAt ?? 0) > (operation.sentAt ?? 0))
    .filter((other) => alikeOrders(other, operation));
  return candidates.filter(({ exact }) => exact).length > rivals.length;
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
