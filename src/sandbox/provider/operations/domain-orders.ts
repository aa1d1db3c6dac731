import { z } from 'zod';
import { HANDLE } from '../assumptions.ts';
import { fieldRefusal, messageText, refusal } from '../http/refusal.ts';
import {
  acknowledgement,
  answeredInteger,
  integer,
  type Operation,
  type OperationContext,
  type OperationRow,
  operation,
  requiredText,
} from './operation.ts';
import { domainPrice, orderAcknowledgement, pay, quote, quoteOf } from './prices.ts';
import registry from './registry.json' with { type: 'json' };

const REGISTER = '/order/domain/register';

const period = integer(1, 10);
/** RFC 1035, 2.3.4: a label has at most 63 bytes and a name 253. An IP address is none: its last label has no letter. */
const hostName = requiredText
  .transform((name) => name.toLowerCase())
  .pipe(
    z
      .string()
      .max(253)
      .regex(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?=[0-9-]*[a-z])[a-z0-9][a-z0-9-]{0,61}[a-z0-9]$/),
  );
const handle = requiredText.pipe(z.string().regex(HANDLE));
const suffix = requiredText.transform((tld) => tld.toLowerCase().replace(/^\./, ''));
const domainForPeriod = z.object({ domain: hostName, period });
const availability = z.union([
  quote.extend({ avaliable: answeredInteger }),
  quote.extend({ available: answeredInteger }),
]);

export const domainOrders: readonly Operation[] = [
  resellerOperation({
    name: 'domain.price',
    method: 'GET',
    path: '/order/domain/price',
    travels: 'open',
    parameters: z.object({ tld: suffix, period }),
    answer: quote,
    handle: ({ tld, period }, context) => quoteOf(suffixPrice('tld', tld, period, context), period, context.market),
  }),
  resellerOperation({
    name: 'domain.availability',
    method: 'GET',
    path: REGISTER,
    travels: 'open',
    parameters: domainForPeriod,
    answer: availability,
    handle({ domain, period }, context) {
      const total = suffixPrice('domain', suffixOf(domain), period, context);
      return { ...quoteOf(total, period, context.market), avaliable: availabilityOf(domain, context) };
    },
  }),
  resellerOperation({
    name: 'domain.register',
    method: 'POST',
    path: REGISTER,
    alters: true,
    parameters: domainForPeriod.extend({
      'nic-handle': handle.optional(),
      ns1: hostName,
      ns2: hostName,
      ns3: hostName.optional(),
      ns4: hostName.optional(),
    }),
    answer: orderAcknowledgement,
    handle({ domain, period, 'nic-handle': handle, ...nameServers }, context) {
      checkDiffer(nameServers);
      const total = suffixPrice('domain', suffixOf(domain), period, context);
      const needsHandle = isNational(domain) || context.registries.get(topLevelOf(domain))?.handle === true;
      if (needsHandle && handle === undefined) throw fieldRefusal({ 'nic-handle': 'required' });
      const availability = availabilityOf(domain, context);
      if (availability !== 1) throw refusal('conflict', availability === 0 ? 'domainTaken' : 'domainForbidden');
      const orderId = pay(context, 'domain.register', total);
      const id = orderId.replace('ord', 'dom');
      const now = context.now();
      context.account.domains.push({ id, domain, startsAt: now, endsAt: yearsAfter(now, period) });
      return { message: messageText('domainRegistered'), order_id: orderId };
    },
  }),
  resellerOperation({
    name: 'domain.info',
    method: 'GET',
    path: '/order/domain/info',
    travels: 'open',
    parameters: z.object({ domain: hostName }),
    answer: z.object({ id: z.string(), domain: z.string(), service_start: z.string(), service_end: z.string() }),
    handle({ domain }, { account }) {
      const found = account.domains.find((each) => each.domain === domain);
      if (found === undefined) throw refusal('notFound', 'domainNotFound');
      return {
        id: found.id,
        domain,
        service_start: isoMicroseconds(found.startsAt),
        service_end: isoMicroseconds(found.endsAt),
      };
    },
  }),
  resellerOperation({
    name: 'domain.renew',
    method: 'POST',
    path: '/order/domain/renew',
    alters: true,
    parameters: z.object({ id: requiredText, period }),
    answer: acknowledgement,
    handle({ id, period }, context) {
      const found = context.account.domains.find((each) => each.id === id);
      if (found === undefined) throw refusal('notFound', 'domainNotFound');
      pay(context, 'domain.renew', suffixPrice('domain', suffixOf(found.domain), period, context));
      found.endsAt = yearsAfter(found.endsAt, period);
      return { message: messageText('domainRenewed') };
    },
  }),
];

/** {@link operation}, refused to accounts without the reseller service with any parameters. */
function resellerOperation<Parameters, Answer>(row: OperationRow<Parameters, Answer>): Operation {
  const unrestricted = operation(row);
  return {
    ...unrestricted,
    handle(parameters, context) {
      if (!context.account.reseller) throw refusal('resellerServiceMissing', 'resellerServiceMissing');
      return unrestricted.handle(parameters, context);
    },
  };
}

/** @throws Refusal where two of the name servers are one */
function checkDiffer(nameServers: Readonly<Record<string, string | undefined>>): void {
  const given = Object.entries(nameServers).filter(([, name]) => name !== undefined);
  const repeated = given.find(([, name], at) => given.slice(0, at).some(([, earlier]) => earlier === name));
  if (repeated) throw fieldRefusal({ [repeated[0]]: 'notAllowed' });
}

const topLevelOf = (name: string) => name.split('.').at(-1) ?? '';
const suffixOf = (domain: string) => domain.slice(domain.indexOf('.') + 1);
const isNational = (name: string) => registry.nationalSuffixes.includes(topLevelOf(name));

/** @throws Refusal where the suffix is not sold (an error of `field`) or not for this period */
function suffixPrice(
  field: 'tld' | 'domain',
  suffix: string,
  period: number,
  { registries }: OperationContext,
): number {
  const allowed = registries.get(topLevelOf(suffix))?.years?.includes(period) ?? true;
  if (!allowed || (isNational(suffix) && period > 1)) throw fieldRefusal({ period: 'outOfRange' });
  const total = domainPrice(suffix, period);
  if (total === undefined) throw fieldRefusal({ [field]: 'notAllowed' });
  return total;
}

/** The contract's codes: 1 available, 0 registered, 2 forbidden. */
function availabilityOf(domain: string, { accounts, market }: OperationContext): 0 | 1 | 2 {
  if (registry.forbidden.includes(domain) || domain.startsWith('forbidden')) return 2;
  const owned = accounts.some((account) => account.domains.some((each) => each.domain === domain));
  if (!owned && market.freed.has(domain)) return 1;
  return owned || registry.taken.includes(domain) || domain.startsWith('taken') ? 0 : 1;
}

function yearsAfter(at: number, years: number): number {
  const date = new Date(at);
  return date.setUTCFullYear(date.getUTCFullYear() + years);
}

const isoMicroseconds = (at: number) => new Date(at).toISOString().replace('Z', '000Z');
