import { expect, onTestFinished, test } from 'vitest';
import { isServerInUse } from '../../../src/store/admin/is-in-use.ts';
import { openPostgres } from '../../../src/store/database/postgres.ts';
import { onPostgres } from '../../support/databases/databases.ts';
import { command, postgresDatabase } from '../../support/databases/postgres.ts';

onPostgres(() => {
  function connected(url: string) {
    const sql = openPostgres(url);
    onTestFinished(() => sql.close());
    return sql;
  }

  test('another user of a database is a client that connected, not a helper process of the server', async () => {
    const url = await postgresDatabase();
    const sql = connected(url);
    expect(await isServerInUse(sql)).toBe(false);
    await connected(url).query('SELECT 1');
    expect(await isServerInUse(sql)).toBe(true);

    // As it looks while the only other one tidies up: when that happens, the server decides.
    await command(url, 'CREATE SCHEMA busy');
    const columns = `pid, datname, CASE WHEN pid = pg_backend_pid() THEN backend_type ELSE 'autovacuum worker' END AS backend_type`;
    await command(url, `CREATE VIEW busy.pg_stat_activity AS SELECT ${columns} FROM pg_catalog.pg_stat_activity`);
    const there = new URL(url);
    there.searchParams.set('options', '-c search_path=busy,pg_catalog');
    expect(await isServerInUse(connected(there.href))).toBe(false);
  });
});
