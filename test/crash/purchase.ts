import type { NewServer } from '../../src/hosting/index.ts';
import type { LoggedRequest } from '../../src/sandbox/provider/index.ts';
import { DAY } from '../../src/sandbox/provider/seed.ts';
import type { Chance } from './chance.ts';
import type { Customer, Town } from './town.ts';
import { type Asked, DAYS, MORE_TRAFFIC, walkBatch, walkOrder, walkRenewal, walkUpgrade } from './walks.ts';

/** One operation, as its person sees it and as the provider has it. */
export interface Purchase {
  customer: Customer;
  /** The message that shows it. */
  messageId: number;
  /** The server by which its line is found, where the message shows several. */
  batchLine?: string;
  operation: 'cloud.order' | 'cloud.renew' | 'cloud.upgrade';
  /** Whether a request was its. */
  sent(body: unknown): boolean;
  /** How often the provider has done it. */
  times(): number;
  /** Orders of one shape can't be told from each other before one of them is settled. */
  shape?: string;
}

type Draft = Omit<Purchase, 'customer' | 'messageId'>;

/** What somebody is about to buy: its price has not been asked. */
export interface Basket {
  customer: Customer;
  asked: Asked;
  drafts: Draft[];
}

const GEOS = ['tehran', 'frankfurt', 'amsterdam', 'tabriz'];
const SYSTEMS = ['debian13', 'debian12', 'ubuntu24', 'alma9', 'rocky9', 'docker'] as const;
const CORES = 40;
/** No server that was there before has a disk as large as this: by it an order's server is known. */
const FIRST_DISK = 200;

/** Makes what people buy; no two orders are for the same disk. */
export function createBaskets(chance: Chance): (town: Town, customer: Customer) => Promise<Basket> {
  let orders = 0;
  let shape = 0;

  function nextServer(): NewServer {
    orders++;
    // Now and then one that differs from the last one in its disk only.
    if (!chance.odds(0.15)) shape++;
    return {
      geo: GEOS[shape % GEOS.length] ?? '',
      os: SYSTEMS[Math.trunc(shape / GEOS.length) % SYSTEMS.length] ?? 'debian13',
      cpu: 1 + (Math.trunc(shape / GEOS.length / SYSTEMS.length) % CORES),
      ram: 4,
      disk: FIRST_DISK + orders,
      backup: 1,
      traffic: 0,
      period: 364,
    };
  }

  return async (town, customer) => {
    const kind = chance.pick(['order', 'renewal', 'upgrade', 'batch'] as const);
    if (kind === 'order') {
      const server = nextServer();
      return { customer, asked: await walkOrder(town, customer, server), drafts: [orderOf(customer, server)] };
    }
    if (kind === 'batch') {
      const servers = customer.untouched.splice(0, chance.whole(2, 3));
      const asked = await walkBatch(
        town,
        customer,
        servers.map(({ ip }) => ip),
      );
      return { customer, asked, drafts: servers.map(({ id, ip }) => ({ ...renewalOf(customer, id), batchLine: ip })) };
    }
    const server = customer.untouched.pop();
    if (!server) throw new RangeError('no server is left to buy anything for');
    if (kind === 'renewal') {
      const drafts = [renewalOf(customer, server.id)];
      return { customer, asked: await walkRenewal(town, customer, server.ip), drafts };
    }
    return { customer, asked: await walkUpgrade(town, customer, server.ip), drafts: [upgradeOf(customer, server.id)] };
  };
}

export function orderOf({ account }: Customer, { geo, os, cpu, disk }: NewServer): Draft {
  return {
    operation: 'cloud.order',
    sent: (body) => valueIn(body, 'disk') === disk,
    times: () => account.servers.filter((server) => server.disk === disk).length,
    shape: [geo, os, cpu].join(),
  };
}

export function renewalOf({ account }: Customer, id: string): Draft {
  const before = account.server(id).expiresAt;
  return {
    operation: 'cloud.renew',
    sent: (body) => valueIn(body, 'id') === id,
    times: () => Math.round((account.server(id).expiresAt - before) / DAY / DAYS),
  };
}

function upgradeOf({ account }: Customer, id: string): Draft {
  return {
    operation: 'cloud.upgrade',
    sent: (body) => valueIn(body, 'id') === id,
    times() {
      const { traffic, pending } = account.server(id);
      return (pending?.change.traffic ?? traffic) / MORE_TRAFFIC;
    },
  };
}

/** The requests of a purchase that reached the provider, but those that it clearly refused. */
export function requestsOf({ operation, sent, customer }: Purchase, requests: readonly LoggedRequest[]) {
  return requests.filter(
    (request) =>
      request.operation === operation &&
      request.account === customer.account.label &&
      sent(request.body) &&
      !isRefusal(request.answered),
  );
}

/** Whether an HTTP status says that surely nothing was done. */
function isRefusal(status = 0): boolean {
  return status >= 400 && status < 500;
}

function valueIn(body: unknown, name: string): unknown {
  return typeof body === 'object' && body !== null ? new Map(Object.entries(body)).get(name) : undefined;
}
