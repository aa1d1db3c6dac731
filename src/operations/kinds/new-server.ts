import { z } from 'zod';
import { Failure, type Hosting, type NewServer, type ServerStatus } from '../../hosting/index.ts';
import type { Operation } from '../../store/operations/index.ts';

const MAX_RECORDS_PER_READING = 50;
const MAX_CONCURRENT_READS = 5;
const RESOURCES = ['os', 'ram', 'cpu', 'disk', 'backup'] as const;

export const candidate = z.object({
  id: z.string(),
  ip: z.string().optional(),
  /** Whether all values in its status record are as ordered. */
  exact: z.boolean(),
});
export type Candidate = z.infer<typeof candidate>;
const held = z.object({ seen: z.object({ candidates: z.array(candidate).optional() }) });

export interface Fresh {
  candidates: Candidate[];
  ruledOut: string[];
  /** Servers that no reading has reached yet. */
  unlooked: number;
  record?: ServerStatus | undefined;
}

/** Ids of servers from before the order, of other orders, and of those ruled out. */
export interface KnownServers {
  before: readonly string[];
  taken: ReadonlySet<string>;
  ruledOut: readonly string[];
}

/** The record states no units of memory and disk: another number there rules nothing out. */
export async function freshServers(
  hosting: Hosting,
  wanted: NewServer,
  { before, taken, ruledOut }: KnownServers,
  signal: AbortSignal,
): Promise<Fresh> {
  const known = new Set(before);
  const fresh = (await hosting.servers.list({}, signal)).filter(
    ({ id, geo }) => !known.has(id) && !taken.has(id) && (geo === undefined || alike(geo, wanted.geo)),
  );
  const left = new Set(ruledOut);
  // A server may have been ruled out too early: it is read again if there is room.
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

async function readRecords(hosting: Hosting, servers: readonly { id: string }[], signal: AbortSignal) {
  const waiting = servers.slice(0, MAX_RECORDS_PER_READING).values();
  const records = new Map<string, ServerStatus | undefined>();
  const worker = async () => {
    for (const { id } of waiting) {
      if (signal.aborted) return;
      const status = await statusOf(hosting, id, signal);
      if (!signal.aborted) records.set(id, status);
    }
  };
  await Promise.all(Array.from({ length: MAX_CONCURRENT_READS }, worker));
  return records;
}

export function serversTakenBy(others: readonly Operation[]): ReadonlySet<string> {
  return new Set(others.filter(isSettled).flatMap((other) => foundBy(other).map(({ id }) => id)));
}

export function sharers(operation: Operation, others: readonly Operation[]): number {
  return others.filter((other) => other.receipt && !isSettled(other) && alikeOrders(other, operation)).length;
}

/** Only exact matches prove a lost answer. Each acknowledged order takes one first; all lost ones need one too. */
export function prove(candidates: readonly Candidate[], operation: Operation, others: readonly Operation[]): boolean {
  const conflicting = others
    .filter((other) => !isSettled(other) && other.said?.happened !== false)
    // The server of an order that ended before was on the list already.
    .filter((other) => other.state !== 'done' || (other.endedAt ?? 0) > (operation.sentAt ?? 0))
    .filter((other) => alikeOrders(other, operation));
  return candidates.filter(({ exact }) => exact).length > conflicting.length;
}

function isSettled(order: Operation): boolean {
  return order.state === 'done' && foundBy(order).length === 1;
}

function foundBy({ progress }: Operation): Candidate[] {
  return held.parse(progress).seen.candidates ?? [];
}

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

/** Whether the record agrees or does not state the value. */
function fits(status: ServerStatus | undefined, wanted: NewServer, name: (typeof RESOURCES)[number]): boolean {
  const value = status?.[name];
  return value === undefined || (typeof value === 'string' && name !== 'os') || value === wanted[name];
}

function alike(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}
