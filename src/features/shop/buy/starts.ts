import { isDeepStrictEqual } from 'node:util';
import { Failure, type Hosting, OPERATING_SYSTEMS, type ServerStatus } from '../../../hosting/index.ts';
import type { Operation } from '../../../operations/index.ts';
import { orderKind } from '../../../operations/kinds/order.ts';
import { resourcesOf } from '../../../operations/kinds/upgrade.ts';
import type { Access } from '../../../telegram/access/access.ts';
import type { Services } from '../../../telegram/context.ts';
import { type Named, named } from '../../common/servers/find-server.ts';
import { type Field, NUMBERS, type Start, type Values, wholeServer } from './draft.ts';
import { priceOf } from './prices.ts';
import { isPlace, locationsOf } from './values.ts';

/** Each costs a quote whenever the form is opened. */
const MAX_STARTS = 3;
const MAX_ORDERS_READ = 10;
const USUAL_DAYS = 30;
export const SIZED = ['cpu', 'ram', 'disk'] as const satisfies readonly Field[];
const SENT: readonly Operation['state'][] = ['accepted', 'unknown', 'done'];

/** For an account without a server: the least that the form offers, and twice and four times that. */
const SIZES = { small: 0, medium: 1, large: 2 } as const;

/** Without prices, which come later. Empty without a location. */
export async function startsOf(services: Services, userId: number, access: Access): Promise<Start[]> {
  const order = await lastOrder(services, userId, access.account.id);
  const { names } = await locationsOf(services, access);
  const servers = await serversIn(services, access);
  const ordered = order && orderKind.progressOf(order).seen.candidates?.map(({ id }) => id);
  const like = servers.find(({ id }) => !ordered?.includes(id));
  const first: Start[] = [
    ...(order ? [{ kind: 'order' as const, values: orderKind.parametersOf(order).server }] : []),
    ...(like ? [{ kind: 'server' as const, name: like.name, serverId: like.id }] : []),
  ];
  const [base] = first;
  const all = [...first, ...(base ? sizesOf(base) : presets(names[0]))];
  return all.filter((_, place) => !isRepeated(all, place)).slice(0, MAX_STARTS);
}

export function isRepeated(starts: readonly Start[], place: number): boolean {
  const values = starts[place]?.values;
  return values !== undefined && starts.slice(0, place).some((earlier) => isDeepStrictEqual(earlier.values, values));
}

async function lastOrder(services: Services, userId: number, accountId: string): Promise<Operation | undefined> {
  const newest = await services.store.ledger.listOf(userId, ['order'], 0, MAX_ORDERS_READ);
  return newest.find((order) => order.accountId === accountId && SENT.includes(order.state));
}

/** The servers with a name of the person's come first. */
export async function serversIn({ accesses }: Services, { account, key, hosting }: Access): Promise<Named[]> {
  try {
    const { items } = await accesses.lists.recent(key, hosting);
    const aliased = items.filter(({ id }) => account.aliases.has(id));
    return [...aliased, ...items.filter(({ id }) => !account.aliases.has(id))].map((item) => named(account, item));
  } catch (error) {
    // The sizes and the last order need no list.
    if (!(error instanceof Failure) || error.kind === 'notConnected') throw error;
    return [];
  }
}

function sizesOf(base: Start): Start[] {
  const { values } = base;
  return (['double', 'half'] as const).map((kind) => ({
    ...base,
    kind,
    ...(values && { values: sized(values, kind) }),
  }));
}

function presets(geo: string | undefined): Start[] {
  if (geo === undefined) return [];
  return (['small', 'medium', 'large'] as const).map((kind) => {
    const [cpu, ram, disk] = SIZED.map((each) => NUMBERS[each].presets[SIZES[kind]]);
    return { kind, values: { ...usual(), geo, os: OPERATING_SYSTEMS[0], cpu, ram, disk, backup: 0 } };
  });
}

function usual(): Pick<Values, 'traffic' | 'period'> {
  return { traffic: 0, period: USUAL_DAYS };
}

export function sized(values: Values, kind: Start['kind']): Values {
  if (kind !== 'double' && kind !== 'half') return values;
  const changed: Values = { ...values };
  for (const each of SIZED) {
    const value = values[each];
    if (value !== undefined) changed[each] = kind === 'double' ? value * 2 : Math.max(1, Math.ceil(value / 2));
  }
  return changed;
}

/** Values that the record lacks are missing. The contract states no units of the record. */
export function valuesLike(status: ServerStatus): Values {
  const os = OPERATING_SYSTEMS.find((code) => code === status.os);
  const { geo } = status;
  return {
    ...usual(),
    ...(geo !== undefined && isPlace(geo) ? { geo } : {}),
    ...(os ? { os } : {}),
    ...resourcesOf(status),
  };
}

/** Reads each server once. */
export function askStarts(starts: readonly Start[], hosting: Hosting, signal: AbortSignal): Promise<Start>[] {
  const records = new Map<string, Promise<Values>>();
  const recordOf = (id: string) => {
    const known = records.get(id) ?? hosting.servers.status(id, signal).then(valuesLike);
    records.set(id, known);
    return known;
  };
  return starts.map(async (start) => {
    try {
      const { kind, serverId, values = sized(await recordOf(serverId ?? ''), kind) } = start;
      const server = wholeServer(values);
      if (!server) return { ...start, values, settled: true };
      const price = await priceOf(hosting, server, signal);
      if (price.kind === 'quote') return { ...start, values, settled: true, quote: price.quote };
      return { ...start, values, settled: true, problem: true };
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      // A tap reads it again, and says why.
      return { ...start, settled: true, problem: true };
    }
  });
}
