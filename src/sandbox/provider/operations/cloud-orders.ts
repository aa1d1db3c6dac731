import { z } from 'zod';
import { becomes, type ServerState } from '../accounts/account.ts';
import { DAY, loginOf, serverAt } from '../accounts/seed.ts';
import { BOUNDS, LOCATIONS } from '../assumptions.ts';
import { fieldRefusal, message } from '../http/refusal.ts';
import { OPERATING_SYSTEMS } from './catalogue.ts';
import type { Asked, Operation } from './operation.ts';
import { parametersOf, whole, word } from './parameters.ts';
import { cloudPrice, pay, quoteOf } from './prices.ts';
import { idleServerOf, serverOf } from './servers.ts';

const CREATE = '/order/cloud/create';
const RENEW = '/order/cloud/renew';
const UPGRADE = '/order/cloud/upgrade';

/** Contract, "Cloud orders". */
export const cloudOrders: readonly Operation[] = [
  { name: 'cloud.quote', method: 'GET', path: CREATE, handle: quoteServer },
  { name: 'cloud.order', method: 'POST', path: CREATE, alters: true, handle: orderServer },
  { name: 'cloud.renewQuote', method: 'GET', path: RENEW, handle: quoteRenewal },
  { name: 'cloud.renew', method: 'POST', path: RENEW, alters: true, handle: renew },
  { name: 'cloud.upgradeQuote', method: 'GET', path: UPGRADE, handle: quoteUpgrade },
  { name: 'cloud.upgrade', method: 'POST', path: UPGRADE, alters: true, handle: upgrade },
];

const resources = {
  ram: whole(...BOUNDS.ram),
  cpu: whole(...BOUNDS.cpu),
  disk: whole(...BOUNDS.disk),
  backup: whole(...BOUNDS.backup),
  traffic: whole(...BOUNDS.traffic),
};
const newServer = z.object({ geo: word, ...resources, period: whole(7, 364), os: z.enum(OPERATING_SYSTEMS) });
const renewal = z.object({ id: word, period: whole(30, 364) });
const upgraded = z.object({ id: word, ...resources });

function wanted(asked: Asked) {
  const server = parametersOf(asked, newServer);
  const known =
    LOCATIONS.includes(server.geo) || [...asked.account.servers.values()].some((each) => each.geo === server.geo);
  if (!known) throw fieldRefusal({ geo: 'notAllowed' });
  return { server, total: cloudPrice(server, server.period) };
}

function quoteServer(asked: Asked): unknown {
  const { server, total } = wanted(asked);
  return quoteOf(total, server.period);
}

function orderServer(asked: Asked): unknown {
  const { server, total } = wanted(asked);
  const { account, timings } = asked;
  const orderId = pay(account, 'cloud.order', total);
  const now = Date.now();
  const { period, ...chosen } = server;
  const generated = serverAt(nextNumber(asked), now);
  const made: ServerState = {
    ...generated,
    ...chosen,
    ...loginOf(server.os),
    trafficUsage: '0.0',
    expiresAt: now + period * DAY,
    readyAt: now + timings.orderMs,
  };
  account.servers.set(made.id, made);
  return { message: message('serverOrdered'), order_id: orderId };
}

/** Beyond every server there is, of whichever account. */
function nextNumber({ accounts }: Asked): number {
  const ids = accounts.flatMap((account) => [...account.servers.keys()]);
  const numbers = ids.map((id) => Number(/^srv-(\d+)$/.exec(id)?.[1] ?? 0) - 10_000);
  return numbers.reduce((most, each) => Math.max(most, each), 0);
}

function renewalOf(asked: Asked) {
  const { period } = parametersOf(asked, renewal);
  const server = serverOf(asked);
  return { server, period, total: cloudPrice(server, period) };
}

function quoteRenewal(asked: Asked): unknown {
  const { period, total } = renewalOf(asked);
  return quoteOf(total, period);
}

function renew(asked: Asked): unknown {
  const { server, period, total } = renewalOf(asked);
  pay(asked.account, 'cloud.renew', total);
  server.expiresAt = Math.max(server.expiresAt, Date.now()) + period * DAY;
  return { message: message('serverRenewed') };
}

/** The increase of the server that is found, and its price for the days that are left. */
function upgradeOf(asked: Asked, find: (asked: Asked) => ServerState) {
  const { id: _, ...to } = parametersOf(asked, upgraded);
  const server = find(asked);
  const names = ['ram', 'cpu', 'disk', 'backup'] as const;
  const less = names.filter((name) => to[name] < server[name]);
  if (less.length > 0) throw fieldRefusal(Object.fromEntries(less.map((name) => [name, 'notAllowed'])));
  const added = { ...to };
  for (const name of names) added[name] -= server[name];
  const days = Math.max(1, Math.ceil((server.expiresAt - Date.now()) / DAY));
  return { server, to, days, total: cloudPrice(added, days) };
}

function quoteUpgrade(asked: Asked): unknown {
  const { days, total } = upgradeOf(asked, serverOf);
  return quoteOf(total, days);
}

function upgrade(asked: Asked): unknown {
  const { server, to, total } = upgradeOf(asked, idleServerOf);
  pay(asked.account, 'cloud.upgrade', total);
  const traffic = server.traffic + to.traffic;
  becomes(server, 'rebooting', asked.timings.rebootMs, { ...to, traffic, status: 'on' });
  return { message: message('serverUpgraded') };
}
