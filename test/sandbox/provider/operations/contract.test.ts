import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { ask, started, TOKEN } from '../support.ts';

const API = '/api/v1';
const ID = 'srv-10001';
const errors = (...names: string[]) => ({
  errors: Object.fromEntries(names.map((name) => [name, [expect.any(String)]])),
});
const NEW = { geo: 'tehran', ram: 2, cpu: 2, disk: 50, backup: 1, traffic: 0, period: 30, os: 'debian13' };

describe('answers', () => {
  test('ints of the status record are quoted, the rescue flag is bare', async () => {
    const { baseUrl } = await started();
    const { status, json } = await ask(baseUrl, 'POST', `${API}/server/status`, { body: { id: ID } });
    expect(status).toBe(200);
    expect(json).toMatchObject({ port: '22', ram: '2', cpu: '1', disk: '25', backup: '1', rescue_disk: false });
  });

  test('names are spelled as the contract spells them', async () => {
    const { baseUrl } = await started();
    const body = { id: ID, password: 'p' };
    expect((await ask(baseUrl, 'POST', `${API}/server/password`, { body })).json).toEqual({ new_password: 'p' });
    const query = { domain: 'a.com', period: '1' };
    const availability = await ask(baseUrl, 'GET', `${API}/order/domain/register`, { query });
    expect(availability.json).toEqual({ total: 1_375_000, currency: 'toman', period: 1, avaliable: 1 });
  });
});

describe('parameters', () => {
  test('of a GET travel where the contract puts them', async () => {
    const { baseUrl } = await started();
    const path = `${API}/order/cloud/create`;
    const query = Object.fromEntries(Object.entries(NEW).map(([name, value]) => [name, String(value)]));
    const quote = { total: 343_200, currency: 'toman', period: 30 };
    expect((await ask(baseUrl, 'GET', path, { body: NEW })).json).toEqual(quote);
    expect((await ask(baseUrl, 'GET', path, { query })).json).toEqual(errors(...Object.keys(NEW)));
    expect((await ask(baseUrl, 'GET', `${API}/server/snapshot`, { body: { id: ID } })).json).toEqual([]);
    expect((await ask(baseUrl, 'GET', `${API}/server/snapshot`, { query: { id: ID } })).json).toEqual(errors('id'));
    const none = { geo: 'nowhere' };
    expect((await ask(baseUrl, 'GET', `${API}/server/list`, { query: none })).json).toEqual([]);
    expect((await ask(baseUrl, 'GET', `${API}/server/list`, { body: none })).json).toHaveLength(3);
  });

  test.each([
    ['query', true, false],
    ['body', false, true],
    ['both', true, true],
  ] as const)('of a GET that the contract leaves open travel in the %s', async (get, inQuery, inBody) => {
    const { baseUrl } = await started({ get });
    for (const [path, of] of [
      ['/order/cloud/renew', { id: ID, period: '30' }],
      ['/order/cloud/upgrade', { id: ID, ram: '4', cpu: '2', disk: '50', backup: '2', traffic: '0' }],
      ['/order/domain/price', { tld: 'com', period: '1' }],
      ['/order/domain/register', { domain: 'a.com', period: '1' }],
    ] as const) {
      const query = await ask(baseUrl, 'GET', `${API}${path}`, { query: of });
      const body = await ask(baseUrl, 'GET', `${API}${path}`, { body: of });
      expect([query.status, body.status], path).toEqual([inQuery ? 200 : 422, inBody ? 200 : 422]);
    }
  });

  test.each(['/server/list', '/_sandbox/openapi.json'])('of %s may be left out with a type of JSON', async (path) => {
    const { baseUrl } = await started();
    const headers = { 'content-type': 'application/json' };
    const whole = path.startsWith('/_') ? path : API + path;
    expect((await ask(baseUrl, 'GET', whole, { headers })).status).toBe(200);
    expect((await ask(baseUrl, 'GET', whole, { body: '', headers })).status).toBe(200);
  });

  test('that are missing in an empty body are named', async () => {
    const { baseUrl } = await started();
    const { status, json } = await ask(baseUrl, 'POST', `${API}/server/status`, { body: '' });
    expect([status, json]).toEqual([422, errors('id')]);
  });

  test('of a change travel in the body only', async () => {
    const { baseUrl, account } = await started();
    const query = { id: ID, action: 'off' };
    const { status, json } = await ask(baseUrl, 'POST', `${API}/server/action`, { query });
    expect([status, json]).toEqual([422, errors('id', 'action')]);
    expect(account(TOKEN).server(ID).status).toBe('on');
  });

  test.each([
    [{ ...NEW, period: 6 }, 'period'],
    [{ ...NEW, period: 365 }, 'period'],
    [{ ...NEW, os: 'msdos' }, 'os'],
    [{ ...NEW, ram: 'much' }, 'ram'],
    [{ ...NEW, ram: 1.5 }, 'ram'],
    [{ ...NEW, geo: 'moon' }, 'geo'],
  ])('%j are refused', async (body, name) => {
    const { baseUrl, account } = await started();
    expect((await ask(baseUrl, 'POST', `${API}/order/cloud/create`, { body })).json).toEqual(errors(name));
    expect(account(TOKEN).orders).toEqual([]);
  });

  test('of a national name are a handle and one year', async () => {
    const { baseUrl } = await started();
    const body = { domain: 'mine.ir', period: 1, ns1: 'a.example.net', ns2: 'b.example.net' };
    const path = `${API}/order/domain/register`;
    expect((await ask(baseUrl, 'POST', path, { body })).json).toEqual(errors('nic-handle'));
    const long = { ...body, period: 2, 'nic-handle': 'x' };
    expect((await ask(baseUrl, 'POST', path, { body: long })).json).toEqual(errors('period'));
    expect((await ask(baseUrl, 'POST', path, { body: { ...body, 'nic-handle': 'x' } })).json).toMatchObject({
      order_id: expect.any(String),
    });
  });
});

describe('errors', () => {
  test.each([
    ['no token', 'GET', '/server/list', { headers: { authorization: '' } }, 401],
    ['a wrong token', 'GET', '/server/list', { token: 'other' }, 401],
    ['an unknown server', 'POST', '/server/status', { body: { id: 'x' } }, 404],
    ['an unknown path', 'GET', '/server/nothing', {}, 404],
    ['another method', 'DELETE', '/server/list', {}, 404],
    ['a body that is no JSON', 'POST', '/server/status', { body: '{"id":' }, 400],
    [
      'a body of another type',
      'POST',
      '/server/status',
      { body: 'id=1', headers: { 'content-type': 'text/csv' } },
      400,
    ],
    ['a path that cannot be decoded', 'GET', '/%ff', {}, 400],
  ] as const)('%s', async (_, method, path, asked, status) => {
    const { baseUrl } = await started();
    const error = { error: expect.any(String), message: expect.any(String) };
    expect(await ask(baseUrl, method, API + path, asked)).toEqual({ status, json: error, text: expect.any(String) });
  });

  test('a defect of the sandbox has the shape of every error, and is printed', async () => {
    const printed = vi.spyOn(console, 'error').mockReturnValue();
    onTestFinished(() => printed.mockRestore());
    const { baseUrl } = await started({ accounts: [{ token: TOKEN, servers: [{ expiresAt: 1e300 }] }] });
    const { status, json } = await ask(baseUrl, 'GET', `${API}/server/list`);
    expect([status, json]).toEqual([500, { error: 'server_error', message: expect.any(String) }]);
    expect(printed.mock.calls).toEqual([[new RangeError('Invalid time value')]]);
  });

  test.each([
    ['PRI / HTTP/2.0\r\n\r\n', 400],
    [`GET / HTTP/1.1\r\nhost: x\r\nlong: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ])('a request that is no HTTP has it too', async (sent, status) => {
    const { baseUrl } = await started();
    const socket = connect(Number(new URL(baseUrl).port), '127.0.0.1')
      .setEncoding('utf8')
      .end(sent);
    const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(JSON.parse(body)).toEqual({ error: 'malformed_request', message: expect.any(String) });
  });

  test('insufficient balance states the amount that is missing', async () => {
    const { baseUrl } = await started({ accounts: [{ token: TOKEN, wallet: 43_200 }] });
    const { json } = await ask(baseUrl, 'POST', `${API}/order/cloud/create`, { body: NEW });
    expect(json).toEqual({ error: 'insufficient_balance', message: expect.stringContaining('300,000') });
  });
});

describe('effects', () => {
  test('take their time, and nothing else is done meanwhile', async () => {
    let at = 0;
    const { baseUrl, account } = await started({ timings: { rebootMs: 150 }, now: () => at });
    const body = { id: ID, action: 'reboot' };
    expect((await ask(baseUrl, 'POST', `${API}/server/action`, { body })).status).toBe(200);
    expect(account(TOKEN).server(ID).status).toBe('rebooting');
    expect((await ask(baseUrl, 'POST', `${API}/server/action`, { body })).status).toBe(409);
    at = 150;
    expect(account(TOKEN).server(ID).status).toBe('on');
  });

  test('last until a status answer has shown them, where the sandbox is told to', async () => {
    let at = 0;
    const { baseUrl, account } = await started({ timings: { rebootMs: 1, untilSeen: true }, now: () => at });
    await ask(baseUrl, 'POST', `${API}/server/action`, { body: { id: ID, action: 'reboot' } });
    at += 1;
    expect(account(TOKEN).server(ID).status).toBe('rebooting');
    const status = () => ask(baseUrl, 'POST', `${API}/server/status`, { body: { id: ID } });
    expect(await status()).toMatchObject({ json: { status: 'rebooting' } });
    expect(await status()).toMatchObject({ json: { status: 'on' } });
  });

  test('an ordered server is listed when it is ready', async () => {
    let at = 0;
    const { baseUrl, requests } = await started({ timings: { orderMs: 150 }, now: () => at });
    const length = async () =>
      z.array(z.unknown()).parse((await ask(baseUrl, 'GET', `${API}/server/list`)).json).length;
    await ask(baseUrl, 'POST', `${API}/order/cloud/create`, { body: NEW });
    at = 149;
    expect(await length()).toBe(3);
    at = 150;
    expect(await length()).toBe(4);
    expect(requests.map((request) => request.at)).toEqual([0, 149, 150]);
  });

  test('a hundred orders at once take the money a hundred times and no more than there is', async () => {
    const { baseUrl, account } = await started({ accounts: [{ token: TOKEN, servers: 0, wallet: 343_200 * 40 }] });
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => ask(baseUrl, 'POST', `${API}/order/cloud/create`, { body: NEW })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(40);
    expect(account(TOKEN)).toMatchObject({ wallet: 0, orders: { length: 40 }, servers: { length: 40 } });
  });
});

describe('what no registry or machine takes', () => {
  const period = 1;
  const ns = { ns1: 'ns1.example.net', ns2: 'ns2.example.net' };
  const register = async (body: object) => {
    const { baseUrl, account } = await started();
    const { json } = await ask(baseUrl, 'POST', `${API}/order/domain/register`, { body });
    expect(account(TOKEN).orders).toEqual([]);
    return json;
  };

  test.each([
    ['a label of 64 bytes', { domain: `${'a'.repeat(64)}.com`, period, ...ns }, 'domain'],
    ['a third level', { domain: 'a.b.com', period, ...ns }, 'domain'],
    ['a suffix that is a property of objects', { domain: 'foo9.constructor', period, ...ns }, 'domain'],
    ['an IP address as a name server', { domain: 'a.com', period, ...ns, ns1: '1.2.3.44' }, 'ns1'],
    ['a name server that ends in hyphens', { domain: 'a.com', period, ...ns, ns1: 'a.--' }, 'ns1'],
    ['a name server whose last label ends in a hyphen', { domain: 'a.com', period, ...ns, ns1: 'ns1.net-' }, 'ns1'],
    ['one name server twice', { domain: 'a.com', period, ns1: 'ns1.example.net', ns2: 'NS1.example.net' }, 'ns2'],
    ['one name server as first and fourth', { domain: 'a.com', period, ...ns, ns4: 'ns1.example.net' }, 'ns4'],
    ['a handle that is none', { domain: 'a.ir', period, ...ns, 'nic-handle': 'who am i?' }, 'nic-handle'],
    ['a control character', { domain: 'a.com', period, ...ns, ns2: 'ns2.exam\u0007ple.net' }, 'ns2'],
  ])('%s is an error of its field', async (_, body, field) => {
    expect(await register(body)).toEqual(errors(field));
  });

  test.each(['constructor', '__proto__'])('%s is no suffix with a price', async (tld) => {
    const { baseUrl } = await started();
    for (const asked of [{ query: { tld, period: '1' } }, { body: { tld, period } }])
      expect(await ask(baseUrl, 'GET', `${API}/order/domain/price`, asked)).toMatchObject({
        status: 422,
        json: errors('tld'),
      });
  });

  test('name servers may be international names and have digits in their last label', async () => {
    const { baseUrl, account } = await started();
    const body = {
      domain: 'a.com',
      period,
      ns1: 'ns1.xn--mgba3a4f16a',
      ns2: 'ns2.b4',
      ns3: '1.2.3.net',
      ns4: '1.2.3.4a',
    };
    expect((await ask(baseUrl, 'POST', `${API}/order/domain/register`, { body })).status).toBe(200);
    expect(account(TOKEN).domains).toHaveLength(1);
  });

  test('capitals of a domain are its small letters, and a label may have 63 bytes', async () => {
    const { baseUrl, account } = await started();
    const domain = `${'A'.repeat(63)}.COM`;
    await ask(baseUrl, 'POST', `${API}/order/domain/register`, { body: { domain, period, ...ns } });
    expect(account(TOKEN).domains.map((each) => each.domain)).toEqual([domain.toLowerCase()]);
  });

  test.each([
    ['/server/password', { id: ID, password: 'a\u0000b' }, 'password'],
    ['/server/snapshot', { id: ID, name: 'before\nupdate' }, 'name'],
  ])('%s takes no control characters', async (path, body, field) => {
    const { baseUrl } = await started();
    expect((await ask(baseUrl, 'POST', `${API}${path}`, { body })).json).toEqual(errors(field));
  });
});
