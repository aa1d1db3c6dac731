import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { ZodError } from 'zod';
import { migrate } from '../../src/store/database/migrations.ts';
import { StoreUnavailable } from '../../src/store/database/sql.ts';
import { createSeal, SealBroken } from '../../src/store/encryption/seal.ts';
import { openStore } from '../../src/store/index.ts';
import { onEachDatabase, SQLITE } from '../support/databases/databases.ts';
import { watchDisk } from '../support/databases/disk.ts';
import { newKey, readyOperation } from '../support/databases/store.ts';

const KEYS = [newKey()];

afterEach(() => {
  vi.useRealTimers();
});

onEachDatabase(({ place, empty, open }) => {
  test('stored values are there after a restart, and only with the key', async () => {
    const url = await place();
    const [first, second] = [newKey(), newKey()];
    const store = await openStore(url, [first]);
    await store.preferences.set('7', { locale: 'fa' });
    await store.close();

    await expect(openStore(url, [second])).rejects.toThrow(SealBroken);
    const rotated = await openStore(url, [second, first]);
    expect(await rotated.preferences.get('7')).toEqual({ locale: 'fa' });
    await rotated.close();
  });

  test('a store of a newer release is refused; the same one opens again and again', async () => {
    const url = await empty();
    for (let times = 0; times < 2; times++) await (await openStore(url, KEYS)).close();
    const sql = open(url);
    await migrate(sql);
    await sql.query('INSERT INTO schema_version (version) VALUES ($1)', 999);
    await sql.close();
    await expect(openStore(url, KEYS)).rejects.toThrow('version 999, made by a newer release');
  });

  test('a team that can’t be read takes down neither its group nor its people, and none is written so', async () => {
    const url = await place();
    const store = await openStore(url, KEYS);
    const owner = { userId: 7, name: 'Ada', role: 'owner' as const, addedAt: 1 };
    const teamOf = (id: string, topicId: number) => ({
      ...{ id, ownerId: 7, accountId: id, chatId: -5, topicId, title: 'Shift', createdAt: 1, members: [owner] },
      ...{ requests: [], protected: [], limits: [] },
    });
    const created = { at: 1, event: 'teamCreated' as const };
    await store.teams.create(teamOf('a', 1), created);
    await store.teams.create(teamOf('b', 2), created);
    await expect(store.teams.create(teamOf('c', Number.NaN), created)).rejects.toThrow(ZodError);
    const spoil = (team: { createdAt: number }) => Object.assign(team, { createdAt: Number.NaN });
    await expect(store.teams.change('b', spoil)).rejects.toThrow(ZodError);
    await store.close();
    const sql = open(url);
    await sql.query(`UPDATE boxes SET value = (SELECT value FROM boxes WHERE key = 'teams:b') WHERE key = 'teams:a'`);
    await sql.close();

    const again = await openStore(url, KEYS);
    expect((await again.teams.allInChat(-5)).map(({ id }) => id)).toEqual(['b']);
    expect((await again.teams.ofPerson(7)).map(({ id }) => id)).toEqual(['b']);
    await expect(again.teams.get('a')).rejects.toThrow(SealBroken);
    expect(await again.clean()).toEqual([expect.any(SealBroken)]);
    expect(await again.clean()).toEqual([]);
    await again.moveChat(-5, -6);
    expect((await again.teams.allInChat(-6)).map(({ id }) => id)).toEqual(['b']);
    await again.close();
  });

  test('an outage throws: it never looks as if nothing were there', async () => {
    const store = await openStore(await place(), KEYS);
    await store.preferences.set('7', { locale: 'fa' });
    await store.close();
    const work = [
      () => store.preferences.get('7'),
      () => store.preferences.set('7', {}),
      () => store.preferences.delete('7'),
      () => store.accounts.get(7),
      () => store.accounts.change(7, () => undefined),
      () => store.inbox.offset(1),
      () => store.inbox.add(1, [{ update_id: 1 }]),
      () => store.inbox.unfinished(1),
      () => store.ledger.get('x'),
      () => store.ledger.add(readyOperation('x')),
      () => store.ledger.move('x', { from: ['ready'] }),
      () => store.ledger.takeDue(0, 1),
      () => store.ledger.nextDue(),
      () => store.ping(),
    ];
    for (const call of work) await expect(call()).rejects.toThrow(StoreUnavailable);
  });

  test('values of releases on keyv 5 are found, and those releases find values kept now', async () => {
    const [url, seal] = [await place(), createSeal(KEYS)];
    const store = await openStore(url, KEYS);
    const sql = open(url);
    onTestFinished(async () => {
      await store.close();
      await sql.close();
    });
    const kept = seal.seal('{"value":"::-) \\"سارا\\""}', 'box:notes:old');
    await sql.query('INSERT INTO boxes (key, value, expires_at) VALUES ($1, $2, NULL)', 'notes:old', kept);
    expect(await store.notes.get('old')).toBe(':-) "سارا"');
    await store.notes.set('new', ':-) "سارا"', 60_000);
    const [row] = await sql.query('SELECT value FROM boxes WHERE key = $1', 'notes:new');
    expect(seal.open(row?.value, 'box:notes:new')).toBe('{"value":"::-) \\"سارا\\""}');
  });

  test('an unreadable value throws: it never looks like a missing key', async () => {
    const [url, seal] = [await place(), createSeal(KEYS)];
    const store = await openStore(url, KEYS);
    const sql = open(url);
    onTestFinished(async () => {
      await store.close();
      await sql.close();
    });
    const keep = (key: string, value: Uint8Array) =>
      sql.query('INSERT INTO boxes (key, value, expires_at) VALUES ($1, $2, NULL)', key, value);
    await keep('notes:half', seal.seal('{"value":"hal', 'box:notes:half'));
    await keep('notes:moved', seal.seal('{"value":"x"}', 'box:notes:elsewhere'));
    await keep('notes:shape', seal.seal('{"value":7}', 'box:notes:shape'));
    await expect(store.notes.get('half')).rejects.toThrow(SyntaxError);
    await expect(store.notes.get('moved')).rejects.toThrow(SealBroken);
    await expect(store.notes.get('shape')).rejects.toThrow(ZodError);
    expect(await store.notes.get('none')).toBeUndefined();
  });

  test('changes of one person’s accounts wait for each other; one that fails changes nothing', async () => {
    const { accounts, close } = await openStore(await place(), KEYS);
    onTestFinished(close);
    const numbers = Array.from({ length: 50 }, (_, index) => String(index));
    const changes = numbers.map((id) =>
      accounts.change(7, (binding) => {
        if (id === '13') throw new RangeError(id);
        binding.accounts.push({ id, label: id, token: id, connectedAt: 0, aliases: new Map() });
        return binding.accounts.length;
      }),
    );
    const ends = await Promise.allSettled(changes);
    expect(ends.filter(({ status }) => status === 'rejected')).toHaveLength(1);
    const { accounts: kept } = await accounts.get(7);
    expect(kept.map(({ id }) => id)).toEqual(numbers.filter((id) => id !== '13'));
    expect(await accounts.get(8)).toEqual({ accounts: [] });
  });
});

test('a box forgets when its time is over, also what was read last, and on the disk', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000 });
  const url = await SQLITE.place();
  const store = await openStore(url, KEYS);
  await store.notes.set('short', 'x', 1000);
  await store.notes.set('long', 'y');
  vi.setSystemTime(1_000_999);
  expect(await store.notes.get('short')).toBe('x');
  vi.setSystemTime(1_001_001);
  expect(await store.notes.get('short')).toBeUndefined();
  expect(await store.notes.get('long')).toBe('y');
  await store.notes.set('unread', 'z', 1000);
  await store.notes.delete('long');
  expect(await store.notes.get('long')).toBeUndefined();
  vi.setSystemTime(1_010_000);
  await store.clean();
  await store.close();
  const sql = SQLITE.open(url);
  const keys = await sql.query('SELECT key FROM boxes');
  expect(keys.map(({ key }) => key)).toEqual(['seal:proof', 'seal:subjects']);
  await sql.close();
});

test('a list of servers waits for no disk; an account does', async () => {
  const url = await SQLITE.place();
  const disk = watchDisk(url.slice('sqlite:'.length));
  const store = await openStore(url, KEYS);
  onTestFinished(() => store.close());
  const before = disk.begun().length;
  await store.lists.set('7:a', [{ id: 'srv-1' }]);
  expect(disk.begun()).toHaveLength(before);
  await store.accounts.change(7, () => undefined);
  expect(disk.begun().length).toBeGreaterThan(before);
  expect(await store.lists.get('7:a')).toEqual([{ id: 'srv-1' }]);
});
