import { expect, test } from 'vitest';
import { cloudOrderEndpoints } from '../../../src/hosting/cloud-orders.ts';
import { domainOrderEndpoints } from '../../../src/hosting/domain-orders.ts';
import type { Hosting } from '../../../src/hosting/index.ts';
import { serverEndpoints } from '../../../src/hosting/servers.ts';
import { backupEndpoints, snapshotEndpoints } from '../../../src/hosting/snapshots-and-backups.ts';
import { expectFailure, scripted } from '../support.ts';

const ENDPOINTS = Object.values({
  ...prefixed('server', serverEndpoints),
  ...prefixed('cloud', cloudOrderEndpoints),
  ...prefixed('domain', domainOrderEndpoints(['ir'])),
  ...prefixed('snapshot', snapshotEndpoints),
  ...prefixed('backup', backupEndpoints),
});

function prefixed<Rows extends object>(name: string, rows: Rows) {
  return Object.fromEntries(Object.entries(rows).map(([key, row]) => [`${name}.${key}`, row]));
}

/** No text of the provider is longer. */
const MOST = 5_000;
const WORDS = [
  ['a megabyte', 'x'.repeat(1_000_000)],
  ['4,096 characters', 'ب'.repeat(4_096)],
  ['marks that turn the direction', 'on\u202eno\u2067'],
  ['control characters', 'o\u0000n\u0007\u009f'],
  ['half a character', 'on\ud83d'],
  ['lines', 'on\r\n\r\n\r\n\u2028off'],
] as const;

test.for(WORDS)('%s in every field of every answer: bounded and clean, or refused', ([, word]) => {
  // Every field that a schema asks for exists and holds the word.
  const record: object = new Proxy({}, { get: (_, name) => (typeof name === 'string' ? word : undefined) });
  for (const { operation, answer } of ENDPOINTS) {
    for (const came of [record, [record], { message: word, data: [{ time: 1_790_000_000, [word]: 1 }] }]) {
      for (const text of textsIn(
        operation === 'server.graph' ? withoutData(answer, came) : answer.safeParse(came).data,
      )) {
        expect(text.length, operation).toBeLessThanOrEqual(MOST);
        expect(text.isWellFormed(), operation).toBe(true);
        expect(text, operation).not.toMatch(/(?!\n)\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u);
      }
    }
  }
});

/** The graph's data as it came goes into a file, not into a message. */
function withoutData(answer: { safeParse(came: unknown): { data?: unknown } }, came: unknown): unknown {
  const { data } = answer.safeParse(came);
  return typeof data === 'object' && data !== null ? { ...data, data: undefined } : data;
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

const NEW = { geo: 'x', ram: 1, cpu: 1, disk: 10, backup: 0, traffic: 0, period: 30, os: 'docker' } as const;

test.for<[string, unknown, (hosting: Hosting) => Promise<unknown>]>([
  [
    'another period than a server was quoted for',
    { total: 5, currency: 't', period: 7 },
    (h) => h.cloudOrders.quote(NEW),
  ],
  [
    'another period than a renewal was',
    { total: 5, currency: 't', period: 60 },
    (h) => h.cloudOrders.quoteRenewal('9', 30),
  ],
  ['an unreadable period', { total: 5, currency: 't', period: 'soon' }, (h) => h.cloudOrders.quoteRenewal('9', 30)],
  ['a currency that begins as an amount', { total: 5, currency: ',000 t' }, (h) => h.cloudOrders.quote(NEW)],
  ['a currency that cannot be seen', { total: 5, currency: '\u2067\u200b' }, (h) => h.cloudOrders.quote(NEW)],
  ['a currency of 4,096 characters', { total: 5, currency: 'x'.repeat(4_096) }, (h) => h.cloudOrders.quote(NEW)],
  [
    'a state that every object has',
    { avaliable: 'constructor', total: 5, currency: 't' },
    (h) => h.domainOrders.availability('a.com', 1),
  ],
  [
    'a state that is a prototype',
    { avaliable: '__proto__', total: 5, currency: 't' },
    (h) => h.domainOrders.availability('a.com', 1),
  ],
])('%s is no answer', async ([, answer, call]) => {
  const provider = await scripted();
  provider.reply(answer);
  await expectFailure(call(provider.hosting), 'unreadable');
});

test('ids that later requests use are kept exactly, or left out', async () => {
  const provider = await scripted();
  provider.reply(
    ['__proto__', ' a ', 'سرور\u200c۱', 'b\u0000', 'c\u202ed', '\ud83d', 'x'.repeat(4_096)].map((id) => ({ id })),
  );
  expect(await provider.hosting.servers.list()).toEqual([{ id: '__proto__' }, { id: ' a ' }, { id: 'سرور\u200c۱' }]);
  provider.reply([{ name: 'constructor' }, { name: 'a\nb' }]);
  expect(await provider.hosting.snapshots.list('9')).toEqual([{ name: 'constructor' }]);
  provider.reply([{ volume_id: '2026-01-01T00:00:00Z' }, { volume_id: 'x'.repeat(6_000) }]);
  expect(await provider.hosting.backups.list('9')).toEqual([{ volumeId: '2026-01-01T00:00:00Z' }]);
  provider.reply({ id: 'd\u0007', domain: 'a.com' });
  await expectFailure(provider.hosting.domainOrders.info('a.com'), 'unreadable');
});

test('a graph nested ten thousand deep is read as far as it can be shown', async () => {
  const provider = await scripted();
  const inner = `${'{"data":'.repeat(10_000)}1${'}'.repeat(10_000)}`;
  provider.reply(`{"message":"m","data":{"cpu":[[1790000000,5]],"deep":${inner}}}`);
  const graph = await provider.hosting.servers.graph('9', 'day');
  expect(graph.series).toMatchObject([{ name: 'cpu' }]);
  expect(Buffer.from(graph.data ?? []).toString()).toContain('"…"');
});
