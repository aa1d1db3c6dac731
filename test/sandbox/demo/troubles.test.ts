import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTroubles, type Troubles } from '../../../src/sandbox/demo/troubles.ts';
import { demoAccount, fleetAccount, type SandboxProvider, startProvider } from '../../../src/sandbox/provider/index.ts';

const SERVER = 'srv-10001';
let provider: SandboxProvider;
let troubles: Troubles;

beforeEach(async () => {
  provider = await startProvider({ accounts: [demoAccount('small'), fleetAccount('fleet')], timings: { rebootMs: 0 } });
  troubles = createTroubles(provider, ['small', 'fleet']);
});
afterEach(() => provider.close());

async function ask(method: string, path: string, body?: object): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`${provider.baseUrl}/api/v1${path}`, {
    method,
    headers: { authorization: 'Bearer small', ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
}
const list = () => ask('GET', '/server/list');
const reboot = () => ask('POST', '/server/action', { id: SERVER, action: 'reboot' });
const price = () => ask('GET', `/order/cloud/renew?id=${SERVER}&period=30`);

test('lost: a change happens without an answer, reading goes on', async () => {
  await troubles.set('lost', true);
  await expect(reboot()).rejects.toThrow('fetch failed');
  expect(provider.requests.at(-1)?.operation).toBe('server.action');
  expect((await list()).status).toBe(200);
  await troubles.set('lost', false);
  expect((await reboot()).status).toBe(200);
});

test('down: no connection, and afterwards the same address again', async () => {
  await list();
  await troubles.set('down', true);
  const seen = provider.requests.length;
  await expect(list()).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
  await troubles.set('down', false);
  expect((await list()).status).toBe(200);
  expect(provider.requests).toHaveLength(seen + 1);
  await troubles.set('down', true);
});

test('wait: every request is refused with a time to wait', async () => {
  await troubles.set('wait', true);
  expect((await list()).status).toBe(429);
  await troubles.set('lost', true);
  expect((await reboot()).status).toBe(429);
  await troubles.set('wait', false);
  await expect(reboot()).rejects.toThrow('fetch failed');
});

test('price: quotes and payments rise by a quarter, and fall again', async () => {
  const before = await price();
  await troubles.set('price', true);
  const after = await price();
  const total = ({ body }: { body: unknown }) =>
    typeof body === 'object' && body !== null && 'total' in body ? Number(body.total) : Number.NaN;
  expect(total(after)).toBe(Math.round(total(before) * 1.25));
  const { wallet } = provider.account('small');
  await ask('POST', '/order/cloud/renew', { id: SERVER, period: 30 });
  expect(wallet - provider.account('small').wallet).toBe(total(after));
  await troubles.set('price', false);
  expect(await price()).toEqual(before);
});

test('fall: prices fall by a fifth, and no longer rise', async () => {
  const total = async () => JSON.parse(JSON.stringify((await price()).body)).total;
  const before = await total();
  await troubles.set('price', true);
  await troubles.set('fall', true);
  expect(await total()).toBe(Math.round(before * 0.8));
  expect(troubles.state()).toMatchObject({ price: false, fall: true });
  await troubles.set('fall', false);
  expect(await total()).toBe(before);
});

test('free: a name that the page proposes to check becomes free, and is taken again', async () => {
  const availability = async () => (await ask('GET', '/order/domain/register?domain=taken.net&period=1')).body;
  expect(await availability()).toMatchObject({ avaliable: 0 });
  await troubles.set('free', true);
  expect(await availability()).toMatchObject({ avaliable: 1 });
  await troubles.set('free', false);
  expect(await availability()).toMatchObject({ avaliable: 0 });
});

test('a top-up adds to every account, and ends an empty balance', async () => {
  const before = provider.account('small').wallet;
  await troubles.set('balance', true);
  troubles.topUp();
  expect(troubles.state().balance).toBe(false);
  expect(['small', 'fleet'].map((token) => provider.account(token).wallet - before)[0]).toBe(5_000_000);
  await troubles.set('balance', false);
  expect(provider.account('small').wallet).toBe(before + 5_000_000);
});

test('balance: both accounts are empty, and get back what they had', async () => {
  const wallets = () => ['small', 'fleet'].map((token) => provider.account(token).wallet);
  const before = wallets();
  await troubles.set('balance', true);
  expect(wallets()).toEqual([0, 0]);
  expect((await ask('POST', '/order/cloud/renew', { id: SERVER, period: 30 })).status).toBe(402);
  await troubles.set('balance', false);
  expect(wallets()).toEqual(before);
});

test('off: a server of each account goes off by itself, each time another one, until it is put on again', async () => {
  const off = (token: string) => provider.account(token).servers.filter(({ status }) => status === 'off');
  const before = off('small').map(({ ip }) => ip);
  const taken = () => off('small').filter(({ ip }) => !before.includes(ip));
  await troubles.set('off', true);
  expect(troubles.state().off).toBe(true);
  const [first] = taken();
  expect(taken()).toHaveLength(1);
  await troubles.set('off', true);
  expect(taken()).toHaveLength(1);
  expect(taken()).not.toContain(first);
  await troubles.set('off', false);
  expect(taken()).toEqual([]);
  expect(troubles.state().off).toBe(false);
});

test('off: it has ended once a person powered the server on', async () => {
  await troubles.set('off', true);
  const server = provider.account('small').servers.at(-1);
  await ask('POST', '/server/action', { id: server?.id, action: 'on' });
  expect(troubles.state().off).toBe(false);
});

test('slow: the answer comes late', async () => {
  await troubles.set('slow', true);
  const early = Promise.withResolvers<string>();
  const timer = setTimeout(() => early.resolve('nothing yet'), 200);
  expect(await Promise.race([list(), early.promise])).toBe('nothing yet');
  clearTimeout(timer);
});

test('the large account has servers that expired, expire soon, are off, and run from a rescue disk', () => {
  const { servers } = provider.account('fleet');
  const days = servers.map(({ expiresAt }) => (expiresAt - Date.now()) / 86_400_000);
  expect(servers).toHaveLength(40);
  expect(days.filter((left) => left < 0)).toHaveLength(2);
  expect(days.filter((left) => left > 0 && left < 7)).toHaveLength(7);
  expect(servers.filter(({ status }) => status === 'off').length).toBeGreaterThan(3);
  expect(servers.filter(({ rescueDisk }) => rescueDisk)).toHaveLength(3);
});

test('place: several servers of one place go off together, and those come back that are still off', async () => {
  const account = provider.account('small');
  const off = () => account.servers.filter(({ status }) => status === 'off');
  const before = off().map(({ id }) => id);
  await troubles.set('place', true);
  expect(troubles.state()).toMatchObject({ place: true });
  const taken = off().filter(({ id }) => !before.includes(id));
  expect(taken.length).toBeGreaterThan(1);
  expect(new Set(taken.map(({ geo }) => geo)).size).toBe(1);
  expect(taken.map(({ id }) => id)).not.toContain(account.servers[0]?.id);
  await troubles.set('place', false);
  expect(off().map(({ id }) => id)).toEqual(before);
  expect(troubles.state()).toMatchObject({ place: false });
});

test('place: it has several servers also while another server is off', async () => {
  const account = provider.account('small');
  await troubles.set('off', true);
  const isOn = account.servers.filter(({ status }) => status === 'on').map(({ id }) => id);
  await troubles.set('place', true);
  expect(account.servers.filter(({ id, status }) => isOn.includes(id) && status === 'off').length).toBeGreaterThan(1);
});
