import { NEWEST, versionOf } from '../database/migrations.ts';
import type { Opened } from '../database/open.ts';
import type { Row, Sql } from '../database/sql.ts';
import { rowsPage, type StoredTable, TABLES, valueIn } from '../database/tables.ts';
import { proveReadable } from '../encryption/verify-keys.ts';
import type { TableCount } from './copy.ts';
import { StoreRefused } from './refused.ts';

/** Rows left after these passes come from a process that seals with an older key. */
const MAX_PASSES = 3;

/**
 * An interrupted run continues at the next start. All processes need the new key first.
 * @throws SealBroken where a value cannot be opened: then nothing was changed
 */
export async function resealStore({ sql, seal }: Opened): Promise<TableCount[]> {
  const version = await versionOf(sql);
  if (version === 0) throw new StoreRefused('notThere');
  if (version > NEWEST) throw new StoreRefused('newer');
  const tables = TABLES.filter(({ since, sealed }) => since <= version && sealed);
  await proveReadable(sql, seal, tables);
  const rows = new Map(tables.map(({ name }) => [name, 0]));
  for (let pass = 1; ; pass++) {
    let found = 0;
    for (const table of tables) {
      const changed = await resealTable(sql, seal, table);
      found += changed;
      rows.set(table.name, (rows.get(table.name) ?? 0) + changed);
    }
    if (found === 0) break;
    if (pass === MAX_PASSES) throw new StoreRefused('oldWriters');
  }
  return [...rows].map(([table, count]) => ({ table, rows: count }));
}

async function resealTable(sql: Sql, seal: Opened['seal'], table: StoredTable): Promise<number> {
  const { name, key, sealed } = table;
  if (!sealed) return 0;
  const same = key.map((column, index) => `${column} = $${index + 2}`).join(' AND ');
  let changed = 0;
  let after: Row | undefined;
  do {
    const page = await sql.transaction(
      async (inside) => {
        const rows = await rowsPage(inside, table, { after, notBy: seal.keyId, lock: true });
        for (const row of rows) {
          const place = sealed.place(row);
          const anew = seal.seal(seal.open(row[sealed.column], place), place);
          await inside.query(
            `UPDATE ${name} SET ${sealed.column} = $1 WHERE ${same}`,
            anew,
            ...key.map((column) => valueIn(row, column)),
          );
        }
        return rows;
      },
      { patient: true },
    );
    after = page.at(-1);
    changed += page.length;
  } while (after);
  return changed;
}
