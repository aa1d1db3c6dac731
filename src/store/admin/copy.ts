import { createHash } from 'node:crypto';
import { migrate, NEWEST, versionOf } from '../database/migrations.ts';
import type { Opened } from '../database/open.ts';
import type { Row, Sql, SqlValue } from '../database/sql.ts';
import { countOf, KEY_PROOFS, pagesOf, type StoredTable, TABLES, valueIn } from '../database/tables.ts';
import type { Seal } from '../encryption/seal.ts';
import { LAST_ALIVE_KEY } from '../operations/last-alive.ts';
import { StoreRefused } from './refused.ts';

export interface TableCount {
  table: string;
  rows: number;
}

/** Every start writes these rows. */
const LEFT_AT_START = `key IN ('seal:proof', 'seal:subjects', '${LAST_ALIVE_KEY}')`;

/** Before the commit every copied value is opened. @throws StoreRefused, or SealBroken where one cannot be opened */
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

async function sameTables(source: Sql, target: Sql): Promise<readonly StoredTable[]> {
  const version = await versionOf(source);
  if (version === 0) throw new StoreRefused('notThere');
  if (version > NEWEST) throw new StoreRefused('newer');
  await migrate(target, version);
  if ((await versionOf(target)) !== version) throw new StoreRefused('newer');
  return TABLES.filter(({ since }) => since <= version);
}

async function copyTable(source: Sql, target: Sql, table: StoredTable, before: Seal, after: Seal): Promise<TableCount> {
  const sent = await send(source, target, table, before, after);
  const there = await digestOf(target, table, after);
  const rows = await countOf(source, table);
  if (rows !== (await countOf(target, table)) || sent !== there) throw new StoreRefused('differs');
  return { table: table.name, rows };
}

async function empty(target: Sql, tables: readonly StoredTable[]): Promise<void> {
  await target.query(`DELETE FROM boxes WHERE ${LEFT_AT_START}`);
  if (tables.includes(KEY_PROOFS)) await target.query(`DELETE FROM ${KEY_PROOFS.name}`);
  for (const table of tables) if ((await countOf(target, table)) > 0) throw new StoreRefused('notEmpty');
}

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

function saysOf(row: Row, { sealed }: StoredTable, seal: Seal): string {
  const columns = Object.keys(row).sort();
  return JSON.stringify(
    columns.map((column) => [
      column,
      column === sealed?.column ? seal.open(row[column], sealed.place(row)) : valueIn(row, column),
    ]),
  );
}

/** Independent of the order of rows: databases sort texts differently. */
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
