import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { migrate, NEWEST } from '../../../src/store/database/migrations.ts';
import { createSeal } from '../../../src/store/encryption/seal.ts';
import { openStore, type Store } from '../../../src/store/index.ts';
import type { Check } from '../../../src/store/jobs/checks.ts';
import { OPERATION_KINDS, type Operation, operationBody } from '../../../src/store/operations/index.ts';
import { onEachDatabase, SQLITE } from '../../support/databases/databases.ts';
import { newKey, readyOperation } from '../../support/databases/store.ts';
import { amountOf } from '../../support/random/seeds.ts';

const DAY_MS = 24 * 3_600_000;
/** They use the bot each day of a year. */
const PEOPLE = amountOf(2, 4);
const ENDED = { dueAt: null } as const;
const QUOTE = { total: 455_400, currency: 'toman' };
/** The last version of the tables without a retention. */
const BEFORE_RETENTION = 13;

onEachDatabase(({ place, empty, open }) => {
  async function newStore(url?: string) {
    const store = await openStore(url ?? (await place()), [newKey()]);
    onTestFinished(() => store.close());
    return store;
  }
  const aged = (store: Store, days: number, id: string, changes: Partial<Operation>) =>
    store.ledger.add(readyOperation(id, { createdAt: store.now() - days * DAY_MS, ...changes }));
  const left = async ({ ledger }: Store, ids: readonly string[]) => {
    const found = await Promise.all(ids.map((id) => ledger.get(id)));
    return found.flatMap((each) => (each ? [each.id] : []));
  };

  test('unsent operations are removed after a week, free ones after 90 days, paid ones after as long as is set', async () => {
    const store = await newStore();
    const paid = { kind: 'renewal', quote: QUOTE } as const;
    const rows: [string, Partial<Operation>][] = [
      ['expired', { state: 'expired', ...ENDED }],
      ['cancelled', { ...paid, state: 'cancelled', ...ENDED }],
      ['refused', { ...paid, state: 'refused', ...ENDED }],
      ['done', { state: 'done', ...ENDED }],
      ['unseen', { state: 'accepted', ...ENDED }],
      ['denied', { ...paid, state: 'unknown', said: { happened: false, at: 1 }, ...ENDED }],
      ['restored', { ...paid, state: 'expired', failure: { kind: 'restored' }, ...ENDED }],
      ['bought', { ...paid, state: 'done', ...ENDED }],
      ['unknown', { ...paid, state: 'unknown', ...ENDED }],
      ['due', { state: 'expired', notified: false }],
      ['open', {}],
    ];
    const after = async (days: number, receiptsDays?: number) => {
      const ids = rows.map(([id]) => `${id}${days}`);
      for (const [id, changes] of rows) await aged(store, days, `${id}${days}`, changes);
      await store.clean({ receiptsDays });
      return (await left(store, ids)).map((id) => id.replace(/\d+$/, ''));
    };
    expect(await after(6)).toEqual(rows.map(([id]) => id));
    const open = ['due', 'open'];
    const paidFor = ['denied', 'restored', 'bought', 'unknown', ...open];
    const sent = ['refused', 'done', 'unseen', ...paidFor];
    expect(await after(8)).toEqual(sent);
    expect(await after(89)).toEqual(sent);
    expect(await after(91)).toEqual(paidFor);
    expect(await after(4_000)).toEqual(paidFor);
    expect(await after(399, 400)).toEqual(paidFor);
    expect(await after(402, 400)).toEqual(open);
  });

  test('an operation refused while its price was asked counts as never sent, however often it is written after that', async () => {
    const store = await newStore();
    await aged(store, 8, 'unsent', { kind: 'renewal', state: 'quoting' });
    await aged(store, 8, 'sent', { kind: 'renewal', state: 'sending' });
    for (const id of ['unsent', 'sent']) {
      await store.ledger.move(id, { from: ['quoting', 'sending'], to: 'refused', notified: false });
      await store.ledger.move(id, { from: ['refused'], notified: true, dueAt: null });
    }
    await store.clean();
    expect(await left(store, ['unsent', 'sent'])).toEqual(['sent']);
  });

  test('a receipt that is made to look as if it could go stays, and is reported; what stands behind it goes', async () => {
    const url = await place();
    const store = await newStore(url);
    const sql = open(url);
    onTestFinished(() => sql.close());
    const ids = Array.from({ length: 50 }, (_, index) => `op${index}`);
    for (const id of ids) await aged(store, 8, id, { kind: 'renewal', state: 'done', quote: QUOTE, ...ENDED });
    await aged(store, 8, 'behind', { state: 'expired', ...ENDED });
    await sql.query(`UPDATE operations SET retention = 'unsent', created_at = created_at - 1 WHERE id LIKE 'op%'`);
    await sql.query(`UPDATE operations SET state = 'expired' WHERE id = 'op7'`);
    const unreadable = await store.clean();
    await store.ledger.forgetUnsent(7, 0);
    const kept = await sql.query('SELECT id FROM operations');
    expect(kept.map(({ id }) => id).sort()).toEqual(ids.sort());
    expect(unreadable).toHaveLength(20);
    expect(new Set(unreadable.map(String))).toContainEqual(expect.stringContaining('was changed outside'));
  });

  test('of more than so many that were never sent the oldest go', async () => {
    const store = await newStore();
    const ids = Array.from({ length: 15 }, (_, index) => `op${index}`);
    for (const [index, id] of ids.entries()) await aged(store, 15 - index, id, { state: 'expired', ...ENDED });
    await aged(store, 30, 'bought', { kind: 'renewal', state: 'done', ...ENDED });
    await aged(store, 30, 'theirs', { state: 'expired', userId: 8, ...ENDED });
    await store.ledger.forgetUnsent(7, 10);
    expect(await left(store, [...ids, 'bought', 'theirs'])).toEqual([...ids.slice(5), 'bought', 'theirs']);
  });

  test('a store of the release before opens: what it holds is shown, settled and removed, and never claimed', async () => {
    const [url, key] = [await empty(), newKey()];
    const before = open(url);
    await migrate(before, BEFORE_RETENTION);
    const seal = createSeal([key]);
    const at = before.now();
    const rows = [
      ['ready', 'power', 0],
      ['sending', 'renewal', 0],
      ['done', 'renewal', 400],
      ['expired', 'power', 8],
    ] as const;
    for (const [state, kind, days] of rows)
      await before.query(
        `INSERT INTO operations (id, kind, state, user_id, chat_id, created_at, expires_at, due_at, told, subject_hash, body)
         VALUES ($1, $2, $1, 7, 7, $3, $4, $5, 'yes', 'hash', $6)`,
        ...[state, kind, at - days * DAY_MS, at + DAY_MS, days === 0 ? at : null],
        seal.seal(operationBody.parse(readyOperation(state, { subject: 'srv' })), `operation:${state}`),
      );
    await before.close();
    const store = await openStore(url, [key]);
    onTestFinished(() => store.close());
    expect((await store.ledger.listOf(7, OPERATION_KINDS, 0, 9)).map(({ id }) => id).sort()).toEqual(
      rows.map(([id]) => id).sort(),
    );
    expect(await store.ledger.move('ready', { from: ['ready'], to: 'sending' })).toBeUndefined();
    expect(await store.ledger.move('ready', { from: ['ready'], to: 'cancelled' })).toMatchObject({ subject: 'srv' });
    expect(await store.ledger.move('sending', { from: ['sending'], to: 'done' })).toMatchObject({ state: 'done' });
    expect(await store.clean()).toEqual([]);
    expect(
      await left(
        store,
        rows.map(([id]) => id),
      ),
    ).toEqual(['ready', 'sending', 'done']);
  });

  test('an operation that a process of an older release claims meanwhile is kept by its outcome', async () => {
    const [url, key] = [await place(), newKey()];
    const store = await openStore(url, [key]);
    const sql = open(url);
    onTestFinished(async () => {
      await store.close();
      await sql.close();
    });
    await aged(store, 8, 'op', { kind: 'renewal', state: 'expired', ...ENDED });
    const body = createSeal([key]).seal(operationBody.parse(readyOperation('op')), 'operation:op');
    await sql.query(`UPDATE operations SET state = 'done', body = $1 WHERE id = 'op'`, body);
    expect(await store.clean()).toEqual([]);
    expect(await sql.query('SELECT retention FROM operations')).toEqual([{ retention: 'paid' }]);
  });

  test('rows of an older release are told apart too', async () => {
    const url = await empty();
    const sql = open(url);
    onTestFinished(() => sql.close());
    await migrate(sql, BEFORE_RETENTION);
    const insert = (id: string, kind: string, state: string, said: string | null, due: number | null) =>
      sql.query(
        `INSERT INTO operations (id, kind, state, user_id, chat_id, created_at, expires_at, due_at, told, said, body)
         VALUES ($1, $2, $3, 7, 7, 1000, 61000, $4, 'yes', $5, $6)`,
        ...[id, kind, state, due, said, new Uint8Array([1])],
      );
    await insert('expired', 'renewal', 'expired', null, null);
    await insert('refused', 'renewal', 'refused', null, null);
    await insert('restarted', 'power', 'done', null, null);
    await insert('bought', 'renewal', 'done', null, null);
    await insert('unknown', 'order', 'unknown', 'yes', null);
    await insert('denied', 'order', 'unknown', 'no', null);
    await insert('open', 'order', 'ready', null, 5);
    await migrate(sql);
    const rows = await sql.query('SELECT id, retention FROM operations ORDER BY id');
    expect(rows.map(({ id, retention }) => `${id} ${retention}`)).toEqual([
      'bought paid',
      'denied paid',
      'expired unsent',
      'open null',
      'refused free',
      'restarted free',
      'unknown paid',
    ]);
    expect(NEWEST).toBeGreaterThan(BEFORE_RETENTION);
  });

  test('of a person’s ended checks the newest 20 are kept, and all that run', async () => {
    const store = await newStore();
    const at = store.now();
    for (let index = 0; index < 30; index++) {
      await store.checks.add(check(`c${index}`, index < 2 ? 'running' : 'done', 7), at + index, at + DAY_MS);
      await store.checks.addResults(`c${index}`, [{ at: 0, state: 'available', round: 0 }]);
      if (index >= 2) await store.checks.endShown(`c${index}`);
    }
    await store.checks.add(check('theirs', 'done', 8), at, at);
    await store.checks.add(check('newest', 'running', 7), at + 60, at + DAY_MS);
    const kept = await Promise.all(Array.from({ length: 30 }, (_, index) => store.checks.get(`c${index}`)));
    expect(kept.flatMap((each) => (each ? [Number(each.id.slice(1))] : []))).toEqual([
      0,
      1,
      ...Array.from({ length: 20 }, (_, index) => index + 10),
    ]);
    expect((await store.checks.results('c5')).size).toBe(0);
    expect((await store.checks.results('c10')).size).toBe(1);
    expect(await store.checks.get('theirs')).toBeDefined();
    expect(await store.checks.running(7)).toBe(3);
  });
});

test('a year of people leaves the database as large as a quarter of it, but for receipts', async () => {
  const url = await SQLITE.place();
  const path = url.slice('sqlite:'.length);
  let now = Date.parse('2026-01-01');
  const store = await openStore(url, [newKey()], () => now);
  const sizes: number[] = [];
  let receipts = 0;
  for (let day = 0; day < 365; day++) {
    now += DAY_MS;
    for (let person = 1; person <= PEOPLE; person++) await aDayOf(store, person, day, now);
    receipts += 1;
    await buy(store, day, now);
    await store.clean();
    if (day === 120 || day === 364) sizes.push(sizeOf(url));
  }
  const [quarter = 0, year = 0] = sizes;
  const perReceipt = 1_500;
  expect(year - quarter).toBeLessThan((receipts - 121) * perReceipt + 64 * 1024);
  // The receipts of the year are all there.
  expect(await store.ledger.countOf(1, ['renewal'])).toBe(receipts);
  await store.close();
  const file = new DatabaseSync(path);
  expect(file.prepare('PRAGMA freelist_count').get()).toEqual({ freelist_count: 0 });
  file.close();
});

test('a file of an older release is written anew once, and gives its space back from then on', async () => {
  const url = await SQLITE.place();
  const path = url.slice('sqlite:'.length);
  const file = new DatabaseSync(path);
  file.exec('CREATE TABLE before (id INTEGER PRIMARY KEY)');
  expect(file.prepare('PRAGMA auto_vacuum').get()).toEqual({ auto_vacuum: 0 });
  file.close();
  const key = [newKey()];
  const store = await openStore(url, key);
  for (let index = 0; index < 300; index++)
    await store.notes.set(`n${index}`, 'x'.repeat(4_000), index < 290 ? 1 : DAY_MS);
  await store.close();
  const full = statSync(path).size;
  const again = await openStore(url, key);
  await again.clean();
  await again.close();
  expect(statSync(path).size).toBeLessThan(full / 5);
  const after = new DatabaseSync(path);
  expect(after.prepare('PRAGMA auto_vacuum').get()).toEqual({ auto_vacuum: 2 });
  expect(after.prepare('PRAGMA page_size').get()).toEqual({ page_size: 1_024 });
  after.close();
});

/** The records of one person's day: confirms that were not given, a restart, a list, and what is remembered of a dialogue. */
async function aDayOf(store: Store, person: number, day: number, now: number): Promise<void> {
  const of = { userId: person, chatId: person, createdAt: now, ...ENDED };
  for (let index = 0; index < 3; index++)
    await store.ledger.add(readyOperation(`e${day}-${person}-${index}`, { ...of, state: 'expired' }));
  await store.ledger.add(readyOperation(`d${day}-${person}`, { ...of, state: 'done' }));
  await store.checks.add(check(`c${day}-${person}`, 'done', person), now, now);
  await store.checks.addResults(`c${day}-${person}`, [{ at: 0, state: 'registered', round: 0 }]);
  await store.checks.endShown(`c${day}-${person}`);
  await store.notes.set(`n${day}-${person}`, 'x'.repeat(200), DAY_MS);
}

function buy({ ledger }: Store, day: number, now: number): Promise<boolean> {
  const bought = { userId: 1, chatId: 1, createdAt: now, kind: 'renewal', state: 'done', quote: QUOTE } as const;
  return ledger.add(readyOperation(`r${day}`, { ...bought, ...ENDED }));
}

/** The size of the file after the log was copied into it. */
function sizeOf(url: string): number {
  const path = url.slice('sqlite:'.length);
  const file = new DatabaseSync(path);
  file.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  file.close();
  return statSync(path).size;
}

function check(id: string, state: Check['state'], userId: number): Check {
  const words = { accountId: 'a', locale: 'en', rest: [], junk: [], junkCount: 0, duplicates: 0, cut: false, round: 0 };
  return { ...words, id, state, userId, chatId: userId, domains: ['a.example'] };
}
