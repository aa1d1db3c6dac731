import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rowLabels, type Sortable, sortServers } from '../../../../src/features/common/servers/server-rows.ts';
import type { Account } from '../../../../src/store/key-value/accounts.ts';
import { bare } from '../../../support/person.ts';
import { testTexts } from '../../../support/texts.ts';

const t = testTexts().in('en');

/** Each with its place in the order; those without one come last. Several have the same place. */
const DATES = ['2026-05-05', '2026-05-05T10:00Z', '2026/5/6', '2026-12-31 23:59', '2027-01-01', '9999-12-31'];
const NO_DATES = ['', 'never', '2026-02-30', '2026-05-055', '1403-01-01', undefined];
const DAYS = [0, 0, 1, 2, 3, 4];
const IPS = ['0.0.0.0', '9.9.9.9', '10.0.0.2', '10.0.0.10', '255.255.255.255', '999.999.999.999'];
const NO_IPS = ['2001:db8::1', '1.2.3', 'abc', undefined];
const NAMES = ['web1', 'web2', 'web10', 'web20'];

const servers = fc.array(
  fc.record({ date: fc.constantFrom(...DATES, ...NO_DATES), ip: fc.constantFrom(...IPS, ...NO_IPS), name: fc.nat(12) }),
  { maxLength: 60 },
);

test('servers stand in the order of their day, or of their name and address; those that are alike stay as they were', () => {
  fc.assert(
    fc.property(servers, (made) => {
      const items = made.map(({ date, ip }, at): Sortable => ({ id: `srv-${at}`, ip, expireDate: date }));
      const aliases = new Map<string, string>(
        made.flatMap(({ name }, at) => (NAMES[name] === undefined ? [] : [[`srv-${at}`, NAMES[name]] as const])),
      );
      const account: Account = { id: 'a', label: 'a', token: 'a', connectedAt: 0, aliases };
      const day = ({ expireDate = '' }: Sortable) => DAYS[DATES.indexOf(expireDate)] ?? Number.MAX_VALUE;
      expect(sortServers(t, account, items, 'expiry')).toEqual(items.toSorted((one, other) => day(one) - day(other)));
      const name = ({ id, ip = '' }: Sortable) => {
        const alias = aliases.get(id);
        if (alias !== undefined) return NAMES.indexOf(alias);
        return IPS.includes(ip) ? NAMES.length + IPS.indexOf(ip) : Number.MAX_VALUE;
      };
      expect(sortServers(t, account, items, 'name')).toEqual(items.toSorted((one, other) => name(one) - name(other)));
    }),
  );
});

function labels(names: readonly string[], shielded: readonly string[] = []): string[] {
  const ip = '185.112.134.156';
  const servers = names.map((name) => ({ id: name, ip, name, geo: 'amsterdam', expireDate: '2026-11-26' }));
  const statuses = new Map(names.map((name) => [name, 'on']));
  const now = Date.UTC(2026, 10, 24);
  const states = { statuses, isReading: false, shielded: new Set(shielded), now, zone: 'UTC' };
  return rowLabels(t, servers, states).map(({ label }) => bare(label));
}

test('the longest row of a server keeps its place where a phone has little room, and an address whole', () => {
  const [address, long] = ['185.112.134.156', 'the shop of our customers in Europe'];
  expect(labels(['web1'])).toEqual(['🟢 web1 · ⚠️ 2 days · amsterdam']);
  expect(labels([address], [address])).toEqual(['🟢🛡 185.112.134.156·⚠️ 2 days·amsterdam']);
  expect(labels([long], [long])).toEqual(['🟢🛡 the shop of ou…·⚠️ 2 days·amsterdam']);
});

test('all rows of a screen have the same space between their parts', () => {
  expect(labels(['web1', '185.112.134.156'])).toEqual([
    '🟢 web1·⚠️ 2 days·amsterdam',
    '🟢 185.112.134.156·⚠️ 2 days·amsterdam',
  ]);
});
