import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Failure, type Hosting } from '../../../src/hosting/index.ts';
import { createKeptStatuses } from '../../../src/hosting/kept/kept-statuses.ts';
import { connected } from '../support.ts';

const ACCOUNT = '7:account';
const never = new AbortController().signal;

/** A client whose readings are answered by the test. */
async function controlled() {
  const { hosting } = await connected();
  const open: { id: string; answer(status: string | Error): void }[] = [];
  const status: Hosting['servers']['status'] = (id) =>
    new Promise((resolve, reject) => {
      open.push({ id, answer: (said) => (said instanceof Error ? reject(said) : resolve({ id, status: said })) });
    });
  let at = 1_000_000;
  const kept = createKeptStatuses(() => at);
  const client = kept.keeping(ACCOUNT, { ...hosting, servers: { ...hosting.servers, status } });
  const later = (ms: number) => {
    at += ms;
  };
  return { kept, client, open, later };
}

const ids = (count: number, first = 0) => Array.from({ length: count }, (_, index) => `srv-${first + index}`);

test('at most eight of a person are read at a time, each once, and what is fresh is not asked for', async () => {
  const { kept, client, open, later } = await controlled();
  const reading = kept.read(7, ACCOUNT, client, ids(10), never);
  await nextTurn();
  expect(open.map(({ id }) => id)).toEqual(ids(8));
  for (const { answer } of open.slice(0, 8)) answer('on');
  await nextTurn();
  await nextTurn();
  expect(open.map(({ id }) => id)).toEqual(ids(10));
  for (const { answer } of open.slice(8)) answer('off');
  expect(await reading).toEqual(
    new Map([...ids(8).map((id) => [id, 'on'] as const), ['srv-8', 'off'], ['srv-9', 'off']]),
  );
  expect((await kept.read(7, ACCOUNT, client, ids(10), never)).size).toBe(10);
  expect(open).toHaveLength(10);
  later(30_001);
  expect(kept.known(ACCOUNT, ids(10)).size).toBe(0);
  expect(kept.known('8:other', ids(10)).size).toBe(0);
});

test('readings of many people are bounded together, and none hold up another person’s', async () => {
  const { kept, client, open } = await controlled();
  const people = Array.from({ length: 6 }, (_, person) =>
    kept.read(person, ACCOUNT, client, ids(20, person * 100), never),
  );
  await nextTurn();
  expect(open).toHaveLength(32);
  for (let at = 0; at < 120; at++) {
    open[at]?.answer('on');
    await nextTurn();
  }
  expect((await Promise.all(people)).map(({ size }) => size)).toEqual(Array.from({ length: 6 }, () => 20));
});

test('a server whose reading failed is left out; an error of the program is not hidden', async () => {
  const { kept, client, open } = await controlled();
  const reading = kept.read(7, ACCOUNT, client, ids(2), never);
  await nextTurn();
  open[0]?.answer(new Failure('unavailable', 'server.status'));
  open[1]?.answer('on');
  expect(await reading).toEqual(new Map([['srv-1', 'on']]));
  const broken = kept.read(7, ACCOUNT, client, ['srv-9'], never);
  await nextTurn();
  open[2]?.answer(new TypeError('broken'));
  await expect(broken).rejects.toThrow('broken');
});

test('once given up, no further server is asked for', async () => {
  const { kept, client, open } = await controlled();
  const given = new AbortController();
  const reading = kept.read(7, ACCOUNT, client, ids(20), given.signal);
  await nextTurn();
  given.abort();
  for (const { answer } of open) answer('on');
  expect((await reading).size).toBe(8);
  expect(open).toHaveLength(8);
});

test('a reading from before a change is not kept', async () => {
  const { kept, client, open } = await controlled();
  const before = client.servers.status('srv-10001');
  await nextTurn();
  await client.servers.action('srv-10001', 'off').catch(() => undefined);
  open[0]?.answer('on');
  expect(await before).toMatchObject({ status: 'on' });
  expect(kept.known(ACCOUNT, ['srv-10001']).size).toBe(0);
  const after = client.servers.status('srv-10001');
  open[1]?.answer('off');
  await after;
  expect(kept.known(ACCOUNT, ['srv-10001'])).toEqual(new Map([['srv-10001', 'off']]));
});
