import { z } from 'zod';
import { isFor, type OrderAcknowledgement, orderAcknowledgement, type Quote, quote } from './answers/quote.ts';
import { type Acknowledgement, acknowledgement } from './answers/reading.ts';
import { OPERATING_SYSTEMS, ORDER_DAYS, RENEWAL_DAYS } from './codes.ts';
import type { Caller, Change, Read } from './http/call.ts';
import { count, given, within } from './http/checking.ts';
import { Failure } from './http/failure.ts';

const resources = { ram: count, cpu: count, disk: count, backup: count, traffic: count };
const newServer = z.object({ geo: given, ...resources, period: within(ORDER_DAYS), os: z.enum(OPERATING_SYSTEMS) });
const renewal = z.object({ id: given, period: within(RENEWAL_DAYS) });
const upgraded = z.object({ id: given, ...resources });

/** Ram and disk in gigabytes, cpu in cores, period in days; the contract states no unit of traffic here. */
export type NewServer = z.output<typeof newServer>;
/** Ram, disk and traffic in gigabytes, cpu in cores. */
export type Upgrade = Omit<z.output<typeof upgraded>, 'id'>;

const ask = { effect: 'read', settledBy: 'asking again', method: 'GET', answer: quote } as const;
const pay = { effect: 'change', method: 'POST', travels: 'body', answer: acknowledgement } as const;

/** Contract, "Cloud orders". It shows no body format for the quotes of renewals and upgrades. */
export const cloudOrderEndpoints = {
  quote: { ...ask, operation: 'cloud.quote', path: '/order/cloud/create', travels: 'body', send: newServer },
  order: {
    ...pay,
    operation: 'cloud.order',
    settledBy: 'server.list: a server more than before',
    path: '/order/cloud/create',
    send: newServer,
    answer: orderAcknowledgement,
  },
  quoteRenewal: { ...ask, operation: 'cloud.renewQuote', path: '/order/cloud/renew', travels: 'both', send: renewal },
  renew: {
    ...pay,
    operation: 'cloud.renew',
    settledBy: 'server.status: expire_date later than before',
    path: '/order/cloud/renew',
    send: renewal,
  },
  quoteUpgrade: {
    ...ask,
    operation: 'cloud.upgradeQuote',
    path: '/order/cloud/upgrade',
    travels: 'both',
    send: upgraded,
  },
  upgrade: {
    ...pay,
    operation: 'cloud.upgrade',
    settledBy: 'server.status: cpu, ram and disk',
    path: '/order/cloud/upgrade',
    send: upgraded,
  },
} as const satisfies Record<string, Read<unknown, unknown> | Change<unknown, unknown>>;

/** `period` is in days. A quote for another period than the requested one fails as `unreadable`. */
export interface CloudOrders {
  quote(server: NewServer, signal?: AbortSignal): Promise<Quote>;
  order(server: NewServer): Promise<OrderAcknowledgement>;
  quoteRenewal(id: string, period: number, signal?: AbortSignal): Promise<Quote>;
  renew(id: string, period: number): Promise<Acknowledgement>;
  quoteUpgrade(id: string, upgrade: Upgrade, signal?: AbortSignal): Promise<Quote>;
  /** Takes the money and reboots the server. */
  upgrade(id: string, upgrade: Upgrade): Promise<Acknowledgement>;
}

export function cloudOrders(caller: Caller): CloudOrders {
  const at = cloudOrderEndpoints;
  const checked = (quote: Quote, period: number, { operation }: { operation: string }): Quote => {
    if (isFor(period, quote)) return quote;
    throw new Failure('unreadable', operation, { reason: 'another period' });
  };
  return {
    quote: async (server, signal) => checked(await caller.read(at.quote, server, signal), server.period, at.quote),
    order: (server) => caller.change(at.order, server),
    quoteRenewal: async (id, period, signal) =>
      checked(await caller.read(at.quoteRenewal, { id, period }, signal), period, at.quoteRenewal),
    renew: (id, period) => caller.change(at.renew, { id, period }),
    quoteUpgrade: (id, upgrade, signal) => caller.read(at.quoteUpgrade, { ...upgrade, id }, signal),
    upgrade: (id, upgrade) => caller.change(at.upgrade, { ...upgrade, id }),
  };
}
