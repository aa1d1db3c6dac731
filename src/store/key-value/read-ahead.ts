import { AsyncLocalStorage } from 'node:async_hooks';
import { type Row, type Sql, textColumn } from '../database/sql.ts';

/** Rows that were read together are used for this long; a longer handler reads each value anew. */
const USED_FOR_MS = 1_000;

/** The rows that a running update will ask for, read together at the first question for one of them. */
interface Ahead {
  left: Set<string>;
  rows?: Promise<ReadonlyMap<string, Row>>;
  readAt: number;
}

const running = new AsyncLocalStorage<Ahead>();

/**
 * Runs the handler of an update, which asks for most of these rows of `boxes`: where replicas share a store, each question
 * is a message to the server. Nothing but the person's own updates changes these rows, and those go one at a time.
 */
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

/** A row that the running update reads together with others; `undefined` where it has to be asked for. */
export async function rowAhead(sql: Sql, key: string): Promise<{ row: Row | undefined } | undefined> {
  const ahead = running.getStore();
  if (!ahead?.left.has(key)) return undefined;
  if (ahead.rows && performance.now() - ahead.readAt > USED_FOR_MS) return undefined;
  ahead.rows ??= readAll(sql, ahead);
  const row = (await ahead.rows).get(key);
  // The row may have been written while it was read.
  return ahead.left.has(key) ? { row } : undefined;
}

/** The row changes: the running update asks for it from now on. */
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
    // The next question asks the store again.
    delete ahead.rows;
    throw error;
  }
}
