import { describe, expect, test } from 'vitest';
import { connected, expectFailure, onlyRequest, TOKEN } from './support.ts';

const SERVERS = { ns1: 'ns1.example.net', ns2: 'ns2.example.net' };
const both = (operation: string, path: string, parameters: Record<string, string | number>) => ({
  operation,
  method: 'GET',
  path: `/api/v1${path}`,
  query: Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, String(value)])),
  body: parameters,
});

describe('domain orders', () => {
  test('price', async () => {
    const { sandbox, hosting } = await connected();
    expect(await hosting.domainOrders.price('com', 2)).toEqual({ total: 2_750_000, currency: 'toman', period: 2 });
    expect(onlyRequest(sandbox)).toEqual(both('domain.price', '/order/domain/price', { tld: 'com', period: 2 }));
    await expectFailure(hosting.domainOrders.price('nosuch', 1), 'fields', { fields: { tld: [expect.any(String)] } });
  });

  test('a quote for another period than asked is no quote', async () => {
    const { sandbox, hosting } = await connected();
    const body = { total: '1375000', currency: 'toman', period: 1 };
    sandbox.fault({ operation: 'domain.price', kind: 'status', status: 200, body });
    sandbox.fault({ operation: 'domain.availability', kind: 'status', status: 200, body: { ...body, avaliable: 1 } });
    await expectFailure(hosting.domainOrders.price('com', 5), 'unreadable');
    expect(await hosting.domainOrders.availability('fresh-name.com', 5)).toEqual({ state: 'available' });
    expect(await hosting.domainOrders.price('com', 1)).toMatchObject({ total: 1_375_000 });
  });

  test.each([
    ['fresh-name.com', 'available'],
    ['google.com', 'registered'],
    ['localhost.com', 'forbidden'],
  ])('availability of %s is %s', async (domain, state) => {
    const { sandbox, hosting } = await connected();
    expect(await hosting.domainOrders.availability(domain, 1)).toEqual({
      state,
      quote: { total: 1_375_000, currency: 'toman', period: 1 },
    });
    expect(onlyRequest(sandbox)).toEqual(both('domain.availability', '/order/domain/register', { domain, period: 1 }));
  });

  test('a registration takes the name from everyone and the money once', async () => {
    const other = 'secret-token-2';
    const { sandbox, hosting } = await connected({ accounts: [{ token: TOKEN }, { token: other }] });
    const registration = { domain: 'fresh.com', period: 2, ...SERVERS, ns3: 'ns3.example.net' };
    const { orderId } = await hosting.domainOrders.register(registration);
    expect(onlyRequest(sandbox)).toEqual({
      operation: 'domain.register',
      method: 'POST',
      path: '/api/v1/order/domain/register',
      query: {},
      body: registration,
    });
    expect(sandbox.account(TOKEN).orders).toMatchObject([{ orderId, total: 2_750_000 }]);
    expect((await hosting.domainOrders.availability('fresh.com', 1)).state).toBe('registered');
    await expectFailure(hosting.domainOrders.register(registration), 'refused');
  });

  test('info and renewal', async () => {
    const { sandbox, hosting } = await connected();
    await hosting.domainOrders.register({ domain: 'mine.com', period: 1, ...SERVERS });
    sandbox.forget();
    const info = await hosting.domainOrders.info('mine.com');
    expect(onlyRequest(sandbox)).toEqual(both('domain.info', '/order/domain/info', { domain: 'mine.com' }));
    const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
    expect(info).toEqual({ id: expect.any(String), domain: 'mine.com', serviceStart: instant, serviceEnd: instant });
    sandbox.forget();
    await hosting.domainOrders.renew(info, 3);
    expect(onlyRequest(sandbox)).toMatchObject({
      method: 'POST',
      path: '/api/v1/order/domain/renew',
      query: {},
      body: { id: info.id, period: 3 },
    });
    const years = (text = '') => Number(text.slice(0, 4));
    expect(years((await hosting.domainOrders.info('mine.com')).serviceEnd) - years(info.serviceEnd)).toBe(3);
    await expectFailure(hosting.domainOrders.info('google.com'), 'notFound');
    await expectFailure(hosting.domainOrders.renew({ id: 'dom-x', domain: 'x.com' }, 1), 'notFound');
  });

  test('a national name needs a handle and one year', async () => {
    const { sandbox, hosting } = await connected();
    const { domainOrders } = hosting;
    const name = { domain: 'Mine.IR', ...SERVERS };
    await expectFailure(domainOrders.register({ ...name, period: 1 }), 'invalid', {
      fields: { 'nic-handle': ['required'] },
    });
    const tooLong = { fields: { period: ['notAllowed'] } };
    await expectFailure(domainOrders.register({ ...name, period: 2, nicHandle: 'ab1-irnic' }), 'invalid', tooLong);
    await expectFailure(domainOrders.availability('mine.ir', 2), 'invalid', tooLong);
    await expectFailure(domainOrders.price('co.ir', 2), 'invalid', tooLong);
    await expectFailure(domainOrders.renew({ id: 'x', domain: 'mine.ir' }, 2), 'invalid', tooLong);
    expect(sandbox.requests).toEqual([]);
    await domainOrders.register({ ...name, period: 1, nicHandle: 'ab1-irnic' });
    expect(onlyRequest(sandbox).body).toEqual({ ...name, period: 1, 'nic-handle': 'ab1-irnic' });
  });

  test.each([
    [{ period: 0 }, 'period', 'tooSmall'],
    [{ period: 11 }, 'period', 'tooBig'],
    [{ ns1: '' }, 'ns1', 'required'],
    [{ ns2: '' }, 'ns2', 'required'],
  ])('a registration with %j is never sent', async (change, field, rule) => {
    const { sandbox, hosting } = await connected();
    const wrong = { domain: 'fresh.com', period: 1, ...SERVERS, ...change };
    await expectFailure(hosting.domainOrders.register(wrong), 'invalid', { fields: { [field]: [rule] } });
    expect(sandbox.requests).toEqual([]);
  });

  test('without the money the account learns what is missing, and nothing is registered', async () => {
    const { sandbox, hosting } = await connected({ accounts: [{ token: TOKEN, wallet: 1_000_000 }] });
    const call = hosting.domainOrders.register({ domain: 'fresh.com', period: 1, ...SERVERS });
    await expectFailure(call, 'insufficientBalance', { amount: 375_000, words: expect.any(String) });
    expect(sandbox.account(TOKEN)).toMatchObject({ wallet: 1_000_000, domains: [] });
  });

  test('without the reseller service every operation says so', async () => {
    const { hosting } = await connected({ accounts: [{ token: TOKEN, reseller: false }] });
    const { domainOrders } = hosting;
    for (const call of [
      () => domainOrders.price('com', 1),
      () => domainOrders.availability('fresh.com', 1),
      () => domainOrders.register({ domain: 'fresh.com', period: 1, ...SERVERS }),
      () => domainOrders.info('fresh.com'),
      () => domainOrders.renew({ id: 'x', domain: 'fresh.com' }, 1),
    ])
      await expectFailure(call(), 'resellerServiceMissing', { words: expect.any(String) });
  });
});
