import { createHash } from 'node:crypto';
import { migrate, NEWEST, versionOf } from '../database/migrations.ts';
import type { Opened } from '../database/open.ts';
import type { Row, Sql, SqlValue } from '../database/sql.ts';
import { countOf, KEY_PROOFS, pagesOf, type StoredTable, TABLES, valueIn } from '../database/tables.ts';
import type { Seal } from '../encryption/seal.ts';
import { LAST_ALIVE_KEY } from '../operations/last-alive.ts';
import { StoreRefused } from './refused.ts';

/** The number of rows of a table. */
export interface TableCount {
  table: string;
  rows: number;
}

/** Rows that every start writes: the proof of its key, the key of subject hashes, and when a process was last alive. */
const LEFT_AT_START = `key IN ('seal:proof', 'seal:subjects', '${LAST_ALIVE_KEY}')`;

/**
 * Copies a store into an empty one, in one transaction. Values are sealed again where the keys differ. Before the
 * commit, the rows are counted and every copied value is opened.
 * @throws StoreRefused
 * @throws SealBroken where a value cannot be opened
 */
export function copyStore(from: Opened, to: Opened): Promise<TableCount[]> {
  const patient = { patient: true };
  return to.sql.transaction(
    (target) =>
      from.sql.transaction(async (source) => {
        const tables = await sameTables(source, target);
        await empty(target, tables);
        const copied: TableCount[] = [];
        for (const table of tables) copied.push(await copyTable(source, target, table, from.seal, to.seal));
        return copied;
      }, patient),
    patient,
  );
}

/**
 * Brings the target to the schema of the source. @throws StoreRefused where the store is newer than the program, or the
 * target newer than the source
 */
async function sameTables(source: Sql, target: Sql): Promise<readonly StoredTable[]> {
  const version = await versionOf(source);
  if (version === 0) throw new StoreRefused('notThere');
  if (version > NEWEST) throw new StoreRefused('newer');
  await migrate(target, version);
  if ((await versionOf(target)) !== version) throw new StoreRefused('newer');
  return TABLES.filter(({ since }) => since <= version);
}

/** @throws StoreRefused where the copy differs */
async function copyTable(source: Sql, target: Sql, table: StoredTable, before: Seal, after: Seal): Promise<TableCount> {
  const sent = await send(source, target, table, before, after);
  const there = await digestOf(target, table, after);
  const rows = await countOf(source, table);
  if (rows !== (await countOf(target, table)) || sent !== there) throw new StoreRefused('differs');
  return { table: table.name, rows };
}

/** Removes the rows that every start writes. @throws StoreRefused where others are left */
async function empty(target: Sql, tables: readonly StoredTable[]): Promise<void> {
  await target.query(`DELETE FROM boxes WHERE ${LEFT_AT_START}`);
  if (tables.includes(KEY_PROOFS)) await target.query(`DELETE FROM ${KEY_PROOFS.name}`);
  for (const table of tables) if ((await countOf(target, table)) > 0) throw new StoreRefused('notEmpty');
}

/** Copies the rows of a table; resolves to the digest of their contents. */
async function send(source: Sql, target: Sql, table: StoredTable, before: Seal, after: Seal): Promise<string> {
  const digest = createDigest();
  for await (const page of pagesOf(source, table)) {
    for (const row of page) {
      digest.add(saysOf(row, table, before));
      const columns = Object.keys(row);
      await target.query(
        `INSERT INTO ${table.name} (${columns.join(', ')}) VALUES (${columns.map((_, index) => `$${index + 1}`).join(', ')})`,
        ...columns.map((column) => sealedFor(row, column, table, before, after)),
      );
    }
  }
  return digest.value();
}

function sealedFor(row: Row, column: string, { sealed }: StoredTable, before: Seal, after: Seal): SqlValue {
  const value = valueIn(row, column);
  if (column !== sealed?.column || !(value instanceof Uint8Array) || after.knows(value.subarray(0, 4))) return value;
  const place = sealed.place(row);
  return after.seal(before.open(value, place), place);
}

async function digestOf(sql: Sql, table: StoredTable, seal: Seal): Promise<string> {
  const digest = createDigest();
  for await (const page of pagesOf(sql, table)) for (const row of page) digest.add(saysOf(row, table, seal));
  return digest.value();
}

/** The contents of a row with its value opened, equal in both databases. */
function saysOf(row: Row, { sealed }: StoredTable, seal: Seal): string {
  const columns = Object.keys(row).sort();
  return JSON.stringify(
    columns.map((column) => [
      column,
      column === sealed?.column ? seal.open(row[column], sealed.place(row)) : valueIn(row, column),
    ]),
  );
}

/** A digest of distinct rows in any order: databases sort texts differently. */
function createDigest() {
  const sum = Buffer.alloc(32);
  return {
    add(said: string) {
      const hash = createHash('sha256').update(said).digest();
      for (const [index, byte] of hash.entries()) sum[index] = (sum[index] ?? 0) ^ byte;
    },
    value: () => sum.toString('hex'),
  };
}
