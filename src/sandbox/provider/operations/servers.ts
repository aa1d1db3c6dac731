import { z } from 'zod';
import { becomes, type ServerState, settled } from '../accounts/account.ts';
import { dateText } from '../assumptions.ts';
import { message, refusal } from '../http/refusal.ts';
import type { Asked, Operation } from './operation.ts';
import { parametersOf, word } from './parameters.ts';

/** Contract, "Servers": list, status, power, console. */
export const servers: readonly Operation[] = [
  { name: 'server.list', method: 'GET', path: '/server/list', handle: list },
  { name: 'server.status', method: 'POST', path: '/server/status', handle: (asked) => statusRecord(serverOf(asked)) },
  { name: 'server.action', method: 'POST', path: '/server/action', alters: true, handle: power },
  {
    name: 'server.vnc',
    method: 'POST',
    path: '/server/vnc',
    handle: (asked) => asked.consoles.open(serverOf(asked)),
  },
];

const one = z.object({ id: word });
const powerParameters = one.extend({ action: z.enum(['on', 'off', 'reboot']) });

/** The server the parameter `id` names. */
export function serverOf(asked: Asked): ServerState {
  const server = asked.account.servers.get(parametersOf(asked, one).id);
  if (server === undefined || server.readyAt > Date.now()) throw refusal('notFound', 'serverNotFound');
  return settled(server);
}

/** The server, provided nothing is going on with it. */
export function idleServerOf(asked: Asked): ServerState {
  const server = serverOf(asked);
  if (server.pending !== undefined) throw refusal('conflict', 'busy');
  return server;
}

function list({ account, parameters }: Asked): unknown {
  const now = Date.now();
  return [...account.servers.values()]
    .filter((server) => server.readyAt <= now)
    .filter((server) => matches(parameters.ip, server.ip) && matches(parameters.geo, server.geo))
    .map(({ id, ip, geo, expiresAt }) => ({ id, ip, geo, expire_date: dateText(expiresAt) }));
}

const matches = (wanted: unknown, value: string) => wanted === undefined || wanted === '' || wanted === value;

function power(asked: Asked): unknown {
  const { action } = parametersOf(asked, powerParameters);
  const server = idleServerOf(asked);
  const { powerMs, rebootMs } = asked.timings;
  if (action === 'reboot') {
    if (server.status === 'off') throw refusal('conflict', 'poweredOff');
    becomes(server, 'rebooting', rebootMs, { status: 'on' });
  } else if (server.status !== action) {
    becomes(server, action === 'on' ? 'starting' : 'stopping', powerMs, { status: action });
  }
  return { message: message(`action.${action}`) };
}

/** The contract's record, with its ints quoted as the contract shows them. */
function statusRecord(server: ServerState): Record<string, string | boolean> {
  return {
    id: server.id,
    ip: server.ip,
    geo: server.geo,
    status: server.status,
    os: server.os,
    ipv6: server.ipv6,
    port: String(server.port),
    user: server.user,
    mac: server.mac,
    ram: String(server.ram),
    cpu: String(server.cpu),
    disk: String(server.disk),
    backup: String(server.backup),
    traffic_usage: server.trafficUsage,
    rescue_disk: server.rescueDisk,
    expire_date: dateText(server.expiresAt),
  };
}
