import { AsyncLocalStorage } from 'node:async_hooks';
import { type Row, type Sql, textColumn } from '../database/sql.ts';

const ROWS_VALID_MS = 1_000;

interface Ahead {
  left: Set<string>;
  rows?: Promise<ReadonlyMap<string, Row>>;
  readAt: number;
}

const running = new AsyncLocalStorage<Ahead>();

/** One message to the server reads the rows of an update. Only the person's own updates, one at a time, change them. */
export async function readingAhead<T>(keys: readonly string[], handle: () => Promise<T>): Promise<T> {
  // The handler of an update may handle another one inside.
  if (running.getStore()?.left.size) return handle();
  const ahead: Ahead = { left: new Set(keys), readAt: 0 };
  try {
    return await running.run(ahead, handle);
  } finally {
    // Work that the handler leaves running goes on beside the person's next update.
    ahead.left.clear();
  }
}

export async function rowAhead(sql: Sql, key: string): Promise<{ row: Row | undefined } | undefined> {
  const ahead = running.getStore();
  if (!ahead?.left.has(key)) return undefined;
  if (ahead.rows && performance.now() - ahead.readAt > ROWS_VALID_MS) return undefined;
  ahead.rows ??= readAll(sql, ahead);
  const row = (await ahead.rows).get(key);
  return ahead.left.has(key) ? { row } : undefined;
}

export function changesAhead(key: string): void {
  running.getStore()?.left.delete(key);
}

async function readAll(sql: Sql, ahead: Ahead): Promise<ReadonlyMap<string, Row>> {
  ahead.readAt = performance.now();
  const keys = [...ahead.left];
  try {
    const places = keys.map((_, index) => `$${index + 1}`).join(', ');
    const rows = await sql.query(`SELECT key, value, expires_at FROM boxes WHERE key IN (${places})`, ...keys);
    return new Map(rows.map((row) => [textColumn(row, 'key'), row]));
  } catch (error) {
    delete ahead.rows;
    throw error;
  }
}
