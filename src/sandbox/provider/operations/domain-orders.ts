import { z } from 'zod';
import { fieldRefusal, message, refusal } from '../http/refusal.ts';
import type { Asked, Operation } from './operation.ts';
import { parametersOf, whole, word } from './parameters.ts';
import { domainPrice, pay, quoteOf } from './prices.ts';
import registry from './registry.json' with { type: 'json' };

const REGISTER = '/order/domain/register';

/** Contract, "Domain orders"; all of it needs the reseller service. */
export const domainOrders: readonly Operation[] = [
  { name: 'domain.price', method: 'GET', path: '/order/domain/price', handle: reselling(price) },
  { name: 'domain.availability', method: 'GET', path: REGISTER, handle: reselling(availability) },
  { name: 'domain.register', method: 'POST', path: REGISTER, alters: true, handle: reselling(register) },
  { name: 'domain.info', method: 'GET', path: '/order/domain/info', handle: reselling(info) },
  { name: 'domain.renew', method: 'POST', path: '/order/domain/renew', alters: true, handle: reselling(renew) },
];

const years = whole(1, 10);
const host = word
  .transform((name) => name.toLowerCase())
  .pipe(z.string().regex(/^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]{2,}$/));
const priceParameters = z.object({ tld: word.transform((tld) => tld.toLowerCase().replace(/^\./, '')), period: years });
const nameParameters = z.object({ domain: host, period: years });
const registration = nameParameters.extend({
  'nic-handle': word.optional(),
  ns1: host,
  ns2: host,
  ns3: host.optional(),
  ns4: host.optional(),
});
const infoParameters = z.object({ domain: host });
const renewal = z.object({ id: word, period: years });

function reselling(handle: (asked: Asked) => unknown): (asked: Asked) => unknown {
  return (asked) => {
    if (!asked.account.reseller) throw refusal('resellerServiceMissing', 'resellerServiceMissing');
    return handle(asked);
  };
}

const topOf = (name: string) => name.split('.').at(-1) ?? '';
const isNational = (name: string) => registry.nationalSuffixes.includes(topOf(name));

/** The price of a suffix; `field` is the parameter that is at fault when there is none. */
function totalOf(field: 'tld' | 'domain', suffix: string, period: number, { registries }: Asked): number {
  const { years } = registries[topOf(suffix)] ?? {};
  const fits = years?.includes(period) ?? true;
  if (!fits || (isNational(suffix) && period > 1)) throw fieldRefusal({ period: 'outOfRange' });
  const total = domainPrice(suffix, period);
  if (total === undefined) throw fieldRefusal({ [field]: 'notAllowed' });
  return total;
}

const suffixOf = (domain: string) => domain.slice(domain.indexOf('.') + 1);

function price(asked: Asked): unknown {
  const { tld, period } = parametersOf(asked, priceParameters);
  return quoteOf(totalOf('tld', tld, period, asked), period);
}

/** The contract's codes: 1 available, 0 registered, 2 forbidden. */
function stateOf(domain: string, { accounts }: Asked): 0 | 1 | 2 {
  if (registry.forbidden.includes(domain) || domain.startsWith('forbidden')) return 2;
  const owned = accounts.some((account) => account.domains.some((each) => each.domain === domain));
  return owned || registry.taken.includes(domain) || domain.startsWith('taken') ? 0 : 1;
}

function availability(asked: Asked): unknown {
  const { domain, period } = parametersOf(asked, nameParameters);
  const total = totalOf('domain', suffixOf(domain), period, asked);
  return { ...quoteOf(total, period), avaliable: stateOf(domain, asked) };
}

function register(asked: Asked): unknown {
  const { domain, period, 'nic-handle': handle } = parametersOf(asked, registration);
  const total = totalOf('domain', suffixOf(domain), period, asked);
  const needsHandle = isNational(domain) || asked.registries[topOf(domain)]?.handle === true;
  if (needsHandle && handle === undefined) throw fieldRefusal({ 'nic-handle': 'required' });
  const state = stateOf(domain, asked);
  if (state !== 1) throw refusal('conflict', state === 0 ? 'domainTaken' : 'domainForbidden');
  const orderId = pay(asked.account, 'domain.register', total);
  const id = orderId.replace('ord', 'dom');
  const now = Date.now();
  asked.account.domains.push({ id, domain, startsAt: now, endsAt: yearsAfter(now, period) });
  return { message: message('domainRegistered'), order_id: orderId };
}

function info(asked: Asked): unknown {
  const { domain } = parametersOf(asked, infoParameters);
  const found = asked.account.domains.find((each) => each.domain === domain);
  if (found === undefined) throw refusal('notFound', 'domainNotFound');
  return {
    id: found.id,
    domain,
    service_start: microseconds(found.startsAt),
    service_end: microseconds(found.endsAt),
  };
}

function renew(asked: Asked): unknown {
  const { id, period } = parametersOf(asked, renewal);
  const found = asked.account.domains.find((each) => each.id === id);
  if (found === undefined) throw refusal('notFound', 'domainNotFound');
  pay(asked.account, 'domain.renew', totalOf('domain', suffixOf(found.domain), period, asked));
  found.endsAt = yearsAfter(found.endsAt, period);
  return { message: message('domainRenewed') };
}

function yearsAfter(at: number, count: number): number {
  const date = new Date(at);
  return date.setUTCFullYear(date.getUTCFullYear() + count);
}

/** ISO 8601 in UTC with microseconds. */
const microseconds = (at: number) => new Date(at).toISOString().replace('Z', '000Z');
