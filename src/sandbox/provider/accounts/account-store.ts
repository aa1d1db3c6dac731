import { createHash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { type Account, accountRecord, serverState } from './account.ts';

/** Saves accounts in a SQLite file, so that they survive a restart. */
export interface AccountStore {
  load(token: string): Account | undefined;
  loadOthers(tokens: readonly string[]): Account[];
  save(token: string, account: Account): void;
  close(): void;
}

/** The file contains only hashes of tokens. */
export function openAccountStore(file: string): AccountStore {
  const database = new DatabaseSync(file);
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
  database.exec(
    'CREATE TABLE IF NOT EXISTS kept (owner TEXT, id TEXT, json TEXT NOT NULL, PRIMARY KEY (owner, id)) WITHOUT ROWID',
  );
  const select = database.prepare('SELECT id, json FROM kept WHERE owner = ? ORDER BY id');
  const owners = database.prepare('SELECT owner FROM kept WHERE id = ?');
  const upsert = database.prepare(
    'INSERT INTO kept (owner, id, json) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET json = excluded.json',
  );
  const remove = database.prepare('DELETE FROM kept WHERE owner = ? AND id = ?');
  /** By owner: of ten thousand servers only the changed ones are written. */
  const written = new Map<string, Map<string, string>>();

  function accountOf(owner: string): Account | undefined {
    const rows = new Map(select.all(owner).map((row) => [String(row.id), String(row.json)]));
    written.set(owner, rows);
    const account = rows.get(ACCOUNT_ROW);
    if (account === undefined) return undefined;
    const servers = [...rows]
      .filter(([id]) => id !== ACCOUNT_ROW)
      .map(([id, json]) => [id, serverState.parse(JSON.parse(json))] as const);
    return { ...accountRecord.parse(JSON.parse(account)), servers: new Map(servers) };
  }

  return {
    load: (token) => accountOf(ownerOf(token)),
    loadOthers(tokens) {
      const known = new Set(tokens.map(ownerOf));
      const rest = owners.all(ACCOUNT_ROW).map((row) => String(row.owner));
      return rest.filter((owner) => !known.has(owner)).flatMap((owner) => accountOf(owner) ?? []);
    },
    save(token, account) {
      const owner = ownerOf(token);
      const before = written.get(owner) ?? new Map<string, string>();
      const after = new Map([[ACCOUNT_ROW, JSON.stringify(accountRecord.parse(account))]]);
      for (const [id, server] of account.servers) after.set(id, JSON.stringify(server));
      database.exec('BEGIN IMMEDIATE');
      for (const [id, json] of after) if (before.get(id) !== json) upsert.run(owner, id, json);
      for (const id of before.keys()) if (!after.has(id)) remove.run(owner, id);
      database.exec('COMMIT');
      written.set(owner, after);
    },
    close: () => database.close(),
  };
}

const ACCOUNT_ROW = '';

const ownerOf = (token: string) => createHash('sha256').update(token).digest('hex');
