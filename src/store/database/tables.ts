import { numberColumn, type Row, type Sql, type SqlValue, textColumn } from './sql.ts';

export interface StoredTable {
  name: string;
  key: readonly string[];
  since: number;
  sealed?: { column: string; place: (row: Row) => string };
}

/** One value sealed with each key in use: a start needs these keys. */
export const KEY_PROOFS = {
  name: 'key_proofs',
  key: ['key_id'],
  since: 9,
  sealed: { column: 'body', place: (row: Row) => `key:${textColumn(row, 'key_id')}` },
} as const satisfies StoredTable;

export const TABLES: readonly StoredTable[] = [
  {
    name: 'boxes',
    key: ['key'],
    since: 1,
    sealed: { column: 'value', place: (row) => `box:${textColumn(row, 'key')}` },
  },
  {
    name: 'inbox',
    key: ['bot_id', 'update_id'],
    since: 1,
    sealed: {
      column: 'body',
      place: (row) => `inbox:${numberColumn(row, 'bot_id')}:${numberColumn(row, 'update_id')}`,
    },
  },
  { name: 'offsets', key: ['bot_id'], since: 1 },
  {
    name: 'operations',
    key: ['id'],
    since: 1,
    sealed: { column: 'body', place: (row) => `operation:${textColumn(row, 'id')}` },
  },
  {
    name: 'chores',
    key: ['id'],
    since: 2,
    sealed: { column: 'body', place: (row) => `chore:${textColumn(row, 'id')}` },
  },
  {
    name: 'checks',
    key: ['id'],
    since: 5,
    sealed: { column: 'body', place: (row) => `check:${textColumn(row, 'id')}` },
  },
  {
    name: 'check_results',
    key: ['check_id', 'number'],
    since: 5,
    sealed: { column: 'body', place: (row) => `check:${textColumn(row, 'check_id')}` },
  },
  { name: 'leases', key: ['name'], since: 6 },
  KEY_PROOFS,
  { name: 'group_messages', key: ['chat_id', 'slot'], since: 10 },
  {
    name: 'audit',
    key: ['team', 'at', 'number'],
    since: 17,
    sealed: { column: 'body', place: (row) => `audit:${textColumn(row, 'team')}:${numberColumn(row, 'number')}` },
  },
  {
    name: 'audit_ranges',
    key: ['team'],
    since: 17,
    sealed: { column: 'body', place: (row) => `audit-extent:${textColumn(row, 'team')}` },
  },
  {
    name: 'watches',
    key: ['id'],
    since: 19,
    sealed: { column: 'body', place: (row) => `watch:${textColumn(row, 'id')}` },
  },
  {
    name: 'watch_readings',
    key: ['id'],
    since: 19,
    sealed: { column: 'body', place: (row) => `watch-readings:${textColumn(row, 'id')}` },
  },
  {
    name: 'watch_lists',
    key: ['id'],
    since: 21,
    sealed: { column: 'body', place: (row) => `watch-list:${textColumn(row, 'id')}` },
  },
  { name: 'digest_readings', key: ['token_hash', 'id'], since: 22 },
  {
    name: 'alerts',
    key: ['id'],
    since: 19,
    sealed: { column: 'body', place: (row) => `alert:${textColumn(row, 'id')}` },
  },
  {
    name: 'digests',
    key: ['id'],
    since: 20,
    sealed: { column: 'body', place: (row) => `digest:${textColumn(row, 'id')}` },
  },
];

const ROWS_PER_PAGE = 200;

export interface PageChoice {
  after?: Row | undefined;
  notBy?: Uint8Array;
  lock?: boolean;
}

export function rowsPage(
  sql: Sql,
  { name, key, sealed }: StoredTable,
  { after, notBy, lock }: PageChoice,
): Promise<Row[]> {
  const values: SqlValue[] = [];
  const place = (value: SqlValue) => `$${values.push(value)}`;
  const columns = key.join(', ');
  const conditions = [
    ...(after ? [`(${columns}) > (${key.map((column) => place(valueIn(after, column))).join(', ')})`] : []),
    ...(notBy && sealed ? [`substr(${sealed.column}, 1, ${notBy.length}) <> ${place(notBy)}`] : []),
  ];
  return sql.query(
    `SELECT * FROM ${name} ${conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : ''}
     ORDER BY ${columns} LIMIT ${ROWS_PER_PAGE} ${lock ? sql.dialect.forUpdate : ''}`,
    ...values,
  );
}

export async function* pagesOf(sql: Sql, table: StoredTable): AsyncGenerator<readonly Row[]> {
  for (let page = await rowsPage(sql, table, {}); page.length > 0; ) {
    yield page;
    page = await rowsPage(sql, table, { after: page.at(-1) });
  }
}

export function valueIn(row: Row, column: string): SqlValue {
  const value = row[column];
  if (value === null || typeof value === 'string' || typeof value === 'number' || value instanceof Uint8Array)
    return value;
  throw new TypeError(`Column ${column} holds what no table of ours does`);
}

export async function countOf(sql: Sql, { name }: StoredTable): Promise<number> {
  const [row] = await sql.query(`SELECT COUNT(*) AS count FROM ${name}`);
  return row ? numberColumn(row, 'count') : 0;
}
