import { describe, expect, test } from 'vitest';
import { connected, expectFailure, onlyRequest } from './support.ts';

const ID = 'srv-10003';
const sent = (operation: string, method: string, path: string, body: object) => ({
  operation,
  method,
  path: `/api/v1${path}`,
  query: {},
  body,
});

describe('snapshots', () => {
  test('are made, listed, restored and deleted by name', async () => {
    const { sandbox, hosting } = await connected();
    const { snapshots } = hosting;
    const name = ' before «update» ';
    for (const [operation, method] of [
      ['create', 'POST'],
      ['restore', 'PUT'],
    ] as const) {
      sandbox.forget();
      expect(await snapshots[operation](ID, name)).toEqual({ words: expect.any(String) });
      expect(onlyRequest(sandbox)).toEqual(sent(`snapshot.${operation}`, method, '/server/snapshot', { id: ID, name }));
    }
    sandbox.forget();
    expect(await snapshots.list(ID)).toEqual([{ id: ID, name }]);
    expect(onlyRequest(sandbox)).toEqual(sent('snapshot.list', 'GET', '/server/snapshot', { id: ID }));
    sandbox.forget();
    await snapshots.delete(ID, name);
    expect(onlyRequest(sandbox)).toEqual(sent('snapshot.delete', 'DELETE', '/server/snapshot', { id: ID, name }));
    expect(await snapshots.list(ID)).toEqual([]);
  });

  test('are refused twice under one name, and not found when there are none', async () => {
    const { hosting } = await connected();
    await hosting.snapshots.create(ID, 'a');
    await expectFailure(hosting.snapshots.create(ID, 'a'), 'refused');
    await expectFailure(hosting.snapshots.restore(ID, 'b'), 'notFound');
    await expectFailure(hosting.snapshots.delete(ID, 'b'), 'notFound');
    await expectFailure(hosting.snapshots.list('srv-0'), 'notFound');
    await expectFailure(hosting.snapshots.create(ID, ' '), 'invalid', { fields: { name: ['required'] } });
  });
});

describe('backups', () => {
  test('are made, listed, restored and deleted by volume', async () => {
    const { sandbox, hosting } = await connected();
    const { backups } = hosting;
    await backups.create(ID);
    expect(onlyRequest(sandbox)).toEqual(sent('backup.create', 'POST', '/server/backup', { id: ID }));
    sandbox.forget();
    const [made] = await backups.list(ID);
    expect(onlyRequest(sandbox)).toEqual(sent('backup.list', 'GET', '/server/backup', { id: ID }));
    const volumeId = made?.volumeId ?? '';
    expect(made).toEqual({ volumeId, date: volumeId.slice(0, 10).replaceAll('-', ':'), size: expect.any(String) });
    const body = { id: ID, volume_id: volumeId };
    sandbox.forget();
    await backups.restore(ID, volumeId);
    expect(onlyRequest(sandbox)).toEqual(sent('backup.restore', 'PUT', '/server/backup', body));
    sandbox.forget();
    await backups.delete(ID, volumeId);
    expect(onlyRequest(sandbox)).toEqual(sent('backup.delete', 'DELETE', '/server/backup', body));
    expect(await backups.list(ID)).toEqual([]);
  });

  test('are refused beyond their number, and not found when there are none', async () => {
    const { hosting } = await connected();
    await hosting.backups.create('srv-10001');
    await expectFailure(hosting.backups.create('srv-10001'), 'refused');
    await expectFailure(hosting.backups.restore(ID, '2020-01-01T00:00:00Z'), 'notFound');
    await expectFailure(hosting.backups.delete(ID, '2020-01-01T00:00:00Z'), 'notFound');
    await expectFailure(hosting.backups.delete(ID, ''), 'invalid', { fields: { volume_id: expect.any(Array) } });
  });
});
