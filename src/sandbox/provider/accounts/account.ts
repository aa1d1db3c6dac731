import { z } from 'zod';
import type { SERVER_STATUS, Timings } from '../assumptions.ts';

/** Milliseconds since the epoch. */
const instant = z.number();

const serverFields = z.object({
  id: z.string(),
  ip: z.string(),
  geo: z.string(),
  /** One of `SERVER_STATUS`, or any text that a test sets. */
  status: z.string(),
  os: z.string(),
  ipv6: z.string(),
  port: z.number(),
  user: z.string(),
  mac: z.string(),
  ram: z.number(),
  cpu: z.number(),
  disk: z.number(),
  backup: z.number(),
  traffic: z.number(),
  trafficUsage: z.string(),
  rescueDisk: z.boolean(),
  expiresAt: instant,
  password: z.string(),
  sshKey: z.string(),
  /** The server is not listed before this time. */
  readyAt: instant,
  snapshots: z.array(z.object({ name: z.string(), readyAt: instant })),
  backups: z.array(z.object({ volumeId: z.string(), size: z.string(), readyAt: instant })),
});

export const serverState = serverFields.extend({
  /** The change that a running action makes at its end. `unseen`: the end waits until a status answer has shown the action. */
  pending: z
    .object({ at: instant, unseen: z.boolean().optional(), change: serverFields.omit({ id: true }).partial() })
    .optional(),
});
export type ServerState = z.output<typeof serverState>;
export type ServerSeed = Partial<z.output<typeof serverFields>>;

const domainState = z.object({ id: z.string(), domain: z.string(), startsAt: instant, endsAt: instant });
export type DomainState = z.output<typeof domainState>;

const order = z.object({ orderId: z.string(), operation: z.string(), total: z.number(), at: instant });
export type Order = z.output<typeof order>;

export const accountRecord = z.object({
  /** The account's name in the log, which never contains the token. */
  label: z.string(),
  /** Toman. */
  wallet: z.number(),
  reseller: z.boolean(),
  domains: z.array(domainState),
  orders: z.array(order),
});

export interface Account extends z.output<typeof accountRecord> {
  readonly servers: Map<string, ServerState>;
}

export interface AccountSeed {
  token: string;
  /** A number stands for that many generated servers, the same in every run. */
  servers?: number | ServerSeed[];
  /** Toman. */
  wallet?: number;
  reseller?: boolean;
}

export function applyDueChange(server: ServerState, now: number): ServerState {
  if (server.pending !== undefined && !server.pending.unseen && server.pending.at <= now) {
    const { change } = server.pending;
    delete server.pending;
    Object.assign(server, change);
  }
  return server;
}

const DURATION = {
  rebooting: 'rebootMs',
  starting: 'powerMs',
  stopping: 'powerMs',
  installing: 'reinstallMs',
  restoring: 'restoreMs',
} as const satisfies Partial<Record<(typeof SERVER_STATUS)[number], keyof Timings>>;

/** Sets the status `during` at once and applies `change` after its duration. */
export function startChange(
  server: ServerState,
  during: keyof typeof DURATION,
  { timings, now }: { timings: Timings; now: () => number },
  change: NonNullable<ServerState['pending']>['change'],
): void {
  const ms = timings[DURATION[during]];
  server.status = during;
  server.pending = { at: now() + ms, ...(timings.untilSeen && ms > 0 ? { unseen: true } : {}), change };
  applyDueChange(server, now());
}

export function ageAccount(account: Account, ms: number, now: number): void {
  for (const server of account.servers.values()) {
    server.expiresAt -= ms;
    server.readyAt -= ms;
    if (server.pending) server.pending.at -= ms;
    for (const copy of [...server.snapshots, ...server.backups]) copy.readyAt -= ms;
    applyDueChange(server, now);
  }
  for (const domain of account.domains) {
    domain.startsAt -= ms;
    domain.endsAt -= ms;
  }
  for (const order of account.orders) order.at -= ms;
}
