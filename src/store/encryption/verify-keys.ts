import { z } from 'zod';
import type { Sql } from '../database/sql.ts';
import { countOf, KEY_PROOFS, TABLES, type Table } from '../database/tables.ts';
import { openKeyValueStore } from '../key-value/index.ts';
import { type Seal, SealBroken } from './seal.ts';

/**
 * Looks at every row for the keys that its value was sealed with; resolves to whether that is the first one everywhere.
 * @throws SealBroken when one of them is missing: nobody must be told later that nothing of theirs is there
 */
export async function proveReadable(sql: Sql, seal: Seal, tables: readonly Table[] = TABLES): Promise<boolean> {
  let byFirst = true;
  for (const { name, sealed } of tables) {
    if (!sealed) continue;
    const rows = await sql.query(`SELECT DISTINCT substr(${sealed.column}, 1, 4) AS key_id FROM ${name}`);
    for (const { key_id } of rows) {
      if (!seal.knows(key_id)) throw new SealBroken(name);
      byFirst &&= isFirst(key_id, seal);
    }
  }
  return byFirst;
}

/**
 * Looks which keys the stored values were sealed with, and leaves a value sealed with this one: whoever starts looks at
 * those alone, however much is stored. Of processes that start at once with different keys, one is refused.
 * @throws SealBroken when one of them is missing
 */
export async function verifyKeys(sql: Sql, seal: Seal): Promise<void> {
  await sql.transaction(
    async (inside) => {
      await inside.lock('keys');
      const begun = (await countOf(inside, KEY_PROOFS)) > 0;
      const byFirst = await proveReadable(inside, seal, begun ? [KEY_PROOFS] : TABLES);
      await openKeyValueStore(inside, seal, 'seal', (stored) => z.string().parse(stored)).set('proof', 'sealed');
      // What an older release sealed with another key has no proof of its own: everything is looked at until it is resealed.
      if (!begun && !byFirst) return;
      const row = { key_id: Buffer.from(seal.keyId).toString('hex') };
      await inside.query(
        'INSERT INTO key_proofs (key_id, body) VALUES ($1, $2) ON CONFLICT (key_id) DO UPDATE SET body = excluded.body',
        row.key_id,
        seal.seal('sealed', KEY_PROOFS.sealed.place(row)),
      );
    },
    { patient: true },
  );
}

/** Whether the process that was started last has the key first that seals here. */
export async function isNewestKey(sql: Sql, seal: Seal): Promise<boolean> {
  const [row] = await sql.query(`SELECT substr(value, 1, 4) AS key_id FROM boxes WHERE key = 'seal:proof'`);
  return isFirst(row?.key_id, seal);
}

function isFirst(keyId: unknown, seal: Seal): boolean {
  return keyId instanceof Uint8Array && Buffer.compare(keyId, seal.keyId) === 0;
}
