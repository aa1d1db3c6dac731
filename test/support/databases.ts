import { join } from 'node:path';
import { beforeEach, describe } from 'vitest';
import { openPostgres } from '../../src/store/database/postgres.ts';
import type { Sql } from '../../src/store/database/sql.ts';
import { openSqlite } from '../../src/store/database/sqlite.ts';
import { missingPostgres, postgresDatabase } from './postgres.ts';
import { folder } from './store.ts';

/** One of the databases that a store can be kept in. */
export interface Database {
  name: 'SQLite' | 'PostgreSQL';
  /** The STORE_URL of an empty store that goes away with the test. */
  place(): Promise<string>;
  open(url: string): Sql;
}

export const SQLITE: Database = {
  name: 'SQLite',
  place: async () => `sqlite:${join(folder(), 'bot.sqlite')}`,
  open: (url) => openSqlite(url.slice('sqlite:'.length)),
};
export const POSTGRES: Database = { name: 'PostgreSQL', place: postgresDatabase, open: openPostgres };

/** Tells the same stories on SQLite and on PostgreSQL. */
export function onEachDatabase(stories: (database: Database) => void): void {
  describe(SQLITE.name, () => stories(SQLITE));
  onPostgres(() => stories(POSTGRES));
}

/** Stories of PostgreSQL alone; skipped with the reason where it is not installed, but not in CI. */
export function onPostgres(stories: () => void): void {
  describe(POSTGRES.name, () => {
    beforeEach(async ({ skip }) => {
      const missing = await missingPostgres();
      if (missing !== undefined) skip(missing);
    });
    stories();
  });
}
