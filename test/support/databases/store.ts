import { hash } from 'node:crypto';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { z } from 'zod';
import { isServerInUse } from '../../../src/store/admin/is-in-use.ts';
import { isServer } from '../../../src/store/database/open.ts';
import { openPostgres } from '../../../src/store/database/postgres.ts';
import { type Sql, textColumn } from '../../../src/store/database/sql.ts';
import { createSeal, type Seal } from '../../../src/store/encryption/seal.ts';
import { openStore, type Store } from '../../../src/store/index.ts';
import type { Operation } from '../../../src/store/operations/index.ts';
import { waitFor } from '../eventually.ts';

/** The database of an app on SQLite, in its folder. */
export const SQLITE_FILE = 'bot.sqlite';

/** A folder that goes away with the test. @param finished a concurrent test's own `onTestFinished` */
export function folder(finished: typeof onTestFinished = onTestFinished): string {
  const path = mkdtempSync(join(tmpdir(), 'hosting-bot-store-'));
  finished(() => rmSync(path, { recursive: true }));
  return path;
}

let tables: Promise<string> | undefined;

/** Puts a SQLite database with its tables and its key into a folder: a copy takes a third of the time of making them. */
export async function copyTables(directory: string): Promise<void> {
  tables ??= makeTables();
  const from = await tables;
  // In memory: the work itself takes less time than handing it to another thread.
  for (const name of [SQLITE_FILE, `${SQLITE_FILE}.key`]) copyFileSync(join(from, name), join(directory, name));
}

async function makeTables(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'hosting-bot-tables-'));
  process.once('exit', () => rmSync(directory, { recursive: true }));
  await (await openStore(`sqlite:${join(directory, SQLITE_FILE)}`)).close();
  return directory;
}

/** A store in memory that ends with the test. @param finished a concurrent test's own `onTestFinished` */
export async function memoryStore(finished: typeof onTestFinished = onTestFinished): Promise<Store> {
  const store = await openStore('sqlite::memory:', [newKey()]);
  finished(() => store.close());
  return store;
}

/**
 * Ends the leases of a killed process now; on a shared store the others would wait until they expire. A process that starts
 * on SQLite is alone, and waits for no lease.
 */
export async function endHolds(url: string, keys: readonly Uint8Array[]): Promise<void> {
  if (!isServer(url)) return;
  const sql = openPostgres(url);
  try {
    // The server still runs the statements that the killed process had sent.
    await waitFor(async () => expect(await isServerInUse(sql)).toBe(false));
    await endLeases(sql, createSeal(keys));
    await sql.query('UPDATE checks SET due_at = 0 WHERE due_at IS NOT NULL');
    await sql.query('UPDATE leases SET expires_at = 0');
  } finally {
    await sql.close();
  }
}

/** Also changes the encrypted copy of the time, as if the process had held the leases until now. */
async function endLeases(sql: Sql, seal: Seal): Promise<void> {
  const held = `due_at IS NOT NULL AND (state <> 'ready' OR told = 'no')`;
  for (const row of await sql.query(`SELECT id, body FROM operations WHERE ${held}`)) {
    const [id, place] = [textColumn(row, 'id'), `operation:${textColumn(row, 'id')}`];
    const { bound, ...body } = z.looseObject({ bound: z.looseObject({}) }).parse(seal.open(row.body, place));
    const ended = seal.seal({ ...body, bound: { ...bound, dueAt: 0 } }, place);
    await sql.query('UPDATE operations SET due_at = 0, body = $1 WHERE id = $2', ended, id);
  }
}

let keys = 0;

/** A key that no other call in this process returns. */
export function newKey(): Uint8Array {
  return new Uint8Array(hash('sha256', `key ${keys++}`, 'buffer'));
}

/** A power operation of person 7, as it is when its confirm is shown. */
export function readyOperation(id: string, changes: Partial<Operation> = {}): Operation {
  return {
    id,
    kind: 'power',
    state: 'ready',
    userId: 7,
    chatId: 7,
    accountId: 'account',
    locale: 'en',
    messageId: 1,
    parameters: { serverId: 'server', name: 'web1', action: 'reboot' },
    progress: { before: 'on' },
    createdAt: 1_000,
    expiresAt: 61_000,
    dueAt: 61_000,
    notified: true,
    ...changes,
  };
}
