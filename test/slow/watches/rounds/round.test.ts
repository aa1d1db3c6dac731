import { once } from 'node:events';
import { expect, onTestFinished, test, vi } from 'vitest';
import { runRound } from '../../../../src/features/watches/rounds/round.ts';
import { Failure } from '../../../../src/hosting/index.ts';
import { roundLease } from '../../../../src/watches/budget.ts';
import { setWatched } from '../../../../src/watches/chats.ts';
import { isUrgent } from '../../../../src/watches/quiet.ts';
import { A, ACCOUNT, B, enter, enterDown, MINUTE, OWNER, STRANGER } from '../round-support.ts';

/** Another binding with the token, whose rounds have just read the servers like this. */
async function readElsewhere(
  { store, now }: Awaited<ReturnType<typeof enter>>,
  statuses: Record<string, string>,
  told?: 'down',
): Promise<string> {
  await store.watches.change(2002, 'other', now(), (chats) => {
    chats.push({ chatId: 2002, topicId: 0, locale: 'en', power: { all: true, except: [] } });
  });
  const { taken } = await store.watches.takeDue(now(), MINUTE);
  const { id, dueAt } = taken.find(({ ownerId }) => ownerId === 2002) ?? expect.fail('It is not due');
  const memory = (status: string) => ({
    ...{ agreed: status, last: status, inRow: 3, since: now(), changes: 0 },
    ...(told ? { told: { what: told, since: now() } } : {}),
  });
  const readings = new Map(Object.entries(statuses).map(([server, status]) => [server, memory(status)]));
  const round = { account: { roundAt: now() }, readings, alerts: [], dueAt: now() + 100 * 24 * 60 * MINUTE };
  await store.watches.endRound(id, dueAt, round, now());
  return id;
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

test.each([
  ['one of three names', NAMES.slice(0, 3), 0],
  ['the only name', NAMES.slice(0, 1), 3],
] as const)(
  'a registry that fails for %s makes no provider unreachable where no server is watched',
  async (_, names, lists) => {
    const { provider, rounds, open, account } = await enter({ power: { all: false, except: [] }, names: [...names] });
    await rounds(20);
    provider.registry = async (_signal, name) => {
      if (name === NAMES[0]) throw new Failure('unavailable', 'domain.availability');
    };
    const { budget } = await account();
    provider.asked = [];
    const seen = new Set<string>();
    for (let done = 0; done < 90; done++) {
      await rounds(1);
      seen.add((await open()).join());
      expect(await account()).toMatchObject({ failures: 0, budget });
    }
    expect(seen).toEqual(new Set(['']));
    // The round reads the list only where nothing else shows whether the provider answers.
    const asked = (what: string) => provider.asked.filter((each) => each === what).length;
    expect(asked('list')).toBeGreaterThanOrEqual(lists);
    expect(asked('list')).toBeLessThanOrEqual(asked('name'));
    provider.fault = new Failure('unavailable', 'domain.availability');
    await rounds(40);
    expect(await open()).toEqual(['unreachable']);
  },
);

test.each<[what: string, watched: Pick<Parameters<typeof enter>[0] & {}, 'names' | 'prices' | 'traffic'>]>([
  ['names', { names: NAMES.slice(0, 2) }],
  ['prices', { prices: [{ suffix: 'com', total: 2, currency: 'toman', target: 0 }] }],
  ['traffic', { traffic: [{ server: 'a', name: 'a', above: 10 }] }],
])('a token that is refused is told where only %s are watched, and that it is taken again', async (_, watched) => {
  const { provider, rounds, open } = await enter({ power: { all: false, except: [] }, ...watched });
  await rounds(30);
  provider.fault = new Failure('notConnected', 'domain.availability');
  await rounds(24 * 60);
  expect(await open()).toEqual(['refused']);
  provider.fault = undefined;
  await rounds(6 * 60);
  expect(await open()).toEqual([]);
});

test('a token that is refused for names alone makes no account refused', async () => {
  const { provider, rounds, open, account } = await enter({ power: { all: false, except: [] }, names: NAMES });
  await rounds(20);
  provider.faults.set('name', new Failure('notConnected', 'domain.availability'));
  for (let done = 0; done < 90; done++) {
    await rounds(1);
    expect([await open(), (await account()).failures]).toEqual([[], 0]);
  }
});

test('a server whose traffic waited in vain for its turn is asked for its power in the same round', async () => {
  const { provider, dependencies, rounds, store } = await enter({ traffic: [{ server: 'a', name: 'a', above: 10 }] });
  const { serversOf } = dependencies;
  let waits = 1;
  dependencies.serversOf = async (ownerId, accountId) => {
    const servers = await serversOf(ownerId, accountId);
    return (
      servers && {
        ...servers,
        async status(id, signal) {
          if (id === 'a' && waits-- > 0)
            throw new Failure('unavailable', 'server.status', { slow: true, throttled: true });
          return servers.status(id, signal);
        },
      }
    );
  };
  await store.watches.change(OWNER, ACCOUNT, 0, ([chat]) => {
    if (chat) chat.traffic = [{ server: 'a', name: 'a', above: 20 }];
  });
  provider.asked = [];
  await rounds(1);
  expect(provider.asked).toEqual(['status a', 'status b']);
});

test('a registry that hangs leaves time to ask whether the provider answers', async () => {
  const names = NAMES.slice(0, 1);
  const { provider, rounds, open } = await enter({ power: { all: false, except: [] }, names, roundMs: 600 });
  provider.registry = async (signal) => {
    if (!signal.aborted) await once(signal, 'abort');
    throw new Failure('unavailable', 'domain.availability');
  };
  await rounds(40);
  expect(provider.asked).toContain('list');
  expect(await open()).toEqual([]);
});

test.each([
  ['a moment after its beginning is given up', 0, 'AbortError'],
  ['after seconds of waiting shows a slow provider', 6_000, 'TimeoutError'],
])('a reading that the end of its round cuts off %s', async (_, ahead, name) => {
  const { provider, rounds } = await enter({ roundMs: 600 });
  const reasons: unknown[] = [];
  const now = performance.now.bind(performance);
  provider.machine = async (signal) => {
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + ahead);
    onTestFinished(() => clock.mockRestore());
    await once(signal, 'abort');
    reasons.push(signal.reason);
    throw new Failure('unavailable', 'server.status');
  };
  await rounds(1);
  expect(reasons).toEqual([expect.objectContaining({ name })]);
});

test.each([
  ['servers', {}],
  ['no server', { power: { all: false, except: [] }, names: NAMES.slice(0, 1) }],
])('a provider that answers later than a short round ends is slow, not unreachable, with %s watched', async (_, of) => {
  const { provider, dependencies, rounds, open, account } = await enter({ ...of, roundMs: 30 });
  const { serversOf } = dependencies;
  const late = async (signal: AbortSignal): Promise<never> => {
    if (!signal.aborted) await once(signal, 'abort');
    throw new Failure('unavailable', 'server.status');
  };
  provider.registry = late;
  dependencies.serversOf = async (...account) => {
    const servers = await serversOf(...account);
    return servers && { ...servers, list: late, status: (_, signal) => late(signal) };
  };
  await rounds(40);
  expect([await open(), (await account()).failures]).toEqual([[], 0]);
  dependencies.serversOf = serversOf;
  provider.fault = new Failure('unavailable', 'server.status');
  await rounds(40);
  expect(await open()).toEqual(['unreachable']);
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

test.each([
  ['restart', 'power', { action: 'reboot' }, 5],
  ['restart whose answer was lost', 'power', { action: 'reboot' }, 5],
  ['snapshot whose answer was lost', 'snapshot', { action: 'create', snapshot: 'before' }, 3],
] as const)(
  'a %s explains a server that is off no longer than it can cause that',
  async (what, kind, parameters, told) => {
    const { operation, provider, rounds, open } = await enter();
    const state = what.endsWith('lost') ? 'unknown' : 'accepted';
    operation(kind, 5_000, { state, parameters, dueAt: Number.MAX_SAFE_INTEGER });
    provider.status.set('a', 'off');
    await rounds(told - 1);
    expect(await open()).toEqual([]);
    await rounds(1);
    expect(await open()).toEqual(['down a']);
  },
);

test('a server that is off for the three minutes of a restart is no alert', async () => {
  const { operation, provider, rounds, open } = await enter();
  provider.status.set('a', 'off');
  operation('power', 0, { state: 'accepted', parameters: { action: 'reboot' } });
  await rounds(4);
  provider.status.set('a', 'on');
  await rounds(10);
  expect(await open()).toEqual([]);
});

test('a power-off of hours ago whose answer was lost explains no outage, though a person has asked again', async () => {
  const { operation, provider, rounds, open } = await enter();
  operation('power', 0, { state: 'unknown', parameters: { action: 'off' }, dueAt: Number.MAX_SAFE_INTEGER });
  await rounds(120);
  provider.status.set('a', 'off');
  await rounds(3);
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
  expect(new Set(provider.asked)).toEqual(new Set(['list']));
  expect(provider.asked.length).toBeLessThanOrEqual(300 / 4);
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
  for (const { id } of provider.list) provider.status.set(id, 'on');
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

test('a server that its person powered off at a slow provider is no alert, though a cycle takes an hour', async () => {
  const { provider, rounds, open, operation, dependencies, pass, now } = await enter();
  provider.list = Array.from({ length: 360 }, (_, n) => ({ id: `s${100 + n}` }));
  for (const { id } of provider.list) provider.status.set(id, 'on');
  const { serversOf } = dependencies;
  dependencies.serversOf = async (...account) => {
    const servers = await serversOf(...account);
    const began = now();
    return (
      servers && {
        ...servers,
        async status(id, signal) {
          // The round has no time for more than eleven.
          if (now() - began > 45_000)
            throw new Failure('unavailable', 'server.status', { slow: true, throttled: true });
          pass(4_500);
          return servers.status(id, signal);
        },
      }
    );
  };
  await rounds(80);
  const readsOf = (id: string) => provider.asked.filter((each) => each === `status ${id}`).length;
  const nextRead = async (id: string) => {
    for (const before = readsOf(id); readsOf(id) === before; ) await rounds(1);
  };
  await nextRead('s100');
  operation('power', 0, { parameters: { serverId: 's100', action: 'off' } });
  const sentAt = now();
  provider.status.set('s100', 'off');
  await nextRead('s100');
  expect(now() - sentAt).toBeGreaterThan(45 * MINUTE);
  await rounds(12);
  expect(await open()).toEqual([]);
  provider.status.set('s101', 'off');
  await nextRead('s101');
  await rounds(12);
  expect(await open()).toEqual(['down s101']);
});

test('a single round that ends after one reading explains no outage by a power-off of hours ago', async () => {
  const { provider, rounds, open, operation, dependencies } = await enter();
  provider.list = Array.from({ length: 300 }, (_, n) => ({ id: `s${100 + n}` }));
  for (const { id } of provider.list) provider.status.set(id, 'on');
  await rounds(30);
  operation('power', 0, { parameters: { serverId: 's200', action: 'off' } });
  // The server was powered on again without the bot.
  await rounds(120);
  const { serversOf } = dependencies;
  let read = 0;
  dependencies.serversOf = async (...account) => {
    const servers = await serversOf(...account);
    return (
      servers && {
        ...servers,
        async status(id, signal) {
          if (++read > 1) throw new Failure('unavailable', 'server.status', { slow: true, throttled: true });
          return servers.status(id, signal);
        },
      }
    );
  };
  await rounds(1);
  expect(read).toBe(2);
  dependencies.serversOf = serversOf;
  provider.status.set('s200', 'off');
  await rounds(20);
  expect(await open()).toEqual(['down s200']);
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

test('a refused token is urgent where the power of servers is watched, and waits where only a name is', async () => {
  const { provider, rounds, store } = await enter();
  await store.watches.change(OWNER, ACCOUNT, 0, (chats) => {
    chats.push({ chatId: -5, topicId: 0, locale: 'en', power: { all: false, except: [] }, names: ['wanted.com'] });
  });
  provider.fault = new Failure('notConnected', 'server.status');
  await rounds(10);
  const isUrgentIn = async (chatId: number) => (await store.alerts.openIn(chatId)).map(isUrgent);
  expect(await isUrgentIn(OWNER)).toEqual([true]);
  expect(await isUrgentIn(-5)).toEqual([false]);
});

test('a round that begins too late to end a minute before its lease does reads nothing', async () => {
  const { store, provider, dependencies, pass, now } = await enter();
  pass(2 * MINUTE);
  const [account] = (await store.watches.takeDue(now(), roundLease())).taken;
  provider.asked = [];
  pass(roundLease() - MINUTE);
  expect(await runRound(dependencies, account ?? expect.fail(), account?.dueAt ?? 0)).toBe(false);
  expect(provider.asked).toEqual([]);
});

test.each([
  ['reads with it in turns', 40, 12 * MINUTE],
  ['shares it with a paused one', 3, 0],
])(
  'a binding that gets a token, of which another one %s, is told of servers that are down',
  async (_, bindings, ms) => {
    const world = await enter();
    const { provider, rounds, pass, open, renew, store, now, dependencies } = world;
    const other = await readElsewhere(world, { c: 'off' }, 'down');
    await store.watches.change(3003, 'paused', now(), (chats) => {
      chats.push({ chatId: 3003, topicId: 0, locale: 'en', power: { all: true, except: [] } });
    });
    pass(ms);
    await renew();
    provider.list = [{ id: 'c' }];
    provider.status = new Map([['c', 'off']]);
    const readers = { bindings, earlier: 0, digests: 0 };
    const others = ['3003:paused', other];
    dependencies.tokenReadings = {
      readers: async ({ tokenHash }) => ({ ...readers, isNew: tokenHash === undefined, others }),
    };
    const { serversOf } = dependencies;
    dependencies.serversOf = async (ownerId, accountId) => {
      const servers = await serversOf(ownerId, accountId);
      return servers && { ...servers, known: async () => ({ items: provider.list, askedAt: now() }) };
    };
    await rounds(1);
    expect(await open()).toEqual(['down c']);
  },
);

test.each([
  ['ended meanwhile: its alert ends', 'off', 'on', []],
  ['began meanwhile: it is told', 'on', 'off', ['down a']],
])('a binding that gets the token of another watched one: an outage that %s', async (_, before, after, expected) => {
  const world = await enter();
  const { provider, rounds, open, renew, dependencies } = world;
  provider.status.set('a', before);
  await rounds(5);
  provider.fault = new Failure('notConnected', 'server.status');
  await rounds(30);
  provider.status.set('a', after);
  await readElsewhere(world, { a: after, b: 'on' });
  await renew();
  provider.fault = undefined;
  let isNew = true;
  dependencies.tokenReadings = {
    readers: async () => {
      const readers = { bindings: 2, earlier: 0, digests: 0, isNew, ...(isNew ? { others: ['2002:other'] } : {}) };
      isNew = false;
      return readers;
    },
  };
  await rounds(60);
  expect(await open()).toEqual(expected);
});

async function join(
  { store, now }: Awaited<ReturnType<typeof enter>>,
  chatId: number,
  power = { all: true, except: [] },
) {
  await store.watches.change(OWNER, ACCOUNT, now(), (chats) => {
    chats.push({ chatId, topicId: 0, locale: 'en', power });
  });
  return async () =>
    (await store.alerts.openIn(chatId)).map(({ what, server }) => (server ? `${what} ${server.id}` : what));
}

test('a chat that begins to watch a server which is off hears of it, as one does that watches it again', async () => {
  const world = await enter();
  const { provider, rounds, store, now } = world;
  provider.status.set('a', 'off');
  await rounds(2);
  const before = await join(world, -100);
  await rounds(2);
  expect(await before()).toEqual(['down a']);
  const after = await join(world, -200);
  const without = await join(world, -300, { all: false, except: [] });
  await rounds(2);
  expect([await after(), await without()]).toEqual([['down a'], []]);
  const revisions = await world.revisions();
  await rounds(5);
  expect(await world.revisions()).toEqual(revisions);
  expect((await world.account()).chats.map(({ joined }) => joined)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  for (const isOn of [false, true]) {
    await store.watches.change(OWNER, ACCOUNT, now(), ([chat]) => chat && setWatched(chat, 'a', isOn));
    if (!isOn)
      for (const { id } of await store.alerts.openIn(OWNER))
        await store.alerts.change(id, now(), () => ({ state: 'resolved', resolved: { at: now(), why: 'unwatched' } }));
  }
  await rounds(2);
  expect(await world.open()).toEqual(['down a']);
  provider.status.set('a', 'on');
  await rounds(4);
  expect([await world.open(), await before(), await after()]).toEqual([[], [], []]);
});

test('a server that its person powered off is told to no chat that begins to watch it', async () => {
  const world = await enter();
  const { provider, rounds, operation } = world;
  operation('power', 0, { parameters: { action: 'off' } });
  provider.status.set('a', 'off');
  await rounds(5);
  const open = await join(world, -100);
  await rounds(5);
  expect(await open()).toEqual([]);
});

test.each(['unavailable', 'notConnected'] as const)(
  'a chat that begins to watch during an outage (%s) is told of it',
  async (kind) => {
    const world = await enter();
    const { provider, rounds } = world;
    provider.fault = new Failure(kind, 'server.status');
    await rounds(10);
    const open = await join(world, -100);
    await rounds(60);
    expect(await open()).toEqual([kind === 'unavailable' ? 'unreachable' : 'refused']);
    provider.fault = undefined;
    await rounds(60);
    expect(await open()).toEqual([]);
  },
);

test.each([
  ['that goes off is told', 'on', 'off', ['down a']],
  ['that is on again is told so', 'off', 'on', []],
])('a group that becomes a supergroup while a round reads a server %s', async (_, before, after, expected) => {
  const world = await enter();
  const { provider, rounds, store, dependencies } = world;
  const [from, to] = [-5, -1005];
  await join(world, from);
  provider.status.set('a', before);
  await rounds(4);
  provider.status.set('a', after);
  await rounds(2);
  const { serversOf } = dependencies;
  dependencies.serversOf = async (...account) => {
    await store.watches.moveChat(from, to, [{ ownerId: OWNER, accountId: ACCOUNT }]);
    await store.alerts.moveChat(from, to, world.now());
    return serversOf(...account);
  };
  await rounds(1);
  dependencies.serversOf = serversOf;
  await rounds(5);
  const open = [...(await store.alerts.openIn(from)), ...(await store.alerts.openIn(to))];
  expect(open.map(({ what, server, chatId }) => `${what} ${server?.id} ${chatId}`)).toEqual(
    expected.map((each) => `${each} ${to}`),
  );
});
