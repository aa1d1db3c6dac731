import { z } from 'zod';
import { type ServerState, startChange } from '../accounts/account.ts';
import { DAY, generateServer, loginOf } from '../accounts/seed.ts';
import { BOUNDS, LOCATIONS } from '../assumptions.ts';
import { fieldRefusal, messageText } from '../http/refusal.ts';
import { OPERATING_SYSTEMS } from './catalogue.ts';
import {
  acknowledgement,
  integer,
  type Operation,
  type OperationContext,
  operation,
  requiredText,
} from './operation.ts';
import { cloudPrice, orderAcknowledgement, pay, quote, quoteOf } from './prices.ts';
import { findIdleServer, findServer, serverId } from './servers.ts';

const CREATE = '/order/cloud/create';
const RENEW = '/order/cloud/renew';
const UPGRADE = '/order/cloud/upgrade';

const resources = {
  ram: integer(...BOUNDS.ram),
  cpu: integer(...BOUNDS.cpu),
  disk: integer(...BOUNDS.disk),
  backup: integer(...BOUNDS.backup),
  traffic: integer(...BOUNDS.traffic),
};
const newServer = z.object({ geo: requiredText, ...resources, period: integer(7, 364), os: z.enum(OPERATING_SYSTEMS) });
const renewal = serverId.extend({ period: integer(30, 364) });
const upgrade = serverId.extend(resources);

export const cloudOrders: readonly Operation[] = [
  operation({
    name: 'cloud.quote',
    method: 'GET',
    path: CREATE,
    travels: 'body',
    parameters: newServer,
    answer: quote,
    handle: (wanted, context) => quoteOf(orderPrice(wanted, context), wanted.period, context.market),
  }),
  operation({
    name: 'cloud.order',
    method: 'POST',
    path: CREATE,
    alters: true,
    parameters: newServer,
    answer: orderAcknowledgement,
    handle({ period, ...wanted }, context) {
      const { account, accounts, timings } = context;
      const orderId = pay(context, 'cloud.order', orderPrice({ period, ...wanted }, context));
      const now = context.now();
      const server: ServerState = {
        ...generateServer(unusedServerNumber(accounts), now),
        ...wanted,
        ...loginOf(wanted.os),
        trafficUsage: '0.0',
        expiresAt: now + period * DAY,
        readyAt: now + timings.orderMs,
      };
      account.servers.set(server.id, server);
      return { message: messageText('serverOrdered'), order_id: orderId };
    },
  }),
  operation({
    name: 'cloud.renewQuote',
    method: 'GET',
    path: RENEW,
    travels: 'open',
    parameters: renewal,
    answer: quote,
    handle: ({ id, period }, context) => quoteOf(cloudPrice(findServer(id, context), period), period, context.market),
  }),
  operation({
    name: 'cloud.renew',
    method: 'POST',
    path: RENEW,
    alters: true,
    parameters: renewal,
    answer: acknowledgement,
    handle({ id, period }, context) {
      const server = findServer(id, context);
      pay(context, 'cloud.renew', cloudPrice(server, period));
      server.expiresAt = Math.max(server.expiresAt, context.now()) + period * DAY;
      return { message: messageText('serverRenewed') };
    },
  }),
  operation({
    name: 'cloud.upgradeQuote',
    method: 'GET',
    path: UPGRADE,
    travels: 'open',
    parameters: upgrade,
    answer: quote,
    handle({ id, ...wanted }, context) {
      const { days, total } = upgradePrice(findServer(id, context), wanted, context.now());
      return quoteOf(total, days, context.market);
    },
  }),
  operation({
    name: 'cloud.upgrade',
    method: 'POST',
    path: UPGRADE,
    alters: true,
    parameters: upgrade,
    answer: acknowledgement,
    handle({ id, ...wanted }, context) {
      const server = findIdleServer(id, context);
      pay(context, 'cloud.upgrade', upgradePrice(server, wanted, context.now()).total);
      const traffic = server.traffic + wanted.traffic;
      startChange(server, 'rebooting', context, { ...wanted, traffic, status: 'on' });
      return { message: messageText('serverUpgraded') };
    },
  }),
];

type NewServer = z.output<typeof newServer>;

/** @throws Refusal where servers can't be ordered in the location */
function orderPrice(wanted: NewServer, { account }: OperationContext): number {
  const known = LOCATIONS.includes(wanted.geo) || [...account.servers.values()].some((each) => each.geo === wanted.geo);
  if (!known) throw fieldRefusal({ geo: 'notAllowed' });
  return cloudPrice(wanted, wanted.period);
}

/** A number above those of the servers of all accounts. */
function unusedServerNumber(accounts: OperationContext['accounts']): number {
  const ids = accounts.flatMap((account) => [...account.servers.keys()]);
  const numbers = ids.map((id) => Number(/^srv-(\d+)$/.exec(id)?.[1] ?? 0) - 10_000);
  return numbers.reduce((most, each) => Math.max(most, each), 0);
}

/** The price of the added resources for the remaining days. @throws Refusal where a resource would shrink */
function upgradePrice(
  server: ServerState,
  wanted: Omit<z.output<typeof upgrade>, 'id'>,
  now: number,
): { days: number; total: number } {
  const names = ['ram', 'cpu', 'disk', 'backup'] as const;
  const less = names.filter((name) => wanted[name] < server[name]);
  if (less.length > 0) throw fieldRefusal(Object.fromEntries(less.map((name) => [name, 'notAllowed'])));
  const added = { ...wanted };
  for (const name of names) added[name] -= server[name];
  const days = Math.max(1, Math.ceil((server.expiresAt - now) / DAY));
  return { days, total: cloudPrice(added, days) };
}
