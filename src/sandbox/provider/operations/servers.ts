import { z } from 'zod';
import { applyDueChange, type ServerState, startChange } from '../accounts/account.ts';
import { dateText } from '../assumptions.ts';
import { messageText, refusal } from '../http/refusal.ts';
import {
  acknowledgement,
  answeredInteger,
  type Operation,
  type OperationContext,
  operation,
  requiredText,
} from './operation.ts';

export const serverId = z.object({ id: requiredText });

const statusRecord = z.object({
  id: z.string(),
  ip: z.string(),
  geo: z.string(),
  status: z.string(),
  os: z.string(),
  ipv6: z.string(),
  port: answeredInteger,
  user: z.string(),
  mac: z.string(),
  ram: answeredInteger,
  cpu: answeredInteger,
  disk: answeredInteger,
  backup: answeredInteger,
  traffic_usage: z.string(),
  rescue_disk: z.boolean(),
  expire_date: z.string(),
});

export const servers: readonly Operation[] = [
  operation({
    name: 'server.list',
    method: 'GET',
    path: '/server/list',
    travels: 'query',
    parameters: z.object({ ip: z.string().optional(), geo: z.string().optional() }),
    answer: z.array(z.object({ id: z.string(), ip: z.string(), geo: z.string(), expire_date: z.string() })),
    handle({ ip, geo }, context) {
      const now = context.now();
      return [...context.account.servers.values()]
        .filter((server) => server.readyAt <= now)
        .filter((server) => matches(ip, server.ip) && matches(geo, server.geo))
        .map((server) => ({
          id: server.id,
          ip: server.ip,
          geo: server.geo,
          expire_date: dateText(server.expiresAt),
        }));
    },
  }),
  operation({
    name: 'server.status',
    method: 'POST',
    path: '/server/status',
    parameters: serverId,
    answer: statusRecord,
    handle({ id }, context) {
      const server = findServer(id, context);
      if (server.pending) server.pending.unseen = false;
      return statusOf(server);
    },
  }),
  operation({
    name: 'server.action',
    method: 'POST',
    path: '/server/action',
    alters: true,
    parameters: serverId.extend({ action: z.enum(['on', 'off', 'reboot']) }),
    answer: acknowledgement,
    handle({ id, action }, context) {
      const server = findIdleServer(id, context);
      if (action === 'reboot') {
        if (server.status === 'off') throw refusal('conflict', 'poweredOff');
        startChange(server, 'rebooting', context, { status: 'on' });
      } else if (server.status !== action) {
        startChange(server, action === 'on' ? 'starting' : 'stopping', context, { status: action });
      }
      return { message: messageText(`action.${action}`) };
    },
  }),
  operation({
    name: 'server.vnc',
    method: 'POST',
    path: '/server/vnc',
    parameters: serverId,
    answer: z.object({ hostname: z.string(), port: z.string(), password: z.string() }),
    handle: ({ id }, context) => context.consoles.open(findServer(id, context)),
  }),
];

/** @throws Refusal where the account has no such server, or not yet */
export function findServer(id: string, { account, now }: OperationContext): ServerState {
  const server = account.servers.get(id);
  if (server === undefined || server.readyAt > now()) throw refusal('notFound', 'serverNotFound');
  return applyDueChange(server, now());
}

/** {@link findServer}. @throws Refusal also while another change of the server is pending */
export function findIdleServer(id: string, context: OperationContext): ServerState {
  const server = findServer(id, context);
  if (server.pending !== undefined) throw refusal('conflict', 'busy');
  return server;
}

const matches = (wanted: string | undefined, value: string) =>
  wanted === undefined || wanted === '' || wanted === value;

/** The contract quotes the integers of this record. */
function statusOf(server: ServerState): z.output<typeof statusRecord> {
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
