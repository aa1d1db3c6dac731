import { LOCATIONS } from '../assumptions.ts';
import type { Account, AccountSeed, ServerSeed, ServerState } from './account.ts';

export const DAY = 24 * 60 * 60 * 1_000;
const SYSTEMS = ['debian12', 'ubuntu24', 'win2022', 'alma9', 'docker', 'rocky9', 'wordpress', 'debian13'];
const DAYS_LEFT = [212, 2, 45, 364, 9, 120, 30, 5];
const WALLET = 25_000_000;

export const labelOf = (index: number) => `account-${index + 1}`;

/** The label and the ids of servers are unique to the index. */
export function createAccount(seed: AccountSeed, index: number, now: number): Account {
  const seeds: ServerSeed[] =
    typeof seed.servers === 'object' ? seed.servers : Array.from({ length: seed.servers ?? 3 }, () => ({}));
  const servers = seeds.map((each, position) => ({ ...generateServer(index * 100_000 + position, now), ...each }));
  return {
    label: labelOf(index),
    wallet: seed.wallet ?? WALLET,
    reseller: seed.reseller ?? true,
    domains: [],
    orders: [],
    servers: new Map(servers.map((server) => [server.id, server])),
  };
}

/** The demo's account: several locations and systems, one server off, one about to expire, a snapshot and backups. */
export function demoAccount(token: string, now = Date.now()): AccountSeed {
  const withCopies: ServerSeed = {
    snapshots: [{ name: 'before-upgrade', readyAt: now - 12 * DAY }],
    backups: [3, 1].map((days) => ({
      volumeId: new Date(now - days * DAY).toISOString(),
      size: `${8 + days}.4`,
      readyAt: now - days * DAY,
    })),
    backup: 3,
  };
  const servers: ServerSeed[] = [withCopies, {}, {}, { status: 'off' }, {}, {}];
  return { token, servers, wallet: WALLET, reseller: true };
}

const FLEET = 40;
/** Days until expiry of the first servers: expired, urgent, soon. */
const FLEET_DAYS = [-2, 0.5, 1, 2, 3, 5, 6, 6.5, 9, 13, -9];

/** The demo's account of a reseller: servers that expired, will expire soon, are off, or run from a rescue disk. */
export function fleetAccount(token: string, now = Date.now()): AccountSeed {
  const servers = Array.from({ length: FLEET }, (_, position): ServerSeed => {
    const days = FLEET_DAYS[position % 3 === 0 ? position / 3 : -1] ?? 20 + ((position * 41) % 340);
    return {
      expiresAt: now + days * DAY,
      status: days < 0 || position % 9 === 5 ? 'off' : 'on',
      rescueDisk: position % 13 === 6,
    };
  });
  return { token, servers, wallet: 4 * WALLET, reseller: true };
}

/** The same server in every run, except that its expiry counts from `now`. */
export function generateServer(number: number, now: number): ServerState {
  const position = number % 100_000;
  const os = SYSTEMS[position % SYSTEMS.length] ?? 'debian12';
  const bytes = [(number >> 16) & 0xff, (number >> 8) & 0xff, number & 0xff];
  return {
    id: `srv-${10_001 + number}`,
    // 10.0.0.0/8 is a private network with room for a hundred accounts of 100,000 servers.
    ip: `10.${bytes.join('.')}`,
    geo: LOCATIONS[position % LOCATIONS.length] ?? 'tehran',
    status: 'on',
    os,
    ipv6: `2001:db8::${number.toString(16)}`,
    ...loginOf(os),
    mac: `52:54:00:${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join(':')}`,
    ram: 2 ** (1 + (position % 4)),
    cpu: 1 + (position % 4),
    disk: 25 * (1 + (position % 4)),
    backup: 1 + (position % 3),
    traffic: 0,
    trafficUsage: `${(position * 37) % 900}.${position % 10}`,
    rescueDisk: false,
    expiresAt: now + (DAYS_LEFT[position % DAYS_LEFT.length] ?? 30) * DAY,
    password: '',
    sshKey: '',
    readyAt: 0,
    snapshots: [],
    backups: [],
  };
}

export function loginOf(os: string): { port: number; user: string } {
  return os.startsWith('win') ? { port: 3389, user: 'Administrator' } : { port: 22, user: 'root' };
}
