import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { openPostgres } from '../../../src/store/database/postgres.ts';
import { type Sql, StoreUnavailable } from '../../../src/store/database/sql.ts';
import { createSeal } from '../../../src/store/encryption/seal.ts';
import { openStoreIn } from '../../../src/store/index.ts';
import { onPostgres } from '../../support/databases/databases.ts';
import { command, postgresDatabase, takeChanges } from '../../support/databases/postgres.ts';
import { type Gate, openGate } from '../../support/gate.ts';
import { PATIENCE_MS } from '../../support/patience.ts';

const KILL =
  'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()';

const SHORT = { connect: 2_500, statement: 2_500, lock: 2_500, answer: 3_000 };

/** For tests that no deadline ends: a busy machine may answer late. */
const LONG = { connect: 20_000, statement: 20_000, lock: 20_000, answer: 25_000 };

/** A driver that reaches its database through a gate. */
async function behindGate(deadlines = LONG): Promise<{ sql: Sql; gate: Gate; direct: string }> {
  const direct = await postgresDatabase();
  const url = new URL(direct);
  const gate = await openGate(Number(url.port));
  url.port = String(gate.port);
  const sql = openPostgres(url.href, deadlines);
  onTestFinished(async () => {
    await sql.close();
    await gate.close();
  });
  return { sql, gate, direct };
}

const ask = (sql: Sql) => sql.query('SELECT 1 AS one');

/** Resolves when the store answers again. */
async function answers(sql: Sql): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    const well = await ask(sql).then(
      () => true,
      (error: unknown) => {
        if (performance.now() > end) throw error;
        return false;
      },
    );
    if (well) return;
    await wait(50);
  }
}

/** All connections lead to a server that is read-only; new ones would lead to one that takes changes. */
async function leaveOnReadOnly({ sql, gate, direct }: Awaited<ReturnType<typeof behindGate>>): Promise<void> {
  await takeChanges(direct, false);
  gate.cut();
  gate.mend();
  await Promise.all(Array.from({ length: 10 }, () => sql.transaction(ask)));
  await takeChanges(direct, true);
}

onPostgres(() => {
  test('connections that the server ends, idle or in use, cost what was under way and nothing more', async () => {
    const { sql, direct } = await behindGate();
    await Promise.all(Array.from({ length: 5 }, () => ask(sql)));
    const cut = sql.transaction(async (inside) => {
      await inside.query('CREATE TABLE half (n BIGINT)');
      await command(direct, KILL);
      await inside.query('SELECT 1');
    });
    await expect(cut).rejects.toThrow(StoreUnavailable);
    expect(await sql.query(`SELECT to_regclass('half') AS half`)).toEqual([{ half: null }]);
  });

  test('a server that refuses is an outage, and is found again when it is back', async () => {
    const { sql, gate } = await behindGate();
    await ask(sql);
    gate.cut();
    await expect(ask(sql)).rejects.toThrow(StoreUnavailable);
    await expect(sql.transaction(ask)).rejects.toThrow(StoreUnavailable);
    gate.mend();
    expect(await ask(sql)).toEqual([{ one: 1 }]);
  });

  test('a network that swallows is an outage within the deadline, and no connection of it is used again', async () => {
    const { sql, gate } = await behindGate(SHORT);
    await ask(sql);
    gate.swallow();
    const start = performance.now();
    const work = [ask(sql), sql.transaction(ask), ask(sql)];
    for (const each of await Promise.allSettled(work))
      expect(each).toMatchObject({ reason: { name: 'StoreUnavailable' } });
    expect(performance.now() - start).toBeLessThan(LONG.connect);
    const next = performance.now();
    await expect(ask(sql)).rejects.toThrow(StoreUnavailable);
    expect(performance.now() - next).toBeLessThan(LONG.connect);
    gate.mend();
    await answers(sql);
    expect(await Promise.all(Array.from({ length: 20 }, () => ask(sql)))).toHaveLength(20);
  });

  test.each<[string, (sql: Sql) => Promise<unknown>]>([
    ['a change', (sql) => sql.query('INSERT INTO t VALUES (1)')],
    ['a lock of a transaction', (sql) => sql.transaction((inside) => inside.query('SELECT n FROM t FOR UPDATE'))],
  ])('connections left on a server that became read-only are all dropped at %s', async (_, refused) => {
    const { sql, gate, direct } = await behindGate();
    await sql.query('CREATE TABLE t (n BIGINT)');
    await leaveOnReadOnly({ sql, gate, direct });
    await expect(refused(sql)).rejects.toThrow(StoreUnavailable);
    await answers(sql);
    await Promise.all(Array.from({ length: 20 }, () => sql.query('INSERT INTO t VALUES (1)')));
  });

  test('a ping finds that they are there, and they are dropped', async () => {
    const { sql, gate, direct } = await behindGate();
    const store = await openStoreIn({ sql, seal: createSeal([new Uint8Array(32)]) });
    await store.ping();
    await leaveOnReadOnly({ sql, gate, direct });
    await expect(store.ping()).rejects.toThrow(StoreUnavailable);
    await answers(sql);
    await store.ping();
  });

  test('a server that takes no changes is an outage until one does', async () => {
    const { sql, direct } = await behindGate();
    await takeChanges(direct, false);
    await expect(sql.query('CREATE TABLE t (n BIGINT)')).rejects.toThrow(StoreUnavailable);
    // A probe that began before them has its answer.
    for (let count = 0; count < 3; count++) await command(direct, 'SELECT 1');
    await expect(ask(sql)).rejects.toThrow(StoreUnavailable);
    await takeChanges(direct, true);
    await answers(sql);
    await sql.query('CREATE TABLE t (n BIGINT)');
  });

  test('a statement that takes too long is ended; the connection goes on', async () => {
    const { sql } = await behindGate(SHORT);
    await expect(sql.query('SELECT pg_sleep(60)')).rejects.toThrow(StoreUnavailable);
    expect(await ask(sql)).toEqual([{ one: 1 }]);
  });

  test('a transaction with a failed statement is not committed, even when its work ignores the failure', async () => {
    const { sql } = await behindGate();
    await sql.query('CREATE TABLE t (n BIGINT PRIMARY KEY)');
    const lied = sql.transaction(async (inside) => {
      await inside.query('INSERT INTO t VALUES (1)');
      await inside.query('INSERT INTO t VALUES (1)').catch(() => undefined);
      return 'kept';
    });
    await expect(lied).rejects.toThrow(StoreUnavailable);
    expect(await sql.query('SELECT n FROM t')).toEqual([]);
  });

  test('more work than connections waits for its turn', async () => {
    const { sql } = await behindGate();
    const answers = await Promise.all(Array.from({ length: 100 }, () => sql.transaction(ask)));
    expect(answers).toHaveLength(100);
  });

  test('numbers come as numbers, bytes as bytes, and what a number can’t hold is an error', async () => {
    const { sql } = await behindGate();
    const bytes = new Uint8Array([0, 255, 92]);
    const [row] = await sql.query('SELECT $1::BIGINT AS large, $2::BYTEA AS bytes, COUNT(*) AS count', 2 ** 52, bytes);
    expect(row).toEqual({ large: 2 ** 52, bytes: Buffer.from(bytes), count: 1 });
    await expect(sql.query('SELECT 9007199254740993::BIGINT AS large')).rejects.toThrow(StoreUnavailable);
  });
});
