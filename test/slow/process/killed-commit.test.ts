import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { machine, spawnNode } from '../../support/bots/process.ts';
import { folder } from '../../support/databases/store.ts';

test('a relaxed commit survives the end of the program at once', async () => {
  const path = join(folder(), 'bot.sqlite');
  const source = `
    import { openSqlite } from ${JSON.stringify(new URL('../../../src/store/database/sqlite.ts', import.meta.url).href)};
    const sql = openSqlite(${JSON.stringify(path)});
    await sql.query('CREATE TABLE t (n BIGINT PRIMARY KEY)');
    await sql.transaction((inside) => inside.query('INSERT INTO t VALUES (1)'), { durability: 'relaxed' });
    process.kill(process.pid, 'SIGKILL');`;
  const child = spawnNode(['--input-type=module-typescript', '-e', source], machine);
  const { promise, resolve } = Promise.withResolvers<unknown>();
  child.once('close', (_, signal) => resolve(signal));
  expect(await promise).toBe('SIGKILL');
  const file = new DatabaseSync(path);
  onTestFinished(() => file.close());
  expect(file.prepare('SELECT n FROM t').all()).toEqual([{ n: 1 }]);
});
