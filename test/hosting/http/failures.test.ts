import { once } from 'node:events';
import { createServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import { createProvider, type Hosting, type ProviderOptions } from '../../../src/hosting/index.ts';
import type { Fault } from '../../../src/sandbox/provider/index.ts';
import { startProvider } from '../../../src/sandbox/provider/index.ts';
import { clientOf, connected, expectFailure, failureOf, scripted, TOKEN } from '../support.ts';

const ID = 'srv-10001';

describe('a change', () => {
  test('begun after the client was closed never left, and says so', async () => {
    const { sandbox } = await connected();
    const provider = createProvider({ baseUrl: sandbox.baseUrl, auth: 'Authorization: Bearer {token}' });
    const hosting = provider.forToken(TOKEN);
    await provider.close();
    await expectFailure(hosting.servers.action(ID, 'off'), 'notSent');
    expect(sandbox.requests).toEqual([]);
  });

  const lost: Fault[] = [
    { kind: 'cutBefore' },
    { kind: 'cutAfter' },
    { kind: 'hang' },
    { kind: 'hang', afterHandling: true },
    { kind: 'truncated' },
    { kind: 'html' },
    { kind: 'html', status: 502 },
    { kind: 'status', status: 500 },
    { kind: 'status', status: 503, afterHandling: true },
    { kind: 'status', status: 302, body: {} },
    { kind: 'status', status: 408, body: {} },
  ];
  test.each(lost)('met by %j is ambiguous and was sent once', async (fault) => {
    const { sandbox } = await connected();
    const timeouts = fault.kind === 'hang' ? { headersMs: 200, bodyMs: 200 } : {};
    const hosting = clientOf(sandbox.baseUrl, { timeouts });
    sandbox.fault(fault);
    await expectFailure(hosting.servers.action(ID, 'off'), 'ambiguous', { operation: 'server.action' });
    const handled = fault.kind === 'cutAfter' || fault.kind === 'truncated' || fault.afterHandling === true;
    // A busy machine lets the client give up before the request arrives.
    await expect.poll(() => sandbox.requests.length).toBe(1);
    await expect.poll(() => sandbox.account(TOKEN).server(ID).status).toBe(handled ? 'off' : 'on');
    expect(sandbox.requests).toHaveLength(1);
  });

  test('that is turned away is surely not done', async () => {
    const { sandbox, hosting } = await connected();
    sandbox.fault({ kind: 'rateLimit', ms: 7_000, times: 1 });
    await expectFailure(hosting.servers.action(ID, 'off'), 'refused', { retryAfterSeconds: 7 });
    sandbox.fault({ kind: 'html', status: 403, times: 1 });
    await expectFailure(hosting.servers.action(ID, 'off'), 'refused');
    sandbox.fault({ kind: 'errorOn200', times: 1 });
    await expectFailure(hosting.servers.action(ID, 'off'), 'refused', { words: expect.any(String) });
    expect(sandbox.account(TOKEN).server(ID).status).toBe('on');
    expect(sandbox.requests).toHaveLength(3);
  });

  test('to a closed port, or to one without TLS, is not sent', async () => {
    const sandbox = await startProvider({ accounts: [] });
    const closed = clientOf(sandbox.baseUrl);
    const plain = clientOf(sandbox.baseUrl.replace('http:', 'https:'));
    await expectFailure(plain.servers.action(ID, 'on'), 'notSent');
    await sandbox.close();
    await expectFailure(closed.servers.action(ID, 'on'), 'notSent');
  });

  test.each([
    ['is never connected', { connectMs: 100 }, 'UND_ERR_CONNECT_TIMEOUT'],
    ['is given up before', { connectMs: 100, headersMs: 50, bodyMs: 50 }, 'GivenUp'],
  ])('through a handshake that never ends %s and is not sent', async (_, timeouts, reason) => {
    const silent = createServer();
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const address = silent.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const hosting = clientOf(`https://127.0.0.1:${port}`, { timeouts });
    await expectFailure(hosting.servers.action(ID, 'on'), 'notSent', { message: expect.stringContaining(reason) });
    silent.close();
  });
});

describe('a read', () => {
  test.each<Fault>([
    { kind: 'cutBefore' },
    { kind: 'cutAfter' },
    { kind: 'status', status: 500 },
    { kind: 'status', status: 503 },
    { kind: 'rateLimit', ms: 0 },
  ])('met once by %j is asked again', async (fault) => {
    const { sandbox, hosting } = await connected();
    sandbox.fault({ ...fault, times: 1 });
    expect(await hosting.servers.list()).toHaveLength(4);
    expect(sandbox.requests).toHaveLength(2);
  });

  test('that fails on and on is unavailable after three attempts', async () => {
    const { sandbox, hosting } = await connected();
    sandbox.fault({ kind: 'status', status: 502 });
    await expectFailure(hosting.servers.list(), 'unavailable', { message: 'server.list: unavailable (HTTP 502)' });
    const [first = 0, second = 0, third = 0] = sandbox.requests.map(({ at }) => at);
    expect(sandbox.requests).toHaveLength(3);
    // Timers and clocks round to a millisecond each.
    expect(second - first).toBeGreaterThanOrEqual(18);
    expect(third - second).toBeGreaterThanOrEqual(38);
  });

  test.each([502, 503, 504])('that a gateway answers with %i on and on is asked no more', async (status) => {
    const { sandbox } = await connected();
    const breaker = { mostSilent: 3, slowMs: 60_000, firstOpenMs: 60_000, longestOpenMs: 60_000, memoryMs: 60_000 };
    const { servers } = clientOf(sandbox.baseUrl, { breaker });
    sandbox.fault({ kind: 'status', status });
    await expectFailure(servers.list(), 'unavailable');
    await expectFailure(servers.list(), 'unavailable', { slow: true });
    expect(sandbox.requests).toHaveLength(3);
  });

  test('that is told to wait longer than a person would is not repeated', async () => {
    const { sandbox, hosting } = await connected();
    sandbox.fault({ kind: 'rateLimit', ms: 60_000 });
    await expectFailure(hosting.servers.list(), 'unavailable', { retryAfterSeconds: 60 });
    expect(sandbox.requests).toHaveLength(1);
  });

  test('waits as long as it is told', async () => {
    const { sandbox, hosting } = await connected();
    sandbox.fault({ kind: 'rateLimit', ms: 1_000, times: 1 });
    await hosting.servers.list();
    const [first, second] = sandbox.requests;
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(1_000);
  });

  test.each<Fault>([
    { kind: 'html' },
    { kind: 'html', status: 404 },
    { kind: 'truncated' },
    { kind: 'status', status: 301, body: {} },
  ])('answered by %j is unreadable at once', async (fault) => {
    const { sandbox, hosting } = await connected();
    sandbox.fault(fault);
    await expectFailure(hosting.servers.list(), 'unreadable');
    expect(sandbox.requests).toHaveLength(1);
  });

  test('ends when its asker leaves, also in the pause before a retry', async () => {
    const { sandbox, hosting } = await connected();
    sandbox.fault({ kind: 'hang', times: 1 });
    const leaving = new AbortController();
    const asked = failureOf(hosting.servers.list({}, leaving.signal));
    await expect.poll(() => sandbox.requests.length).toBe(1);
    leaving.abort();
    expect((await asked).kind).toBe('unavailable');
    const patient = clientOf(sandbox.baseUrl, { timeouts: { pauseMs: 4_000 } });
    sandbox.fault({ kind: 'status', status: 500, times: 1 });
    const leavingLater = new AbortController();
    const pausing = failureOf(patient.servers.list({}, leavingLater.signal));
    await expect.poll(() => sandbox.requests[1]?.answered).toBe(500);
    leavingLater.abort();
    expect((await pausing).kind).toBe('unavailable');
    expect(sandbox.requests).toHaveLength(2);
  });
});

describe('bounds', () => {
  test('an answer that is too large is unreadable, and ambiguous to a change', async () => {
    const provider = await scripted({ maxBytes: 10_000 });
    provider.reply([{ id: 'x'.repeat(20_000) }]);
    await expectFailure(provider.hosting.servers.list(), 'unreadable');
    provider.reply({ message: 'x'.repeat(20_000) });
    await expectFailure(provider.hosting.servers.action(ID, 'on'), 'ambiguous');
  });

  test('an answer over the size limit of its kind is not read', async () => {
    const provider = await scripted();
    const padded = { status: 'on', message: 'done', padding: 'x'.repeat(300 * 1024) };
    provider.reply(padded);
    await expectFailure(provider.hosting.servers.status(ID), 'unreadable');
    await expectFailure(provider.hosting.servers.action(ID, 'on'), 'ambiguous');
    provider.reply({ ...padded, error: 'no' }, 403);
    await expectFailure(provider.hosting.servers.action(ID, 'on'), 'refused');
    provider.reply([{ id: 'x'.repeat(300), ip: '10.0.0.1', padding: padded.padding }]);
    expect(await provider.hosting.servers.list()).toHaveLength(1);
  });

  test.each([
    ['servers', 25_000, (hosting: Hosting) => hosting.servers.list(), (at: number) => ({ id: `${at}` })],
    ['snapshots', 1_000, (hosting: Hosting) => hosting.snapshots.list(ID), (at: number) => ({ name: `n${at}` })],
    ['backups', 1_000, (hosting: Hosting) => hosting.backups.list(ID), (at: number) => ({ volume_id: `v${at}` })],
  ])('a list of more %s than there are can’t be read', async (_, most, list, entry) => {
    const provider = await scripted();
    const entries = Array.from({ length: most + 1 }, (_, at) => entry(at));
    provider.reply(entries.slice(1));
    expect(await list(provider.hosting)).toHaveLength(most);
    provider.reply(entries);
    await expectFailure(list(provider.hosting), 'unreadable');
    // A list that is too long stays unreadable even where no entry of it is usable.
    provider.reply(entries.map(() => 0));
    await expectFailure(list(provider.hosting), 'unreadable');
  });

  test('a graph of many names over many empty rows takes no longer than another of its size', async () => {
    const provider = await scripted();
    const many = (each: unknown) => Array.from({ length: 10_000 }, () => each);
    provider.reply({ message: 'm', data: { columns: many(''), rows: many([]) } });
    const before = process.cpuUsage();
    expect((await provider.hosting.servers.graph(ID, 'day')).series).toEqual([]);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(1_000);
  });

  test('an answer that drips for ever ends', async () => {
    const provider = await scripted({ timeouts: { connectMs: 100, headersMs: 100, bodyMs: 100 } });
    provider.act((response) => {
      const drip = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(drip));
    });
    await expectFailure(provider.hosting.servers.action(ID, 'on'), 'ambiguous');
  });

  test('an answer that is announced for ever and never comes ends', async () => {
    const provider = await scripted({ timeouts: { connectMs: 100, headersMs: 100, bodyMs: 100 } });
    provider.act((response) => {
      const announce = setInterval(() => response.writeProcessing(), 20);
      response.on('close', () => clearInterval(announce));
    });
    await expectFailure(provider.hosting.servers.action(ID, 'on'), 'ambiguous');
  });

  test('a redirect is not followed', async () => {
    const provider = await scripted();
    provider.reply('', 307, { location: '/elsewhere' });
    await expectFailure(provider.hosting.servers.list(), 'unreadable');
    expect(provider.seen.map(({ url }) => url)).toEqual(['/api/v1/server/list']);
  });
});

describe('the token', () => {
  test('travels in the header of the template and nowhere else', async () => {
    const provider = await scripted({ auth: 'X-Api-Key: key={token}' });
    provider.reply({ error: 'no', message: TOKEN.length }, 500);
    const failure = await failureOf(provider.hosting.servers.status(ID));
    const [request] = provider.seen;
    expect(request?.headers['x-api-key']).toBe(`key=${TOKEN}`);
    expect(request?.headers.authorization).toBeUndefined();
    expect(JSON.stringify([failure, failure.stack, failure.message, request?.url])).not.toContain(TOKEN);
  });

  test('that is wrong, or that no header can carry, is not connected', async () => {
    const { sandbox } = await connected();
    const provider = createProvider({ baseUrl: sandbox.baseUrl, auth: 'Authorization: Bearer {token}' });
    for (const token of ['wrong', 'two\r\nlines', 'توکن', '', 'a b']) {
      await expectFailure(provider.forToken(token).servers.list(), 'notConnected');
      await expectFailure(provider.forToken(token).servers.action(ID, 'off'), 'notConnected');
    }
    expect(sandbox.requests).toHaveLength(2);
    await provider.close();
  });
});

describe('options', () => {
  const create = (options: Partial<ProviderOptions>) => () =>
    createProvider({ baseUrl: 'https://provider.example', auth: 'Authorization: Bearer {token}', ...options });

  test.each([
    'http://provider.example',
    'ftp://127.0.0.1',
    'nonsense',
    'https://u:p@provider.example',
    'https://provider.example/?a=1',
  ])('the base URL %s is refused', (baseUrl) => expect(create({ baseUrl })).toThrow(TypeError));
  test.each([
    'https://provider.example',
    'https://provider.example/sub/',
    'http://127.0.0.1:8080',
    'http://localhost',
    'http://[::1]:1',
  ])('the base URL %s is taken', (baseUrl) => expect(create({ baseUrl })).not.toThrow());
  test.each(['Bearer {token}', 'Authorization: Bearer', 'Bad Name: {token}', 'A: {token}\r\nB: c'])(
    'the header %j is refused',
    (auth) => expect(create({ auth })).toThrow(TypeError),
  );

  test('a path in the base URL is kept', async () => {
    const provider = await scripted();
    provider.reply([]);
    await provider.hosting.servers.list();
    expect(provider.seen[0]?.url).toBe('/api/v1/server/list');
    const seen = provider.seen[0]?.headers.host;
    await clientOf(`http://${seen}/sub/`).servers.list();
    expect(provider.seen[1]?.url).toBe('/sub/api/v1/server/list');
  });

  test('the observer learns how each call ended and nothing of its content', async () => {
    const { sandbox } = await connected();
    const told: object[] = [];
    const hosting = clientOf(sandbox.baseUrl, { observe: (call) => told.push(call) });
    sandbox.fault({ kind: 'cutBefore', times: 1 });
    await hosting.servers.list();
    await failureOf(hosting.servers.status('none'));
    await failureOf(hosting.servers.status(''));
    await hosting.servers.changePassword(ID, 'a password');
    sandbox.fault({ kind: 'cutAfter', times: 1 });
    await failureOf(hosting.servers.changePassword(ID, 'a password'));
    sandbox.fault({ kind: 'hang' });
    const left = new AbortController();
    const leaving = failureOf(hosting.servers.status(ID, left.signal));
    await expect.poll(() => sandbox.requests.at(-1)?.operation).toBe('server.status');
    left.abort();
    await leaving;
    await failureOf(hosting.servers.status(ID, AbortSignal.timeout(10)));
    const ms = expect.any(Number);
    expect(told).toEqual([
      { operation: 'server.list', outcome: 'ok', ms, attempts: 2 },
      { operation: 'server.status', outcome: 'notFound', ms, attempts: 1 },
      { operation: 'server.status', outcome: 'invalid', ms, attempts: 0 },
      { operation: 'server.password', outcome: 'ok', ms, attempts: 1 },
      { operation: 'server.password', outcome: 'ambiguous', ms, attempts: 1 },
      { operation: 'server.status', outcome: 'givenUp', ms, attempts: 1 },
      { operation: 'server.status', outcome: 'unavailable', ms, attempts: 1 },
    ]);
  });

  test('a read that the closing of the client cuts off says nothing of the provider, and is not repeated', async () => {
    const { sandbox } = await connected();
    const told: object[] = [];
    const changed: string[] = [];
    const provider = createProvider({
      baseUrl: sandbox.baseUrl,
      auth: 'Authorization: Bearer {token}',
      backgroundPlaces: { perAccount: 1 },
      breaker: { mostSilent: 1 },
      breakerChanged: (state) => changed.push(state),
      observe: (call) => told.push(call),
    });
    const { servers } = provider.forToken(TOKEN, 'background');
    sandbox.fault({ kind: 'hang' });
    const cutOff = failureOf(servers.status(ID));
    await expect.poll(() => sandbox.requests.at(-1)?.operation).toBe('server.status');
    const waiting = failureOf(servers.list());
    const before = sandbox.requests.length;
    await provider.close();
    await Promise.all([cutOff, waiting, failureOf(servers.list())]);
    const call = { outcome: 'givenUp', ms: expect.any(Number), attempts: 1 };
    expect(told).toEqual([
      { operation: 'server.status', ...call },
      { operation: 'server.list', ...call },
      { operation: 'server.list', ...call },
    ]);
    expect(changed).toEqual([]);
    expect(sandbox.requests).toHaveLength(before);
  });
});
