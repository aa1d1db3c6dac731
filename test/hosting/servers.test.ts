import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { createProvider, Failure } from '../../src/hosting/index.ts';
import { startProvider } from '../../src/sandbox/provider/index.ts';

const sandbox = await startProvider({
  accounts: [{ token: 'secret-1', servers: 4 }],
  timings: { powerMs: 0, rebootMs: 20 },
});
const calls: unknown[] = [];
const provider = createProvider({
  baseUrl: sandbox.baseUrl,
  auth: 'Authorization: Bearer {token}',
  timeouts: { headersMs: 200, bodyMs: 200 },
  observe: ({ operation, outcome, attempts }) => calls.push({ operation, outcome, attempts }),
});
const { servers } = provider.forToken('secret-1');

beforeEach(() => {
  sandbox.clearFaults();
  sandbox.forget();
  calls.length = 0;
});
afterAll(async () => {
  await provider.close();
  await sandbox.close();
});

const failure = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => (error instanceof Failure ? error : undefined),
  );

describe('servers', () => {
  test('list, whole and filtered by the provider', async () => {
    expect(await servers.list()).toHaveLength(4);
    const [first] = await servers.list({ geo: 'frankfurt' });
    expect(first).toEqual({ id: 'srv-10002', ip: '10.0.0.1', geo: 'frankfurt', expireDate: expect.any(String) });
    expect(sandbox.requests.at(-1)).toMatchObject({
      operation: 'server.list',
      method: 'GET',
      path: '/api/v1/server/list',
      query: { geo: 'frankfurt' },
      account: 'account-1',
      answered: 200,
    });
  });

  test('status reads quoted ints', async () => {
    expect(await servers.status('srv-10001')).toMatchObject({
      id: 'srv-10001',
      status: 'on',
      port: 22,
      ram: 2,
      rescueDisk: false,
    });
  });

  test('action is done once and shows in the status', async () => {
    expect(await servers.action('srv-10001', 'reboot')).toEqual({ words: expect.any(String) });
    expect(sandbox.requests).toMatchObject([{ method: 'POST', body: { id: 'srv-10001', action: 'reboot' } }]);
    expect((await servers.status('srv-10001')).status).toBe('rebooting');
    await expect.poll(async () => (await servers.status('srv-10001')).status).toBe('on');
  });

  test('a wrong token is not connected', async () => {
    expect(await failure(provider.forToken('secret-2').servers.list())).toMatchObject({ kind: 'notConnected' });
    expect(await failure(provider.forToken('a\nb').servers.list())).toMatchObject({ kind: 'notConnected' });
  });

  test('an unknown server is not found', async () => {
    expect(await failure(servers.status('srv-1'))).toMatchObject({ kind: 'notFound', words: expect.any(String) });
  });

  test.each(['cutBefore', 'cutAfter', 'hang', 'truncated', 'html', 'status'] as const)(
    'a change met by %s is ambiguous and sent once',
    async (kind) => {
      sandbox.fault({ operation: 'server.action', kind });
      expect(await failure(servers.action('srv-10002', 'on'))).toMatchObject({
        kind: 'ambiguous',
        operation: 'server.action',
      });
      expect(sandbox.requests).toHaveLength(1);
      expect(calls).toEqual([{ operation: 'server.action', outcome: 'ambiguous', attempts: 1 }]);
    },
  );

  test.each(['cutBefore', 'cutAfter', 'status', 'rateLimit'] as const)(
    'a read met by %s is asked again',
    async (kind) => {
      sandbox.fault({ operation: 'server.list', kind, times: 1, ms: 0 });
      expect(await servers.list()).toHaveLength(4);
      expect(calls).toEqual([{ operation: 'server.list', outcome: 'ok', attempts: 2 }]);
    },
  );

  test('a read that never gets an answer ends as unavailable', async () => {
    sandbox.fault({ kind: 'hang' });
    expect(await failure(servers.list())).toMatchObject({ kind: 'unavailable' });
    expect(sandbox.requests).toHaveLength(3);
  });

  test('nobody there: a read is unavailable, a change surely not sent', async () => {
    const nowhere = createProvider({ baseUrl: 'http://127.0.0.1:1', auth: 'X-Token: {token}' });
    expect(await failure(nowhere.forToken('t').servers.list())).toMatchObject({ kind: 'unavailable' });
    expect(await failure(nowhere.forToken('t').servers.action('a', 'on'))).toMatchObject({ kind: 'notSent' });
    await nowhere.close();
  });
});
