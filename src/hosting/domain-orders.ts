import { z } from 'zod';
import {
  type Availability,
  availability,
  isFor,
  type OrderAcknowledgement,
  orderAcknowledgement,
  type Quote,
  quote,
} from './answers/quote.ts';
import { type Acknowledgement, acknowledgement, identifier, record, text } from './answers/reading.ts';
import { DOMAIN_YEARS, NATIONAL_DOMAIN_YEARS } from './codes.ts';
import type { Caller, Change, Read } from './http/call.ts';
import { given, within } from './http/checking.ts';
import { Failure } from './http/failure.ts';

const domainInfo = record({
  id: identifier,
  domain: text.exactOptional(),
  serviceStart: text.exactOptional(),
  serviceEnd: text.exactOptional(),
});
/** Contract, "Domain info": dates as they came, ISO 8601 in the published example. */
export type DomainInfo = Omit<z.output<typeof domainInfo>, 'domain'> & { domain: string };

export interface Registration {
  domain: string;
  period: number;
  nicHandle?: string;
  ns1: string;
  ns2: string;
  ns3?: string;
  ns4?: string;
}

const years = within(DOMAIN_YEARS);
const optional = given.exactOptional();
const ask = { effect: 'read', settledBy: 'asking again', method: 'GET', travels: 'both' } as const;
const pay = { effect: 'change', method: 'POST', travels: 'body' } as const;

export function domainOrderEndpoints(national: readonly string[]) {
  const isNational = (name: string) => national.includes(name.toLowerCase().replace(/\.$/, '').split('.').at(-1) ?? '');
  const yearsFit = (name: string, period: number) => !isNational(name) || period <= NATIONAL_DOMAIN_YEARS.max;
  const tooLong = { path: ['period'] };
  const named = z.object({ domain: given, period: years });
  return {
    price: {
      ...ask,
      operation: 'domain.price',
      path: '/order/domain/price',
      send: z.object({ tld: given, period: years }).refine((of) => yearsFit(of.tld, of.period), tooLong),
      answer: quote,
    },
    availability: {
      ...ask,
      operation: 'domain.availability',
      path: '/order/domain/register',
      send: named.refine((of) => yearsFit(of.domain, of.period), tooLong),
      answer: availability,
    },
    register: {
      ...pay,
      operation: 'domain.register',
      settledBy: 'domain.info: the domain is in the account',
      path: '/order/domain/register',
      send: named
        .extend({ 'nic-handle': optional, ns1: given, ns2: given, ns3: optional, ns4: optional })
        .refine((of) => yearsFit(of.domain, of.period), tooLong)
        .refine((of) => !isNational(of.domain) || of['nic-handle'] !== undefined, {
          path: ['nic-handle'],
          params: { rule: 'required' },
        }),
      answer: orderAcknowledgement,
    },
    info: {
      ...ask,
      operation: 'domain.info',
      path: '/order/domain/info',
      send: z.object({ domain: given }),
      answer: domainInfo,
    },
    renew: {
      ...pay,
      operation: 'domain.renew',
      settledBy: 'domain.info: service_end later than before',
      path: '/order/domain/renew',
      send: named
        .extend({ id: given })
        .refine((of) => yearsFit(of.domain, of.period), tooLong)
        .transform(({ id, period }) => ({ id, period })),
      answer: acknowledgement,
    },
  } as const satisfies Record<string, Read<unknown, unknown> | Change<unknown, unknown>>;
}

/** Every operation needs the reseller service; `period` is in years, one at most for a national suffix. */
export interface DomainOrders {
  /** @throws Failure `unreadable` also where the quote is for another period */
  price(tld: string, period: number, signal?: AbortSignal, retries?: number): Promise<Quote>;
  /** Leaves out a quote for another period. */
  availability(domain: string, period: number, signal?: AbortSignal, retries?: number): Promise<Availability>;
  register(registration: Registration): Promise<OrderAcknowledgement>;
  info(domain: string, signal?: AbortSignal, retries?: number): Promise<DomainInfo>;
  renew(domain: Pick<DomainInfo, 'id' | 'domain'>, period: number): Promise<Acknowledgement>;
}

export type DomainOrderEndpoints = ReturnType<typeof domainOrderEndpoints>;

export function domainOrders(caller: Caller, at: DomainOrderEndpoints): DomainOrders {
  return {
    async price(tld, period, signal, retries) {
      const quote = await caller.read(at.price, { tld, period }, signal, retries);
      if (!isFor(period, quote)) throw new Failure('unreadable', at.price.operation, { reason: 'another period' });
      return quote;
    },
    async availability(domain, period, signal, retries) {
      const { state, quote } = await caller.read(at.availability, { domain, period }, signal, retries);
      return { state, ...(quote && isFor(period, quote) && { quote }) };
    },
    register: ({ nicHandle, ...rest }) =>
      caller.change(at.register, { ...rest, ...(nicHandle !== undefined && { 'nic-handle': nicHandle }) }),
    info: async (domain, signal, retries) => ({
      ...{ domain, ...(await caller.read(at.info, { domain }, signal, retries)) },
    }),
    renew: ({ id, domain }, period) => caller.change(at.renew, { id, domain, period }),
  };
}
