import { expect, test } from 'vitest';
import { ask, started } from '../support.ts';

const API = '/api/v1';
const ID = 'srv-10001';
const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGV4YW1wbGVrZXlleGFtcGxla2V5ZXhhbXBsZWtl';

/** The answers of one provider to calls whose answers have several forms. */
async function answers(options: Parameters<typeof started>[0]) {
  const { baseUrl } = await started(options);
  const call = (method: 'GET' | 'POST', path: string, of: Record<string, string>) =>
    ask(baseUrl, method, `${API}${path}`, method === 'GET' ? { query: of } : { body: of });
  return {
    status: await call('POST', '/server/status', { id: ID }),
    quote: await call('GET', '/order/cloud/renew', { id: ID, period: '30' }),
    domain: await call('GET', '/order/domain/register', { domain: 'a.com', period: '1' }),
    password: await call('POST', '/server/password', { id: ID, password: 'p' }),
    key: await call('POST', '/server/ssh-key', { id: ID, ssh_key: KEY }),
    error: await call('POST', '/server/status', { id: 'none' }),
    fields: await call('POST', '/server/status', {}),
    console: await call('POST', '/server/vnc', { id: ID }),
  };
}

test('quoted: integers in quotes, the names of the examples, errors with their statuses', async () => {
  const { status, quote, domain, password, key, error, console } = await answers({ forms: 'quoted' });
  expect(status.json).toMatchObject({ port: '22', ram: '2', cpu: '1', rescue_disk: false });
  expect(quote.json).toEqual({ total: expect.stringMatching(/^\d+$/), currency: 'toman', period: '30' });
  expect(domain.json).toEqual({ total: '1375000', currency: 'toman', period: '1', avaliable: '1' });
  expect([password.json, key.json]).toEqual([{ new_password: 'p' }, { success: true }]);
  expect([error.status, console.json]).toEqual([404, expect.objectContaining({ port: expect.any(String) })]);
});

test('bare: integers as numbers, the other names, errors with HTTP 200', async () => {
  const { status, quote, domain, password, key, error, fields, console } = await answers({ forms: 'bare' });
  expect(status.json).toMatchObject({ port: 22, ram: 2, cpu: 1, rescue_disk: false });
  expect(quote.json).toEqual({ total: expect.any(Number), currency: 'toman', period: 30 });
  expect(domain.json).toEqual({ total: 1_375_000, currency: 'toman', period: 1, available: 1 });
  expect([password.json, key.json]).toEqual([{ password: 'p' }, { message: expect.any(String) }]);
  expect([error.status, error.json]).toEqual([200, { error: expect.any(String), message: expect.any(String) }]);
  expect([fields.status, fields.json]).toEqual([200, { errors: { id: [expect.any(String)] } }]);
  expect(console.json).toMatchObject({ port: expect.any(String) });
});

test('mixed: every form comes, and one seed repeats them', async () => {
  const seeds = Array.from({ length: 12 }, (_, seed) => String(seed));
  const all = await Promise.all(seeds.map((seed) => answers({ forms: 'mixed', seed })));
  const forms = (of: (each: Awaited<ReturnType<typeof answers>>) => string) => [...new Set(all.map(of))].toSorted();
  const keys = (json: unknown) => Object.keys(Object(json)).join();
  expect(forms(({ status }) => typeof Object(status.json).ram)).toEqual(['number', 'string']);
  expect(forms(({ quote }) => typeof Object(quote.json).total)).toEqual(['number', 'string']);
  expect(forms(({ domain }) => keys(domain.json).replace('total,currency,period,', ''))).toEqual([
    'available',
    'avaliable',
  ]);
  expect(forms(({ password }) => keys(password.json))).toEqual(['new_password', 'password']);
  expect(forms(({ key }) => keys(key.json))).toEqual(['message', 'success']);
  expect(forms(({ error }) => String(error.status))).toEqual(['200', '404']);
  const again = await answers({ forms: 'mixed', seed: '5' });
  expect([again.domain.text, again.error.status]).toEqual([all[5]?.domain.text, all[5]?.error.status]);
});
