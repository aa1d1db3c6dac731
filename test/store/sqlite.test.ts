import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { SQLITE } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';

test('what is kept soon is synchronised a moment later, also where nothing else is written', async () => {
  const url = await SQLITE.place();
  const sql = SQLITE.open(url);
  onTestFinished(() => sql.close());
  await sql.query('CREATE TABLE t (n BIGINT PRIMARY KEY)');
  await sql.transaction((inside) => inside.query('INSERT INTO t VALUES (1)'), { keep: 'soon' });
  const beside = new DatabaseSync(url.slice('sqlite:'.length));
  onTestFinished(() => beside.close());
  // Written by a sure commit: whatever stands before it in the log is synchronised along with it.
  const version = () => beside.prepare('PRAGMA user_version').get()?.user_version;
  expect(version()).toBe(0);
  await eventually(() => version() === 1);
  expect(await sql.query('PRAGMA synchronous')).toEqual([{ synchronous: 2 }]);
});
