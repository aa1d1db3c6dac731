import { type Seal, SealBroken } from './seal.ts';
import type { Sql } from './sql.ts';

/** Every column that holds sealed values. */
const SEALED = [
  ['boxes', 'value'],
  ['inbox', 'body'],
  ['operations', 'body'],
  ['chores', 'body'],
] as const;

/**
 * Looks which keys the stored values were sealed with.
 * @throws SealBroken when one of them is missing: nobody must be told later that nothing of theirs is there
 */
export async function proveKeys(sql: Sql, seal: Seal): Promise<void> {
  for (const [table, column] of SEALED) {
    const rows = await sql.query(`SELECT DISTINCT substr(${column}, 1, 4) AS key_id FROM ${table}`);
    for (const row of rows) if (!seal.knows(row.key_id)) throw new SealBroken(table);
  }
}
