import { z } from 'zod';
import type { SERVER_STATUS } from '../assumptions.ts';

/** Milliseconds since the epoch. */
const instant = z.number();

/** A server as the provider keeps it: numbers are numbers here and become the contract's quoted ones in answers. */
const serverFields = z.object({
  id: z.string(),
  ip: z.string(),
  geo: z.string(),
  /** One of `SERVER_STATUS`, or whatever a test sets. */
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
  /** Traffic that was bought in addition, in gigabytes. */
  traffic: z.number(),
  trafficUsage: z.string(),
  rescueDisk: z.boolean(),
  expiresAt: instant,
  password: z.string(),
  sshKey: z.string(),
  /** Not listed before. */
  readyAt: instant,
  snapshots: z.array(z.object({ name: z.string(), readyAt: instant })),
  backups: z.array(z.object({ volumeId: z.string(), size: z.string(), readyAt: instant })),
});

export const serverState = serverFields.extend({
  /** What an action under way will have made of the server, and when. */
  pending: z.object({ at: instant, change: serverFields.omit({ id: true }).partial() }).optional(),
});
export type ServerState = z.output<typeof serverState>;
export type ServerSeed = Partial<z.output<typeof serverFields>>;

const domainState = z.object({ id: z.string(), domain: z.string(), startsAt: instant, endsAt: instant });
export type DomainState = z.output<typeof domainState>;

const order = z.object({ orderId: z.string(), operation: z.string(), total: z.number(), at: instant });
/** Money that was taken, in toman. */
export type Order = z.output<typeof order>;

export const accountRecord = z.object({
  /** What the log calls the account: the token stands nowhere. */
  label: z.string(),
  /** Toman. */
  wallet: z.number(),
  reseller: z.boolean(),
  domains: z.array(domainState),
  orders: z.array(order),
});

/** One customer, found by the token. */
export interface Account extends z.output<typeof accountRecord> {
  readonly servers: Map<string, ServerState>;
}

export interface AccountSeed {
  token: string;
  /** A number is that many generated servers, always the same ones. */
  servers?: number | ServerSeed[];
  /** Toman. */
  wallet?: number;
  reseller?: boolean;
}

/** The server, after whatever was due by now has happened to it. */
export function settled(server: ServerState, now = Date.now()): ServerState {
  if (server.pending !== undefined && server.pending.at <= now) {
    const { change } = server.pending;
    delete server.pending;
    Object.assign(server, change);
  }
  return server;
}

/** Shows `during` until `ms` have passed, then applies `change`. */
export function becomes(
  server: ServerState,
  during: (typeof SERVER_STATUS)[number],
  ms: number,
  change: NonNullable<ServerState['pending']>['change'],
): void {
  server.status = during;
  server.pending = { at: Date.now() + ms, change };
  settled(server);
}
