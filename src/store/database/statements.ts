import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { type Row, type SqlValue, wholeNumbers } from './sql.ts';

export interface StatementEffect {
  changes: 'nothing' | 'rows' | 'schema';
  tables: readonly string[];
}

/** Parsing a statement takes longer than running most of them. */
const EFFECTS = new Map<string, StatementEffect>();

const TABLE_NAMES = /\b(?:FROM|JOIN|INTO|UPDATE)\s+(\w+)/g;

export interface Statements {
  run(statement: string, values: readonly SqlValue[]): Row[];
  effectOf(statement: string): StatementEffect;
}

export function createStatements(database: DatabaseSync): Statements {
  const compiled = new Map<string, StatementSync>();
  return {
    run(statement, values) {
      let found = compiled.get(statement);
      if (!found) {
        // By position (`?1`): SQLite's named parameters need an object for every call.
        found = database.prepare(statement.replaceAll('$', '?'));
        compiled.set(statement, found);
      }
      return found.all(...wholeNumbers(values));
    },
    effectOf,
  };
}

function effectOf(statement: string): StatementEffect {
  let found = EFFECTS.get(statement);
  if (!found) {
    const tables = [...statement.matchAll(TABLE_NAMES)].map(([, name = '']) => name);
    found = { changes: changesOf(statement), tables: [...new Set(tables)] };
    EFFECTS.set(statement, found);
  }
  return found;
}

function changesOf(statement: string): StatementEffect['changes'] {
  if (/^(?:SELECT\b|PRAGMA \w+$)/.test(statement)) return 'nothing';
  return /^(?:INSERT|UPDATE|DELETE)\b/.test(statement) ? 'rows' : 'schema';
}
