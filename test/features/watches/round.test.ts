import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import type { WatchedServers } from '../../../src/features/watches/reading.ts';
import { type RoundDependencies, runRound } from '../../../src/features/watches/round.ts';
import { Failure, type ServerListItem } from '../../../src/hosting/index.ts';
import type { Operation } from '../../../src/operations/index.ts';
import { openStore } from '../../../src/store/index.ts';
import type { WatchingChat } from '../../../src/store/jobs/watches.ts';

const OWNER = 1001;
const ACCOUNT = 'account';
/** A binding with another token. */
const STRANGER = 'stranger';
const MINUTE = 60_000;
const A: ServerListItem = { id: 'a', ip: '10.0.0.1' };
const B: ServerListItem = { id: 'b', ip: '10.0.0.2' };

/** An account with two servers whose power a person watches, on a clock of its own. */
async function enter({
  outside = false,
  roundMs = MINUTE,
  ...watching
}: Omit<Partial<WatchingChat>, 'outside'> & { outside?: boolean | 'default'; roundMs?: number } = {}) {
  let at = Date.UTC(2026, 0, 1);
  const store = await openStore('sqlite::memory:', undefined, () => at);
  onTestFinished(() => store.close());
  const provider = {
    status: new Map([
      ['a', 'on'],
      ['b', 'on'],
    ]),
    list: [A, B],
    /** What it answers instead. */
    fault: undefined as Failure | undefined,
    asked: [] as string[],
    /** What a registry does before it answers. */
    registry: async (_: AbortSignal) => {},
  };
  const operations: Operation[] = [];
  /** How many watch with the token. */
  const sharing = { bindings: 1 };
  let kept: { items: readonly ServerListItem[]; askedAt: number } = { items: [], askedAt: 0 };
  const answer = <Answer>(what: string, given: Answer): Answer => {
    provider.asked.push(what);
    if (provider.fault) throw provider.fault;
    return given;
  };
  const servers: WatchedServers = {
    token: 'token',
    // Of a team that was lent another account since no token is known.
    isOfToken: async ({ accountId, team }) => accountId !== STRANGER && team === undefined,
    aliases: new Map(),
    known: async () => kept,
    async list() {
      kept = { items: answer('list', provider.list), askedAt: at };
      return kept;
    },
    async status(id) {
      const status = answer(`status ${id}`, provider.status.get(id));
      if (status === undefined) throw new Failure('notFound', 'server.status');
      return { status };
    },
    fresh: () => new Map(),
    async availability(_, signal) {
      const name = answer('name', { state: 'registered' } as const);
      await provider.registry(signal);
      return name;
    },
    price: async () => answer('price', { total: 1, currency: 'toman' }),
  };
  const dependencies: RoundDependencies = {
    watches: store.watches,
    tokenReadings: { readers: async () => ({ bindings: sharing.bindings, earlier: 0, digests: 0, isNew: false }) },
    ledger: {
      sent: async (kind, since) => operations.filter((each) => each.kind === kind && (each.sentAt ?? 0) >= since),
      sentOn: async (id, since) =>
        operations.filter(
          ({ sentAt = 0, parameters }) => sentAt >= since && sentAt <= at && Object(parameters).serverId === id,
        ),
    },
    standingOf: async () => 'told',
    serversOf: async () => servers,
    now: () => at,
    chance: () => 0,
    roundMs,
  };
  await store.watches.change(OWNER, ACCOUNT, at, (chats) => {
    chats.push({
      ...{ chatId: OWNER, topicId: 0, locale: 'en', power: { all: true, except: [] } },
      ...(outside === 'default' ? {} : { outside }),
      ...watching,
    });
  });
  const world = {
    provider,
    sharing,
    /** This process keeps an old list, as one that has read none for so long. */
    keep(items: ServerListItem[], agoMs = 60 * MINUTE) {
      kept = { items, askedAt: at - agoMs };
    },
    /** An operation on the first server, which was sent `agoMs` ago. */
    operation(kind: 'power' | 'reinstall' | 'order', agoMs: number, rest: Partial<Operation>): Operation {
      const sentAt = at - agoMs;
      const place = { userId: OWNER, chatId: OWNER, accountId: ACCOUNT, locale: 'en' };
      const times = { createdAt: sentAt, expiresAt: sentAt, dueAt: null, sentAt };
      const made: Operation = {
        ...{ id: `${kind} ${sentAt}`, kind, state: 'done', ...place, ...times, notified: true, progress: {} },
        ...{ subject: 'a', ...rest },
        parameters: { serverId: 'a', name: 'a', person: '', ...Object(rest.parameters) },
      };
      operations.push(made);
      return made;
    },
    /** The time goes by without a round: the bot is down. */
    pass(ms: number) {
      at += ms;
    },
    async rounds(times: number) {
      for (let done = 0; done < times; done++) {
        at += 61_000;
        for (const account of (await store.watches.takeDue(at, MINUTE)).taken)
          await runRound(dependencies, account, account.dueAt);
      }
    },
    async renew() {
      await store.watches.renew(OWNER, ACCOUNT, at);
    },
    async account() {
      const found = await store.watches.get(OWNER, ACCOUNT);
      if (!found) throw new TypeError('It is not watched');
      return found;
    },
    /** The changes outside the bot that wait to be told. */
    changes: async () => (await store.alerts.openIn(OWNER)).reduce((sum, { count = 0 }) => sum + count, 0),
    revisions: async () => (await store.alerts.openIn(OWNER)).map(({ revision }) => revision),
    async open() {
      const alerts = await store.alerts.openIn(OWNER);
      return alerts.map(({ what, server }) => (server ? `${what} ${server.id}` : what));
    },
  };
  await world.rounds(2);
  return world;
}

async function enterDown() {
  const world = await enter();
  world.provider.status.set('a', 'off');
  await world.rounds(4);
  expect(await world.open()).toEqual(['down a']);
  return world;
}

test.each([
  ['lacks a server', [B]],
  ['is empty', []],
])('an alert stays open while a list %s, and ends once the server is on', async (_, list) => {
  const { provider, rounds, open } = await enterDown();
  provider.list = list;
  await rounds(12);
  expect(await open()).toEqual(['down a']);
  provider.list = [A, B];
  await rounds(30);
  expect(await open()).toEqual(['down a']);
  provider.status.set('a', 'on');
  await rounds(3);
  expect(await open()).toEqual([]);
});

test('a server that goes down while a list lacks it is told', async () => {
  const { provider, rounds, open } = await enter();
  provider.list = [];
  await rounds(12);
  provider.status.set('a', 'off');
  await rounds(4);
  expect(await open()).toEqual(['down a']);
});

test('the alert of a server ends once two lists lack it and the provider does not know it', async () => {
  const { provider, rounds, open } = await enterDown();
  provider.list = [B];
  provider.status.delete('a');
  await rounds(9);
  provider.asked = [];
  await rounds(3);
  expect(await open()).toEqual([]);
  await rounds(3);
  expect(provider.asked.at(-1)).toBe('status b');
  expect(provider.asked.filter((each) => each === 'list').length).toBeLessThan(4);
});

test('an old list of another process changes nothing: it is read again', async () => {
  const { keep, provider, rounds, open } = await enterDown();
  keep([B]);
  provider.asked = [];
  await rounds(1);
  expect(provider.asked).toContain('list');
  expect(await open()).toEqual(['down a']);
  await rounds(3);
  expect(await open()).toEqual(['down a']);
});

test('readings that wait in vain for their turn tell nothing of the provider, and count as no round', async () => {
  const { provider, operation, rounds, open, account } = await enter();
  const before = await account();
  // The bot itself did not ask: other background readings of the token took their time.
  provider.fault = new Failure('unavailable', 'server.status', { slow: true, throttled: true });
  operation('power', 0, { parameters: { action: 'off' } });
  provider.status.set('a', 'off');
  provider.asked = [];
  await rounds(15);
  expect(await open()).toEqual([]);
  const { budget, roundAt, failures } = await account();
  expect({ budget, roundAt, failures }).toEqual({ budget: before.budget, roundAt: before.roundAt, failures: 0 });
  expect(provider.asked.filter((each) => each.startsWith('status'))).toHaveLength(15);
  provider.fault = undefined;
  await rounds(4);
  expect(await open()).toEqual([]);
});

test('a name whose question waited in vain for its turn is asked for in the next round', async () => {
  const { provider, rounds } = await enter({ names: ['name.com'] });
  provider.fault = new Failure('unavailable', 'domain.availability', { slow: true, throttled: true });
  await rounds(12);
  provider.fault = undefined;
  provider.asked = [];
  await rounds(1);
  expect(provider.asked).toContain('name');
});

test('a round that asks for nothing does not tell that the provider answers again', async () => {
  const names = Array.from({ length: 5 }, (_, n) => `name-${n}.com`);
  const { provider, rounds, open } = await enter({ power: { all: false, except: [] }, names });
  await rounds(30);
  provider.fault = new Failure('unavailable', 'domain.availability');
  await rounds(35);
  const seen: string[] = [];
  for (let done = 0; done < 30; done++) {
    await rounds(1);
    seen.push((await open()).join());
  }
  expect(new Set(seen)).toEqual(new Set(['unreachable']));
});

const NAMES = Array.from({ length: 20 }, (_, n) => `name-${n}.com`);

test('a registry that fails takes no readings of servers, and makes no provider unreachable', async () => {
  const { provider, rounds, open } = await enter({ names: NAMES });
  await rounds(20);
  provider.registry = async () => {
    throw new Failure('unavailable', 'domain.availability');
  };
  provider.asked = [];
  await rounds(30);
  expect(provider.asked.filter((each) => each.startsWith('status'))).toHaveLength(60);
  expect(await open()).toEqual([]);
  provider.status.set('a', 'off');
  await rounds(4);
  expect(await open()).toEqual(['down a']);
});

test('a registry that hangs leaves time to read servers', async () => {
  const { provider, rounds, open } = await enter({ names: NAMES, roundMs: 600 });
  provider.registry = async (signal) => {
    if (!signal.aborted) await once(signal, 'abort');
    throw new Failure('unavailable', 'domain.availability');
  };
  provider.status.set('a', 'off');
  await rounds(4);
  expect(await open()).toEqual(['down a']);
});

test.each(['accepted', 'unknown'] as const)(
  'a server that is off while its reinstall is at work (%s) is no alert, and is told when it stays off',
  async (state) => {
    const { operation, provider, rounds, open } = await enter();
    const reinstall = operation('reinstall', 0, { state, parameters: { os: 'debian12' } });
    await rounds(6);
    provider.status.set('a', 'off');
    await rounds(7);
    expect(await open()).toEqual([]);
    Object.assign(reinstall, { state: 'done', endedAt: (reinstall.sentAt ?? 0) + 13 * MINUTE });
    await rounds(8);
    expect(await open()).toEqual(['down a']);
  },
);

test('a server that a person powered off, which took ten minutes, is no alert', async () => {
  const { operation, provider, rounds, open } = await enter();
  const off = operation('power', 0, { state: 'accepted', parameters: { action: 'off' } });
  await rounds(10);
  provider.status.set('a', 'off');
  await rounds(1);
  Object.assign(off, { state: 'done', endedAt: (off.sentAt ?? 0) + 11 * MINUTE });
  await rounds(30);
  expect(await open()).toEqual([]);
});

test('an outage after a person powered the server off and on again is told', async () => {
  const { operation, provider, rounds, open } = await enter();
  operation('power', 50_000, { parameters: { action: 'off' } });
  operation('power', 20_000, { parameters: { action: 'on' } });
  await rounds(1);
  provider.status.set('a', 'off');
  await rounds(8);
  expect(await open()).toEqual(['down a']);
});

test('a power-off that its person says did not happen explains nothing', async () => {
  const { operation, provider, rounds, open } = await enter();
  operation('power', 20_000, { state: 'unknown', parameters: { action: 'off' }, said: { happened: false, at: 0 } });
  provider.status.set('a', 'off');
  await rounds(4);
  expect(await open()).toEqual(['down a']);
});

test.each([
  [7, []],
  [1, ['unstable a']],
  [0, ['unstable a']],
])('a server that goes off and on with %s restarts of our own among that', async (restarts, alerts) => {
  const { operation, provider, rounds, open } = await enter();
  for (let done = 0; done < 14; done++) {
    provider.status.set('a', done % 2 === 0 ? 'off' : 'on');
    if (done % 2 === 0 && done / 2 < restarts) operation('power', 0, { parameters: { action: 'reboot' } });
    await rounds(1);
  }
  expect(await open()).toEqual(alerts);
});

test('a provider that stays silent is told once, without a change', async () => {
  const { provider, rounds, open, revisions } = await enter();
  provider.fault = new Failure('unavailable', 'server.status');
  await rounds(60);
  expect(await open()).toEqual(['unreachable']);
  expect(await revisions()).toEqual([1]);
});

test('a refused token is asked with ever less often, until there is another', async () => {
  const { provider, rounds, open, revisions, renew } = await enter();
  provider.fault = new Failure('notConnected', 'server.status');
  await rounds(3);
  expect(await open()).toEqual(['refused']);
  provider.asked = [];
  await rounds(300);
  expect(provider.asked.length).toBeLessThan(15);
  expect(await revisions()).toEqual([1]);
  provider.fault = undefined;
  await renew();
  await rounds(1);
  expect(await open()).toEqual([]);
});

test('a round whose list is refused asks for nothing else', async () => {
  const { provider, rounds, keep } = await enter();
  keep([]);
  provider.fault = new Failure('notConnected', 'server.list');
  provider.asked = [];
  await rounds(1);
  expect(provider.asked).toEqual(['list']);
});

test('the only server is replaced: that is told, but not where another token brought it', async () => {
  const { provider, rounds, open, changes, renew } = await enter({ outside: true });
  provider.list = [A];
  provider.status.delete('b');
  await rounds(20);
  expect(await open()).toEqual(['changed']);
  expect(await changes()).toBe(1);
  provider.list = [B];
  provider.status = new Map([['b', 'on']]);
  await rounds(20);
  expect(await changes()).toBe(3);
  await renew();
  provider.list = [A];
  provider.status = new Map([['a', 'on']]);
  await rounds(20);
  expect(await changes()).toBe(3);
});

test('changes that were too many on one day are told again on the next', async () => {
  const { provider, rounds, open } = await enter({ outside: 'default' });
  provider.list = [A, B, ...Array.from({ length: 101 }, (_, n) => ({ id: `new-${n}` }))];
  await rounds(12);
  expect(await open()).toEqual(['manyChanges']);
  provider.list = provider.list.with(0, { ...A, ip: '10.0.0.9' });
  await rounds(12);
  expect(await open()).toHaveLength(1);
  await rounds(24 * 60);
  provider.list = provider.list.with(0, { ...A, ip: '10.0.0.7' });
  await rounds(12);
  expect(await open()).toContain('changed');
});

test.each([
  ['somebody else who connected the same token', { accountId: 'sibling' }, 0],
  ['somebody with another token', { accountId: STRANGER }, 1],
  ['a team that was lent another account since', { accountId: ACCOUNT, team: 'team' }, 0],
])('a new server while an order by %s is under way', async (_, sender, changes) => {
  const { provider, operation, rounds, changes: told } = await enter({ outside: true });
  operation('order', 1_000, { state: 'accepted', ...sender, subject: 'order' });
  provider.list = [A, B, { id: 'c', ip: '10.0.0.3' }];
  await rounds(11);
  expect(await told()).toBe(changes);
});

test('a list older than the one that another process has read does not tell that a server is gone', async () => {
  const { provider, rounds, open, keep } = await enter();
  const C = { id: 'c', ip: '10.0.0.3' };
  provider.list = [A, B, C];
  provider.status.set('c', 'on');
  await rounds(12);
  provider.status.set('c', 'off');
  await rounds(4);
  expect(await open()).toEqual(['down c']);
  // The server came after that list.
  keep([A, B], 8 * MINUTE);
  provider.status.delete('c');
  await rounds(1);
  provider.list = [A, B];
  await rounds(1);
  expect(await open()).toEqual(['down c']);
  await rounds(6);
  expect(await open()).toEqual([]);
});

test('a server powered off in the long cycle of two who share a token is no alert, though it is read when one has gone', async () => {
  const { provider, sharing, operation, rounds, open } = await enter();
  sharing.bindings = 2;
  provider.list = Array.from({ length: 600 }, (_, index) => ({ id: `s${index}` }));
  for (const { id } of provider.list) provider.status.set(id, 'on');
  await rounds(60);
  const isAsked = () => provider.asked.includes('status s300');
  for (provider.asked = []; !isAsked(); ) await rounds(1);
  operation('power', 0, { parameters: { serverId: 's300', action: 'off' } });
  provider.status.set('s300', 'off');
  provider.asked = [];
  await rounds(31);
  expect(isAsked()).toBe(false);
  sharing.bindings = 1;
  while (!isAsked()) await rounds(1);
  await rounds(5);
  expect(await open()).toEqual([]);
});

test.each([
  ['an answer before', false],
  ['a silent provider before', true],
])(
  'a server powered off before the bot was down for three hours is no alert, of 300 servers (%s)',
  async (_, isSilent) => {
    const { provider, operation, rounds, pass, open } = await enter();
    provider.list = Array.from({ length: 300 }, (_, index) => ({ id: `s${index}` }));
    for (const { id } of provider.list) provider.status.set(id, 'on');
    await rounds(40);
    const isAsked = () => provider.asked.includes('status s200');
    for (provider.asked = []; !isAsked(); ) await rounds(1);
    await rounds(7);
    if (isSilent) {
      provider.fault = new Failure('unavailable', 'server.status');
      await rounds(1);
      provider.fault = undefined;
    }
    pass(5 * MINUTE);
    operation('power', 0, { parameters: { serverId: 's200', action: 'off' } });
    provider.status.set('s200', 'off');
    provider.status.set('s201', 'off');
    pass(3 * 60 * MINUTE);
    await rounds(3);
    // The servers of the rounds in between are not read yet when it is down once more.
    pass(30 * MINUTE);
    await rounds(40);
    expect(await open()).toEqual(['down s201']);
  },
);
