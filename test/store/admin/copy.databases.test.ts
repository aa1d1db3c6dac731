import { expect, onTestFinished, test } from 'vitest';
import { copyStore } from '../../../src/store/admin/copy.ts';
import { migrate, NEWEST, versionOf } from '../../../src/store/database/migrations.ts';
import type { Sql, Transaction } from '../../../src/store/database/sql.ts';
import { openSqlite } from '../../../src/store/database/sqlite.ts';
import { TABLES } from '../../../src/store/database/tables.ts';
import { createSeal, SealBroken } from '../../../src/store/encryption/seal.ts';
import { openStore } from '../../../src/store/index.ts';
import { type Database, onEachDatabase, onPostgres, POSTGRES, SQLITE } from '../../support/databases/databases.ts';
import { dump, fill, SECRET } from '../../support/databases/filled.ts';
import { newKey } from '../../support/databases/store.ts';
import { amountOf } from '../../support/random/seeds.ts';

const KEYS = [newKey()];
/** The results of their checks, two each, are more than a page of the rows that are copied; `npm run soak` has more than one of all else. */
const PEOPLE = amountOf(101, 250);

async function opened({ open }: Database, url: string, keys = KEYS) {
  const sql = open(url);
  onTestFinished(() => sql.close());
  return { sql, seal: createSeal(keys) };
}

async function filled(database: Database, people?: number) {
  const url = await database.place();
  await fill(url, KEYS, people);
  return opened(database, url);
}

const fresh = async (database: Database, keys?: Uint8Array[]) => opened(database, await database.empty(), keys);

const RELEASES = Array.from({ length: NEWEST }, (_, index) => 1 + index);

onPostgres(() => {
  test('from SQLite to PostgreSQL and back everything is as it was, byte for byte, and in use', async () => {
    const from = await filled(SQLITE, PEOPLE);
    const between = await fresh(POSTGRES);
    const place = await SQLITE.place();
    const back = await opened(SQLITE, place);
    const there = await copyStore(from, between);
    expect(await copyStore(between, back)).toEqual(there);
    expect(await dump(back.sql)).toEqual(await dump(from.sql));
    expect(await dump(between.sql)).toEqual(await dump(from.sql));
    expect(there.find(({ table }) => table === 'check_results')?.rows).toBe(2 * PEOPLE);

    const store = await openStore(place, KEYS);
    expect((await store.accounts.get(PEOPLE)).accounts[0]?.token).toBe(SECRET);
    expect((await store.inbox.unfinished(77)).again).toHaveLength(PEOPLE);
    await store.close();
  });
});

onEachDatabase((database) => {
  test('a store of other keys gets every value sealed with them', async () => {
    const from = await filled(database);
    const others = [newKey()];
    const url = await database.empty();
    await copyStore(from, await opened(database, url, others));
    const store = await openStore(url, others);
    expect((await store.accounts.get(2)).accounts[0]?.token).toBe(SECRET);
    await store.close();
  });

  test('a store that is in use already is not written over; one that was only started is', async () => {
    const from = await filled(database);
    const used = await filled(database, 1);
    const before = await dump(used.sql);
    await expect(copyStore(from, used)).rejects.toThrow('notEmpty');
    expect(await dump(used.sql)).toEqual(before);

    const url = await database.empty();
    const started = await openStore(url, KEYS);
    await started.ledger.takeOver(
      1,
      () => ({}),
      () => undefined,
    );
    await started.close();
    const to = await opened(database, url);
    await copyStore(from, to);
    expect(await dump(to.sql)).toEqual(await dump(from.sql));
  });

  test('with the wrong key, or a value that does not open, nothing is kept', async () => {
    const from = await filled(database);
    const to = await fresh(database);
    await expect(copyStore({ ...from, seal: createSeal([newKey()]) }, to)).rejects.toThrow(SealBroken);
    await from.sql.query(`UPDATE chores SET body = (SELECT body FROM checks WHERE id = 'c1') WHERE id IS NOT NULL`);
    await expect(copyStore(from, to)).rejects.toThrow(SealBroken);
    expect(await versionOf(to.sql)).toBe(0);
  });

  test.for([
    [
      'a row that is written otherwise',
      (statement: string, values: unknown[]) =>
        statement.startsWith('INSERT INTO operations') && values.splice(4, 1, 8),
    ],
    ['a row that is lost', (statement: string) => statement.startsWith('INSERT INTO chores')],
  ] as const)('%s is noticed, and nothing is kept', async ([what, spoil]) => {
    const from = await filled(database);
    const to = await fresh(database);
    const lying: Sql = {
      ...around(to.sql),
      transaction: (work, options) =>
        to.sql.transaction((inside) => {
          const spoiled: Transaction = {
            ...around(inside),
            lock: (name) => inside.lock(name),
            afterCommit: (done) => inside.afterCommit(done),
            transaction: (nested) => nested(spoiled),
            query: async (statement, ...values) => {
              const hit = spoil(statement, values);
              return hit && what.endsWith('lost') ? [] : inside.query(statement, ...values);
            },
          };
          return work(spoiled);
        }, options),
    };
    await expect(copyStore(from, { ...to, sql: lying })).rejects.toThrow('differs');
    expect(await versionOf(to.sql)).toBe(0);
  });

  test('a store of any release up to this one is copied at its own version; none, or a newer one, is not', async () => {
    for (const version of RELEASES) {
      const from = await fresh(database);
      const to = await fresh(database);
      await migrate(from.sql, version);
      await copyStore(from, to);
      expect(await versionOf(to.sql)).toBe(version);
    }
    const from = await fresh(database);
    await expect(copyStore(from, await fresh(database))).rejects.toThrow('notThere');
    await migrate(from.sql);
    await from.sql.query('INSERT INTO schema_version (version) VALUES ($1)', NEWEST + 1);
    await expect(copyStore(from, await fresh(database))).rejects.toThrow('newer');
  });
});

test('every table there is goes along', async () => {
  const sql = openSqlite(':memory:');
  onTestFinished(() => sql.close());
  await migrate(sql);
  const names = await sql.query(`SELECT name FROM sqlite_master WHERE type = 'table' AND name <> 'schema_version'`);
  expect(names.map(({ name }) => name).sort()).toEqual(TABLES.map(({ name }) => name).sort());
});

function around(sql: Sql): Sql {
  return {
    dialect: sql.dialect,
    now: () => sql.now(),
    compareClocks: () => sql.compareClocks(),
    query: (statement, ...values) => sql.query(statement, ...values),
    transaction: (work, options) => sql.transaction(work, options),
    close: () => sql.close(),
  };
}
