import { expect, test } from 'vitest';
import { lookForOffers } from '../../src/features/watches/rounds/offers.ts';
import { Failure } from '../../src/hosting/index.ts';
import type { WatchedAccount } from '../../src/store/jobs/watches.ts';

const HOUR_MS = 3_600_000;
const BEGIN = Date.UTC(2026, 0, 1);
/** The traffic of a server by day and by night, in the provider's unit. */
const RHYTHM = [1, 1, 1, 1, 1, 2, 3, 4, 5, 6, 6, 6, 7, 7, 7, 8, 8, 9, 10, 10, 8, 5, 3, 2];

/** Reads a counter that grows by these numbers, one an hour. Resolves to the hours in which an alert was opened or ended. */
async function told(growth: readonly (number | 'silent' | 'reset' | 'unreadable')[]) {
  let total = 37.1;
  let account: WatchedAccount = {
    ...{ id: '1:a', ownerId: 1, accountId: 'a', budget: 30, roundAt: 0, cursor: '', listAt: 0, failures: 0, dueAt: 0 },
    chats: [
      {
        ...{ chatId: 1, topicId: 0, locale: 'en', power: { all: false, except: [] } },
        traffic: [{ server: 's', name: 'web1' }],
      },
    ],
  };
  const changes: (number | string | undefined)[][] = [];
  const { signal } = new AbortController();
  for (const [hour, grown] of growth.entries()) {
    if (typeof grown === 'number') total += grown;
    if (grown === 'reset') total = 0;
    const found = await lookForOffers(
      { ledger: { sent: async () => [] } },
      {
        ...{ account, budget: 30, now: BEGIN + hour * HOUR_MS, signal, registrySignal: signal },
        list: { items: [{ id: 's' }], askedAt: BEGIN },
        offers: {
          availability: async () => ({ state: 'registered' }),
          price: async () => ({ total: 1, currency: 'toman' }),
          status: async () => {
            if (grown === 'silent') throw new Failure('unavailable', 'server.status');
            return { trafficUsage: grown === 'unreadable' ? 'much' : total.toFixed(1) };
          },
        },
      },
    );
    account = structuredClone({ ...account, ...found.account });
    for (const each of found.alerts)
      if (each.change === 'open') changes.push([hour, 'open', each.alert.status, each.alert.offer?.before]);
      else changes.push([hour, each.change]);
  }
  return { changes, kept: account.offers?.[0]?.growth?.length };
}

/** `days` days as usual, and what comes then. */
const after = (days: number, ...then: Parameters<typeof told>[0]) => [...Array(days).fill(RHYTHM).flat(), ...then];
const opened = ({ changes }: Awaited<ReturnType<typeof told>>) => changes.filter(([, change]) => change === 'open');

test('the rhythm of a day is usual, and of weeks two days are kept', async () => {
  const course = await told(after(21));
  expect(opened(course)).toEqual([]);
  expect(course.kept).toBe(48);
});

test('traffic far above usual is told once two hours agree, and its end too', async () => {
  const course = await told(after(3, 60, 70, 80, 1, 1));
  const { changes } = course;
  expect(opened(course)).toHaveLength(1);
  expect(changes.slice(-2)).toEqual([
    [3 * 24 + 1, 'open', '70', 6],
    [3 * 24 + 4, 'resolve'],
  ]);
  expect(opened(await told(after(3, 60, 5, 60, 5)))).toEqual([]);
});

test('in its first day nothing is told, and nothing of a server whose usual traffic is none', async () => {
  expect(opened(await told([1, 1, 1, 1, 90, 90, 90, 1]))).toEqual([]);
  expect(opened(await told([...Array(48).fill(0), 5, 5, 5]))).toEqual([]);
});

test('a counter that begins again, a provider that is silent, and a text in place of a number tell nothing', async () => {
  expect(opened(await told(after(3, 'reset', 5, 'reset', 5)))).toEqual([]);
  expect(opened(await told(after(3, 'silent', 'silent', 'unreadable', 20, 'silent', 10)))).toEqual([]);
  // Traffic after a silence is spread over its hours.
  expect(opened(await told(after(3, 'silent', 'silent', 60, 5)))).toEqual([]);
});

test('traffic that stays far above usual for more than a day is usual then', async () => {
  const { changes } = await told(after(3, ...Array(40).fill(60)));
  expect(changes.slice(-2).map(([, change]) => change)).toEqual(['open', 'resolve']);
});
