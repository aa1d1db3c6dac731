import { expect, onTestFinished, test } from 'vitest';
import { resealStore } from '../../../src/store/admin/rotate-keys.ts';
import { createSeal, SealBroken } from '../../../src/store/encryption/seal.ts';
import { openStore } from '../../../src/store/index.ts';
import { onEachDatabase } from '../../support/databases/databases.ts';
import { dump, fill, SECRET, WATCHED } from '../../support/databases/filled.ts';
import { newKey } from '../../support/databases/store.ts';
import { amountOf } from '../../support/random/seeds.ts';

/** People's boxes, and the results of their checks, are more than a page of the rows that are sealed; `npm run soak` has more of all else. */
const PEOPLE = amountOf(101, 230);

onEachDatabase(({ place, open }) => {
  async function filled(people?: number) {
    const url = await place();
    const older = newKey();
    await fill(url, [older], people);
    const sql = open(url);
    onTestFinished(() => sql.close());
    return { url, sql, older, newer: newKey() };
  }

  test('every value is sealed with the first key, and says what it said', async () => {
    const { url, sql, older, newer } = await filled(PEOPLE);
    const through = await resealStore({ sql, seal: createSeal([newer, older]) });
    expect(Object.fromEntries(through.map(({ table, rows }) => [table, rows]))).toEqual({
      boxes: 6 * PEOPLE + 2,
      inbox: PEOPLE,
      operations: PEOPLE,
      chores: PEOPLE,
      checks: PEOPLE,
      check_results: 2 * PEOPLE,
      key_proofs: 1,
      audit: PEOPLE,
      audit_ranges: PEOPLE,
      watches: WATCHED,
      watch_readings: WATCHED,
      watch_lists: WATCHED,
      alerts: WATCHED,
      digests: WATCHED,
    });
    await expect(openStore(url, [older])).rejects.toThrow(SealBroken);
    const store = await openStore(url, [newer]);
    expect((await store.accounts.get(PEOPLE)).accounts[0]?.token).toBe(SECRET);
    expect((await store.inbox.unfinished(77)).again).toHaveLength(PEOPLE);
    expect((await store.ledger.takeDue(6_000_000_000_000, 1)).unreadable).toEqual([]);
    expect((await store.checks.results('c9')).size).toBe(2);
    await store.close();
    for (const { rows } of await resealStore({ sql, seal: createSeal([newer, older]) })) expect(rows).toBe(0);
  });

  test('without the key of one value none is changed', async () => {
    const { sql, newer } = await filled();
    const before = await dump(sql);
    await expect(resealStore({ sql, seal: createSeal([newer]) })).rejects.toThrow(SealBroken);
    expect(await dump(sql)).toEqual(before);
  });
});
