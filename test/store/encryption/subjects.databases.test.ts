import { expect, onTestFinished, test } from 'vitest';
import { migrate } from '../../../src/store/database/migrations.ts';
import type { Sql } from '../../../src/store/database/sql.ts';
import { createSeal } from '../../../src/store/encryption/seal.ts';
import { openStore, type Store } from '../../../src/store/index.ts';
import { type Operation, operationBody } from '../../../src/store/operations/operation.ts';
import { onEachDatabase, onPostgres, POSTGRES } from '../../support/databases/databases.ts';
import { dump } from '../../support/databases/filled.ts';
import { newKey, readyOperation } from '../../support/databases/store.ts';

const SUBJECTS = ['domain:not-yours-to-read.com', 'srv-4711'];
/** The last version of the schema that wrote subjects readable. */
const READABLE = 11;

/** The operation that an operation's claim conflicts with. */
async function conflictingOperationOf({ ledger }: Pick<Store, 'ledger'>, id: string): Promise<Operation | undefined> {
  const seen: Operation[] = [];
  await ledger.move(id, {
    from: ['ready'],
    exclusive(_, underWay) {
      seen.push(...underWay);
      return {};
    },
  });
  return seen[0];
}

/** A row as an older release writes it. */
async function writeReadable(sql: Sql, key: Uint8Array, id: string, subject: string): Promise<void> {
  const { subject: _, ...body } = operationBody.parse(readyOperation(id));
  await sql.query(
    `INSERT INTO operations (id, kind, state, user_id, chat_id, created_at, expires_at, due_at, told, subject, body)
     VALUES ($1, 'power', 'sending', 7, 7, 1000, 61000, NULL, 'yes', $2, $3)`,
    id,
    subject,
    createSeal([key]).seal(body, `operation:${id}`),
  );
}

onEachDatabase(({ place, empty, open }) => {
  async function opened(url: string, key: Uint8Array): Promise<{ store: Store; sql: Sql }> {
    const store = await openStore(url, [key]);
    const sql = open(url);
    onTestFinished(async () => {
      await store.close();
      await sql.close();
    });
    return { store, sql };
  }

  const readable = async (sql: Sql) => {
    const rows = (await dump(sql)).join('\n');
    return SUBJECTS.filter((subject) => rows.includes(subject) || rows.includes(Buffer.from(subject).toString('hex')));
  };

  test('the subject of an operation can be compared in the database, and not read', async () => {
    const { store, sql } = await opened(await place(), newKey());
    const { store: other, sql: otherSql } = await opened(await place(), newKey());
    for (const [index, subject] of SUBJECTS.entries())
      for (const { ledger } of [store, other]) {
        await ledger.add(readyOperation(`sent${index}`, { subject, state: 'sending', sentAt: 2_000 }));
        await ledger.add(readyOperation(`asked${index}`, { subject }));
        expect((await ledger.get(`asked${index}`))?.subject).toBe(subject);
        expect((await conflictingOperationOf({ ledger }, `asked${index}`))?.id).toBe(`sent${index}`);
        expect((await ledger.sent('power', 0, { subject })).map(({ id }) => id)).toEqual([`sent${index}`]);
        expect((await ledger.sentOn(subject, 0)).map(({ id }) => id)).toEqual([`sent${index}`]);
      }
    expect(await readable(sql)).toEqual([]);
    // Without the key of a store its values can't be guessed by hashing candidates.
    const hashes = (each: Sql) => each.query('SELECT subject_hash FROM operations');
    const [here, there] = [await hashes(sql), await hashes(otherSql)].map((rows) =>
      rows.map((row) => row.subject_hash),
    );
    expect(new Set(here).size).toBe(SUBJECTS.length);
    expect(here?.filter((hash) => there?.includes(hash))).toEqual([]);
  });

  test('rows of an older release go on working and are readable no more, one that can’t be opened among them', async () => {
    const [url, key] = [await empty(), newKey()];
    const before = open(url);
    await migrate(before, READABLE);
    for (let index = 0; index < 450; index++) await writeReadable(before, key, `old${index}`, `${SUBJECTS[index % 2]}`);
    await before.query(
      `UPDATE operations SET body = (SELECT body FROM operations WHERE id = 'old1') WHERE id = 'old3'`,
    );
    expect(await readable(before)).toEqual(SUBJECTS);
    await before.close();
    const { store, sql } = await opened(url, key);
    expect(await readable(sql)).toEqual([]);
    expect((await store.ledger.get('old449'))?.subject).toBe(SUBJECTS[1]);
    const [subject = ''] = SUBJECTS;
    await store.ledger.add(readyOperation('new', { subject }));
    expect((await conflictingOperationOf(store, 'new'))?.subject).toBe(subject);
  });

  test('a readable column written without the key is not taken for the subject', async () => {
    const [url, key] = [await place(), newKey()];
    const { store, sql } = await opened(url, key);
    const ids = Array.from({ length: 250 }, (_, index) => `op${index}`);
    for (const id of ids) await store.ledger.add(readyOperation(id, { subject: 'srv-1' }));
    await sql.query(`UPDATE operations SET subject = 'srv-2'`);
    const again = await opened(url, key);
    for (const id of ['op0', 'op249']) await expect(again.store.ledger.get(id)).rejects.toThrow('changed outside');
    expect((await again.store.ledger.since(7, 0)).map(({ subject }) => subject)).toEqual(ids.map(() => 'srv-1'));
  });

  test('a readable subject that an older release still writes is compared as well, and hidden by the next start', async () => {
    const [url, key] = [await place(), newKey()];
    const { store, sql } = await opened(url, key);
    const [subject = ''] = SUBJECTS;
    await writeReadable(sql, key, 'old', subject);
    await store.ledger.add(readyOperation('new', { subject }));
    expect((await conflictingOperationOf(store, 'new'))?.id).toBe('old');
    await (await openStore(url, [key])).close();
    expect(await readable(sql)).toEqual([]);
    expect((await conflictingOperationOf(store, 'new'))?.id).toBe('old');
  });
});

onPostgres(() => {
  test('several processes that start at once hide them once, and compare alike', async () => {
    const [url, key] = [await POSTGRES.empty(), newKey()];
    const before = POSTGRES.open(url);
    onTestFinished(() => before.close());
    await migrate(before, READABLE);
    const [subject = ''] = SUBJECTS;
    for (let index = 0; index < 450; index++) await writeReadable(before, key, `old${index}`, subject);
    const stores = await Promise.all(Array.from({ length: 5 }, () => openStore(url, [key])));
    onTestFinished(async () => void (await Promise.all(stores.map((store) => store.close()))));
    const rows = await before.query('SELECT DISTINCT subject, subject_hash FROM operations');
    expect(rows).toEqual([{ subject: null, subject_hash: expect.any(String) }]);
    for (const [index, { ledger }] of stores.entries()) {
      await ledger.add(readyOperation(`new${index}`, { subject }));
      expect((await conflictingOperationOf({ ledger }, `new${index}`))?.subject).toBe(subject);
      expect((await ledger.get('old7'))?.subject).toBe(subject);
    }
  });
});
