import { createServer, type ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { createBreaker } from '../../../src/hosting/http/breaker.ts';
import { createProvider } from '../../../src/hosting/index.ts';
import { failureOf, listening, TOKEN } from '../support.ts';

const RULES = { mostSilent: 3, slowMs: 50, firstOpenMs: 100, longestOpenMs: 300, memoryMs: 60_000 };

/** A provider that holds its answers until `answer` is called, except for URLs that match `answered`. */
async function holding(answered = /^$/) {
  const held: ServerResponse[] = [];
  const seen: string[] = [];
  let holds = true;
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`);
    request.resume().on('end', () => {
      if (holds && !answered.test(request.url ?? '')) held.push(response);
      else response.end('{"message":"ok","status":"on"}');
    });
  });
  return {
    seen,
    held,
    baseUrl: await listening(server),
    answer() {
      holds = false;
      for (const response of held.splice(0)) response.end('{"message":"ok","status":"on"}');
    },
  };
}

function clientOf(baseUrl: string, options: Partial<Parameters<typeof createProvider>[0]>) {
  return createProvider({ baseUrl, auth: 'Authorization: Bearer {token}', ...options });
}

test('so many calls wait for the provider, of an account and in all; more end at once, and a change was not sent', async () => {
  const provider = await holding();
  const client = clientOf(provider.baseUrl, { places: { inAll: 3, perAccount: 2, waitMs: 20 } });
  const [one, other] = [client.forToken(TOKEN), client.forToken('other')];
  const waiting = [one.servers.status('1'), one.servers.status('2'), other.servers.status('3')];
  await expect.poll(() => provider.held.length).toBe(3);
  expect(await failureOf(other.servers.status('4'))).toMatchObject({ kind: 'unavailable', slow: true });
  expect(await failureOf(other.servers.action('4', 'reboot'))).toMatchObject({ kind: 'notSent', slow: true });
  provider.answer();
  await Promise.all(waiting);
  expect(provider.seen).toHaveLength(3);
  expect(await other.servers.action('4', 'reboot')).toEqual({ words: 'ok' });
  expect(provider.seen).toHaveLength(4);
  await client.close();
});

test('one account leaves the others their places, and a place that becomes free is taken', async () => {
  const provider = await holding();
  const client = clientOf(provider.baseUrl, { places: { inAll: 3, perAccount: 1, waitMs: 60_000 } });
  const [one, other] = [client.forToken(TOKEN), client.forToken('other')];
  const first = one.servers.status('1');
  const second = one.servers.status('2');
  const third = other.servers.status('3');
  await expect.poll(() => provider.held.length).toBe(2);
  expect(provider.seen.filter((line) => line.includes('id=2'))).toEqual([]);
  provider.answer();
  expect((await Promise.all([first, second, third])).map(({ id }) => id)).toEqual(['1', '2', '3']);
  await client.close();
});

test('readings in the background take no place of people, and go one at a time of an account', async () => {
  const provider = await holding();
  const client = clientOf(provider.baseUrl, { places: { inAll: 2, perAccount: 2, waitMs: 20 } });
  const background = [TOKEN, TOKEN, 'other', 'third'].map((token, at) =>
    client.forToken(token, 'background').servers.status(`b${at}`),
  );
  await expect.poll(() => provider.held.length).toBe(3);
  const people = ['1', '2'].map((id) => client.forToken(TOKEN).servers.status(id));
  await expect.poll(() => provider.held.length).toBe(5);
  expect(provider.seen.filter((line) => line.includes('id=b1'))).toEqual([]);
  provider.answer();
  expect((await Promise.all([...background, ...people])).map(({ id }) => id)).toEqual([
    'b0',
    'b1',
    'b2',
    'b3',
    '1',
    '2',
  ]);
  await client.close();
});

test('readings in the background end once the provider counts as silent; what a person waits for may still come', async () => {
  const provider = await holding();
  const client = clientOf(provider.baseUrl, {
    breaker: { ...RULES, slowMs: 200, firstOpenMs: 60_000 },
    timeouts: { headersMs: 600_000 },
  });
  const person = client.forToken(TOKEN).servers.status('1');
  await expect.poll(() => provider.held.length).toBe(1);
  const background = Array.from({ length: 40 }, (_, at) =>
    failureOf(client.forToken(`token${at}`, 'background').servers.status('2', AbortSignal.timeout(60_000), 0)),
  );
  expect(new Set((await Promise.all(background)).map(({ kind }) => kind))).toEqual(new Set(['unavailable']));
  const asked = provider.seen.length;
  expect(asked).toBeGreaterThan(1);
  await expect.poll(() => provider.held.filter(({ destroyed }) => !destroyed).length).toBe(1);
  expect(await failureOf(client.forToken(TOKEN, 'background').servers.status('3'))).toMatchObject({ slow: true });
  provider.answer();
  expect(await person).toMatchObject({ id: '1', status: 'on' });
  expect(provider.seen).toHaveLength(asked);
  await client.close();
});

test('a reading in the background that is given up waits for its place no longer', async () => {
  const provider = await holding();
  const client = clientOf(provider.baseUrl, { backgroundPlaces: { waitMs: 600_000 } });
  const { servers } = client.forToken(TOKEN, 'background');
  const first = servers.status('1');
  const control = new AbortController();
  const waits = failureOf(servers.status('2', control.signal, 0));
  const third = servers.status('3');
  control.abort();
  const unasked = { kind: 'unavailable', slow: true, throttled: true };
  expect(await waits).toMatchObject(unasked);
  expect(await failureOf(servers.status('4', control.signal, 0))).toMatchObject(unasked);
  provider.answer();
  await Promise.all([first, third]);
  expect(provider.seen).toHaveLength(2);
  await client.close();
});

test('a registry that hangs keeps the place of a token for seconds in the background; a person may wait for it', async () => {
  const provider = await holding(/server/);
  const timeouts = { headersMs: 600_000, backgroundDomainMs: 100 };
  const client = clientOf(provider.baseUrl, { timeouts, backgroundPlaces: { waitMs: 600_000 } });
  const background = client.forToken(TOKEN, 'background');
  const person = failureOf(client.forToken(TOKEN).domainOrders.info('a.com'));
  const info = failureOf(background.domainOrders.info('a.com', undefined, 0));
  expect(await background.servers.status('1')).toMatchObject({ status: 'on' });
  expect(await info).toMatchObject({ kind: 'unavailable' });
  provider.answer();
  // The provider answers with the status of a server, which this request did not ask for.
  expect(await person).toMatchObject({ kind: 'unreadable' });
  await client.close();
});

test('a registry that hangs takes no place of the servers, and does not stop what they are asked', async () => {
  const provider = await holding(/\/server\//);
  const states: string[][] = [];
  const client = clientOf(provider.baseUrl, {
    places: { inAll: 6, perResource: 4, perAccount: 6, waitMs: 20 },
    breaker: { ...RULES, slowMs: 1_000 },
    breakerChanged: (...state) => states.push(state),
  });
  const hosting = client.forToken(TOKEN);
  const hanging = ['a', 'b', 'c', 'd'].map((name) => failureOf(hosting.domainOrders.availability(`${name}.com`, 1)));
  await expect.poll(() => provider.held.length).toBe(4);
  expect(await failureOf(hosting.domainOrders.availability('e.com', 1))).toMatchObject({ slow: true, throttled: true });
  expect(await hosting.servers.action('1', 'reboot')).toEqual({ words: 'ok' });
  await expect.poll(() => states).toEqual([['open', 'domain']]);
  expect(await hosting.servers.action('2', 'reboot')).toEqual({ words: 'ok' });
  expect(provider.seen.filter((line) => line.endsWith('/action'))).toHaveLength(2);
  await client.close();
  await Promise.all(hanging);
});

test('a provider that does not answer is asked no more; a read finds out when it does, a change never', async () => {
  const provider = await holding();
  const states: string[] = [];
  const breaker = { ...RULES, slowMs: 500, firstOpenMs: 0 };
  const client = clientOf(provider.baseUrl, { breaker, breakerChanged: (state) => states.push(state) });
  const hosting = client.forToken(TOKEN);
  const hanging = ['1', '2', '3'].map((id) => hosting.servers.status(id));
  await expect.poll(() => states).toEqual(['open']);
  expect(await failureOf(hosting.servers.action('4', 'reboot'))).toMatchObject({ kind: 'notSent', slow: true });
  const probe = hosting.servers.status('4');
  await expect.poll(() => provider.seen.length).toBe(4);
  expect(await failureOf(hosting.servers.status('5'))).toMatchObject({ kind: 'unavailable', slow: true });
  expect(await failureOf(hosting.servers.action('5', 'reboot'))).toMatchObject({ kind: 'notSent', slow: true });
  expect(provider.seen).toHaveLength(4);
  provider.answer();
  await Promise.all([...hanging, probe]);
  expect(states).toEqual(['open', 'closed']);
  expect(await hosting.servers.action('4', 'reboot')).toEqual({ words: 'ok' });
  expect(provider.seen.filter((line) => line.endsWith('/action'))).toHaveLength(1);
  await client.close();
});

test('the breaker stays open longer after each probe without an answer, and any answer closes it', () => {
  let now = 0;
  const breaker = createBreaker({ ...RULES, slowMs: 60_000 }, undefined, () => now);
  const silent = () => breaker.enter('read')?.('silent');
  for (let count = 0; count < 2; count++) silent();
  breaker.enter('change')?.('answers');
  for (let count = 0; count < 2; count++) silent();
  expect(breaker.state()).toBe('closed');
  silent();
  expect(breaker.state()).toBe('open');
  expect(breaker.enter('read')).toBeUndefined();
  now = 100;
  expect([breaker.state(), breaker.enter('change')]).toEqual(['halfOpen', undefined]);
  silent();
  now = 299;
  expect(breaker.state()).toBe('open');
  now = 300;
  // A probe that was given up says nothing: the next read is one.
  breaker.enter('read')?.('nothing');
  expect(breaker.state()).toBe('halfOpen');
  const probe = breaker.enter('read');
  expect(breaker.state()).toBe('open');
  probe?.('answers');
  expect(breaker.state()).toBe('closed');
});

test('old silent exchanges do not open the circuit breaker', () => {
  let now = 0;
  const breaker = createBreaker({ ...RULES, slowMs: 60_000 }, undefined, () => now);
  for (let count = 0; count < 10; count++) {
    breaker.enter('read')?.('silent');
    now += 60_001;
  }
  expect(breaker.state()).toBe('closed');
});
