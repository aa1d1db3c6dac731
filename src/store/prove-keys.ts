import { z } from 'zod';
import { openBox } from './keyv.ts';
import { type Seal, SealBroken } from './seal.ts';
import type { Sql } from './sql.ts';
import { TABLES, type Table } from './tables.ts';

/**
 * Looks which keys the stored values were sealed with.
 * @throws SealBroken when one of them is missing: nobody must be told later that nothing of theirs is there
 */
export async function proveReadable(sql: Sql, seal: Seal, tables: readonly Table[] = TABLES): Promise<void> {
  for (const { name, sealed } of tables) {
    if (!sealed) continue;
    const rows = await sql.query(`SELECT DISTINCT substr(${sealed.column}, 1, 4) AS key_id FROM ${name}`);
    for (const row of rows) if (!seal.knows(row.key_id)) throw new SealBroken(name);
  }
}

/**
 * {@link proveReadable}, and leaves one value at least, so that a wrong key is noticed from the second start on; of
 * processes that start at once with different keys, one is refused.
 */
export async function proveKeys(sql: Sql, seal: Seal): Promise<void> {
  await sql.transaction(
    async (inside) => {
      await inside.lock('keys');
      await proveReadable(inside, seal);
      await openBox(inside, seal, 'seal', (stored) => z.string().parse(stored)).set('proof', 'sealed');
    },
    { patient: true },
  );
}

/** Whether the process that was started last has the key first that seals here. */
export async function isProvedBy(sql: Sql, seal: Seal): Promise<boolean> {
  const [row] = await sql.query(`SELECT substr(value, 1, 4) AS key_id FROM boxes WHERE key = 'seal:proof'`);
  return row?.key_id instanceof Uint8Array && Buffer.compare(row.key_id, seal.keyId) === 0;
}
