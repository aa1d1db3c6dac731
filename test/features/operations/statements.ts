import { onTestFinished, vi } from 'vitest';
import type { Durability, Row, Sql, Transaction, TransactionOptions } from '../../../src/store/database/sql.ts';

/** A statement that a program gave its database, and the part of the program that asked for it. */
export interface Statement {
  /** Such as `SELECT operations`; a commit is `COMMIT full`, `COMMIT deferred` or `COMMIT relaxed`. */
  kind: string;
  /** The size of its values that are bytes: sealed rows. */
  bytes: number;
  /** The callers in `src`, the nearest first. */
  asked: string;
}

type Query = Parameters<Sql['query']>;

/**
 * Notes the statements that stores of this driver get for people until the test ends, as they are committed. Stores that were open
 * before do not count: the bot of an earlier test may still follow an operation.
 */
export function noteStatements(sql: Sql): Statement[] {
  const noted: Statement[] = [];
  const opened = new WeakSet<Sql>();
  /** Making its tables is the first that a store does. */
  const isCounted = (store: Sql, text: string) => {
    if (text.includes('schema_version')) opened.add(store);
    return opened.has(store);
  };
  const driver: Sql = Object.getPrototypeOf(sql);
  const { query, transaction } = driver;
  const spies = [
    vi.spyOn(driver, 'query').mockImplementation(async function (this: Sql, ...asked: Query) {
      if (!isCounted(this, asked[0])) return query.apply(this, asked);
      const statements: Statement[] = [];
      const rows = await notingIn(statements, asked, () => query.apply(this, asked));
      // A single statement is its own transaction.
      const isWrite = statements.some(({ kind }) => !kind.startsWith('SELECT'));
      noted.push(...statements, ...(isWrite ? [commit('full')] : []));
      return rows;
    }),
    vi.spyOn(driver, 'transaction').mockImplementation(async function <T>(
      this: Sql,
      work: (inside: Transaction) => Promise<T>,
      options: TransactionOptions = {},
    ): Promise<T> {
      const statements: Statement[] = [];
      const result: unknown = await transaction.call(
        this,
        (inside) => {
          const ask = (...asked: Query) => inside.query(...asked);
          const note = (...asked: Query) => notingIn(statements, asked, () => ask(...asked));
          return work({ ...inside, query: (...asked) => (isCounted(this, asked[0]) ? note : ask)(...asked) });
        },
        options,
      );
      if (statements.length > 0) noted.push(...statements, commit(options.durability ?? 'full'));
      return result as T;
    }),
  ];
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore();
  });
  return noted;
}

function commit(durability: Durability): Statement {
  return { kind: `COMMIT ${durability}`, bytes: 0, asked: '' };
}

/** Notes a statement, unless it came by itself: the sign of life of a process, or a look for due work that finds none. */
async function notingIn(noted: Statement[], [text, ...values]: Query, ask: () => Promise<Row[]>): Promise<Row[]> {
  const asked = callers();
  const rows = await ask();
  const isQueue = asked.startsWith('store/jobs/queue.ts');
  const isByItself =
    text.startsWith('PRAGMA') ||
    asked.includes('last-alive.ts') ||
    (isQueue && (rows.length === 0 || /MIN/.test(text)));
  const bytes = values.reduce<number>((sum, value) => sum + (value instanceof Uint8Array ? value.length : 0), 0);
  if (!isByItself) noted.push({ kind: kindOf(text), bytes, asked });
  return rows;
}

/** `SELECT operations` for a statement that reads that table. */
function kindOf(text: string): string {
  const [verb = ''] = /\b(?:SELECT|INSERT|UPDATE|DELETE)\b/.exec(text.replace(/^WITH[\s\S]*?\) /, '')) ?? [];
  const [, table = ''] = /(?:FROM|INTO|UPDATE) ([a-z_]+)/.exec(text) ?? [];
  return `${verb} ${table}`;
}

function callers(): string {
  const lines = new Error().stack?.split('\n') ?? [];
  return lines
    .flatMap((line) => /\/src\/((?!store\/database\/)[\w./-]+:\d+)/.exec(line)?.[1] ?? [])
    .slice(0, 6)
    .join(' < ');
}
