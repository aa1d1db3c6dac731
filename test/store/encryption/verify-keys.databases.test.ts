import { expect, onTestFinished, test } from 'vitest';
import { resealStore } from '../../../src/store/admin/rotate-keys.ts';
import type { Sql, Transaction } from '../../../src/store/database/sql.ts';
import { createSeal, SealBroken } from '../../../src/store/encryption/seal.ts';
import { verifyKeys } from '../../../src/store/encryption/verify-keys.ts';
import { openStore } from '../../../src/store/index.ts';
import { onEachDatabase } from '../../support/databases/databases.ts';
import { fill } from '../../support/databases/filled.ts';
import { newKey } from '../../support/databases/store.ts';

onEachDatabase(({ place, open }) => {
  const [older, newer] = [newKey(), newKey()];
  const starts = async (url: string, ...keys: Uint8Array[]) => (await openStore(url, keys)).close();

  async function filled() {
    const url = await place();
    await fill(url, [older]);
    const sql = open(url);
    onTestFinished(() => sql.close());
    return { url, sql };
  }

  /** A store of an older release, which had no proofs and compared all rows at every start. */
  async function filledBefore() {
    const { url, sql } = await filled();
    await sql.query('DELETE FROM key_proofs');
    return { url, sql };
  }

  /** The tables that a start reads to verify its keys. */
  async function lookedAt(sql: Sql, ...keys: Uint8Array[]): Promise<string[]> {
    const tables = new Set<string>();
    const noting: Sql = {
      ...{ dialect: sql.dialect, now: () => sql.now(), compareClocks: () => sql.compareClocks() },
      query: (statement, ...values) => sql.query(statement, ...values),
      close: () => sql.close(),
      transaction: (work, options) =>
        sql.transaction((inside) => {
          const noted: Transaction = {
            ...noting,
            transaction: (nested) => nested(noted),
            lock: (name) => inside.lock(name),
            afterCommit: (done) => inside.afterCommit(done),
            query(statement, ...values) {
              const [, table] = /FROM (\w+)$/.exec(statement) ?? [];
              if (table) tables.add(table);
              return inside.query(statement, ...values);
            },
          };
          return work(noted);
        }, options),
    };
    await verifyKeys(noting, createSeal(keys));
    return [...tables].sort();
  }

  test('a start looks at one value a key, however much is stored', async () => {
    const { sql } = await filled();
    expect(await lookedAt(sql, older)).toEqual(['key_proofs']);
    expect(await lookedAt(sql, newer, older)).toEqual(['key_proofs']);
    expect(await sql.query('SELECT key_id FROM key_proofs')).toHaveLength(2);
  });

  test('a process without a key in use is refused until everything is sealed anew', async () => {
    const { url, sql } = await filled();
    await starts(url, newer, older);
    await expect(starts(url, newer)).rejects.toThrow(SealBroken);
    await expect(starts(url, older)).rejects.toThrow(SealBroken);
    await resealStore({ sql, seal: createSeal([newer, older]) });
    await starts(url, newer);
    await expect(starts(url, older)).rejects.toThrow(SealBroken);
  });

  test('a store of an older release is looked at as a whole once', async () => {
    const { url, sql } = await filledBefore();
    await expect(starts(url, newer)).rejects.toThrow(SealBroken);
    expect(await lookedAt(sql, older)).toContain('operations');
    expect(await lookedAt(sql, older)).toEqual(['key_proofs']);
  });

  test('or until it is sealed anew, where it has values of another key', async () => {
    const { url, sql } = await filledBefore();
    await starts(url, newer, older);
    await expect(starts(url, newer)).rejects.toThrow(SealBroken);
    expect(await lookedAt(sql, newer, older)).toContain('operations');
    await resealStore({ sql, seal: createSeal([newer, older]) });
    await starts(url, newer);
    expect(await lookedAt(sql, newer)).toEqual(['key_proofs']);
  });
});
