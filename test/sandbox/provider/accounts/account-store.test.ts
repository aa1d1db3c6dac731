import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { demoAccount, startProvider } from '../../../../src/sandbox/provider/index.ts';
import { ask, INSTANT } from '../support.ts';

const ID = 'srv-10001';

describe('a data file', () => {
  test('keeps what was answered over a restart, and holds no token', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'provider-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const options = {
      accounts: [demoAccount('very-secret-token')],
      timings: INSTANT,
      data: join(folder, 'provider.sqlite'),
    };
    const first = await startProvider(options);
    const token = 'very-secret-token';
    const { wallet } = first.account(token);
    const body = { domain: 'kept.com', period: 1, ns1: 'a.example.net', ns2: 'b.example.net' };
    const { json } = await ask(first.baseUrl, 'POST', '/api/v1/order/domain/register', { token, body });
    await ask(first.baseUrl, 'POST', '/api/v1/server/action', { token, body: { id: ID, action: 'off' } });
    first.account(token).removeServer('srv-10002');
    await ask(first.baseUrl, 'POST', '/api/v1/server/password', { token, body: { id: ID, password: 'new' } });
    await first.close();

    const second = await startProvider(options);
    onTestFinished(() => second.close());
    const kept = second.account(token);
    expect(kept).toMatchObject({
      wallet: wallet - 1_375_000,
      domains: [{ domain: 'kept.com' }],
      servers: { length: 5 },
    });
    expect(json).toMatchObject({ order_id: kept.orders[0]?.orderId });
    expect(kept.server(ID)).toMatchObject({ status: 'off', password: 'new' });
    for (const file of [options.data, `${options.data}-wal`])
      expect((await readFile(file)).includes(token)).toBe(false);
  });

  test('keeps what is whose when it is opened with another token', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'provider-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const data = join(folder, 'provider.sqlite');
    const open = (...tokens: string[]) =>
      startProvider({ accounts: tokens.map((token) => demoAccount(token)), timings: INSTANT, data });
    const first = await open('first');
    const name = { domain: 'kept.com', period: 1, ns1: 'a.example.net', ns2: 'b.example.net' };
    const register = '/api/v1/order/domain/register';
    await ask(first.baseUrl, 'POST', register, { token: 'first', body: name });
    await first.close();

    const second = await open('second');
    const query = { domain: 'kept.com', period: '1' };
    expect((await ask(second.baseUrl, 'GET', register, { token: 'second', query })).json).toMatchObject({
      avaliable: 0,
    });
    expect((await ask(second.baseUrl, 'POST', register, { token: 'second', body: name })).status).toBe(409);
    expect((await ask(second.baseUrl, 'GET', '/api/v1/server/list', { token: 'first' })).status).toBe(401);
    await second.close();

    const both = await open('third', 'second', 'first');
    onTestFinished(() => both.close());
    const accounts = ['first', 'second', 'third'].map((token) => both.account(token));
    expect(accounts.map(({ label }) => label)).toEqual(['account-1', 'account-2', 'account-3']);
    const ids = accounts.flatMap(({ servers }) => servers.map(({ id }) => id));
    expect(new Set(ids).size).toBe(18);
    expect(accounts.map(({ domains }) => domains.length)).toEqual([1, 0, 0]);
  });
});
