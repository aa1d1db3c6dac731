import { z } from 'zod';
import {
  type Acknowledgement,
  acknowledgement,
  flag,
  identifier,
  listOf,
  record,
  secret,
  text,
  whole,
  words,
} from './answers/reading.ts';
import { isExact, isWhole, LEFT_OUT, shortenedLine } from './answers/shorten.ts';
import {
  GRAPH_PERIODS,
  type GraphPeriod,
  OPERATING_SYSTEMS,
  type OperatingSystem,
  RESCUE_DISKS,
  type RescueDisk,
  SERVER_ACTIONS,
  type ServerAction,
} from './codes.ts';
import { type Graph, graph } from './graph.ts';
import type { Caller, Change, Read } from './http/call.ts';
import { given } from './http/checking.ts';

const MAX_LOCATION_LENGTH = 200;
/** An order names the location: an altered one ends in `…` and can only be shown. */
const place = z.string().transform((came) => {
  const shown = isExact(came, MAX_LOCATION_LENGTH) ? came : shortenedLine(came, MAX_LOCATION_LENGTH);
  return shown === came || !isWhole(shown) ? shown : `${shown}${LEFT_OUT}`;
});

const serverListItem = record({
  id: identifier,
  ip: text.exactOptional(),
  geo: place.exactOptional(),
  expireDate: text.exactOptional(),
});
/** Contract, "Server (list item)". `mark` tells servers with the same IP apart: the end of the id, or all of it. */
export type ServerListItem = z.output<typeof serverListItem> & { mark?: string };
/** No account has more; all entries are passed between threads and searched. */
const MAX_SERVERS = 25_000;
const MAX_MARK_LENGTH = 8;
export const serverList = listOf<ServerListItem>(
  serverListItem,
  MAX_SERVERS,
  ({ id, ip = '' }) => `${id} ${ip}`,
).transform((items) => {
  for (const [ip, sharing] of Map.groupBy(items, (item) => item.ip))
    if (ip !== undefined && sharing.length > 1) markApart(sharing);
  return items;
});

function markApart(items: readonly ServerListItem[]): void {
  const endOf = (id: string) => (id.length > MAX_MARK_LENGTH ? `${LEFT_OUT}${id.slice(1 - MAX_MARK_LENGTH)}` : id);
  const areApart = new Set(items.map(({ id }) => endOf(id))).size === items.length;
  for (const item of items) item.mark = areApart ? endOf(item.id) : item.id;
}

const STATUS_FIELDS = {
  id: text.exactOptional(),
  ip: text.exactOptional(),
  geo: text.exactOptional(),
  status: text.exactOptional(),
  os: text.exactOptional(),
  ipv6: text.exactOptional(),
  port: whole.exactOptional(),
  user: text.exactOptional(),
  mac: text.exactOptional(),
  ram: whole.exactOptional(),
  cpu: whole.exactOptional(),
  disk: whole.exactOptional(),
  backup: whole.exactOptional(),
  trafficUsage: text.exactOptional(),
  rescueDisk: flag.exactOptional(),
  expireDate: text.exactOptional(),
};
export const serverStatus = record(STATUS_FIELDS).refine((status) => Object.keys(status).length > 0);
/** Contract, "Server (status record)". It states no units of ram, cpu, disk and trafficUsage. */
export type ServerStatus = Omit<z.output<typeof serverStatus>, 'id'> & { id: string };

export interface Console {
  hostname: string;
  port: number;
  password: string;
  /** The URL holds the password. */
  url: string;
}

export const serverConsole = record({
  hostname: text.pipe(z.union([z.hostname(), z.ipv4()])),
  port: whole.pipe(z.int().min(1).max(65_535)),
  password: secret,
}).transform((console): Console => {
  const query = new URLSearchParams({ password: console.password, autoconnect: 'true' });
  // Some readers take a + in a query for a plus, all take %20 for a space.
  const encoded = String(query).replaceAll('+', '%20');
  return { ...console, url: `https://${console.hostname}:${console.port}/vnc.html?${encoded}` };
});

/** The contract's table says `password`, its example `new_password`. */
const password = record({
  newPassword: secret.exactOptional(),
  password: secret.exactOptional(),
  message: words.exactOptional(),
});

export interface NewPassword {
  password?: string;
  words?: string;
}

/** An answer without the password is unreadable: no person could enter the server. */
export const newPassword = password.transform((came, context) => {
  const found = came.newPassword ?? came.password;
  if (found !== undefined) return { password: found, ...(came.message !== undefined && { words: came.message }) };
  context.addIssue({ code: 'custom', message: 'no password' });
  return z.NEVER;
});

/** The caller knows the password, so an acknowledgement is enough. */
export const changedPassword: z.ZodType<NewPassword> = z.union([newPassword, acknowledgement]);

const one = z.object({ id: given });
const filter = z.object({ ip: given.exactOptional(), geo: given.exactOptional() });
/** In bytes: fits the longest list of servers, and a year's graph by the minute. */
const MAX_LIST_BYTES = 8 * 1024 * 1024;
const MAX_GRAPH_BYTES = 16 * 1024 * 1024;

const row = { method: 'POST', travels: 'body' } as const;
const read = { ...row, effect: 'read', settledBy: 'asking again' } as const;
const change = { ...row, effect: 'change', answer: acknowledgement } as const;

/** A console request counts as a read: it changes nothing that lasts. */
export const serverEndpoints = {
  list: {
    ...read,
    operation: 'server.list',
    method: 'GET',
    path: '/server/list',
    travels: 'query',
    send: filter,
    answer: serverList,
    largest: MAX_LIST_BYTES,
    known: new Map<string, WeakRef<ServerListItem[]>>(),
  },
  status: { ...read, operation: 'server.status', path: '/server/status', send: one, answer: serverStatus },
  console: {
    ...read,
    operation: 'server.vnc',
    settledBy: 'asking again: a new console replaces nothing',
    path: '/server/vnc',
    send: one,
    answer: serverConsole,
  },
  graph: {
    ...read,
    operation: 'server.graph',
    path: '/server/graph',
    send: one.extend({ period: z.enum(GRAPH_PERIODS) }),
    answer: graph,
    largest: MAX_GRAPH_BYTES,
  },
  action: {
    ...change,
    operation: 'server.action',
    settledBy: 'server.status: the status',
    path: '/server/action',
    send: one.extend({ action: z.enum(SERVER_ACTIONS) }),
  },
  reinstall: {
    ...change,
    operation: 'server.os',
    settledBy: 'server.status: os; the new password stays unknown, server.password sets another',
    path: '/server/os',
    send: one.extend({ os: z.enum(OPERATING_SYSTEMS) }),
    answer: newPassword,
  },
  changePassword: {
    ...change,
    operation: 'server.password',
    settledBy: 'nothing to read: the person tries the new password',
    path: '/server/password',
    send: one.extend({ password: z.string().min(1) }),
    answer: changedPassword,
  },
  changeSshKey: {
    ...change,
    operation: 'server.ssh-key',
    settledBy: 'nothing to read: the person tries the new key',
    path: '/server/ssh-key',
    send: one.extend({ ssh_key: given.regex(/^[^\r\n]+$/) }),
  },
  rescue: {
    ...change,
    operation: 'server.rescue',
    settledBy: 'server.status: rescue_disk',
    path: '/server/rescue',
    send: one.extend({ name: z.enum(RESCUE_DISKS) }),
  },
  eject: {
    ...change,
    operation: 'server.eject',
    settledBy: 'server.status: rescue_disk',
    path: '/server/eject',
    send: one,
  },
} as const satisfies Record<string, Read<unknown, unknown> | Change<unknown, unknown>>;

export interface Servers {
  list(filter?: { ip?: string; geo?: string }, signal?: AbortSignal, retries?: number): Promise<ServerListItem[]>;
  status(id: string, signal?: AbortSignal, retries?: number): Promise<ServerStatus>;
  console(id: string, signal?: AbortSignal): Promise<Console>;
  graph(id: string, period: GraphPeriod, signal?: AbortSignal): Promise<Graph>;
  action(id: string, action: ServerAction): Promise<Acknowledgement>;
  /** Erases the server. */
  reinstall(id: string, os: OperatingSystem): Promise<NewPassword & { password: string }>;
  changePassword(id: string, password: string): Promise<NewPassword>;
  /** `key` is one line in the authorized-key format. */
  changeSshKey(id: string, key: string): Promise<Acknowledgement>;
  /** The server reboots. */
  rescue(id: string, disk: RescueDisk): Promise<Acknowledgement>;
  /** The server reboots. */
  eject(id: string): Promise<Acknowledgement>;
}

export function servers(caller: Caller): Servers {
  const at = serverEndpoints;
  return {
    list: (wanted = {}, signal, retries) => caller.read(at.list, wanted, signal, retries),
    // The requested id replaces the answer's, so that later calls are about the server that was asked for.
    status: async (id, signal, retries) => ({ ...(await caller.read(at.status, { id }, signal, retries)), id }),
    console: (id, signal) => caller.read(at.console, { id }, signal),
    graph: (id, period, signal) => caller.read(at.graph, { id, period }, signal),
    action: (id, action) => caller.change(at.action, { id, action }),
    reinstall: (id, os) => caller.change(at.reinstall, { id, os }),
    changePassword: (id, password) => caller.change(at.changePassword, { id, password }),
    changeSshKey: (id, key) => caller.change(at.changeSshKey, { id, ssh_key: key }),
    rescue: (id, name) => caller.change(at.rescue, { id, name }),
    eject: (id) => caller.change(at.eject, { id }),
  };
}
