import { expect, test } from 'vitest';
import { Failure } from '../../../../src/hosting/index.ts';
import { createRandom } from '../../../support/random/chance.ts';
import { enter, OWNER } from '../round-support.ts';

const silent = () => new Failure('unavailable', 'server.status');

/** An account with this number of servers, at a provider that fails each reading with a probability. */
async function enterBrownout(count: number, rate: number) {
  const world = await enter();
  const { provider, rounds } = world;
  provider.list = Array.from({ length: count }, (_, n) => ({ id: `s${100 + n}` }));
  for (const { id } of provider.list) provider.status.set(id, 'on');
  await rounds(30);
  const random = createRandom(7);
  const { get } = provider.faults;
  const brownout = { rate };
  provider.faults.get = (id) => (random() < brownout.rate ? silent() : get.call(provider.faults, id));
  return { ...world, brownout };
}

test.each([2, 3, 4])(
  'a server that is off for good at a provider silent each %s. round is told as down',
  async (nth) => {
    const { provider, rounds, open } = await enter();
    provider.status.set('a', 'off');
    const seen = new Set<string>();
    for (let done = 0; done < 60; done++) {
      provider.fault = done % nth === nth - 1 ? silent() : undefined;
      await rounds(1);
      seen.add((await open()).join());
    }
    expect([...seen]).toEqual(['', 'down a']);
  },
);

test.each([0.7, 0.8, 0.9])(
  'a provider that fails %d of all readings for four hours is told once, and servers that go off after that',
  async (rate) => {
    const { provider, rounds, open, store, brownout } = await enterBrownout(30, rate);
    const notices = new Set<string>();
    for (let done = 0; done < 240; done++) {
      await rounds(1);
      for (const each of await store.alerts.openIn(OWNER)) notices.add(each.id);
    }
    expect(await open()).toEqual(['unreachable']);
    expect(notices.size).toBe(1);
    provider.status.set('s105', 'off');
    await rounds(20);
    expect(await open()).toEqual(['unreachable']);
    brownout.rate = 0;
    await rounds(13);
    expect(await open()).toEqual(['down s105']);
  },
);

test.each([1, 2, 3, 5, 9, 30])(
  'of %d servers at a provider that fails 30 % of all readings, at random, outages are told soon after one of the provider',
  async (count) => {
    const { provider, rounds, open, brownout } = await enterBrownout(count, 1);
    await rounds(5);
    expect(await open()).toEqual(['unreachable']);
    brownout.rate = 0.3;
    provider.status.set('s100', 'off');
    await rounds(60);
    expect(await open()).toContain('down s100');
  },
);

test('a round with a single reading counts in part for the end of the notice that the provider is unreachable', async () => {
  const { provider, sharing, rounds, open, store, now } = await enter();
  // Two readings a round; names take one of them.
  sharing.bindings = 15;
  await store.watches.change(OWNER, 'account', now(), ([chat]) => {
    if (chat) chat.names = Array.from({ length: 20 }, (_, n) => `name-${n}.com`);
  });
  await rounds(10);
  provider.fault = silent();
  await rounds(5);
  expect(await open()).toEqual(['unreachable']);
  provider.fault = undefined;
  await rounds(10);
  expect(await open()).toEqual([]);
});

test('readings as off before an outage of the provider and after it are no row of three', async () => {
  const { provider, rounds, open } = await enter();
  provider.status.set('a', 'off');
  await rounds(2);
  provider.fault = silent();
  await rounds(5);
  provider.fault = undefined;
  const seen: string[] = [];
  for (let done = 0; done < 5; done++) {
    await rounds(1);
    seen.push((await open()).join());
  }
  // The third answer ends the notice, and is the first reading that counts.
  expect(seen).toEqual(['unreachable', 'unreachable', '', '', 'down a']);
});

test.each([1, 2])(
  'servers that are broken since an outage of the provider, %s of three, do not hold its notice',
  async (count) => {
    const { provider, rounds, open } = await enter();
    provider.list = [...provider.list, { id: 'c' }];
    provider.status.set('c', 'on');
    await rounds(12);
    provider.fault = silent();
    await rounds(5);
    provider.fault = undefined;
    for (const id of ['b', 'c'].slice(0, count)) provider.faults.set(id, silent());
    await rounds(12);
    expect(await open()).toEqual([]);
    provider.status.set('a', 'off');
    await rounds(3);
    expect(await open()).toEqual(['down a']);
  },
);

test('a chat that begins to watch while a provider answers only now and then is told of it', async () => {
  const { provider, rounds, store, now } = await enter();
  provider.fault = silent();
  await rounds(5);
  await store.watches.change(OWNER, 'account', now(), (chats) => {
    chats.push({ chatId: -100, topicId: 0, locale: 'en', power: { all: true, except: [] } });
  });
  const openThere = async () => (await store.alerts.openIn(-100)).map(({ what }) => what);
  provider.fault = undefined;
  provider.faults.set('b', silent());
  await rounds(1);
  expect(await openThere()).toEqual(['unreachable']);
  provider.faults.clear();
  await rounds(3);
  expect(await openThere()).toEqual([]);
});

test('a power-off of ours in an outage of the provider explains a server whose row after it has gaps', async () => {
  const { provider, rounds, open, operation } = await enter();
  provider.fault = silent();
  await rounds(10);
  expect(await open()).toEqual(['unreachable']);
  operation('power', 0, { parameters: { action: 'off' } });
  provider.status.set('a', 'off');
  await rounds(30);
  provider.fault = undefined;
  await rounds(3);
  provider.faults.set('a', silent());
  await rounds(2);
  provider.faults.delete('a');
  await rounds(1);
  provider.fault = silent();
  await rounds(1);
  provider.fault = undefined;
  await rounds(5);
  expect(await open()).toEqual([]);
});
