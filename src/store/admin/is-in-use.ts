import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { numberColumn, type Sql } from '../database/sql.ts';

const SQLITE_BUSY = 5;

export async function isServerInUse(sql: Sql): Promise<boolean> {
  const [row] = await sql.query(
    `SELECT COUNT(*) AS count FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`,
  );
  return row !== undefined && numberColumn(row, 'count') > 0;
}

export function isFileInUse(path: string): boolean {
  if (!existsSync(path)) return false;
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    // A connection in WAL mode, also an idle one, holds a lock that the exclusive mode needs.
    database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE; ROLLBACK;');
    return false;
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) return true;
    throw error;
  } finally {
    database.close();
  }
}
