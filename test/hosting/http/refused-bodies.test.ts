import { describe, expect, onTestFinished, test } from 'vitest';
import { createProvider } from '../../../src/hosting/index.ts';
import type { SandboxProvider } from '../../../src/sandbox/provider/index.ts';
import { connected, expectFailure, scripted, TOKEN } from '../support.ts';

const asked = ({ requests }: SandboxProvider) =>
  requests.map(({ operation, body }) => `${operation} ${body === undefined ? 'query' : 'body'}`);

describe('a CDN that refuses a GET with a body', () => {
  const PAGES = [400, 403, 405, 413, 501];

  test.each(PAGES)('by a page with status %i: the query alone is asked, and kept', async (status) => {
    const { sandbox, hosting } = await connected();
    sandbox.fault({ kind: 'html', status, bodiedGets: true });
    expect(await hosting.domainOrders.price('com', 1)).toMatchObject({ total: 1_375_000 });
    expect(asked(sandbox).at(-1)).toBe('domain.price query');
    sandbox.forget();
    expect(await hosting.domainOrders.price('com', 2)).toMatchObject({ total: 2_750_000 });
    expect(asked(sandbox)).toEqual(['domain.price query']);
  });

  test.each([
    ['a page with status 200', { kind: 'html' }],
    ['an error in JSON', { kind: 'status', status: 403, body: { error: 'Forbidden', message: 'Body not allowed' } }],
    ['an error about the method', { kind: 'status', status: 405, body: { error: 'not_allowed' } }],
    ['a list of errors', { kind: 'status', status: 403, body: { errors: [{ code: 1020, message: 'Denied' }] } }],
    ['an error as an object', { kind: 'status', status: 400, body: { error: { code: 400, message: 'Bad' } } }],
  ] as const)('by %s: the query alone is asked, and kept', async (_, fault) => {
    const { sandbox, hosting } = await connected();
    sandbox.fault({ ...fault, bodiedGets: true });
    expect(await hosting.domainOrders.price('com', 1)).toMatchObject({ total: 1_375_000 });
    expect(asked(sandbox)).toEqual(['domain.price body', 'domain.price query']);
  });

  test.each([
    ['a cut connection', { kind: 'cutBefore' }],
    ['502', { kind: 'status', status: 502 }],
    ['a page with 503', { kind: 'html', status: 503 }],
  ] as const)('by %s: the last repetition asks by the query alone, which is kept', async (_, fault) => {
    const { sandbox, hosting } = await connected();
    sandbox.fault({ ...fault, bodiedGets: true });
    expect(await hosting.domainOrders.price('com', 1)).toMatchObject({ total: 1_375_000 });
    expect(await hosting.domainOrders.price('com', 2)).toMatchObject({ total: 2_750_000 });
    const way = ['body', 'body', 'query', 'query'];
    expect(asked(sandbox)).toEqual(way.map((place) => `domain.price ${place}`));
  });

  test('by a cut connection: a caller that asks again by itself gets through as well', async () => {
    const { sandbox, hosting } = await connected();
    sandbox.fault({ kind: 'cutBefore', bodiedGets: true });
    const check = () => hosting.domainOrders.availability('fresh.com', 1, undefined, 0);
    await expectFailure(check(), 'unavailable');
    await expectFailure(check(), 'unavailable');
    expect(await check()).toMatchObject({ state: 'available' });
  });

  test('an outage makes no refusal of a provider that reads the body alone', async () => {
    const { sandbox, hosting } = await connected({ get: 'body' });
    sandbox.fault({ kind: 'status', status: 502, times: 2 });
    expect(await hosting.domainOrders.price('com', 1)).toMatchObject({ total: 1_375_000 });
    expect(asked(sandbox).map((each) => each.split(' ')[1])).toEqual(['body', 'body', 'query', 'body']);
  });

  test('prices, checks, infos and the quotes of renewals and upgrades get their answers', async () => {
    const { sandbox, hosting } = await connected();
    const [{ id = '' } = {}] = sandbox.account(TOKEN).servers;
    await hosting.domainOrders.register({ domain: 'a.com', period: 1, ns1: 'ns1.example.net', ns2: 'ns2.example.net' });
    sandbox.fault({ kind: 'status', status: 403, body: { message: 'Forbidden' }, bodiedGets: true });
    const { domainOrders, cloudOrders } = hosting;
    expect(await domainOrders.availability('fresh.com', 1)).toMatchObject({ state: 'available' });
    expect(await domainOrders.info('a.com')).toMatchObject({ domain: 'a.com' });
    expect(await cloudOrders.quoteRenewal(id, 30)).toMatchObject({ period: 30 });
    expect(
      await cloudOrders.quoteUpgrade(id, { ram: 256, cpu: 64, disk: 4_000, backup: 30, traffic: 100 }),
    ).toMatchObject({ currency: 'toman' });
  });

  test('where the contract says body, it is sent, and refused', async () => {
    const { sandbox, hosting } = await connected();
    sandbox.fault({ kind: 'html', status: 403, bodiedGets: true });
    await expectFailure(hosting.snapshots.list('1'), 'unreadable');
    expect(asked(sandbox)).toEqual(['snapshot.list body']);
  });

  test('an operation whose query is not read is asked in both places again', async () => {
    const { sandbox, hosting } = await connected({ get: 'body' });
    sandbox.fault({ kind: 'html', status: 403, bodiedGets: true, times: 1 });
    await expectFailure(hosting.domainOrders.price('com', 1), 'unreadable');
    expect(await hosting.domainOrders.price('com', 1)).toMatchObject({ total: 1_375_000 });
    sandbox.fault({ kind: 'html', status: 403, bodiedGets: true, times: 1 });
    await expectFailure(hosting.domainOrders.price('com', 1), 'unreadable');
    expect(asked(sandbox)).toEqual([
      'domain.price body',
      'domain.price query',
      ...['domain.price body', 'domain.price body'],
    ]);
  });
});

test('what a provider refuses in its own words is asked once', async () => {
  const { sandbox, hosting } = await connected();
  sandbox.fault({ operation: 'domain.price', kind: 'status', status: 403, body: { error: 'no', message: 'نه' } });
  await expectFailure(hosting.domainOrders.price('com', 1), 'resellerServiceMissing');
  await expectFailure(hosting.domainOrders.availability('a.com', 11), 'invalid');
  expect(asked(sandbox)).toEqual(['domain.price body']);
});

test('half an answer comes from no CDN, and is asked for once', async () => {
  const { sandbox, hosting } = await connected();
  sandbox.fault({ kind: 'truncated' });
  await expectFailure(hosting.domainOrders.price('com', 1), 'unreadable');
  expect(asked(sandbox)).toEqual(['domain.price body']);
});

test('a page for every request is asked for once more, and the change not at all', async () => {
  const { hosting, seen, reply } = await scripted();
  reply('<h1>Forbidden</h1>', 403);
  await expectFailure(hosting.domainOrders.price('com', 1), 'unreadable');
  expect(seen).toHaveLength(2);
  await expectFailure(hosting.cloudOrders.renew('1', 30), 'refused');
  expect(seen).toHaveLength(3);
});

test('what worked is kept for all accounts, and in the background', async () => {
  const other = 'secret-token-2';
  const { sandbox } = await connected({ accounts: [{ token: TOKEN }, { token: other }] });
  sandbox.fault({ kind: 'html', status: 403, bodiedGets: true });
  const provider = createProvider({ baseUrl: sandbox.baseUrl, auth: 'Authorization: Bearer {token}' });
  onTestFinished(() => provider.close());
  await provider.forToken(TOKEN).domainOrders.price('com', 1);
  sandbox.forget();
  await provider.forToken(other, 'background').domainOrders.price('com', 1);
  expect(asked(sandbox)).toEqual(['domain.price query']);
});
