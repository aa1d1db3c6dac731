import type { Account, AccountSeed, ServerSeed, ServerState } from './state.ts';

const DAY = 24 * 60 * 60 * 1_000;
const PLACES = ['tehran', 'frankfurt', 'amsterdam', 'tabriz'];
const SYSTEMS = ['debian12', 'ubuntu24', 'win2022', 'alma9', 'docker', 'rocky9', 'wordpress', 'debian13'];
/** Days until expiry: from two days to a year. */
const DAYS_LEFT = [212, 2, 45, 364, 9, 120, 30, 5];

/** The account a seed describes, under the label `account-<index + 1>`. */
export function accountFrom(seed: AccountSeed, index: number, now = Date.now()): Account {
  const seeds: ServerSeed[] =
    typeof seed.servers === 'object' ? seed.servers : Array.from({ length: seed.servers ?? 3 }, () => ({}));
  const servers = seeds.map((each, place) => serverFrom(each, index, place, now));
  return {
    label: `account-${index + 1}`,
    wallet: seed.wallet ?? 25_000_000,
    reseller: seed.reseller ?? true,
    servers: new Map(servers.map((server) => [server.id, server])),
  };
}

/** The account for showing around: two locations, several systems, one server off, one about to expire. */
export function demoAccount(token: string): AccountSeed {
  const servers: ServerSeed[] = Array.from({ length: 6 }, (_, place) => (place === 3 ? { status: 'off' } : {}));
  return { token, servers, wallet: 25_000_000, reseller: true };
}

function serverFrom(seed: ServerSeed, account: number, place: number, now: number): ServerState {
  const number = account * 100_000 + place;
  const os = SYSTEMS[place % SYSTEMS.length] ?? 'debian12';
  const [high, middle, low] = [(number >> 16) & 0xff, (number >> 8) & 0xff, number & 0xff];
  return {
    id: `srv-${10_001 + number}`,
    // 10.0.0.0/8 has room for a hundred accounts of 100,000 servers, and belongs to nobody.
    ip: `10.${high}.${middle}.${low}`,
    geo: PLACES[place % PLACES.length] ?? 'tehran',
    status: 'on',
    os,
    ipv6: `2001:db8::${number.toString(16)}`,
    port: os === 'win2022' ? 3389 : 22,
    user: os === 'win2022' ? 'Administrator' : 'root',
    mac: `52:54:00:${[high, middle, low].map((byte) => byte.toString(16).padStart(2, '0')).join(':')}`,
    ram: 2 ** (1 + (place % 4)),
    cpu: 1 + (place % 4),
    disk: 25 * (1 + (place % 4)),
    backup: place % 3,
    trafficUsage: `${(place * 37) % 900}.${place % 10}`,
    rescueDisk: false,
    expiresAt: now + (DAYS_LEFT[place % DAYS_LEFT.length] ?? 30) * DAY,
    ...seed,
  };
}
