import { describe, expect, test } from 'vitest';
import type { Hosting } from '../../../src/hosting/index.ts';
import { failureOf, scripted } from '../support.ts';

/** The token reads differently plain, URL-encoded, in a form and in base64. */
const SECRET = "5|aB~c/d+'e%f?g=";
const FORMS = {
  plain: SECRET,
  encoded: encodeURIComponent(SECRET),
  'encoded in lower case': encodeURIComponent(SECRET).replace(/%../g, (each) => each.toLowerCase()),
  'as a form has it': new URLSearchParams({ '': SECRET }).toString().slice(1),
  base64: Buffer.from(SECRET).toString('base64'),
  base64url: Buffer.from(SECRET).toString('base64url'),
};
const NEW = { geo: 'x', ram: 1, cpu: 1, disk: 10, backup: 0, traffic: 0, period: 30, os: 'docker' } as const;
const REGISTRATION = { domain: 'a.com', period: 1, ns1: 'n.a.com', ns2: 'm.a.com' };

/** A scripted provider, and a client whose account has a certain token. */
const withToken = (token: string) => scripted({ timeouts: { pauseMs: 1 } }, token);

const calls: ((h: Hosting) => Promise<unknown>)[] = [
  (h) => h.servers.status('9'),
  (h) => h.servers.action('9', 'on'),
  (h) => h.servers.graph('9', 'day'),
  (h) => h.servers.changeSshKey('9', 'k'),
  (h) => h.snapshots.create('9', 'n'),
  (h) => h.cloudOrders.order(NEW),
  (h) => h.domainOrders.register(REGISTRATION),
  (h) => h.domainOrders.availability('a.com', 1),
];

describe.each(Object.entries(FORMS))('the token echoed %s', (_, form) => {
  test('is in nothing that an answer is read as', async () => {
    const { hosting, reply } = await withToken(SECRET);
    const words = `your token ${form} was used, ${form}!`;
    reply({
      message: words,
      order_id: '7',
      status: words,
      avaliable: '1',
      total: 5,
      currency: form,
      data: [{ [form]: form }],
    });
    const values = JSON.stringify(await Promise.all(calls.map((call) => call(hosting))));
    expect(values).toContain('your token •••');
    for (const each of [form, JSON.stringify(form).slice(1, -1)]) expect(values).not.toContain(each.replace(/=+$/, ''));
  });

  test.each([
    [401, { message: form }],
    [403, { message: form }],
    [409, { error: `no ${form}`, message: '' }],
    [422, { errors: { period: [form], [form]: form } }],
    [500, { error: { message: form } }],
    [200, { error: 'invalid_token', message: form }],
  ])('is in no failure of HTTP %d %j', async (status, body) => {
    const { hosting, reply } = await withToken(SECRET);
    reply(body, status);
    for (const call of calls) {
      const failure = await failureOf(call(hosting));
      const { words, fields, message, stack } = failure;
      const text = [words, ...Object.entries(fields ?? {}).flat(2), message, stack, String(failure)].join('\n');
      expect(text).toContain('•••');
      expect(text).not.toContain(form.replace(/=+$/, ''));
    }
  });
});

test('the token is found however JSON writes its characters', async () => {
  const { hosting, reply } = await withToken(SECRET);
  const points = [...SECRET].map((each) => `\\u00${each.charCodeAt(0).toString(16)}`).join('');
  for (const written of [points, SECRET.replaceAll('/', '\\/')]) {
    reply(`{"message": "token ${written} in use"}`);
    expect(await hosting.servers.action('9', 'on')).toEqual({ words: 'token ••• in use' });
  }
});

test('a password that is set is shown as it is', async () => {
  const { hosting, reply } = await withToken(SECRET);
  reply({ new_password: `${SECRET}!`, message: SECRET });
  expect(await hosting.servers.changePassword('9', `${SECRET}!`)).toEqual({ password: `${SECRET}!`, words: '•••' });
});

test('a token too short to be a secret garbles nothing', async () => {
  const { hosting, reply } = await withToken('o');
  reply({ message: 'restored' });
  expect(await hosting.snapshots.restore('9', 'n')).toEqual({ words: 'restored' });
});

test('an answer nested without end and holding the token is still a value or a failure', async () => {
  const { hosting, reply } = await withToken(SECRET);
  reply(`{"message":${JSON.stringify(SECRET)},"data":${'['.repeat(50_000)}${']'.repeat(50_000)}}`);
  expect(await hosting.servers.graph('9', 'day')).toMatchObject({ words: '•••', series: [] });
});
