import { chmodSync, copyFileSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type Sql, StoreUnavailable } from '../../../src/store/database/sql.ts';
import { openStore } from '../../../src/store/index.ts';
import { createMaintenance } from '../../../src/store/maintenance.ts';
import { SQLITE } from '../../support/databases/databases.ts';
import { type Disk, type Left, putAt, watchDisk } from '../../support/databases/disk.ts';
import { folder, newKey } from '../../support/databases/store.ts';
import { eventually, waitFor } from '../../support/eventually.ts';
import { createChance } from '../../support/random/chance.ts';
import { amountOf, seedsOf } from '../../support/random/seeds.ts';

/** A database with a table, on a disk that is watched. */
async function watched(): Promise<{ sql: Sql; disk: Disk; path: string; url: string }> {
  const url = await SQLITE.place();
  const path = url.slice('sqlite:'.length);
  const disk = watchDisk(path);
  const sql = SQLITE.open(url);
  onTestFinished(() => sql.close());
  await sql.query('CREATE TABLE t (n BIGINT PRIMARY KEY)');
  await sql.query('CREATE TABLE other (n BIGINT, filling BLOB)');
  return { sql, disk, path, url };
}

const insert = (sql: Sql, n: number, table = 't') => sql.query(`INSERT INTO ${table} (n) VALUES (${n})`);
const numbers = async (sql: Sql) => (await sql.query('SELECT n FROM t ORDER BY n')).map(({ n }) => n);
const relaxed = { durability: 'relaxed' } as const;
const LONG_LOG_BYTES = 64 * 1024 * 1024;

/** The rows that a program finds which is started after a power cut. */
function numbersLeft(left: Left): unknown[] {
  const path = join(folder(), 'left.sqlite');
  putAt(path, left);
  const file = new DatabaseSync(path);
  try {
    expect(file.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
    return file
      .prepare('SELECT n FROM t ORDER BY n')
      .all()
      .map(({ n }) => n);
  } finally {
    file.close();
  }
}

/** Whether a promise has settled once the event loop has had some turns. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  const settle = () => {
    settled = true;
  };
  promise.then(settle, settle);
  for (let turn = 0; turn < 10; turn++) await nextTurn();
  return settled;
}

test('a full commit is told once it is on the disk; a relaxed one at once, and it is there within a second', async () => {
  const { sql, disk } = await watched();
  const before = disk.begun().length;
  await sql.transaction((inside) => insert(inside, 1), relaxed);
  expect(disk.begun()).toHaveLength(before);
  await eventually(() => numbersLeft(disk.left()).length === 1);
  const go = disk.stop();
  const full = insert(sql, 2);
  expect(await isSettled(full)).toBe(false);
  expect(numbersLeft(disk.left())).toEqual([1]);
  go();
  await full;
  expect(numbersLeft(disk.left())).toEqual([1, 2]);
});

test('a deferred commit is told at once, and is on the disk when what is deferred was synchronised', async () => {
  const { sql, disk } = await watched();
  await sql.transaction((inside) => insert(inside, 1), { durability: 'deferred' });
  const before = disk.begun().length;
  await sql.synchronised?.();
  expect(numbersLeft(disk.left())).toEqual([1]);
  await sql.transaction((inside) => insert(inside, 2), relaxed);
  await sql.synchronised?.();
  expect(disk.begun()).toHaveLength(before + 1);
});

test('statements written when a full commit is asked for go to the disk with it', async () => {
  const { sql, disk } = await watched();
  let shared: Promise<unknown> | undefined;
  sql.shareCommits?.(() => {
    // Its own commit is one that was asked for, too.
    sql.shareCommits?.(() => undefined);
    shared = insert(sql, 2);
  });
  const before = disk.begun().length;
  await sql.transaction((inside) => insert(inside, 0), relaxed);
  expect(shared).toBe(undefined);
  await insert(sql, 1);
  await shared;
  expect(disk.begun()).toHaveLength(before + 1);
  expect(numbersLeft(disk.left())).toEqual([0, 1, 2]);
});

test('statements queued together are synchronised together, and so are those that come meanwhile', async () => {
  const { sql, disk } = await watched();
  const before = disk.begun().length;
  await Promise.all(Array.from({ length: 50 }, (_, n) => sql.transaction((inside) => insert(inside, n))));
  expect(disk.begun().length - before).toBeLessThanOrEqual(2);
  const go = disk.stop();
  const later = [insert(sql, 100)];
  for (let n = 101; n < 110; n++) {
    later.push(insert(sql, n));
    await nextTurn();
  }
  const during = disk.begun().length;
  go();
  await Promise.all(later);
  expect(disk.begun().length - during).toBe(1);
  expect(numbersLeft(disk.left())).toHaveLength(60);
});

test('one of those that share a commit fails alone', async () => {
  const { sql } = await watched();
  const all = await Promise.allSettled([
    insert(sql, 1),
    sql.transaction(async (inside) => {
      await insert(inside, 2);
      throw new RangeError('undone');
    }),
    insert(sql, 1),
    sql.transaction(async (inside) => {
      await insert(inside, 3);
      await insert(inside, 1);
    }),
    sql.transaction((inside) => insert(inside, 4), relaxed),
  ]);
  expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected', 'fulfilled']);
  expect(await numbers(sql)).toEqual([1, 4]);
});

test('a commit that another program prevents fails for all that share it, and the next one works', async () => {
  const { sql, path } = await watched();
  await sql.query('PRAGMA busy_timeout = 1');
  const beside = new DatabaseSync(path);
  onTestFinished(() => beside.close());
  beside.exec('BEGIN IMMEDIATE');
  for (const each of await Promise.allSettled([
    insert(sql, 1),
    sql.transaction((inside) => insert(inside, 2), relaxed),
  ]))
    expect(each).toMatchObject({ reason: { name: 'StoreUnavailable', lasting: false } });
  beside.exec('ROLLBACK');
  await insert(sql, 3);
  expect(await numbers(sql)).toEqual([3]);
});

test('nothing is told that a power cut could still undo, but what was only to be kept soon', async () => {
  const { sql, disk } = await watched();
  const go = disk.stop();
  const full = insert(sql, 1);
  await nextTurn();
  const read = numbers(sql);
  const inside = sql.transaction(numbers, relaxed);
  const failing = sql.transaction(async (inside) => expect(await numbers(inside)).toEqual([]), relaxed);
  const waits = [full, read, inside, failing];
  expect(await Promise.all(waits.map(isSettled))).toEqual([false, false, false, false]);
  // Rows of another table tell nothing of it.
  expect(await sql.query('SELECT n FROM other')).toEqual([]);
  await sql.transaction((inside) => insert(inside, 1, 'other'), relaxed);
  go();
  expect([await read, await inside]).toEqual([[1], [1]]);
  await expect(failing).rejects.toThrow();
});

test('work behind a commit begins once the commit is on the disk', async () => {
  const { sql, disk } = await watched();
  const heard: string[] = [];
  const go = disk.stop();
  const full = sql.transaction(async (inside) => {
    inside.afterCommit(() => heard.push('full'));
    await insert(inside, 1);
  });
  expect(await isSettled(full)).toBe(false);
  expect(heard).toEqual([]);
  go();
  await full;
  expect(heard).toEqual(['full']);
});

test('a synchronisation that fails is an outage until the database is opened again, and loses nothing then', async () => {
  const { sql, disk, path, url } = await watched();
  const repair = disk.fail();
  for (const each of await Promise.allSettled([insert(sql, 1), sql.transaction((inside) => insert(inside, 2))]))
    expect(each).toMatchObject({ reason: { name: 'StoreUnavailable', lasting: true } });
  repair();
  const begun = disk.begun().length;
  await expect(insert(sql, 3)).rejects.toThrow(StoreUnavailable);
  await expect(sql.transaction((inside) => insert(inside, 4), relaxed)).rejects.toThrow(StoreUnavailable);
  await expect(numbers(sql)).rejects.toThrow(StoreUnavailable);
  await expect(sql.query('SELECT 1')).rejects.toThrow(StoreUnavailable);
  expect(disk.begun()).toHaveLength(begun);
  await sql.close();
  // The log may hold what the file lacks.
  expect(statSync(`${path}-wal`).size).toBeGreaterThan(0);
  const again = SQLITE.open(url);
  onTestFinished(() => again.close());
  await insert(again, 5);
  expect(await numbers(again)).toEqual([1, 2, 5]);
});

test('a disk that does not answer is an outage until it does', async () => {
  const { sql, disk } = await watched();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const go = disk.stop();
  const waits = insert(sql, 1);
  await eventually(() => disk.begun().length > 2);
  const late = expect(waits).rejects.toThrow(StoreUnavailable);
  vi.advanceTimersByTime(10_000);
  await late;
  await expect(insert(sql, 2)).rejects.toThrow(StoreUnavailable);
  vi.useRealTimers();
  go();
  await waitFor(() => sql.query('SELECT 1'));
  await insert(sql, 3);
  expect(await numbers(sql)).toEqual([1, 3]);
});

/** Writes until the log has been copied this number of times. */
async function writeUntilCopied(sql: Sql, disk: Disk, times: number): Promise<void> {
  const copies = () => disk.begun().filter((name) => name === '').length;
  for (const end = copies() + times; copies() < end; )
    await sql.query('INSERT INTO other (n, filling) VALUES (1, randomblob(200000))');
}

test('the log is copied into the file before it grows long, and its end is written from the start again', async () => {
  const { sql, disk, path } = await watched();
  const before = sql.othersChanges?.();
  await writeUntilCopied(sql, disk, 1);
  const size = statSync(`${path}-wal`).size;
  await writeUntilCopied(sql, disk, 3);
  expect(statSync(`${path}-wal`).size).toBeLessThan(2 * size);
  // The connection that copies is none that changes anything.
  expect(sql.othersChanges?.()).toBe(before);
});

test('while the log is copied no program can write, until the file is on the disk', async () => {
  const { sql, disk, path } = await watched();
  await insert(sql, 1);
  const go = disk.stop('');
  const writing = writeUntilCopied(sql, disk, 1);
  await eventually(() => disk.begun().at(-1) === '');
  const held = insert(sql, 2);
  expect(await isSettled(held)).toBe(false);
  expect(await numbers(sql)).toEqual([1]);
  const beside = new DatabaseSync(path, { timeout: 0 });
  onTestFinished(() => beside.close());
  expect(() => beside.exec('BEGIN IMMEDIATE')).toThrow('database is locked');
  expect(numbersLeft(disk.left())).toEqual([1]);
  go();
  await Promise.all([writing, held]);
  expect(numbersLeft(disk.left())).toEqual([1, 2]);
});

test('a file that cannot be synchronised leaves the log as it is', async () => {
  const { sql, disk, path } = await watched();
  const before = readFileSync(path);
  await insert(sql, 1);
  const go = disk.stop('');
  const writing = writeUntilCopied(sql, disk, 1);
  await eventually(() => disk.begun().at(-1) === '');
  disk.fail();
  go();
  await writing;
  await expect(insert(sql, 2)).rejects.toThrow(StoreUnavailable);
  await sql.close();
  expect(numbersLeft({ '': before, '-wal': readFileSync(`${path}-wal`) })).toEqual([1]);
});

test('a program that reads an older state delays the copy of the log, and nothing else', async () => {
  const { sql, disk, path } = await watched();
  const reader = new DatabaseSync(path);
  onTestFinished(() => reader.close());
  reader.exec('BEGIN');
  reader.prepare('SELECT n FROM other').all();
  await writeUntilCopied(sql, disk, 2);
  const long = statSync(`${path}-wal`).size;
  reader.exec('COMMIT');
  await writeUntilCopied(sql, disk, 2);
  await insert(sql, 1);
  expect(statSync(`${path}-wal`).size).toBeLessThan(2 * long);
  expect(numbersLeft(disk.left())).toEqual([1]);
});

test('the operator hears once that the log has become long, and again when it has been short meanwhile', async () => {
  const url = await SQLITE.place();
  const sql = SQLITE.open(url);
  await sql.query('CREATE TABLE t (filling BLOB)');
  // Makes the file a few megabytes long.
  const size = () => 16 * (sql.logBytes?.() ?? 0);
  const write = (bytes: number) =>
    sql.transaction((inside) => inside.query(`INSERT INTO t VALUES (zeroblob(${bytes}))`), relaxed);
  const said: string[] = [];
  const looks = vi.fn(size);
  const maintenance = createMaintenance({
    store: { compacts: true, compareClocks: async () => 0, clean: async () => [], logBytes: looks },
    warn: (text) => void said.push(text),
    report: expect.fail,
    compareEveryMs: 1,
  });
  onTestFinished(async () => {
    await maintenance.stop();
    await sql.close();
  });
  maintenance.start();
  const looked = async () => {
    const enough = looks.mock.calls.length + 3;
    await eventually(() => looks.mock.calls.length >= enough);
  };
  for (const times of [1, 2]) {
    await looked();
    expect(said).toHaveLength(times - 1);
    const reader = new DatabaseSync(url.slice('sqlite:'.length));
    reader.exec('BEGIN');
    reader.prepare('SELECT COUNT(*) FROM t').all();
    while (size() < LONG_LOG_BYTES) await write(1_250_000);
    await looked();
    expect(said).toHaveLength(times);
    expect(said.at(-1)).toContain('The log of the database has grown to');
    reader.close();
    while (size() > LONG_LOG_BYTES) await write(1);
  }
});

/** Any part of the file that changed since the last synchronisation may be on the disk. @param part 0 to 1, at random */
function torn(synchronised: Buffer, now: Buffer, part: () => number): Buffer {
  const mixed = Buffer.alloc(Math.max(synchronised.length, now.length));
  for (let at = 0; at < mixed.length; at += SECTOR) {
    // SQLite synchronises the head of the log itself when it begins it again.
    const from = at === 0 || part() < 0.5 ? now : synchronised;
    from.subarray(at, at + SECTOR).copy(mixed, at);
  }
  return mixed;
}
const SECTOR = 512;
/** The database grows with each, and is read whole. */
const CUTS = amountOf(30, 100);

test.for(seedsOf(1, 2))('a power cut leaves at least everything that was told (seed %i)', async (seed) => {
  const { sql, disk, path } = await watched();
  const chance = createChance(seed);
  const part = () => chance.whole(0, 999) / 1_000;
  let told = 0;
  let asked = 0;
  for (let round = 0; round < CUTS; round++) {
    const go = [disk.stop('-wal'), disk.stop('')];
    const writing = Array.from({ length: 30 }, () =>
      sql.transaction(async (inside) => {
        await insert(inside, ++asked);
        await inside.query('INSERT INTO other (n, filling) VALUES ($1, randomblob(10000))', asked);
      }),
    );
    for (let turn = chance.whole(0, 4); turn > 0; turn--) await nextTurn();
    const { '': file, '-wal': log } = disk.left();
    const left = numbersLeft({
      '': torn(file, readFileSync(path), part),
      '-wal': torn(log, readFileSync(`${path}-wal`), part),
    });
    expect(left).toEqual(Array.from(left, (_, index) => index + 1));
    expect(left.length).toBeGreaterThanOrEqual(told);
    for (const each of go) each();
    await Promise.all(writing);
    told = asked;
  }
  expect(disk.begun().filter((name) => name === '').length).toBeGreaterThan(1);
});

test('the log that is synchronised is the one that is written, also when other programs came and went', async () => {
  const { sql, disk, path } = await watched();
  await insert(sql, 1);
  for (let times = 0; times < 2; times++) {
    const beside = new DatabaseSync(path);
    beside.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    beside.close();
  }
  const before = disk.begun().length;
  await insert(sql, 2);
  // Only files that stand where they belong are counted.
  expect(disk.begun().length).toBe(before + 1);
  expect(numbersLeft({ ...disk.left(), '': readFileSync(path) })).toEqual([1, 2]);
});

test('the file of a release with larger pages is written anew, and what is written next is on the disk', async () => {
  const url = await SQLITE.place();
  const path = url.slice('sqlite:'.length);
  const before = new DatabaseSync(path);
  before.exec('PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL; CREATE TABLE t (n BIGINT)');
  before.exec('INSERT INTO t VALUES (1)');
  before.close();
  const disk = watchDisk(path);
  const sql = SQLITE.open(url);
  onTestFinished(() => sql.close());
  expect(await numbers(sql)).toEqual([1]);
  expect(await sql.prepare?.()).toBe(true);
  expect(await sql.query('PRAGMA page_size')).toEqual([{ page_size: 1_024 }]);
  expect(await sql.query('PRAGMA journal_mode')).toEqual([{ journal_mode: 'wal' }]);
  const begun = disk.begun().length;
  await insert(sql, 2);
  expect(disk.begun()).toHaveLength(begun + 1);
  expect(numbersLeft({ ...disk.left(), '': readFileSync(path) })).toEqual([1, 2]);
});

test('the file of a release with larger pages stays as it is while another program reads it', async () => {
  const url = await SQLITE.place();
  const path = url.slice('sqlite:'.length);
  const beside = new DatabaseSync(path);
  onTestFinished(() => beside.close());
  beside.exec('PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL; CREATE TABLE t (n BIGINT)');
  const sql = SQLITE.open(url);
  onTestFinished(() => sql.close());
  await sql.query('PRAGMA busy_timeout = 1');
  expect(await sql.prepare?.()).toBe(true);
  expect(await sql.query('PRAGMA page_size')).toEqual([{ page_size: 4_096 }]);
  await insert(sql, 1);
  expect(await numbers(sql)).toEqual([1]);
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
