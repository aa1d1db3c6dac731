import { expect, test } from 'vitest';
import { operations } from '../../../../src/sandbox/provider/index.ts';
import { ask, started } from '../support.ts';

const SERVER = ['geo', 'ram', 'cpu', 'disk', 'backup', 'traffic', 'period', 'os'];
const UPGRADE = ['id', 'ram', 'cpu', 'disk', 'backup', 'traffic'];

/** Every operation of the contract with its required parameters, also the id of a server or domain. */
const NEEDS: Record<string, readonly string[]> = {
  'server.list': [],
  ...Object.fromEntries(
    ['server.status', 'server.vnc', 'server.eject', 'snapshot.list', 'backup.list', 'backup.create'].map((name) => [
      name,
      ['id'],
    ]),
  ),
  'server.action': ['id', 'action'],
  'server.os': ['id', 'os'],
  'server.password': ['id', 'password'],
  'server.ssh-key': ['id', 'ssh_key'],
  'server.rescue': ['id', 'name'],
  'server.graph': ['id', 'period'],
  ...Object.fromEntries(['create', 'restore', 'delete'].map((verb) => [`snapshot.${verb}`, ['id', 'name']])),
  ...Object.fromEntries(['restore', 'delete'].map((verb) => [`backup.${verb}`, ['id', 'volume_id']])),
  'cloud.quote': SERVER,
  'cloud.order': SERVER,
  'cloud.renewQuote': ['id', 'period'],
  'cloud.renew': ['id', 'period'],
  'cloud.upgradeQuote': UPGRADE,
  'cloud.upgrade': UPGRADE,
  'domain.price': ['tld', 'period'],
  'domain.availability': ['domain', 'period'],
  'domain.register': ['domain', 'period', 'ns1', 'ns2'],
  'domain.info': ['domain'],
  'domain.renew': ['id', 'period'],
};
test('has every operation of the contract once', () => {
  expect(operations.map(({ name }) => name).toSorted()).toEqual(Object.keys(NEEDS).toSorted());
});

test.each(operations)('$name names each that is missing', async ({ name, method, path }) => {
  const { baseUrl } = await started();
  const { status, json } = await ask(baseUrl, method, `/api/v1${path}`, { body: {} });
  const names = NEEDS[name] ?? [];
  const errors = Object.fromEntries(names.map((each) => [each, [expect.any(String)]]));
  if (names.length === 0) expect([status, name]).toEqual([200, 'server.list']);
  else expect([status, json]).toEqual([422, { errors }]);
});
