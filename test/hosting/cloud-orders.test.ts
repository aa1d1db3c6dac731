import { describe, expect, test } from 'vitest';
import { connected, expectFailure, onlyRequest, TOKEN } from './support.ts';

const NEW = { geo: 'tehran', ram: 2, cpu: 2, disk: 50, backup: 1, traffic: 0, period: 30, os: 'debian13' } as const;
const ID = 'srv-10001';

describe('cloud orders', () => {
  test('a quote is a GET with a JSON body', async () => {
    const { sandbox, hosting } = await connected();
    // (2 × 1500 + 2 × 2000 + 50 × 60 + 400) toman a day, 30 days, 10 % tax
    expect(await hosting.cloudOrders.quote(NEW)).toEqual({ total: 343_200, currency: 'toman', period: 30 });
    const request = {
      operation: 'cloud.quote',
      method: 'GET',
      path: '/api/v1/order/cloud/create',
      query: {},
      body: NEW,
    };
    expect(onlyRequest(sandbox)).toEqual(request);
  });

  test('an order takes the money once, and a server appears', async () => {
    const { sandbox, hosting } = await connected();
    const before = sandbox.account(TOKEN).wallet;
    const { orderId } = await hosting.cloudOrders.order(NEW);
    expect(onlyRequest(sandbox)).toEqual({
      operation: 'cloud.order',
      method: 'POST',
      path: '/api/v1/order/cloud/create',
      query: {},
      body: NEW,
    });
    expect(before - sandbox.account(TOKEN).wallet).toBe(343_200);
    expect(sandbox.account(TOKEN).orders).toMatchObject([{ orderId, operation: 'cloud.order', total: 343_200 }]);
    const made = (await hosting.servers.list()).at(-1);
    expect(await hosting.servers.status(made?.id ?? '')).toMatchObject({
      geo: 'tehran',
      ram: 2,
      disk: 50,
      os: 'debian13',
    });
  });

  test('an order without the money says what is missing', async () => {
    const { sandbox, hosting } = await connected({ accounts: [{ token: TOKEN, servers: 1, wallet: 200 }] });
    await expectFailure(hosting.cloudOrders.order(NEW), 'insufficientBalance', { amount: 343_000 });
    await expectFailure(hosting.cloudOrders.renew(ID, 30), 'insufficientBalance');
    expect(sandbox.account(TOKEN)).toMatchObject({ wallet: 200, orders: [] });
    expect(await hosting.servers.list()).toHaveLength(1);
  });

  test('an unknown location is an error of that field', async () => {
    const { hosting } = await connected();
    await expectFailure(hosting.cloudOrders.quote({ ...NEW, geo: 'moon' }), 'fields', {
      fields: { geo: [expect.any(String)] },
    });
  });

  test('a renewal is quoted in query and body, and moves the expiry', async () => {
    const { sandbox, hosting } = await connected();
    const before = sandbox.account(TOKEN).server(ID).expiresAt;
    const quote = await hosting.cloudOrders.quoteRenewal(ID, 60);
    expect(quote).toEqual({ total: expect.any(Number), currency: 'toman', period: 60 });
    expect(onlyRequest(sandbox)).toEqual({
      operation: 'cloud.renewQuote',
      method: 'GET',
      path: '/api/v1/order/cloud/renew',
      query: { id: ID, period: '60' },
      body: { id: ID, period: 60 },
    });
    sandbox.forget();
    await hosting.cloudOrders.renew(ID, 60);
    expect(onlyRequest(sandbox)).toMatchObject({
      method: 'POST',
      path: '/api/v1/order/cloud/renew',
      body: { id: ID, period: 60 },
    });
    expect(sandbox.account(TOKEN).server(ID).expiresAt - before).toBe(60 * 86_400_000);
    expect(sandbox.account(TOKEN).orders).toMatchObject([{ operation: 'cloud.renew', total: quote.total }]);
  });

  test('an upgrade costs what was quoted, changes the record and reboots', async () => {
    const { sandbox, hosting } = await connected({ timings: { rebootMs: 60_000 } });
    const wanted = { ram: 8, cpu: 4, disk: 100, backup: 1, traffic: 50 };
    const quote = await hosting.cloudOrders.quoteUpgrade(ID, wanted);
    const sent = { id: ID, ...wanted };
    const texts = { id: ID, ram: '8', cpu: '4', disk: '100', backup: '1', traffic: '50' };
    expect(quote).toEqual({ total: expect.any(Number), currency: 'toman', period: 212 });
    expect(onlyRequest(sandbox)).toMatchObject({
      method: 'GET',
      path: '/api/v1/order/cloud/upgrade',
      query: texts,
      body: sent,
    });
    sandbox.forget();
    await hosting.cloudOrders.upgrade(ID, wanted);
    expect(onlyRequest(sandbox)).toMatchObject({
      method: 'POST',
      path: '/api/v1/order/cloud/upgrade',
      query: {},
      body: sent,
    });
    expect(sandbox.account(TOKEN).orders).toMatchObject([{ total: quote.total }]);
    expect((await hosting.servers.status(ID)).status).toBe('rebooting');
    expect(sandbox.account(TOKEN).server(ID).pending?.change).toMatchObject({ ram: 8, status: 'on' });
  });

  test('an upgrade to less is an error of those fields', async () => {
    const { hosting } = await connected();
    const less = { ram: 1, cpu: 1, disk: 25, backup: 1, traffic: 0 };
    await expectFailure(hosting.cloudOrders.upgrade(ID, less), 'fields', { fields: { ram: [expect.any(String)] } });
  });

  test.each([
    [{ period: 6 }, 'period', 'tooSmall'],
    [{ period: 365 }, 'period', 'tooBig'],
    [{ period: 7.5 }, 'period', 'wrongType'],
    [{ ram: Number.NaN }, 'ram', 'wrongType'],
    [{ disk: -1 }, 'disk', 'tooSmall'],
    [{ geo: '' }, 'geo', 'required'],
  ])('a new server with %j is never sent', async (change, field, rule) => {
    const { sandbox, hosting } = await connected();
    const wrong = { ...NEW, ...change };
    await expectFailure(hosting.cloudOrders.quote(wrong), 'invalid', { fields: { [field]: [rule] } });
    await expectFailure(hosting.cloudOrders.order(wrong), 'invalid', { fields: { [field]: [rule] } });
    expect(sandbox.requests).toEqual([]);
  });

  test.each([29, 365])('a renewal of %d days is never sent', async (days) => {
    const { sandbox, hosting } = await connected();
    await expectFailure(hosting.cloudOrders.quoteRenewal(ID, days), 'invalid');
    await expectFailure(hosting.cloudOrders.renew(ID, days), 'invalid');
    expect(sandbox.requests).toEqual([]);
  });
});
