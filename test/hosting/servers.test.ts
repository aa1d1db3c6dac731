import { describe, expect, test } from 'vitest';
import { checked } from '../../src/hosting/http/checking.ts';
import { serverEndpoints } from '../../src/hosting/servers.ts';
import { connected, expectFailure, onlyRequest } from './support.ts';

const ID = 'srv-10001';
const post = (operation: string, path: string, body: object) => ({
  operation,
  method: 'POST',
  path: `/api/v1${path}`,
  query: {},
  body,
});

describe('servers', () => {
  test('list, whole and filtered by the provider', async () => {
    const { sandbox, hosting } = await connected();
    expect(await hosting.servers.list()).toHaveLength(4);
    sandbox.forget();
    expect(await hosting.servers.list({ ip: '10.0.0.1', geo: 'frankfurt' })).toEqual([
      { id: 'srv-10002', ip: '10.0.0.1', geo: 'frankfurt', expireDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) },
    ]);
    expect(onlyRequest(sandbox)).toEqual({
      operation: 'server.list',
      method: 'GET',
      path: '/api/v1/server/list',
      query: { ip: '10.0.0.1', geo: 'frankfurt' },
      body: undefined,
    });
    expect(await hosting.servers.list({ geo: 'nowhere' })).toEqual([]);
  });

  test('status gives the whole record, quoted ints as numbers', async () => {
    const { sandbox, hosting } = await connected();
    expect(await hosting.servers.status(ID)).toEqual({
      id: ID,
      ip: '10.0.0.0',
      geo: 'tehran',
      status: 'on',
      os: 'debian12',
      ipv6: '2001:db8::0',
      port: 22,
      user: 'root',
      mac: '52:54:00:00:00:00',
      ram: 2,
      cpu: 1,
      disk: 25,
      backup: 1,
      trafficUsage: '0.0',
      rescueDisk: false,
      expireDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    });
    expect(onlyRequest(sandbox)).toEqual(post('server.status', '/server/status', { id: ID }));
    await expectFailure(hosting.servers.status('srv-1'), 'notFound', { words: expect.any(String) });
  });

  test.each(['on', 'off', 'reboot'] as const)('action %s', async (action) => {
    const { sandbox, hosting } = await connected();
    expect(await hosting.servers.action(ID, action)).toEqual({ words: expect.any(String) });
    expect(onlyRequest(sandbox)).toEqual(post('server.action', '/server/action', { id: ID, action }));
    expect((await hosting.servers.status(ID)).status).toBe(action === 'off' ? 'off' : 'on');
  });

  test('a server that is off is not rebooted', async () => {
    const { hosting } = await connected();
    await hosting.servers.action(ID, 'off');
    await expectFailure(hosting.servers.action(ID, 'reboot'), 'refused', { words: expect.any(String) });
  });

  test('console gives an address that shows the screen', async () => {
    const { sandbox, hosting } = await connected();
    const console = await hosting.servers.console(ID);
    expect(onlyRequest(sandbox)).toEqual(post('server.vnc', '/server/vnc', { id: ID }));
    const query = `password=${encodeURIComponent(console.password)}&autoconnect=true`;
    expect(console.url).toBe(`https://${console.hostname}:${console.port}/vnc.html?${query}`);
  });

  test('reinstall gives the new password and changes the system', async () => {
    const { sandbox, hosting } = await connected();
    const { password } = await hosting.servers.reinstall(ID, 'ubuntu24');
    expect(onlyRequest(sandbox)).toEqual(post('server.os', '/server/os', { id: ID, os: 'ubuntu24' }));
    expect((await hosting.servers.status(ID)).os).toBe('ubuntu24');
    expect(password.length).toBeGreaterThan(8);
  });

  test('password and SSH key are changed', async () => {
    const { sandbox, hosting } = await connected();
    expect(await hosting.servers.changePassword(ID, ' pa ss ')).toEqual({ password: ' pa ss ' });
    expect(onlyRequest(sandbox)).toEqual(post('server.password', '/server/password', { id: ID, password: ' pa ss ' }));
    sandbox.forget();
    const key = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ me@home';
    expect(await hosting.servers.changeSshKey(ID, key)).toEqual({});
    expect(onlyRequest(sandbox)).toEqual(post('server.ssh-key', '/server/ssh-key', { id: ID, ssh_key: key }));
    await expectFailure(hosting.servers.changeSshKey(ID, 'no key'), 'fields', {
      fields: { ssh_key: expect.any(Array) },
    });
  });

  test('a rescue disk goes in and out once', async () => {
    const { sandbox, hosting } = await connected();
    await hosting.servers.rescue(ID, 'finnix');
    expect(onlyRequest(sandbox)).toEqual(post('server.rescue', '/server/rescue', { id: ID, name: 'finnix' }));
    expect((await hosting.servers.status(ID)).rescueDisk).toBe(true);
    await expectFailure(hosting.servers.rescue(ID, 'systemrescue'), 'refused');
    sandbox.forget();
    await hosting.servers.eject(ID);
    expect(onlyRequest(sandbox)).toEqual(post('server.eject', '/server/eject', { id: ID }));
    expect((await hosting.servers.status(ID)).rescueDisk).toBe(false);
    await expectFailure(hosting.servers.eject(ID), 'refused');
  });

  test('graph gives a series for each resource', async () => {
    const { sandbox, hosting } = await connected();
    const graph = await hosting.servers.graph(ID, 'day');
    expect(onlyRequest(sandbox)).toEqual(post('server.graph', '/server/graph', { id: ID, period: 'day' }));
    expect(graph.series.map(({ name }) => name)).toEqual(['cpu', 'ram', 'disk', 'net_in', 'net_out']);
    const [cpu] = graph.series;
    expect(cpu?.points).toHaveLength(60);
    expect(Math.abs(Date.now() - (cpu?.points.at(-1)?.at ?? 0))).toBeLessThan(3_600_000);
    expect(graph.words).toEqual(expect.any(String));
  });

  test('a request that the contract forbids is never sent', async () => {
    const { sandbox, hosting } = await connected();
    const { servers } = hosting;
    const wrong: [() => Promise<unknown>, string, string][] = [
      [() => servers.status(''), 'id', 'required'],
      [() => servers.changePassword(ID, ''), 'password', 'required'],
      [() => servers.changeSshKey(ID, 'two\nlines'), 'ssh_key', 'notAllowed'],
    ];
    for (const [call, field, rule] of wrong) await expectFailure(call(), 'invalid', { fields: { [field]: [rule] } });
    expect(sandbox.requests).toEqual([]);
  });

  test.each([
    ['action', 'action', 'explode'],
    ['reinstall', 'os', 'msdos'],
    ['rescue', 'name', 'floppy'],
    ['graph', 'period', 'decade'],
  ] as const)('%s takes only the values of the contract', (name, field, value) => {
    const { operation, send } = serverEndpoints[name];
    const checking = () => checked<unknown, object>(operation, send, { id: ID, [field]: value });
    expect(checking).toThrow(
      expect.objectContaining({ kind: 'invalid', operation, fields: { [field]: ['notAllowed'] } }),
    );
  });
});
