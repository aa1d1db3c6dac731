import { keyBeside } from './key.ts';
import { createSeal, type Seal } from './seal.ts';
import type { Sql } from './sql.ts';
import { openSqlite } from './sqlite.ts';
import texts from './store.json' with { type: 'json' };

/** Whether a STORE_URL names a database server; its key can't be kept beside it. */
export function isServer(url: string): boolean {
  return /^postgres(ql)?:\/\//.test(url);
}

/** A database, and the seal of the values in it. */
export interface Opened {
  sql: Sql;
  seal: Seal;
}

/**
 * Opens the database that a STORE_URL names, and the seal of its values.
 * @param machine the clock of this machine, epoch milliseconds
 * @throws TypeError without keys for a database server, or where a SQLite file has lost its own
 */
export async function open(url: string, keys?: readonly Uint8Array[], machine = Date.now): Promise<Opened> {
  if (isServer(url)) {
    if (!keys) throw new TypeError(texts.keyNeeded);
    const seal = createSeal(keys);
    // Whoever stays with SQLite does not wait for it to be loaded.
    const { openPostgres } = await import('./postgres.ts');
    return { sql: openPostgres(url, undefined, machine), seal };
  }
  const path = url.slice('sqlite:'.length);
  const inMemory = path === ':memory:';
  const seal = createSeal(keys ?? (inMemory ? [crypto.getRandomValues(new Uint8Array(32))] : keyBeside(path)));
  return { sql: openSqlite(path, machine), seal };
}
