import { expect, onTestFinished, test } from 'vitest';
import type { Sql } from '../../../src/store/database/sql.ts';
import { type Database, onEachDatabase, onPostgres, POSTGRES } from '../../support/databases/databases.ts';

async function table({ empty, open }: Database): Promise<Sql> {
  const sql = open(await empty());
  onTestFinished(() => sql.close());
  await sql.query('CREATE TABLE t (n BIGINT PRIMARY KEY)');
  return sql;
}

const all = async (sql: Sql) => (await sql.query('SELECT n FROM t ORDER BY n')).map(({ n }) => n);

onEachDatabase((database) => {
  test('no statement of others slips into a transaction, and none sees it half done', async () => {
    const sql = await table(database);
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    const failing = sql.transaction(async (inside) => {
      await inside.query('INSERT INTO t VALUES (1)');
      await gate;
      throw new RangeError('undone');
    });
    const beside = sql.query('INSERT INTO t VALUES (2)');
    const seen = beside.then(() => all(sql));
    const after = sql.transaction(async (inside) => {
      await inside.query('INSERT INTO t VALUES (3)');
      return inside.transaction(all);
    });
    open();
    await expect(failing).rejects.toThrow('undone');
    await beside;
    expect(await seen).not.toContain(1);
    expect(await after).toContain(3);
    expect(await all(sql)).toEqual([2, 3]);
  });

  test('a statement that fails undoes its transaction and does not block the next', async () => {
    const sql = await table(database);
    await sql.query('INSERT INTO t VALUES (1)');
    const broken = sql.transaction(async (inside) => {
      await inside.query('INSERT INTO t VALUES (2)');
      await inside.query('INSERT INTO t VALUES (1)');
    });
    await expect(broken).rejects.toThrow('The store did not answer');
    await sql.transaction((inside) => inside.query('INSERT INTO t VALUES (4)'));
    expect(await all(sql)).toEqual([1, 4]);
  });

  test('afterCommit runs after the outermost commit, and never after a rollback', async () => {
    const sql = await table(database);
    const heard: string[] = [];
    await sql.transaction(async (inside) => {
      await inside.transaction(async (nested) => nested.afterCommit(() => heard.push('nested')));
      inside.afterCommit(() => heard.push('outer'));
      await inside.query('INSERT INTO t VALUES (1)');
      expect(heard).toEqual([]);
    });
    expect(heard).toEqual(['nested', 'outer']);
    const undone = sql.transaction(async (inside) => {
      inside.afterCommit(() => heard.push('undone'));
      await inside.query('INSERT INTO t VALUES (1)');
    });
    await expect(undone).rejects.toThrow('The store did not answer');
    expect(heard).toEqual(['nested', 'outer']);
  });

  test('one statement commits by itself, and its failure is no commit', async () => {
    const sql = await table(database);
    const heard: string[] = [];
    const insert = (n: number) =>
      sql.transaction(
        async (inside) => {
          inside.afterCommit(() => heard.push(`inserted ${n}`));
          return inside.query('INSERT INTO t VALUES ($1) RETURNING n', n);
        },
        { oneStatement: true },
      );
    expect(await insert(1)).toEqual([{ n: 1 }]);
    await expect(insert(1)).rejects.toThrow('The store did not answer');
    expect(heard).toEqual(['inserted 1']);
    expect(await all(sql)).toEqual([1]);
  });

  test('of a time that is not whole the fraction is cut, on either', async () => {
    const sql = await table(database);
    await sql.query('INSERT INTO t VALUES ($1)', 1_700_000_000_000.75);
    expect(await all(sql)).toEqual([1_700_000_000_000]);
  });
});

onPostgres(() => {
  test('a second statement where one was announced is refused', async () => {
    const sql = await table(POSTGRES);
    const two = sql.transaction(
      async (inside) => {
        await inside.query('INSERT INTO t VALUES (1)');
        await inside.query('INSERT INTO t VALUES (2)');
      },
      { oneStatement: true },
    );
    await expect(two).rejects.toThrow(TypeError);
    expect(await all(sql)).toEqual([1]);
  });

  test('every commit is synchronised, also what is to be kept soon', async () => {
    const sql = await table(POSTGRES);
    const level = async (inside: Sql) => (await inside.query('SHOW synchronous_commit'))[0]?.synchronous_commit;
    const levels = [sql.transaction(level, { durability: 'relaxed' }), sql.transaction(level), level(sql)];
    expect(await Promise.all(levels)).toEqual(['on', 'on', 'on']);
  });
});
