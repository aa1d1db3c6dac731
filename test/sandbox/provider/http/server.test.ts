import { join } from 'node:path';
import { Agent, request } from 'undici';
import { describe, expect, onTestFinished, test } from 'vitest';
import { demoAccount, startProvider } from '../../../../src/sandbox/provider/index.ts';
import { folder } from '../../../support/databases/store.ts';
import { ask, started, TOKEN } from '../support.ts';

const ID = 'srv-10001';
const action = (baseUrl: string, name: string) =>
  ask(baseUrl, 'POST', '/api/v1/server/action', { body: { id: ID, action: name } });

describe('faults', () => {
  test('strike as often as they are told, and only their operation', async () => {
    const provider = await started();
    provider.fault({ operation: 'server.action', kind: 'status', status: 503, times: 2 });
    const list = () => ask(provider.baseUrl, 'GET', '/api/v1/server/list');
    const statuses = [];
    for (let turn = 0; turn < 3; turn++)
      statuses.push((await action(provider.baseUrl, 'on')).status, (await list()).status);
    expect(statuses).toEqual([503, 200, 503, 200, 200, 200]);
  });

  test('last until they are cleared', async () => {
    const provider = await started();
    provider.fault({ kind: 'html', status: 502 });
    for (let turn = 0; turn < 3; turn++)
      expect((await action(provider.baseUrl, 'on')).text).toContain('<!doctype html>');
    provider.clearFaults();
    expect((await action(provider.baseUrl, 'on')).status).toBe(200);
  });

  test.each([
    [{ kind: 'status', status: 500 }, 'on'],
    [{ kind: 'status', status: 500, afterHandling: true }, 'off'],
    [{ kind: 'html', afterHandling: true }, 'off'],
    [{ kind: 'truncated' }, 'off'],
    [{ kind: 'rateLimit' }, 'on'],
    [{ kind: 'errorOn200' }, 'on'],
    [{ kind: 'delay', ms: 1 }, 'off'],
  ] as const)('%j leaves the server %s', async (fault, status) => {
    const provider = await started();
    provider.fault(fault);
    await action(provider.baseUrl, 'off');
    expect(provider.account(TOKEN).server(ID).status).toBe(status);
  });

  test('a cut connection is cut before or after the work', async () => {
    const provider = await started();
    provider.fault({ kind: 'cutBefore', times: 1 });
    await expect(action(provider.baseUrl, 'off')).rejects.toThrow();
    expect(provider.account(TOKEN).server(ID).status).toBe('on');
    provider.fault({ kind: 'cutAfter', times: 1 });
    await expect(action(provider.baseUrl, 'off')).rejects.toThrow();
    expect(provider.account(TOKEN).server(ID).status).toBe('off');
    expect(provider.requests.map(({ answered }) => answered)).toEqual([undefined, undefined]);
  });
});

describe('the log', () => {
  test('holds each request as it came, but not the token', async () => {
    const provider = await started();
    await action(provider.baseUrl, 'off');
    await ask(provider.baseUrl, 'GET', '/api/v1/nothing', { query: { a: 'b' }, token: 'other' });
    expect(provider.requests).toEqual([
      {
        operation: 'server.action',
        method: 'POST',
        path: '/api/v1/server/action',
        query: {},
        body: { id: ID, action: 'off' },
        at: expect.any(Number),
        account: 'account-1',
        answered: 200,
      },
      {
        operation: 'none',
        method: 'GET',
        path: '/api/v1/nothing',
        query: { a: 'b' },
        body: undefined,
        at: expect.any(Number),
        answered: 404,
      },
    ]);
    expect(JSON.stringify(provider.requests)).not.toContain(TOKEN);
    provider.forget();
    expect(provider.requests).toEqual([]);
  });
});

describe('the control routes', () => {
  const control = { 'x-sandbox-control': 'key' };

  test('set faults, show and clear the log with the key', async () => {
    const { baseUrl } = await started({ control: 'key' });
    const fault = { kind: 'status', status: 500, times: 1 };
    expect(await ask(baseUrl, 'POST', '/_sandbox/faults', { body: fault, headers: control })).toMatchObject({
      status: 204,
    });
    expect((await action(baseUrl, 'off')).status).toBe(500);
    const { json } = await ask(baseUrl, 'GET', '/_sandbox/requests', { headers: control });
    expect(json).toMatchObject([{ operation: 'server.action', answered: 500 }]);
    await ask(baseUrl, 'DELETE', '/_sandbox/requests', { headers: control });
    expect((await ask(baseUrl, 'GET', '/_sandbox/requests', { headers: control })).json).toEqual([]);
    expect((await ask(baseUrl, 'GET', '/_sandbox/accounts', { headers: control })).json).toMatchObject([
      { label: 'account-1', orders: [] },
    ]);
    expect((await ask(baseUrl, 'POST', '/_sandbox/faults', { body: { kind: 'odd' }, headers: control })).status).toBe(
      400,
    );
  });

  test.each([
    ['a negative delay', { kind: 'delay', ms: -1 }, 'ms', '>=0'],
    ['a delay that no timer takes', { kind: 'delay', ms: 1e300 }, 'ms', '<='],
    ['an unknown operation', { kind: 'hang', operation: 'server.actoin' }, 'operation', '"server.action"'],
    ['an unknown kind', { kind: 'odd' }, 'kind', '"cutBefore"'],
  ])('refuse %s with words that say what there is', async (_, body, field, words) => {
    const { baseUrl } = await started({ control: 'key' });
    const refused = await ask(baseUrl, 'POST', '/_sandbox/faults', { body, headers: control });
    const issue = { path: [field], message: expect.stringContaining(words) };
    expect(refused).toMatchObject({ status: 400, json: { issues: [issue] } });
    expect((await action(baseUrl, 'on')).status).toBe(200);
  });

  test('let at most a hundred years pass at once', async () => {
    const { baseUrl } = await started({ control: 'key' });
    const pass = (seconds: number) => ask(baseUrl, 'POST', '/_sandbox/age', { body: { seconds }, headers: control });
    const century = 36_525 * 86_400;
    for (const seconds of [1e300, century + 1])
      expect(await pass(seconds)).toMatchObject({
        status: 400,
        json: { issues: [{ path: ['seconds'], message: expect.stringContaining('100 years') }] },
      });
    expect((await pass(century)).status).toBe(204);
    expect((await ask(baseUrl, 'GET', '/api/v1/server/list')).status).toBe(200);
  });

  test('let time pass: changes end, consoles close, dates come nearer, and the store keeps it', async () => {
    const data = join(folder(), 'accounts.sqlite');
    const accounts = [{ token: TOKEN, servers: 1 }];
    const provider = await startProvider({ accounts, control: 'key', timings: { powerMs: 60_000 }, data });
    const { baseUrl } = provider;
    const server = () => provider.account(TOKEN).servers.find(({ id }) => id === ID);
    const seen = async () => [server()?.status, (await provider.consolePage(address))?.status];
    await action(baseUrl, 'off');
    const { json } = await ask(baseUrl, 'POST', '/api/v1/server/vnc', { body: { id: ID } });
    const { hostname, port, password } = Object(json);
    const address = `https://${hostname}:${port}/vnc.html?password=${password}`;
    const before = server()?.expiresAt ?? 0;
    expect(await seen()).toEqual(['stopping', 200]);
    const body = { seconds: 86_400 };
    expect(await ask(baseUrl, 'POST', '/_sandbox/age', { body, headers: control })).toMatchObject({ status: 204 });
    expect(await seen()).toEqual(['off', 403]);
    expect(server()?.expiresAt).toBe(before - 86_400_000);
    await provider.close();
    const again = await started({ accounts, data });
    expect(again.account(TOKEN).servers.find(({ id }) => id === ID)?.expiresAt).toBe(before - 86_400_000);
  });

  test('are not there for anybody else', async () => {
    const open = await started();
    const locked = await started({ control: 'key' });
    for (const [{ baseUrl }, key] of [
      [open, ''],
      [open, 'key'],
      [locked, ''],
      [locked, 'other'],
    ] as const)
      expect((await ask(baseUrl, 'GET', '/_sandbox/requests', { headers: { 'x-sandbox-control': key } })).status).toBe(
        404,
      );
  });
});

describe('the console', () => {
  test('shows the screen over HTTPS to a browser with the password', async () => {
    const { baseUrl } = await started();
    const { json } = await ask(baseUrl, 'POST', '/api/v1/server/vnc', { body: { id: ID } });
    const { hostname, port, password } = Object(json);
    expect([hostname, port, password]).toEqual([
      expect.any(String),
      expect.stringMatching(/^\d+$/),
      expect.any(String),
    ]);
    const dispatcher = new Agent({ connect: { rejectUnauthorized: false } });
    onTestFinished(() => dispatcher.close());
    const page = (given: string) =>
      request(`https://${hostname}:${port}/vnc.html?password=${given}&autoconnect=true`, { dispatcher });
    expect(await (await page(password)).body.text()).toMatch(/<svg[\s\S]*srv-10001 login:/);
    const refused = await page('guess');
    expect(refused.statusCode).toBe(403);
    await refused.body.dump();
  });
});

test('the account for showing around has what there is to show', async () => {
  const provider = await started({ accounts: [demoAccount(TOKEN)] });
  const { servers, wallet, reseller } = provider.account(TOKEN);
  const days = servers.map(({ expiresAt }) => Math.round((expiresAt - Date.now()) / 86_400_000));
  expect(new Set(servers.map(({ geo }) => geo)).size).toBeGreaterThanOrEqual(2);
  expect(new Set(servers.map(({ os }) => os)).size).toBeGreaterThanOrEqual(4);
  expect(servers.map(({ status }) => status)).toContain('off');
  expect([Math.min(...days), Math.max(...days)]).toEqual([2, 364]);
  expect(servers.some(({ snapshots, backups }) => snapshots.length > 0 && backups.length > 0)).toBe(true);
  expect([wallet > 0, reseller]).toEqual([true, true]);
});

test('a registry may want a handle and years of its own', async () => {
  const { baseUrl } = await started({ registries: { shop: { handle: true }, io: { years: [2, 3] } } });
  const path = '/api/v1/order/domain/register';
  const order = { period: 1, ns1: 'ns1.example.net', ns2: 'ns2.example.net' };
  const register = (domain: string, more: object = {}) =>
    ask(baseUrl, 'POST', path, { body: { ...order, domain, ...more } });
  const names = ({ status, json }: Awaited<ReturnType<typeof ask>>, field: string) =>
    expect([status, json]).toEqual([422, { errors: { [field]: [expect.any(String)] } }]);
  names(await register('free.shop'), 'nic-handle');
  names(await register('free.io'), 'period');
  names(await ask(baseUrl, 'GET', path, { body: { domain: 'free.io', period: 1 } }), 'period');
  names(await ask(baseUrl, 'GET', '/api/v1/order/domain/price', { body: { tld: 'io', period: 1 } }), 'period');
  expect((await register('free.shop', { 'nic-handle': 'ab1' })).status).toBe(200);
  expect((await register('free.io', { period: 2 })).status).toBe(200);
  expect((await register('free.com')).status).toBe(200);
});
