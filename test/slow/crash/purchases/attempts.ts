import type { NewServer } from '../../../../src/hosting/index.ts';
import type { Chance } from '../../../support/random/chance.ts';
import type { Customer, Environment } from '../environment.ts';
import { prepareDomainRenewal, prepareRegistration } from './domain-dialogs.ts';
import { domainRenewalOf, orderOf, registrationOf, renewalOf, upgradeOf } from './drafts.ts';
import type { Draft } from './purchase.ts';
import { type Asked, prepareBatch, prepareOrder, prepareRenewal, prepareUpgrade } from './server-dialogs.ts';

/** A purchase that a person is about to make: its price has not been asked. */
export interface PurchaseAttempt {
  customer: Customer;
  /** Walks to the price once more. */
  prepare(): Promise<Asked>;
  asked: Asked;
  drafts: (Draft & { batchLine?: string })[];
}

const KINDS = ['order', 'order', 'renewal', 'upgrade', 'batch', 'registration', 'domainRenewal'] as const;
const GEOS = ['tehran', 'frankfurt', 'amsterdam', 'tabriz'];
const SYSTEMS = ['debian13', 'debian12', 'ubuntu24', 'alma9', 'rocky9', 'docker'] as const;
const CORES = 40;
/** No server that was there before has a disk as large as this: by it an order's server is known. */
const FIRST_DISK = 200;

/** Makes what people buy; nothing is bought a second time. */
export function createPurchaseAttempts(
  chance: Chance,
): (environment: Environment, customer: Customer) => Promise<PurchaseAttempt> {
  let number = 0;
  let shape = 0;

  function nextServer(): NewServer {
    number++;
    // Now and then one that differs from the last one in its disk only.
    if (!chance.odds(0.15)) shape++;
    return {
      geo: GEOS[shape % GEOS.length] ?? '',
      os: SYSTEMS[Math.trunc(shape / GEOS.length) % SYSTEMS.length] ?? 'debian13',
      cpu: 1 + (Math.trunc(shape / GEOS.length / SYSTEMS.length) % CORES),
      ram: 4,
      disk: FIRST_DISK + number,
      backup: 1,
      traffic: 0,
      period: 364,
    };
  }

  function fill(environment: Environment, customer: Customer): Pick<PurchaseAttempt, 'prepare' | 'drafts'> {
    const kind = chance.pick(KINDS);
    switch (kind) {
      case 'order': {
        const server = nextServer();
        return { prepare: () => prepareOrder(environment, customer, server), drafts: [orderOf(customer, server)] };
      }
      case 'batch': {
        const servers = customer.untouched.splice(0, chance.whole(2, 3));
        const ips = servers.map(({ ip }) => ip);
        const drafts = servers.map(({ id, ip }) => ({ ...renewalOf(customer, id), batchLine: ip }));
        return { prepare: () => prepareBatch(environment, customer, ips), drafts };
      }
      case 'registration': {
        const domain = `bought-${++number}.com`;
        return {
          prepare: () => prepareRegistration(environment, customer, domain),
          drafts: [registrationOf(customer, domain)],
        };
      }
      case 'domainRenewal': {
        const domain = taken(customer.domains);
        return {
          prepare: () => prepareDomainRenewal(environment, customer, domain),
          drafts: [domainRenewalOf(customer, domain)],
        };
      }
      case 'renewal': {
        const { id, ip } = taken(customer.untouched);
        return { prepare: () => prepareRenewal(environment, customer, ip), drafts: [renewalOf(customer, id)] };
      }
      case 'upgrade': {
        const { id, ip } = taken(customer.untouched);
        return { prepare: () => prepareUpgrade(environment, customer, ip), drafts: [upgradeOf(customer, id)] };
      }
    }
  }

  return async (environment, customer) => {
    const attempt = fill(environment, customer);
    return { customer, ...attempt, asked: await attempt.prepare() };
  };
}

function taken<Item>(items: Item[]): Item {
  const item = items.pop();
  if (item === undefined) throw new RangeError('nothing is left to buy anything for');
  return item;
}
