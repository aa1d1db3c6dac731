import { z } from 'zod';
import type { Sql } from '../database/sql.ts';
import { countOf, KEY_PROOFS, type StoredTable, TABLES } from '../database/tables.ts';
import { openKeyValueStore } from '../key-value/index.ts';
import { type Seal, SealBroken } from './seal.ts';

/** @throws SealBroken where a key is missing: otherwise people would be told later that they have nothing */
export async function proveReadable(sql: Sql, seal: Seal, tables: readonly StoredTable[] = TABLES): Promise<boolean> {
  let byFirst = true;
  for (const { name, sealed } of tables) {
    if (!sealed) continue;
    const rows = await sql.query(`SELECT DISTINCT substr(${sealed.column}, 1, 4) AS key_id FROM ${name}`);
    for (const { key_id } of rows) {
      if (key_id === null) continue;
      if (!seal.knows(key_id)) throw new SealBroken(name);
      byFirst &&= isFirst(key_id, seal);
    }
  }
  return byFirst;
}

/** Where processes start at once with different keys, one is refused. @throws SealBroken where a key is missing */
export async function verifyKeys(sql: Sql, seal: Seal): Promise<void> {
  await sql.transaction(
    async (inside) => {
      await inside.lock('keys');
      const begun = (await countOf(inside, KEY_PROOFS)) > 0;
      const byFirst = await proveReadable(inside, seal, begun ? [KEY_PROOFS] : TABLES);
      await openKeyValueStore(inside, seal, 'seal', (stored) => z.string().parse(stored)).set('proof', 'sealed');
      // Without a proof every start checks all rows until the values of an older release are resealed.
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

export async function isNewestKey(sql: Sql, seal: Seal): Promise<boolean> {
  const [row] = await sql.query(`SELECT substr(value, 1, 4) AS key_id FROM boxes WHERE key = 'seal:proof'`);
  return isFirst(row?.key_id, seal);
}

function isFirst(keyId: unknown, seal: Seal): boolean {
  return keyId instanceof Uint8Array && Buffer.compare(keyId, seal.keyId) === 0;
}
