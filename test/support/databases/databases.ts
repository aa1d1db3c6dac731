import { join } from 'node:path';
import { beforeEach, describe, type onTestFinished } from 'vitest';
import { openPostgres } from '../../../src/store/database/postgres.ts';
import type { Sql } from '../../../src/store/database/sql.ts';
import { openSqlite } from '../../../src/store/database/sqlite.ts';
import { missingPostgres, postgresDatabase, postgresStore } from './postgres.ts';
import { folder } from './store.ts';

/** One of the databases that a store can be kept in. */
export interface Database {
  name: 'SQLite' | 'PostgreSQL';
  /**
   * The STORE_URL of a store without anything in it that goes away with the test; its tables may be there already.
   * @param finished a concurrent test's own `onTestFinished`
   */
  place(finished?: typeof onTestFinished): Promise<string>;
  /** The same without tables. */
  empty(): Promise<string>;
  open(url: string): Sql;
}

const file = async (finished?: typeof onTestFinished) => `sqlite:${join(folder(finished), 'bot.sqlite')}`;

export const SQLITE: Database = {
  name: 'SQLite',
  place: file,
  empty: () => file(),
  open: (url) => openSqlite(url.slice('sqlite:'.length)),
};
export const POSTGRES: Database = {
  name: 'PostgreSQL',
  place: (finished) => postgresStore(finished),
  empty: () => postgresDatabase(),
  open: openPostgres,
};

/** The project of `vitest.config.ts` chooses: quick tests use SQLite, `postgres` the other one, slow tests both. */
const { TEST_DATABASES = 'both' } = process.env;

/** Tells the same stories on SQLite and on PostgreSQL. */
export function onEachDatabase(stories: (database: Database) => void): void {
  if (TEST_DATABASES !== 'postgres') describe(SQLITE.name, () => stories(SQLITE));
  onPostgres(() => stories(POSTGRES));
}

/** Stories of PostgreSQL alone, which no quick test tells; skipped with the reason where it is not installed, but not in CI. */
export function onPostgres(stories: () => void): void {
  if (TEST_DATABASES === 'sqlite') return;
  describe(POSTGRES.name, () => {
    beforeEach(async ({ skip }) => {
      const missing = await missingPostgres();
      if (missing !== undefined) skip(missing);
    });
    stories();
  });
}
