import { expect, onTestFinished, test } from 'vitest';
import { expiringDomains, keepEnds, readMoreEnds } from '../../../../src/features/watches/digests/digest-domains.ts';
import { createProvider, Failure, type FailureKind, type Hosting } from '../../../../src/hosting/index.ts';
import { openStore } from '../../../../src/store/index.ts';

const DAY_MS = 24 * 3_600_000;
const KEY = '1:a';
const COUNT = 60;

test('of 60 known domains one that expires in eight days is told on the next day, as news, once', async () => {
  let now = Date.UTC(2026, 0, 1, 9);
  const store = await openStore('sqlite::memory:', undefined, () => now);
  const provider = createProvider({ baseUrl: 'http://127.0.0.1:9', auth: 'Authorization: {token}' });
  onTestFinished(async () => {
    await provider.close();
    await store.close();
  });
  const names = Array.from({ length: COUNT }, (_, n) => `name-${n}.com`);
  await store.domains.change(KEY, (known) => {
    known.domains = names.map((domain) => ({ domain }));
  });
  const asked: string[] = [];
  const plain = provider.forToken('token');
  const hosting: Hosting = {
    ...plain,
    domainOrders: {
      ...plain.domainOrders,
      async info(domain) {
        asked.push(domain);
        const days = domain === names.at(-1) ? 8 : 365;
        return {
          id: domain,
          domain,
          serviceEnd: new Date(Date.UTC(2026, 0, 1) + days * DAY_MS).toISOString().slice(0, 10),
        };
      },
    },
  };
  const digest = async (before: number | undefined) => {
    const query = { key: KEY, hosting, zone: 'UTC', now, before, shown: new Map(), without: undefined };
    const found = await expiringDomains(store, query);
    await keepEnds(store, KEY, found.read);
    return found;
  };
  const first = await digest(undefined);
  expect([first.expiring, first.isMore, asked.length]).toEqual([[], true, 5]);
  for (let batches = 1; await readMoreEnds(store, { key: KEY, hosting, now, without: undefined }); batches++) {
    expect(asked.length).toBe(5 * (batches + 1));
    now += 2 * 60_000;
  }
  expect(asked.toSorted()).toEqual(names.toSorted());
  const lastAt = now;
  now += DAY_MS;
  const second = await digest(lastAt);
  expect(second.expiring).toMatchObject([{ domain: names.at(-1), isNews: true, expiry: { daysLeft: 7 } }]);
  const toldAt = now;
  now += DAY_MS;
  expect((await digest(toldAt)).expiring).toMatchObject([{ domain: names.at(-1), isNews: false }]);
});

/** A daily digest reads an account whose one domain ends in 16 days. Resolves to the days left at each news, and to the kept end. */
async function daysTold(failures: Partial<Record<number, FailureKind>>) {
  let now = Date.UTC(2026, 0, 1, 9);
  const store = await openStore('sqlite::memory:', undefined, () => now);
  const provider = createProvider({ baseUrl: 'http://127.0.0.1:9', auth: 'Authorization: {token}' });
  onTestFinished(async () => {
    await provider.close();
    await store.close();
  });
  const domain = 'mine.com';
  await store.domains.change(KEY, (known) => {
    known.domains = [{ domain }];
  });
  const plain = provider.forToken('token');
  let failure: FailureKind | undefined;
  const info = async () => {
    if (failure) throw new Failure(failure, 'domain.info');
    return { id: domain, domain, serviceEnd: '2026-01-17' };
  };
  const hosting: Hosting = { ...plain, domainOrders: { ...plain.domainOrders, info } };
  const told: number[] = [];
  const silent: number[] = [];
  let before: number | undefined;
  for (let day = 0; day < 20; day++) {
    failure = failures[day];
    const query = { key: KEY, hosting, zone: 'UTC', now, before, shown: new Map(), without: undefined };
    const { expiring, read, isSilent } = await expiringDomains(store, query);
    if (isSilent) silent.push(day);
    await keepEnds(store, KEY, read);
    told.push(...expiring.filter(({ isNews }) => isNews).map(({ expiry }) => expiry.daysLeft));
    before = now;
    now += DAY_MS;
  }
  return { told, silent, end: (await store.domains.get(KEY)).domains[0]?.end };
}

test.for(['unavailable', 'unreadable', 'refused', 'notFound', 'invalid'] as const)(
  'one failure about a domain (%s) leaves its date, and each of its days is told',
  async (kind) => {
    const { told, silent } = await daysTold({ 2: kind });
    expect(told).toEqual([16, 14, 7, 3, 1]);
    expect(silent).toEqual(kind === 'unavailable' || kind === 'unreadable' ? [2] : []);
  },
);

test('a domain whose answers can not be parsed any more makes one digest wait, and is told by the known date', async () => {
  const failures = Object.fromEntries(Array.from({ length: 18 }, (_, n) => [n + 2, 'unreadable' as const]));
  expect(await daysTold(failures)).toMatchObject({ told: [16, 14, 7, 3, 1], silent: [2] });
});

test('a domain whose first answer can not be parsed is read again on the next day', async () => {
  expect((await daysTold({ 0: 'unreadable' })).told).toEqual([15, 14, 7, 3, 1]);
});

/** A digest of two domains, the first of which ends in 16 days, is retried a quarter of an hour after the provider failed for one. */
async function retried(failing: 'mine.com' | 'other.com', kind: FailureKind) {
  let now = Date.UTC(2026, 0, 1, 9);
  const store = await openStore('sqlite::memory:', undefined, () => now);
  const provider = createProvider({ baseUrl: 'http://127.0.0.1:9', auth: 'Authorization: {token}' });
  onTestFinished(async () => {
    await provider.close();
    await store.close();
  });
  await store.domains.change(KEY, (known) => {
    known.domains = [{ domain: 'mine.com' }, { domain: 'other.com' }];
  });
  const plain = provider.forToken('token');
  const asked: string[] = [];
  const info = async (domain: string) => {
    asked.push(domain);
    if (domain === failing) throw new Failure(kind, 'domain.info');
    return { id: domain, domain, serviceEnd: domain === 'mine.com' ? '2026-01-17' : '2027-01-01' };
  };
  const hosting: Hosting = { ...plain, domainOrders: { ...plain.domainOrders, info } };
  const look = () => {
    const before = Date.UTC(2025, 11, 31, 9);
    return expiringDomains(store, {
      ...{ key: KEY, hosting, zone: 'UTC', now, before },
      ...{ shown: new Map(), without: undefined },
    });
  };
  const first = await look();
  await keepEnds(store, KEY, first.read, true);
  now += 15 * 60_000;
  const second = await look();
  return {
    silent: [first.isSilent, second.isSilent],
    news: second.expiring.filter(({ isNews }) => isNews).map(({ domain }) => domain),
    asked,
  };
}

test('an expiry read for a digest that is tried again stays news, and an answer that can not be parsed is no reason for the next one', async () => {
  expect(await retried('other.com', 'unavailable')).toEqual({
    ...{ silent: [true, true], news: ['mine.com'] },
    asked: ['mine.com', 'other.com', 'other.com'],
  });
  expect(await retried('mine.com', 'unreadable')).toEqual({
    ...{ silent: [true, false], news: [] },
    asked: ['mine.com', 'other.com'],
  });
});

test('a domain that the provider does not know on two days is forgotten', async () => {
  const { told, end } = await daysTold({ 2: 'notFound', 3: 'notFound' });
  expect(told).toEqual([16, 14]);
  expect(end?.date).toBeUndefined();
});
