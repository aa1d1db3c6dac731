import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { type Row, type SqlValue, wholeNumbers } from './sql.ts';

/** What a statement of SQLite does. */
export interface StatementEffect {
  /** `schema`: more than rows of a table. */
  changes: 'nothing' | 'rows' | 'schema';
  /** The tables that it reads or changes. */
  tables: readonly string[];
}

interface Prepared extends StatementEffect {
  compiled?: StatementSync;
}

/** Names of tables follow these words. */
const TABLE_NAMES = /\b(?:FROM|JOIN|INTO|UPDATE)\s+(\w+)/g;

/** The statements of a connection, compiled once each. */
export interface Statements {
  /** @throws Error of SQLite */
  run(statement: string, values: readonly SqlValue[]): Row[];
  effectOf(statement: string): StatementEffect;
}

export function createStatements(database: DatabaseSync): Statements {
  const known = new Map<string, Prepared>();

  function prepared(statement: string): Prepared {
    let found = known.get(statement);
    if (!found) {
      const tables = [...statement.matchAll(TABLE_NAMES)].map(([, name = '']) => name);
      found = { changes: changesOf(statement), tables: [...new Set(tables)] };
      known.set(statement, found);
    }
    return found;
  }

  return {
    run(statement, values) {
      const found = prepared(statement);
      // By position (`?1`): SQLite's named parameters need an object for every call.
      found.compiled ??= database.prepare(statement.replaceAll('$', '?'));
      return found.compiled.all(...wholeNumbers(values));
    },
    effectOf: prepared,
  };
}

function changesOf(statement: string): StatementEffect['changes'] {
  if (/^(?:SELECT\b|PRAGMA \w+$)/.test(statement)) return 'nothing';
  return /^(?:INSERT|UPDATE|DELETE)\b/.test(statement) ? 'rows' : 'schema';
}
