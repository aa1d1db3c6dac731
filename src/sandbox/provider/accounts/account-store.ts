import { createHash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { type Account, accountRecord, serverState } from './account.ts';

/** Accounts in a SQLite file: what was answered is there after a restart. */
export interface Keeping {
  /** The account of a token, as it was last saved. */
  load(token: string): Account | undefined;
  /** The accounts in the file of whoever has none of these tokens. */
  others(tokens: readonly string[]): Account[];
  save(token: string, account: Account): void;
  close(): void;
}

/** Opens or makes the file; a token stands in it only as its hash. */
export function openKeeping(file: string): Keeping {
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
  /** What the file holds of an owner, so that of ten thousand servers only the altered ones are written. */
  const held = new Map<string, Map<string, string>>();

  function accountOf(owner: string): Account | undefined {
    const rows = new Map(select.all(owner).map((row) => [String(row.id), String(row.json)]));
    held.set(owner, rows);
    const own = rows.get(OWN);
    if (own === undefined) return undefined;
    const servers = [...rows]
      .filter(([id]) => id !== OWN)
      .map(([id, json]) => [id, serverState.parse(JSON.parse(json))] as const);
    return { ...accountRecord.parse(JSON.parse(own)), servers: new Map(servers) };
  }

  return {
    load: (token) => accountOf(ownerOf(token)),
    others(tokens) {
      const known = new Set(tokens.map(ownerOf));
      const rest = owners.all(OWN).map((row) => String(row.owner));
      return rest.filter((owner) => !known.has(owner)).flatMap((owner) => accountOf(owner) ?? []);
    },
    save(token, account) {
      const owner = ownerOf(token);
      const before = held.get(owner) ?? new Map<string, string>();
      const after = new Map([[OWN, JSON.stringify(accountRecord.parse(account))]]);
      for (const [id, server] of account.servers) after.set(id, JSON.stringify(server));
      database.exec('BEGIN IMMEDIATE');
      for (const [id, json] of after) if (before.get(id) !== json) upsert.run(owner, id, json);
      for (const id of before.keys()) if (!after.has(id)) remove.run(owner, id);
      database.exec('COMMIT');
      held.set(owner, after);
    },
    close: () => database.close(),
  };
}

/** The row of the account itself: no server has an empty id. */
const OWN = '';

const ownerOf = (token: string) => createHash('sha256').update(token).digest('hex');
