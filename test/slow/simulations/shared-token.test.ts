import { Api } from 'grammy';
import { expect, onTestFinished, test } from 'vitest';
import { createDigests } from '../../../src/features/watches/digests/digests.ts';
import type { WatchedServers } from '../../../src/features/watches/rounds/reading.ts';
import { type RoundDependencies, runRound } from '../../../src/features/watches/rounds/round.ts';
import { createProvider, Failure, type Hosting } from '../../../src/hosting/index.ts';
import { createKeptLists } from '../../../src/hosting/kept/kept-lists.ts';
import { openStore } from '../../../src/store/index.ts';
import { createChatLimits } from '../../../src/telegram/api/chat-limits.ts';
import { MOST_READINGS, roundLease } from '../../../src/watches/budget.ts';
import { SQLITE } from '../../support/databases/databases.ts';
import { newKey } from '../../support/databases/store.ts';
import { createRandom } from '../../support/random/chance.ts';
import { testTexts } from '../../support/texts.ts';
import { mostInMinute } from './simulation.ts';

const TOKEN = 'the-same-token';
const ACCOUNT = 'a';
const SERVERS = 70;
const DOMAINS = 7;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** A digest at nine of the clock comes within ten minutes of it. */
const EIGHT = Date.UTC(2026, 0, 1, 8, 30);

const fail = (error: unknown) => {
  throw error;
};

const { place } = SQLITE;

/** People who have connected the same token, on a clock that each reading moves on. */
async function enter() {
  let at = EIGHT;
  const random = createRandom(1);
  const store = await openStore(await place(), [newKey()], () => at);
  const provider = createProvider({ baseUrl: 'http://127.0.0.1:9', auth: 'Authorization: {token}' });
  onTestFinished(async () => {
    await provider.close();
    await store.close();
  });
  /** When each reading was, and who read. */
  const readings: { at: number; of: string }[] = [];
  const read = (of: string, ms = 1_000) => {
    readings.push({ at, of });
    at += Math.round(random() * ms);
  };
  const items = Array.from({ length: SERVERS }, (_, index) => ({ id: `srv-${index}` }));
  const isOff = new Set<string>();
  /** The token that the people's accounts have now. */
  const current = { token: TOKEN };
  const serversOf = (owner: number, { token } = { ...current }): WatchedServers => ({
    token,
    isOfToken: async () => true,
    aliases: new Map(),
    known: async () => ({ items, askedAt: at }),
    list: async () => ({ items, askedAt: at }),
    fresh: () => new Map(),
    availability: fail,
    price: fail,
    async status(id) {
      read(`round ${owner}${token === TOKEN ? '' : ' elsewhere'}`);
      return { status: isOff.has(id) ? 'off' : 'on' };
    },
  });
  const dependencies: RoundDependencies = {
    ...{ watches: store.watches, tokenReadings: store.tokenReadings },
    ledger: { sent: async () => [], sentOn: async () => [] },
    standingOf: async () => 'told',
    serversOf: async (owner) => serversOf(owner),
    now: () => at,
    chance: random,
  };
  const plain = provider.forToken(TOKEN);
  const hosting: Hosting = {
    ...plain,
    servers: {
      ...plain.servers,
      async list() {
        read('digest');
        return [{ id: 'srv-0', expireDate: new Date(at + 5 * DAY_MS).toISOString() }];
      },
    },
    domainOrders: {
      ...plain.domainOrders,
      async info() {
        read('digest');
        throw new Failure('notFound', 'domain.info');
      },
    },
  };
  const api = new Api('1:token');
  let told = 0;
  api.config.use(async () => {
    told++;
    return Object(JSON.parse('{"ok":true,"result":{"message_id":1}}'));
  });
  async function runDigests(): Promise<void> {
    const taken = Promise.withResolvers<void>();
    const runner = createDigests({
      ...{ api, limits: createChatLimits(), texts: testTexts(), now: () => at, report: fail },
      store: {
        ...store,
        digests: {
          ...store.digests,
          takeDue: (...due) => store.digests.takeDue(...due).finally(taken.resolve),
        },
      },
      accesses: {
        watched: async (owner, id) => ({ key: `${owner}:${id}`, hosting, aliases: new Map(), token: TOKEN }),
        lists: createKeptLists({ load: async () => undefined, save: async () => undefined }, fail, () => at),
      },
      reach: { standing: async () => ({}) },
      summaryOf: () => ({ html: '' }),
    });
    runner.start();
    await taken.promise;
    await runner.stop();
  }
  async function runDue(): Promise<void> {
    for (const account of (await store.watches.takeDue(at, roundLease())).taken)
      await runRound(dependencies, account, account.dueAt);
    const digestAt = await store.digests.nextDue();
    if (digestAt !== undefined && digestAt <= at) await runDigests();
  }
  return {
    store,
    readings,
    current,
    isOff,
    told: () => told,
    now: () => at,
    async connect(owner: number) {
      await store.accounts.change(owner, ({ accounts }) =>
        accounts.push({ id: ACCOUNT, label: '', token: TOKEN, connectedAt: at, aliases: new Map() }),
      );
      await store.domains.change(`${owner}:${ACCOUNT}`, ({ domains }) => {
        for (let n = 0; n < DOMAINS; n++) domains.push({ domain: `name${n}.com` });
      });
      await store.digests.begin(owner, 'en', at);
    },
    watch: (owner: number) =>
      store.watches.change(owner, ACCOUNT, at, (chats) => {
        chats.push({ chatId: owner, topicId: 0, locale: 'en', power: { all: true, except: [] } });
      }),
    unwatch: (owner: number) => store.watches.change(owner, ACCOUNT, at, (chats) => void chats.splice(0)),
    async runUntil(end: number) {
      for (;;) {
        const due = [await store.watches.nextDue(), await store.digests.nextDue()];
        const next = Math.min(...due.map((each) => each ?? end));
        if (next >= end) break;
        at = Math.max(at, next);
        await runDue();
      }
      at = end;
    },
  };
}

test('no minute has more than thirty readings with a token, those of digests included', async () => {
  const { readings, told, now, connect, watch, unwatch, runUntil } = await enter();
  const people = [1001, 1002, 1003];
  for (const person of people) await connect(person);
  await watch(1001);
  await runUntil(now() + 3 * MINUTE_MS);
  await watch(1002);
  await runUntil(Date.UTC(2026, 0, 1, 9, 30));
  await watch(1003);
  await runUntil(now() + 10 * MINUTE_MS);
  await unwatch(1002);
  await runUntil(now() + 10 * MINUTE_MS);
  expect(told()).toBe(people.length);
  expect(readings.filter(({ of }) => of === 'digest')).toHaveLength(people.length * (1 + DOMAINS));
  for (const person of people) expect(readings.some(({ of }) => of === `round ${person}`)).toBe(true);
  const times = readings.map((each) => each.at);
  expect(mostInMinute(times)).toBe(MOST_READINGS);
});

test.each([
  ['off and on', 'unwatch'],
  ['over to another token and back', 'renew'],
] as const)('turning watches %s again and again gives no minute more than thirty readings', async (_, how) => {
  const { store, readings, now, watch, unwatch, runUntil, current } = await enter();
  await watch(1001);
  for (let times = 0; times < 5; times++) {
    await runUntil(now() + 2_000);
    if (how === 'unwatch') await unwatch(1001);
    else {
      current.token = 'another';
      await store.watches.renew(1001, ACCOUNT, now());
      await runUntil(now() + 2_000);
      current.token = TOKEN;
      await store.watches.renew(1001, ACCOUNT, now());
    }
    await runUntil(now() + 2_000);
    if (how === 'unwatch') await watch(1001);
  }
  await runUntil(now() + 10 * MINUTE_MS);
  const times = readings.filter(({ of }) => of === 'round 1001').map((each) => each.at);
  expect(mostInMinute(times)).toBe(MOST_READINGS);
  expect(times.length).toBeGreaterThan(4 * MOST_READINGS);
});

test.each([16, 40] as const)(
  '%i people with a token: no minute has more than thirty readings, and each of them is told',
  async (count) => {
    const { store, readings, isOff, now, connect, watch, runUntil } = await enter();
    const people = Array.from({ length: count }, (_, index) => 1001 + index);
    for (const person of people.slice(0, 3)) await connect(person);
    for (const person of people) {
      await watch(person);
      await runUntil(now() + 20_000);
    }
    await runUntil(Date.UTC(2026, 0, 1, 9, 30));
    for (let index = 0; index < SERVERS; index++) isOff.add(`srv-${index}`);
    // Two servers in four or six minutes: each was read once only after hours.
    await runUntil(now() + 5 * 60 * MINUTE_MS);
    expect(mostInMinute(readings.map(({ at }) => at))).toBeLessThanOrEqual(MOST_READINGS);
    for (const person of people) expect(await store.alerts.openIn(person)).not.toEqual([]);
  },
);

test('a server that goes off while a new binding of the token waits is told to its person, too', async () => {
  const { store, isOff, now, watch, runUntil } = await enter();
  await watch(1001);
  await runUntil(now() + 10 * MINUTE_MS);
  await watch(1002);
  await runUntil(now() + 1_000);
  isOff.add('srv-3');
  await runUntil(now() + 30 * MINUTE_MS);
  for (const person of [1001, 1002]) expect(await store.alerts.openIn(person)).toMatchObject([{ what: 'down' }]);
});

test('each binding of a token has its part of the readings, and all of them once it is alone', async () => {
  const { store, readings, isOff, now, watch, unwatch, runUntil } = await enter();
  const perRound = async (person: number) => {
    readings.length = 0;
    const begin = now();
    await runUntil(begin + 10 * MINUTE_MS);
    const rounds = readings.filter(({ of }) => of === `round ${person}`);
    return Math.max(...rounds.map(({ at }) => rounds.filter((each) => each.at >= at && each.at < at + 55_000).length));
  };
  await watch(1001);
  expect(await perRound(1001)).toBe(30);
  await watch(1002);
  await runUntil(now() + 3 * MINUTE_MS);
  expect([await perRound(1001), await perRound(1002)]).toEqual([15, 15]);
  isOff.add('srv-3');
  await runUntil(now() + 15 * MINUTE_MS);
  for (const person of [1001, 1002]) expect(await store.alerts.openIn(person)).toMatchObject([{ what: 'down' }]);
  await unwatch(1001);
  await runUntil(now() + 5 * MINUTE_MS);
  expect(await perRound(1002)).toBe(30);
});
