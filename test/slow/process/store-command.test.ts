import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { isServerInUse } from '../../../src/store/admin/is-in-use.ts';
import { numberColumn } from '../../../src/store/database/sql.ts';
import { openStore } from '../../../src/store/index.ts';
import { machine, spawnNode } from '../../support/bots/process.ts';
import { type Database, onEachDatabase, onPostgres, POSTGRES, SQLITE } from '../../support/databases/databases.ts';
import { dump, fill, fillAccounts, SECRET } from '../../support/databases/filled.ts';
import { folder, newKey } from '../../support/databases/store.ts';
import { waitFor } from '../../support/eventually.ts';

const COMMAND = fileURLToPath(new URL('../../../src/store-command.ts', import.meta.url));
const KILL_ITSELF = new URL('../../support/bots/kill-itself.ts', import.meta.url).href;
/** One transaction seals 200 rows. */
const PEOPLE = 230;
const FULL_PEOPLE = 3;
/** The copy has sent some tables and not all. */
const KILLED_AT_OPENING = 20;
/** The first 200 rows are sealed, and some of the next. */
const KILLED_AT_SEALING = 220;
const inBase64 = (...keys: Uint8Array[]) => keys.map((key) => Buffer.from(key).toString('base64')).join(',');

const WRONG = [[], ['copy', 'sqlite:a'], ['copy', 'sqlite:a', 'sqlite:a'], ['reseal', 'x'], ['copy', 'a', 'b']];

/** Runs `npm run store -- …` without npm. @param flags of Node */
async function run(words: string[], env: Record<string, string> = {}, flags: string[] = []) {
  const child = spawnNode([...flags, COMMAND, ...words], { ...machine, ...env });
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code: child.exitCode, signal: child.signalCode, out, err };
}

/** Runs it until it calls the function for the nth time. */
async function runKilled(
  { database, url, words }: { database: Database; url: string; words: string[] },
  env: Record<string, string>,
  call: 'createCipheriv' | 'createDecipheriv',
  at: number,
): Promise<void> {
  const { signal } = await run(words, env, ['--import', `${KILL_ITSELF}?call=${call}&at=${at}`]);
  expect(signal).toBe('SIGKILL');
  if (database !== POSTGRES) return;
  // The server ends the connections of a killed process a moment later.
  const sql = database.open(url);
  await waitFor(async () => expect(await isServerInUse(sql)).toBe(false)).finally(() => sql.close());
}

/** Three people have something of everything, the others an account and an operation. */
async function fillPages(url: string, key: Uint8Array): Promise<void> {
  await fill(url, [key], FULL_PEOPLE);
  await fillAccounts(url, [key], FULL_PEOPLE + 1, PEOPLE);
}

async function dumpOf({ open }: Database, url: string): Promise<string[]> {
  const sql = open(url);
  return dump(sql).finally(() => sql.close());
}

/** The number of box values sealed with each key. */
async function boxesByKey({ open }: Database, url: string): Promise<number[]> {
  const sql = open(url);
  const rows = await sql
    .query('SELECT COUNT(*) AS count FROM boxes GROUP BY substr(value, 1, 4)')
    .finally(() => sql.close());
  return rows.map((row) => numberColumn(row, 'count'));
}

test('says how it is used, and does nothing else', async () => {
  for (const { code, out, err } of await Promise.all(WRONG.map((words) => run(words)))) {
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(/npm run store -- copy FROM TO/);
  }
});

test('a missing store is not made, and an unusable key is not shown', async () => {
  const path = join(folder(), 'bot.sqlite');
  const { code, err } = await run(['copy', `sqlite:${path}`, `sqlite:${path}.2`]);
  expect({ code, err }).toMatchObject({ code: 1, err: expect.stringMatching(/Nothing was done: there is no store/) });
  expect(existsSync(path) || existsSync(`${path}.2`)).toBe(false);
  const wrong = await run(['reseal'], { STORE_KEY: 'xyzzy' });
  expect(wrong.err).toMatch(/STORE_KEY can’t be used/);
  expect(wrong.err).not.toContain('xyzzy');
});

onPostgres(() => {
  test('moves a store whose key lies beside it to PostgreSQL, where STORE_KEY alone opens it', async () => {
    const from = await SQLITE.place();
    await (await openStore(from)).close();
    const beside = readFileSync(`${from.slice('sqlite:'.length)}.key`, 'utf8').trim();
    await fill(from, [new Uint8Array(Buffer.from(beside, 'base64'))]);
    const to = await POSTGRES.empty();
    expect(await run(['copy', from, to])).toMatchObject({ code: 1, err: expect.stringMatching(/needs STORE_KEY/) });

    const key = newKey();
    const { code, out, err } = await run(['copy', from, to], { STORE_KEY: inBase64(key) });
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/Copied, counted and read again:.* 3 {2}operations/s);
    for (const secret of [SECRET, beside, inBase64(key), 'test@']) expect(out + err).not.toContain(secret);
    const store = await openStore(to, [key]);
    expect((await store.accounts.get(3)).accounts[0]?.token).toBe(SECRET);
    await store.close();
    expect((await run(['copy', from, to], { STORE_KEY: inBase64(key) })).err).toMatch(/Name an empty one/);
  });
});

onEachDatabase((database) => {
  test('a store that the bot works on is not copied; and not sealed anew before the bot has the key', async () => {
    const [older, newer] = [newKey(), newKey()];
    const url = await database.place();
    await fill(url, [older]);
    const bot = await openStore(url, [older]);
    const STORE_KEY = inBase64(newer, older);
    const copy = await run(['copy', url, await SQLITE.place()], { STORE_KEY });
    expect(copy).toMatchObject({ code: 1, err: expect.stringMatching(/Stop the bot/) });
    const reseal = () => run(['reseal'], { STORE_URL: url, STORE_KEY });
    expect(await reseal()).toMatchObject({
      code: 1,
      err: expect.stringMatching(/was not started with this STORE_KEY/),
    });
    await bot.close();
    expect(await reseal()).toMatchObject({ code: 0, out: expect.stringMatching(/Sealed anew.* 3 {2}operations/s) });
    await (await openStore(url, [newer])).close();
  });

  test('people go on while it is sealed anew, and lose nothing', async () => {
    const [older, newer] = [newKey(), newKey()];
    const url = await database.place();
    await fillPages(url, older);
    const store = await openStore(url, [newer, older]);
    onTestFinished(() => store.close());
    const ended = run(['reseal'], { STORE_URL: url, STORE_KEY: inBase64(newer, older) });
    let over = false;
    void ended.then(() => {
      over = true;
    });
    let changes = 0;
    for (; !over; changes++) {
      const id = (changes % PEOPLE) + 1;
      await store.accounts.change(id, (binding) => {
        binding.current = `changed ${id}`;
      });
      await store.ledger.move(`op${id}`, { from: ['ready'], edit: () => ({ messageId: 9_000 + id }) });
      // Changes without a pause would keep a SQLite file locked for nearly all of the time.
      await wait(5);
    }
    expect(await ended).toMatchObject({ code: 0, err: '' });
    expect(changes).toBeGreaterThan(10);
    for (let id = 1; id <= Math.min(changes, PEOPLE); id++) {
      expect((await store.accounts.get(id)).current).toBe(`changed ${id}`);
      expect((await store.ledger.get(`op${id}`))?.messageId).toBe(9_000 + id);
    }
    await (await openStore(url, [newer])).close();
  });

  test('killed in the middle, a copy leaves nothing and is made again; a sealing goes on', async () => {
    const [older, newer] = [newKey(), newKey()];
    const [from, to] = [await database.place(), await database.empty()];
    await fillPages(from, older);
    const before = await dumpOf(database, from);
    const copying = { database, url: to, words: ['copy', from, to] };
    await runKilled(copying, { STORE_KEY: inBase64(older) }, 'createDecipheriv', KILLED_AT_OPENING);
    expect(await run(['copy', from, to], { STORE_KEY: inBase64(older) })).toMatchObject({ code: 0, err: '' });
    expect(await dumpOf(database, to)).toEqual(before);

    const env = { STORE_URL: to, STORE_KEY: inBase64(newer, older) };
    await (await openStore(to, [newer, older])).close();
    await runKilled({ database, url: to, words: ['reseal'] }, env, 'createCipheriv', KILLED_AT_SEALING);
    const boxes = await boxesByKey(database, to);
    expect(boxes).toHaveLength(2);
    // A start alone seals its proof.
    expect(Math.min(...boxes)).toBeGreaterThan(10);
    await expect(openStore(to, [newer])).rejects.toThrow('cannot be opened');
    expect(await run(['reseal'], env)).toMatchObject({ code: 0, err: '' });
    await (await openStore(to, [newer])).close();
  });
});
