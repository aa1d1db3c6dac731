import { expect, onTestFinished, test } from 'vitest';
import { migrate } from '../../../src/store/database/migrations.ts';
import { numberColumn } from '../../../src/store/database/sql.ts';
import { openStore } from '../../../src/store/index.ts';
import { onEachDatabase } from '../../support/databases/databases.ts';
import { newKey } from '../../support/databases/store.ts';

const PERSON = 7;
const DAY_MS = 24 * 3_600_000;

onEachDatabase(({ place, empty, open }) => {
  async function newDigests() {
    const store = await openStore(await place(), [newKey()]);
    onTestFinished(() => store.close());
    await store.digests.begin(PERSON, 'fa', 1_000);
    return store.digests;
  }

  test('a digest begins once: a second account changes nothing, and one that waits for an account is due again', async () => {
    const digests = await newDigests();
    await digests.change(PERSON, (digest) => ({ ...digest, hour: 18 }));
    await digests.begin(PERSON, 'en', 5_000);
    expect(await digests.get(PERSON)).toMatchObject({ dueAt: 1_000, hour: 18, locale: 'fa' });
    await digests.change(PERSON, (digest) => ({ ...digest, dueAt: null }));
    expect(await digests.nextDue()).toBeUndefined();
    await digests.begin(PERSON, 'en', 5_000);
    expect(await digests.get(PERSON)).toMatchObject({ dueAt: 5_000, hour: 18 });
  });

  test('one of two that look takes it, and who lost the lease writes nothing', async () => {
    const digests = await newDigests();
    const [one, other] = await Promise.all([digests.takeDue(2_000, 100), digests.takeDue(2_000, 100)]);
    expect(one.taken.length + other.taken.length).toBe(1);
    const id = `${PERSON}:0`;
    expect((await digests.takeDue(3_000, 500)).taken).toMatchObject([{ id, dueAt: 3_500 }]);
    expect(await digests.endTurn(id, 2_100, { day: '2026-11-22' }, 9_000)).toBeUndefined();
    expect(await digests.endTurn(id, 3_500, { day: '2026-11-23', looks: [{ accountId: 'a', at: 5 }] }, 8_000)).toEqual({
      dueAt: 8_000,
    });
    expect(await digests.get(PERSON)).toMatchObject({
      dueAt: 8_000,
      day: '2026-11-23',
      looks: [{ accountId: 'a', at: 5 }],
      isNew: false,
    });
  });

  test('the migration lets everybody with an account begin within a day, and the store opens with them', async () => {
    const url = await empty();
    const key = newKey();
    const sql = open(url);
    onTestFinished(() => sql.close());
    await migrate(sql, 19);
    for (const name of ['accounts:1000000', 'accounts:999', 'account:5', 'preferences:6'])
      await sql.query('INSERT INTO boxes (key, value) VALUES ($1, $2)', name, Buffer.from('sealed'));
    const before = sql.now();
    await migrate(sql);
    const rows = await sql.query('SELECT id, chat_id, due_at, body FROM digests ORDER BY chat_id');
    expect(rows.map(({ id, body }) => [id, body])).toEqual([
      ['999:0', null],
      ['1000000:0', null],
    ]);
    for (const row of rows) {
      const after = numberColumn(row, 'due_at') - before;
      expect(after).toBeGreaterThanOrEqual(0);
      expect(after).toBeLessThan(DAY_MS + 60_000);
    }
    await sql.query('DELETE FROM boxes');
    const store = await openStore(url, [key]);
    expect(await store.digests.get(999)).toMatchObject({ chatId: 999, isNew: true, looks: [] });
    await store.close();
  });
});
