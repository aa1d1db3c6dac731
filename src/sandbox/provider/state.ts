import type { SERVER_STATUS } from './choices.ts';

export type Power = (typeof SERVER_STATUS)[number];

/** A server as the provider keeps it: numbers are numbers here and become the contract's quoted ones in answers. */
export interface ServerState {
  id: string;
  ip: string;
  geo: string;
  /** One of `SERVER_STATUS`, or whatever a test sets. */
  status: string;
  os: string;
  ipv6: string;
  port: number;
  user: string;
  mac: string;
  ram: number;
  cpu: number;
  disk: number;
  backup: number;
  trafficUsage: string;
  rescueDisk: boolean;
  /** Milliseconds since the epoch. */
  expiresAt: number;
  /** What an action under way will have made of the server, and when (milliseconds since the epoch). */
  pending?: { at: number; change: Partial<Omit<ServerState, 'id' | 'pending'>> };
}

export type ServerSeed = Partial<Omit<ServerState, 'pending'>>;

export interface AccountSeed {
  token: string;
  /** A number is that many generated servers, always the same ones. */
  servers?: number | ServerSeed[];
  /** Toman. */
  wallet?: number;
  reseller?: boolean;
}

/** One customer, found by the token. */
export interface Account {
  /** What the log calls the account: the token stands nowhere. */
  readonly label: string;
  wallet: number;
  reseller: boolean;
  readonly servers: Map<string, ServerState>;
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
export function becomes(server: ServerState, during: Power, ms: number, change: Partial<ServerState>): void {
  server.status = during;
  server.pending = { at: Date.now() + ms, change };
  settled(server);
}
