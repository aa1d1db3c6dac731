import { expect, test } from 'vitest';
import { Failure, type FailureKind } from '../../../../src/hosting/index.ts';
import { A, B, enter } from '../round-support.ts';

const broken = (kind: FailureKind = 'unavailable') => new Failure(kind, 'server.status', { reason: 'HTTP 500' });

/** An account with servers `s00` and so on, each with a reading. */
async function enterMany(count: number, watching: Parameters<typeof enter>[0] = {}) {
  const world = await enter(watching);
  const { provider, rounds } = world;
  provider.list = Array.from({ length: count }, (_, index) => ({ id: `s${String(index).padStart(2, '0')}` }));
  for (const { id } of provider.list) provider.status.set(id, 'on');
  await rounds(40);
  provider.asked = [];
  const read = () => provider.asked.filter((each) => each.startsWith('status'));
  return { ...world, read };
}

test.each(['unavailable', 'unreadable', 'refused', 'notConnected'] as const)(
  'a server that left the list and can’t be read (%s) takes nothing from the watch of the others',
  async (kind) => {
    const { provider, rounds, open, changes, account } = await enter({ outside: 'default' });
    await rounds(12);
    provider.list = [A];
    provider.faults.set('b', broken(kind));
    await rounds(30);
    provider.asked = [];
    await rounds(20);
    const asked = (what: string) => provider.asked.filter((each) => each === what).length;
    expect(asked('status a')).toBe(20);
    expect(asked('list')).toBeLessThanOrEqual(4);
    expect(asked('status b')).toBeLessThanOrEqual(6);
    expect((await account()).failures).toBe(0);
    provider.status.set('a', 'off');
    await rounds(3);
    expect(await open()).toEqual(['down a']);
    provider.faults.clear();
    provider.status.delete('b');
    await rounds(21);
    expect(await changes()).toBe(1);
  },
);

test('of many servers, one that left the list and can’t be read takes no pace from the others', async () => {
  const { provider, rounds, open, read } = await enterMany(40, { outside: true });
  provider.list = provider.list.filter(({ id }) => id !== 's07');
  provider.faults.set('s07', broken());
  await rounds(40);
  provider.asked = [];
  await rounds(20);
  expect(read().length).toBeGreaterThan(20 * 29);
  expect(read().filter((each) => each === 'status s07').length).toBeLessThanOrEqual(4);
  provider.status.set('s20', 'off');
  await rounds(7);
  expect(await open()).toContain('down s20');
});

test('a list that fails for hours leaves the readings of servers their pace', async () => {
  const { provider, rounds, open, read } = await enterMany(29);
  provider.faults.set('list', new Failure('unavailable', 'server.list'));
  await rounds(60);
  provider.asked = [];
  await rounds(20);
  expect(read().length).toBeGreaterThan(20 * 29);
  expect(provider.asked.length - read().length).toBeLessThanOrEqual(3);
  provider.status.set('s14', 'off');
  await rounds(4);
  expect(await open()).toEqual(['down s14']);
});

test('a server that can never be read leaves the others their pace, and is read again once it can be', async () => {
  const { provider, rounds, open, read } = await enterMany(29);
  provider.faults.set('s07', broken());
  await rounds(60);
  provider.asked = [];
  await rounds(60);
  expect(read().length).toBeGreaterThanOrEqual(60 * 28);
  expect(await open()).toEqual([]);
  provider.faults.clear();
  provider.status.set('s07', 'off');
  await rounds(13);
  expect(await open()).toEqual(['down s07']);
});

test('a server powered off while it alone could not be read is no alert', async () => {
  const { provider, rounds, open, operation } = await enter();
  provider.faults.set('a', broken());
  await rounds(20);
  operation('power', 0, { parameters: { action: 'off' } });
  await rounds(20);
  provider.faults.clear();
  provider.status.set('a', 'off');
  await rounds(20);
  expect(await open()).toEqual([]);
});

test('readings of people themselves pass no server over whose turn comes', async () => {
  const { provider, rounds, read } = await enterMany(90);
  provider.fresh.set('s89', 'on');
  provider.asked = [];
  await rounds(4);
  expect(new Set(read()).size).toBe(91);
});

test.each(['refused', 'fields', 'invalid'] as const)(
  'a provider that answers each reading with “%s” is told as one that tells nothing, until it does',
  async (kind) => {
    const { provider, rounds, open, store } = await enter();
    provider.faults.set('a', broken(kind));
    provider.faults.set('b', broken(kind));
    await rounds(2);
    expect(await store.stats.watches()).toMatchObject({ accounts: 1, unreadable: 0 });
    await rounds(1);
    expect(await open()).toEqual(['unreachable']);
    expect(await store.stats.watches()).toMatchObject({ accounts: 1, unreadable: 1 });
    await rounds(180);
    expect(await open()).toEqual(['unreachable']);
    provider.faults.clear();
    await rounds(2);
    expect(await open()).toEqual(['unreachable']);
    await rounds(1);
    expect(await open()).toEqual([]);
    expect(await store.stats.watches()).toMatchObject({ unreadable: 0 });
  },
);

test('a provider that knows no server of its own list is told as one that tells nothing', async () => {
  const { provider, rounds, open } = await enter();
  provider.status.clear();
  await rounds(5);
  expect(await open()).toEqual(['unreachable']);
});

test('the only server that is deleted elsewhere makes no provider unreachable', async () => {
  const { provider, rounds, open, account } = await enter();
  provider.list = [A];
  provider.status.delete('b');
  await rounds(15);
  provider.list = [];
  provider.status.clear();
  for (let done = 0; done < 30; done++) {
    await rounds(1);
    expect(await open()).toEqual([]);
  }
  expect(await account()).toMatchObject({ failures: 0 });
});

test('of servers that two lists lack those are told that the provider does not know, the others once it does not either', async () => {
  const { provider, rounds, changes } = await enterMany(60, { outside: true });
  const before = await changes();
  const all = provider.list;
  provider.list = all.slice(45);
  for (const { id } of all.slice(0, 5)) provider.status.delete(id);
  await rounds(30);
  expect((await changes()) - before).toBe(5);
  // The others are there, and unlisted: asked for in turn, they leave the list its pace.
  provider.asked = [];
  await rounds(20);
  expect(provider.asked.filter((each) => each === 'list').length).toBeLessThanOrEqual(2);
  for (const { id } of all.slice(20, 24)) provider.status.delete(id);
  await rounds(120);
  expect((await changes()) - before).toBe(9);
  provider.list = all.slice(5).filter(({ id }) => provider.status.has(id));
  await rounds(30);
  expect((await changes()) - before).toBe(9);
});

test('after a token was refused for hours by the provider itself, an outage is told within six minutes', async () => {
  for (let extra = 0; extra < 5; extra++) {
    const { provider, rounds, open } = await enter();
    provider.fault = broken('notConnected');
    await rounds(20 + extra);
    expect(await open()).toEqual(['refused']);
    provider.fault = undefined;
    provider.status.set('a', 'off');
    await rounds(6);
    expect(await open()).toEqual(['down a']);
  }
});

test('servers that go on starting and stopping do not starve the others', async () => {
  const { provider, rounds, open } = await enterMany(98);
  const looping = provider.list.slice(0, 35).map(({ id }) => id);
  let done = 0;
  const spin = async (times: number) => {
    for (const until = done + times; done < until; done++) {
      for (const id of looping) provider.status.set(id, done % 2 === 0 ? 'starting' : 'stopping');
      await rounds(1);
    }
  };
  await spin(10);
  provider.status.set('s80', 'off');
  await spin(20);
  expect(await open()).toContain('down s80');
  await spin(40);
  provider.status.set('s90', 'off');
  await spin(12);
  expect(await open()).toContain('down s90');
});

test.each([
  ['a snapshot of our own that is being taken', 'snapshotting', 'snapshot', { state: 'accepted', dueAt: 1 }, 0, []],
  [
    'a snapshot of our own that takes long',
    'snapshotting',
    'snapshot',
    { state: 'accepted', dueAt: 1 },
    20,
    ['down a'],
  ],
  ['a snapshot of our own that is being taken', 'off', 'snapshot', { state: 'accepted', dueAt: 1 }, 0, ['down a']],
  ['a snapshot without an answer', 'snapshotting', 'snapshot', { state: 'unknown', dueAt: 1 }, 0, ['down a']],
  ['a snapshot of our own that ended long ago', 'snapshotting', 'snapshot', { state: 'done' }, 20, ['down a']],
  ['a renewal of our own that is under way', 'snapshotting', 'renewal', { state: 'accepted', dueAt: 1 }, 0, ['down a']],
] as const)('%s, while the server is %s', async (_, status, kind, rest, minutesAgo, alerts) => {
  const { operation, provider, rounds, open } = await enter();
  operation(kind, minutesAgo * 60_000, { ...rest, parameters: { action: 'create', snapshot: 'x' } });
  provider.status.set('a', status);
  await rounds(10);
  expect(await open()).toEqual(alerts);
});

test('a list that hides the servers twice and a provider that does not answer then keep what is watched', async () => {
  const { provider, rounds, open } = await enter({ outside: true });
  provider.list = [];
  await rounds(11);
  provider.fault = broken();
  await rounds(30);
  provider.fault = undefined;
  provider.list = [A, B];
  provider.status.set('b', 'off');
  await rounds(12);
  expect(await open()).toEqual(['down b']);
});
