import { z } from 'zod';
import { openBox } from './keyv.ts';
import { type Seal, SealBroken } from './seal.ts';
import type { Sql } from './sql.ts';

/** Every column that holds sealed values. */
const SEALED = [
  ['boxes', 'value'],
  ['inbox', 'body'],
  ['operations', 'body'],
  ['chores', 'body'],
  ['checks', 'body'],
  ['check_results', 'body'],
] as const;

/**
 * Looks which keys the stored values were sealed with, and leaves one value at least, so that a wrong key is noticed from
 * the second start on; of processes that start at once with different keys, one is refused.
 * @throws SealBroken when one of them is missing: nobody must be told later that nothing of theirs is there
 */
export async function proveKeys(sql: Sql, seal: Seal): Promise<void> {
  await sql.transaction(
    async (inside) => {
      await inside.lock('keys');
      for (const [table, column] of SEALED) {
        const rows = await inside.query(`SELECT DISTINCT substr(${column}, 1, 4) AS key_id FROM ${table}`);
        for (const row of rows) if (!seal.knows(row.key_id)) throw new SealBroken(table);
      }
      await openBox(inside, seal, 'seal', (stored) => z.string().parse(stored)).set('proof', 'sealed');
    },
    { patient: true },
  );
}
