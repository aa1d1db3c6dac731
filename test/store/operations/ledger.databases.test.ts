import { expect, onTestFinished, test } from 'vitest';
import type { Row, Sql } from '../../../src/store/database/sql.ts';
import { valueIn } from '../../../src/store/database/tables.ts';
import { createSeal } from '../../../src/store/encryption/seal.ts';
import { openStore } from '../../../src/store/index.ts';
import type { Ledger, Operation } from '../../../src/store/operations/index.ts';
import { LAST_ALIVE_KEY } from '../../../src/store/operations/last-alive.ts';
import { onEachDatabase } from '../../support/databases/databases.ts';
import { newKey, readyOperation } from '../../support/databases/store.ts';

const YEAR_MS = 365 * 24 * 3_600_000;
const claim = { from: ['ready'], to: 'sending', dueAt: 5, notified: true } as const;

/** Notes in the store that a process was last alive then. */
function writeSign(sql: Sql, keys: readonly Uint8Array[], at: number) {
  return sql.query(
    `INSERT INTO boxes (key, value) VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
    LAST_ALIVE_KEY,
    createSeal(keys).seal(at, `box:${LAST_ALIVE_KEY}`),
  );
}

/** Puts a table back to rows that it had before. */
async function putBack(sql: Sql, table: string | undefined, rows: readonly Row[]): Promise<void> {
  await sql.query(`DELETE FROM ${table}`);
  for (const row of rows) await insert(sql, table, row);
}

/** Operations of several states, kinds, due times and moments. */
function mixedOperation(index: number): Operation {
  const states = ['done', 'ready', 'unknown', 'expired', 'refused', 'accepted'] as const;
  return readyOperation(`op${index}`, {
    state: states[index % states.length] ?? 'done',
    dueAt: index % 4 === 0 ? null : 900,
    kind: index % 5 === 0 ? 'power' : 'renewal',
    createdAt: Math.trunc(index / 3),
  });
}

function insert(sql: Sql, table: string | undefined, row: Row) {
  const columns = Object.keys(row);
  return sql.query(
    `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map((_, index) => `$${index + 1}`).join(', ')})`,
    ...columns.map((column) => valueIn(row, column)),
  );
}

onEachDatabase(({ name, place, open }) => {
  async function newStore(url?: string) {
    const store = await openStore(url ?? (await place()), [newKey()]);
    onTestFinished(() => store.close());
    return store;
  }

  test('a confirm that is tried again and again ends within a day, so that what it costs is counted', async () => {
    const { ledger } = await newStore();
    const HOUR_MS = 3_600_000;
    const at = Date.now();
    const tried = readyOperation('tried', { createdAt: at, expiresAt: at + HOUR_MS, team: 'team' });
    await ledger.add(tried);
    for (let hour = 1; hour < 30; hour++)
      await ledger.move('tried', { from: ['ready'], expiresAt: at + (hour + 1) * HOUR_MS });
    const { expiresAt = 0 } = (await ledger.get('tried')) ?? {};
    expect(expiresAt - at).toBe(23 * HOUR_MS);
    const sentAt = expiresAt + HOUR_MS;
    await ledger.move('tried', { ...claim, edit: () => ({ sentAt }) });
    expect(await ledger.sentByTeam('team', sentAt)).toHaveLength(1);
  });

  test('rows keep the names of the first releases', async () => {
    const [url, keys] = [await place(), [newKey()]];
    const store = await openStore(url, keys);
    onTestFinished(() => store.close());
    const named = {
      duplicateAt: 3,
      notifyRetry: { times: 2, againAt: 9 },
      failure: { kind: 'duplicate' },
      notified: false,
    };
    await store.ledger.add(readyOperation('op', named));
    const sql = open(url);
    onTestFinished(() => sql.close());
    const [row] = await sql.query(`SELECT told, body FROM operations WHERE id = 'op'`);
    expect(row?.told).toBe('no');
    expect(createSeal(keys).open(row?.body, 'operation:op')).toMatchObject({
      twinAt: 3,
      untold: { times: 2, againAt: 9 },
      failure: { kind: 'twin' },
      bound: { told: false },
    });
    const later = await openStore(url, keys);
    onTestFinished(() => later.close());
    expect(await later.ledger.get('op')).toMatchObject(named);
  });

  test('of 100 who claim at once, one wins', async () => {
    const { ledger } = await newStore();
    await ledger.add(readyOperation('op'));
    const claims = Array.from({ length: 100 }, () => ledger.move('op', claim));
    const won = (await Promise.all(claims)).filter((moved) => moved !== undefined);
    expect(won).toHaveLength(1);
    expect(await ledger.get('op')).toEqual(won[0]);
  });

  test('only its own person claims it, and only while it lives', async () => {
    const { ledger } = await newStore();
    await ledger.add(readyOperation('op', { expiresAt: 1000 }));
    expect(await ledger.move('op', { ...claim, only: { userId: 8, aliveAt: 0 } })).toBeUndefined();
    expect(await ledger.move('op', { ...claim, only: { userId: 7, aliveAt: 1000 } })).toBeUndefined();
    expect(await ledger.move('none', claim)).toBeUndefined();
    expect(await ledger.move('op', { ...claim, only: { userId: 7, aliveAt: 999 } })).toMatchObject({
      state: 'sending',
    });
  });

  test('changing an object given to the ledger or taken from it does not change the row', async () => {
    const { ledger } = await newStore();
    const given = { list: ['a'] };
    await ledger.add(readyOperation('op', { parameters: given }));
    given.list.push('b');
    const first = await ledger.get('op');
    Object.assign(first?.parameters ?? {}, { list: ['c'] });
    expect((await ledger.get('op'))?.parameters).toEqual({ list: ['a'] });
    const moved = await ledger.move('op', { ...claim, edit: ({ parameters }) => ({ parameters }) });
    Object.assign(moved?.parameters ?? {}, { list: ['d'] });
    expect((await ledger.get('op'))?.parameters).toEqual({ list: ['a'] });
  });

  test('a move changes what it names and keeps the rest', async () => {
    const { ledger } = await newStore();
    const before = readyOperation('op', { notified: false });
    await ledger.add(before);
    await ledger.move('op', { from: ['ready'], edit: () => ({ messageId: 2 }) });
    expect(await ledger.get('op')).toEqual({ ...before, messageId: 2, version: 2, round: 0, retention: null });
    await ledger.move('op', { from: ['ready'], to: 'cancelled', dueAt: null, notified: true });
    expect(await ledger.get('op')).toEqual({
      ...before,
      messageId: 2,
      state: 'cancelled',
      dueAt: null,
      notified: true,
      version: 3,
      round: 1,
      retention: 'unsent',
    });
  });

  test.for([
    `kind = 'renewal'`,
    `state = 'done'`,
    'user_id = 8',
    'chat_id = 8',
    'created_at = 999',
    'expires_at = 62000',
    'due_at = 4',
    'due_at = NULL',
    `told = 'no'`,
    `said = 'yes'`,
    `retention = 'paid'`,
    `subject = 'b'`,
    `subject_hash = NULL`,
  ])('a row that this process wrote last is not moved after it was changed outside: %s', async (change) => {
    const url = await place();
    const { ledger } = await newStore(url);
    await ledger.add(readyOperation('op', { subject: 'a' }));
    expect((await ledger.move('op', claim))?.state).toBe('sending');
    const sql = open(url);
    onTestFinished(() => sql.close());
    const rows = () => sql.query('SELECT * FROM operations');
    await sql.query(`UPDATE operations SET ${change} WHERE id = 'op'`);
    const forged = await rows();
    await expect(ledger.move('op', { from: ['sending', 'done'], to: 'accepted' })).rejects.toThrow('changed outside');
    expect(await rows()).toEqual(forged);
  });

  test('a row that this process wrote last is not moved after an older copy was put back', async () => {
    const url = await place();
    const { ledger } = await newStore(url);
    await ledger.add(readyOperation('op'));
    const sql = open(url);
    const before = await sql.query('SELECT * FROM operations');
    await ledger.move('op', { from: ['ready'], edit: () => ({ messageId: 3 }) });
    await putBack(sql, 'operations', before);
    await sql.close();
    await expect(ledger.move('op', { from: ['ready'], to: 'cancelled' })).rejects.toThrow('operation:op');
    await expect(ledger.move('op', claim)).rejects.toThrow('operation:op');
  });

  test('a row that another process moved since this one wrote it is moved from its newest state', async () => {
    const url = await place();
    const key = [newKey()];
    const [one, other] = [await openStore(url, key), await openStore(url, key)];
    await one.ledger.add(readyOperation('op'));
    await other.ledger.move('op', { from: ['ready'], edit: () => ({ messageId: 3 }) });
    expect(await one.ledger.move('op', claim)).toMatchObject({ state: 'sending', messageId: 3, version: 3 });
    expect(await other.ledger.move('op', claim)).toBeUndefined();
    await Promise.all([one.close(), other.close()]);
  });

  test('a due operation is taken by one, for the time of a lease', async () => {
    const { ledger } = await newStore();
    await ledger.add(readyOperation('soon', { dueAt: 10 }));
    await ledger.add(readyOperation('later', { dueAt: 20 }));
    await ledger.add(readyOperation('never', { dueAt: null }));
    expect(await ledger.nextDue()).toBe(10);
    const takings = await Promise.all([ledger.takeDue(10, 100), ledger.takeDue(10, 100)]);
    expect(takings.flatMap(({ taken }) => taken.map(({ id }) => id))).toEqual(['soon']);
    expect(await ledger.nextDue()).toBe(20);
    expect((await ledger.takeDue(110, 100)).taken.map(({ id }) => id).sort()).toEqual(['later', 'soon']);
  });

  test('work whose lease another process took over moves nothing', async () => {
    const { ledger } = await newStore();
    await ledger.add(readyOperation('op', { dueAt: 10 }));
    const [first] = (await ledger.takeDue(10, 100)).taken;
    await ledger.takeDue(110, 300);
    const late = { ...claim, heldUntil: first?.dueAt ?? null };
    expect(await ledger.move('op', late)).toBeUndefined();
    expect((await ledger.get('op'))?.state).toBe('ready');
  });

  test('of much that is due, 50 are taken at a time, the oldest first', async () => {
    const { ledger } = await newStore();
    const named = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => `op${from + at}`).sort();
    for (let index = 0; index < 70; index++) await ledger.add(readyOperation(`op${index}`, { dueAt: 100 - index }));
    const ids = async (most?: number) => (await ledger.takeDue(200, 1_000, most)).taken.map(({ id }) => id).sort();
    expect(await ids()).toEqual(named(20, 70));
    expect(await ids(3)).toEqual(named(17, 20));
    expect(await ids()).toEqual(named(0, 17));
  });

  test('a row that can’t be read does not hold up the others', async () => {
    const url = await place();
    const { ledger } = await newStore(url);
    for (const id of ['a', 'b', 'c']) await ledger.add(readyOperation(id, { dueAt: 1 }));
    const sql = open(url);
    await sql.query(`UPDATE operations SET body = (SELECT body FROM operations WHERE id = 'a') WHERE id = 'b'`);
    await sql.close();
    const { taken, unreadable } = await ledger.takeDue(1, 100);
    expect(taken.map(({ id }) => id).sort()).toEqual(['a', 'c']);
    expect(unreadable).toHaveLength(1);
  });

  test('at the start, what was being sent is unknown, and all that is open is due', async () => {
    const { ledger } = await newStore();
    for (const state of ['ready', 'sending', 'accepted', 'unknown'] as const)
      await ledger.add(readyOperation(state, { state, dueAt: 900 }));
    await ledger.add(readyOperation('done', { state: 'done', dueAt: null }));
    await ledger.takeOver(
      50,
      () => ({}),
      () => ({}),
    );
    const atOnce = ['accepted accepted', 'sending unknown', 'unknown unknown'];
    // On PostgreSQL another process may be working on them while they are not due.
    const lefts = { SQLite: atOnce, PostgreSQL: [] };
    expect((await ledger.takeDue(50, 100)).taken.map(({ id, state }) => `${id} ${state}`).sort()).toEqual(lefts[name]);
    expect(await ledger.get('sending')).toMatchObject(
      name === 'SQLite' ? { notified: false } : { state: 'sending', dueAt: 900 },
    );
  });

  test('after minutes without any process, what could be claimed is changed, once; not while another one lives', async () => {
    const url = await place();
    const key = [newKey()];
    const sql = open(url);
    onTestFinished(() => sql.close());
    const start = async () => {
      const store = await openStore(url, key);
      onTestFinished(() => store.close());
      return store.ledger;
    };
    /** Notes that no process was alive for these minutes. */
    const silentFor = (minutes: number) => writeSign(sql, key, sql.now() - minutes * 60_000);
    const closed = () => ({ to: 'expired', dueAt: null }) as const;
    const states = async (ledger: Ledger) =>
      Promise.all(['ready', 'quoting', 'accepted'].map(async (id) => (await ledger.get(id))?.state));

    const first = await start();
    await first.takeOver(1, () => ({}), closed);
    for (const state of ['ready', 'quoting', 'accepted'] as const) await first.add(readyOperation(state, { state }));
    await first.beat();
    await silentFor(4);
    const second = await start();
    await second.takeOver(1, () => ({}), closed);
    expect(await states(second)).toEqual(['ready', 'quoting', 'accepted']);
    await silentFor(6);
    const others = [await start(), await start()];
    const starts = others.map((ledger) => () => ledger.takeOver(1, () => ({}), closed));
    // Two connections of one process to a SQLite file would wait for each other for ever.
    if (name === 'SQLite') for (const begin of starts) await begin();
    else await Promise.all(starts.map((begin) => begin()));
    expect(await states(second)).toEqual(['expired', 'expired', 'accepted']);
    await second.add(readyOperation('since'));
    await (await start()).takeOver(1, () => ({}), closed);
    expect(await second.get('since')).toMatchObject({ state: 'ready' });
  });

  test('after an outage that left many confirms, none is claimed from the start on, and all are closed in steps, also by the next start', async () => {
    const [url, key] = [await place(), [newKey()]];
    const sql = open(url);
    onTestFinished(() => sql.close());
    const closed = () => ({ to: 'expired', dueAt: null }) as const;
    const start = async () => {
      const { ledger, close } = await openStore(url, key);
      onTestFinished(close);
      await ledger.takeOver(1, () => ({}), closed);
      return ledger;
    };
    const stillReady = async () =>
      (await sql.query(`SELECT id FROM operations WHERE state = 'ready' ORDER BY id`)).map(({ id }) => id);
    const first = await start();
    for (let index = 0; index < 130; index++) await first.add(readyOperation(`op${index}`));
    await first.add(readyOperation('asked', { state: 'quoting' }));
    await writeSign(sql, key, sql.now() - 6 * 60_000);

    const second = await start();
    expect(await second.get('asked')).toMatchObject({ state: 'expired' });
    expect(await second.move('op7', claim)).toBeUndefined();
    expect(await second.get('op7')).toMatchObject({ state: 'expired' });
    await second.add(readyOperation('since'));
    expect(await second.beat()).toBe(false);
    expect(await second.move('op8', { ...claim, from: ['ready', 'expired'], to: 'cancelled' })).toMatchObject({
      round: 1,
    });
    if (name === 'SQLite') {
      expect(await stillReady()).toHaveLength(129);
      expect(await second.closeSome()).toBe(true);
      // The process dies here. Operations that were prepared meanwhile are closed with the rest.
      const third = await start();
      for (let isMore = true; isMore; ) isMore = await third.closeSome();
      expect(await stillReady()).toEqual([]);
    } else expect(await stillReady()).toEqual(['since']);

    await first.add(readyOperation('later'));
    const last = await start();
    expect(await last.closeSome()).toBe(false);
    expect(await last.move('later', claim)).toBeDefined();
  });

  test('a store that is put back while a process lives is found out by that process, once', async () => {
    const url = await place();
    const key = [newKey()];
    const sql = open(url);
    onTestFinished(() => sql.close());
    const starts = async () => {
      const { ledger, close } = await openStore(url, key);
      onTestFinished(close);
      const closed = () => ({ to: 'expired', expiresAt: 2, dueAt: null }) as const;
      await ledger.takeOver(1, () => ({}), closed);
      return ledger;
    };
    const [running, stopped] = [await starts(), await starts()];
    const tables = ['boxes', 'operations'];
    for (const id of ['running', 'stopped']) await running.add(readyOperation(id));
    const before = await Promise.all(tables.map((table) => sql.query(`SELECT * FROM ${table}`)));
    await running.beat();
    await stopped.beat();
    await running.beat();
    for (const [id, ledger] of Object.entries({ running, stopped })) {
      expect(await ledger.move(id, claim)).toBeDefined();
      for (const to of ['accepted', 'done'] as const)
        await ledger.move(id, { from: ['sending', 'accepted'], to, dueAt: null });
    }

    for (const [index, rows] of before.entries()) await putBack(sql, tables[index], rows);
    await running.beat();
    const next = await starts();
    for (const id of ['running', 'stopped']) {
      expect(await next.get(id)).toMatchObject({ state: 'expired', expiresAt: 2 });
      // Both processes can tell the operation.
      for (const ledger of [running, next])
        expect(await ledger.move(id, { from: ['expired'], notified: true })).toBeDefined();
    }
    await running.add(readyOperation('since'));
    await running.beat();
    expect(await running.get('since')).toMatchObject({ state: 'ready' });
  });

  test.for([
    ['was six minutes ago', -6],
    ['is six minutes ahead', 6],
    ['can’t be read', undefined],
  ] as const)('where the last sign of life %s, what could be claimed is changed', async ([, minutes]) => {
    const url = await place();
    const key = [newKey()];
    const sql = open(url);
    onTestFinished(() => sql.close());
    const store = await openStore(url, key);
    onTestFinished(() => store.close());
    await writeSign(sql, key, sql.now() + (minutes ?? 0) * 60_000);
    if (minutes === undefined)
      await sql.query('UPDATE boxes SET value = substr(value, 1, 40) WHERE key = $1', LAST_ALIVE_KEY);
    await store.ledger.add(readyOperation('op'));
    await store.ledger.takeOver(
      1,
      () => ({}),
      () => ({ to: 'expired', dueAt: null }),
    );
    expect(await store.ledger.get('op')).toMatchObject({ state: 'expired' });
  });

  test('an operation forged to be due early is not taken, and a taken one is due again when its lease has ended', async () => {
    const url = await place();
    const { ledger } = await newStore(url);
    for (const id of ['made', 'truly']) await ledger.add(readyOperation(id, { dueAt: id === 'made' ? 900 : 1 }));
    const sql = open(url);
    await sql.query(`UPDATE operations SET due_at = 1 WHERE id = 'made'`);
    await sql.close();
    const { taken, unreadable } = await ledger.takeDue(1, 100);
    expect(taken.map(({ id }) => id)).toEqual(['truly']);
    expect(unreadable.map(String)).toEqual([expect.stringContaining('operation:made was changed outside')]);
    expect((await ledger.takeDue(101, 100)).taken.map(({ id }) => id)).toEqual(['truly']);
  });

  test('the place of an operation in its list is found without the list', async () => {
    const { ledger } = await newStore();
    for (let index = 0; index < 24; index++) await ledger.add(mixedOperation(index));
    await ledger.add(readyOperation('theirs', { userId: 8, kind: 'renewal' }));
    for (const kinds of [['renewal'], ['renewal', 'power']] as const) {
      const listed = await ledger.listOf(7, kinds, 0, 99);
      expect(listed).toHaveLength(kinds.length === 1 ? 19 : 24);
      for (const [place, { id }] of listed.entries()) expect(await ledger.placeOf(id, 7, kinds)).toBe(place);
    }
    expect(await ledger.placeOf('none', 7, ['renewal'])).toBe(0);
  });

  test('a row forged to look like another person’s, or like work on another subject, is not taken for it', async () => {
    const url = await place();
    const { ledger } = await newStore(url);
    const sent = { kind: 'renewal', state: 'accepted', sentAt: 9 } as const;
    await ledger.add(readyOperation('theirs', { ...sent, subject: 'a' }));
    await ledger.add(readyOperation('own', { ...sent, userId: 8, subject: 'b', dueAt: null }));
    await ledger.add(readyOperation('next', { userId: 8, subject: 'b' }));
    const sql = open(url);
    const hash = `(SELECT subject_hash FROM operations WHERE id = 'own')`;
    await sql.query(`UPDATE operations SET user_id = 8, subject_hash = ${hash} WHERE id = 'theirs'`);
    await sql.close();
    const ids = (found: readonly Operation[]) => found.map(({ id }) => id);
    expect(ids(await ledger.listOf(8, ['renewal'], 0, 9))).toEqual(['own']);
    expect(ids(await ledger.since(8, 0)).sort()).toEqual(['next', 'own']);
    expect(ids(await ledger.sent('renewal', 0, { userId: 8 }))).toEqual(['own']);
    expect(ids(await ledger.sent('renewal', 0, { subject: 'b' }))).toEqual(['own']);
    expect(ids(await ledger.sentOn('b', 0))).toEqual(['own']);
    const underWay: string[] = [];
    const exclusive = (_: Operation, found: readonly Operation[]) => {
      underWay.push(...ids(found));
      return undefined;
    };
    await ledger.move('next', { ...claim, exclusive });
    expect(underWay).toEqual(['own']);
  });

  test('an operation leased while the clock was a year ahead is due at the next start', async () => {
    const [url, key] = [await place(), [newKey()]];
    let now = Date.now();
    const { ledger, close, shared } = await openStore(url, key, () => now);
    const due = { dueAt: now, notified: false } as const;
    for (const state of ['sending', 'accepted'] as const) await ledger.add(readyOperation(state, { state, ...due }));
    now += YEAR_MS;
    // A database server’s clock is its own.
    await ledger.takeDue(now, 20_000);
    now -= YEAR_MS;
    await close();
    const store = await openStore(url, key, () => now);
    onTestFinished(() => store.close());
    if (shared) return;
    await store.ledger.takeOver(
      now,
      () => ({}),
      () => ({}),
    );
    const { taken, unreadable } = await store.ledger.takeDue(now, 20_000);
    expect(unreadable).toEqual([]);
    expect(taken.map(({ id, state }) => `${id} ${state}`).sort()).toEqual(['accepted accepted', 'sending unknown']);
  });

  test('an operation whose row was changed does not keep its person from the others', async () => {
    const url = await place();
    const { ledger } = await newStore(url);
    for (const id of ['changed', 'whole']) await ledger.add(readyOperation(id, { dueAt: 1 }));
    const sql = open(url);
    await sql.query(`UPDATE operations SET chat_id = 8 WHERE id = 'changed'`);
    await sql.close();
    await expect(ledger.get('changed')).rejects.toThrow('changed outside');
    await expect(ledger.move('changed', { from: ['ready'] })).rejects.toThrow('changed outside');
    expect((await ledger.openOf(7)).map(({ id }) => id)).toEqual(['whole']);
    expect((await ledger.listOf(7, ['power'], 0, 9)).map(({ chatId }) => chatId)).toEqual([7, 7]);
    const { taken, unreadable } = await ledger.takeDue(1, 100);
    expect(taken.map(({ id }) => id)).toEqual(['whole']);
    expect(unreadable).toHaveLength(1);
    const others = () => ({ notified: false });
    const moved = await ledger.move('whole', { ...claim, only: { userId: 7, aliveAt: 0 }, others });
    expect(moved).toMatchObject({ state: 'sending' });
  });
});
