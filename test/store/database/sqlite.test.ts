import { chmodSync, copyFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../../src/store/index.ts';
import { SQLITE } from '../../support/databases/databases.ts';
import { folder, newKey } from '../../support/databases/store.ts';
import { eventually } from '../../support/eventually.ts';

test('a relaxed commit is synchronised a moment later, also where nothing else is written', async () => {
  const url = await SQLITE.place();
  const sql = SQLITE.open(url);
  onTestFinished(() => sql.close());
  await sql.query('CREATE TABLE t (n BIGINT PRIMARY KEY)');
  await sql.transaction((inside) => inside.query('INSERT INTO t VALUES (1)'), { durability: 'relaxed' });
  const beside = new DatabaseSync(url.slice('sqlite:'.length));
  onTestFinished(() => beside.close());
  // Written by a fully durable commit: the log before it is synchronised along with it.
  const version = () => beside.prepare('PRAGMA user_version').get()?.user_version;
  expect(version()).toBe(0);
  await eventually(() => version() === 1);
  expect(await sql.query('PRAGMA synchronous')).toEqual([{ synchronous: 2 }]);
});

test('only the owner can read the database, its log and the folder made for it', async () => {
  const above = folder();
  const path = join(above, 'made', 'here', 'bot.sqlite');
  const mode = (name: string) => (statSync(name).mode & 0o777).toString(8);
  const before = process.umask(0o022);
  onTestFinished(() => void process.umask(before));
  const write = async () => {
    const store = await openStore(`sqlite:${path}`);
    await store.preferences.set('7', { locale: 'fa' });
    const modes = ['', '-wal', '-shm', '.key'].map((end) => mode(path + end));
    await store.close();
    return modes;
  };
  expect(await write()).toEqual(['600', '600', '600', '600']);
  expect([mode(join(above, 'made')), mode(join(above, 'made', 'here'))]).toEqual(['700', '700']);
  // One that an older release made, in a folder that was there.
  chmodSync(path, 0o644);
  chmodSync(join(above, 'made', 'here'), 0o755);
  expect((await write()).slice(0, 3)).toEqual(['600', '600', '600']);
  expect(mode(join(above, 'made', 'here'))).toBe('755');
  // With a key of the operator's the database is the first thing there.
  await (await openStore(`sqlite:${join(above, 'keyed', 'bot.sqlite')}`, [newKey()])).close();
  expect([mode(join(above, 'keyed')), mode(join(above, 'keyed', 'bot.sqlite'))]).toEqual(['700', '600']);
});

test('a backup that is taken while the bot runs, as OPERATING.md says, opens with the key beside the original', async () => {
  const url = await SQLITE.place();
  const path = url.slice('sqlite:'.length);
  const store = await openStore(url);
  onTestFinished(() => store.close());
  await store.preferences.set('7', { locale: 'fa' });
  const beside = new DatabaseSync(path);
  beside.prepare('VACUUM INTO ?').run(`${path}.backup`);
  beside.close();
  await store.preferences.set('7', { locale: 'en' });
  await expect(openStore(`sqlite:${path}.backup`)).rejects.toThrow('.key is missing');
  copyFileSync(`${path}.key`, `${path}.backup.key`);
  const restored = await openStore(`sqlite:${path}.backup`);
  onTestFinished(() => restored.close());
  expect(await restored.preferences.get('7')).toEqual({ locale: 'fa' });
});
