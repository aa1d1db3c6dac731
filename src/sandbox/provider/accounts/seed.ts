import type { Account, AccountSeed, ServerSeed, ServerState } from './account.ts';

export const DAY = 24 * 60 * 60 * 1_000;
const PLACES = ['tehran', 'frankfurt', 'amsterdam', 'tabriz'];
const SYSTEMS = ['debian12', 'ubuntu24', 'win2022', 'alma9', 'docker', 'rocky9', 'wordpress', 'debian13'];
/** Days until expiry: from two days to a year. */
const DAYS_LEFT = [212, 2, 45, 364, 9, 120, 30, 5];
const WALLET = 25_000_000;

/** What the log calls the account of an index. */
export const labelOf = (index: number) => `account-${index + 1}`;

/** The account a seed describes: label and servers' ids are those of its index, and no other index has them. */
export function accountFrom(seed: AccountSeed, index: number, now = Date.now()): Account {
  const seeds: ServerSeed[] =
    typeof seed.servers === 'object' ? seed.servers : Array.from({ length: seed.servers ?? 3 }, () => ({}));
  const servers = seeds.map((each, place) => ({ ...serverAt(index * 100_000 + place, now), ...each }));
  return {
    label: labelOf(index),
    wallet: seed.wallet ?? WALLET,
    reseller: seed.reseller ?? true,
    domains: [],
    orders: [],
    servers: new Map(servers.map((server) => [server.id, server])),
  };
}

/** The account for showing around: several locations and systems, one server off, one about to expire, copies kept. */
export function demoAccount(token: string, now = Date.now()): AccountSeed {
  const copies: ServerSeed = {
    snapshots: [{ name: 'before-upgrade', readyAt: now - 12 * DAY }],
    backups: [3, 1].map((days) => ({
      volumeId: new Date(now - days * DAY).toISOString(),
      size: `${8 + days}.4`,
      readyAt: now - days * DAY,
    })),
    backup: 3,
  };
  const servers: ServerSeed[] = [copies, {}, {}, { status: 'off' }, {}, {}];
  return { token, servers, wallet: WALLET, reseller: true };
}

/** The server of a number: always the same but for its expiry, which counts from `now`. */
export function serverAt(number: number, now: number): ServerState {
  const place = number % 100_000;
  const os = SYSTEMS[place % SYSTEMS.length] ?? 'debian12';
  const bytes = [(number >> 16) & 0xff, (number >> 8) & 0xff, number & 0xff];
  return {
    id: `srv-${10_001 + number}`,
    // 10.0.0.0/8 has room for a hundred accounts of 100,000 servers, and belongs to nobody.
    ip: `10.${bytes.join('.')}`,
    geo: PLACES[place % PLACES.length] ?? 'tehran',
    status: 'on',
    os,
    ipv6: `2001:db8::${number.toString(16)}`,
    ...loginOf(os),
    mac: `52:54:00:${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join(':')}`,
    ram: 2 ** (1 + (place % 4)),
    cpu: 1 + (place % 4),
    disk: 25 * (1 + (place % 4)),
    backup: 1 + (place % 3),
    traffic: 0,
    trafficUsage: `${(place * 37) % 900}.${place % 10}`,
    rescueDisk: false,
    expiresAt: now + (DAYS_LEFT[place % DAYS_LEFT.length] ?? 30) * DAY,
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
