import { createHash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { type Account, accountRecord, serverState } from './state.ts';

/** Accounts in a SQLite file: what was answered is there after a restart. */
export interface Keeping {
  /** The account of a token, as it was last saved. */
  load(token: string): Account | undefined;
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
  const upsert = database.prepare(
    'INSERT INTO kept (owner, id, json) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET json = excluded.json',
  );
  /** What the file holds, so that of ten thousand servers only the altered ones are written. */
  const written = new Map<string, string>();

  const write = (owner: string, id: string, value: unknown) => {
    const json = JSON.stringify(value);
    if (written.get(owner + id) === json) return;
    upsert.run(owner, id, json);
    written.set(owner + id, json);
  };
  return {
    load(token) {
      const owner = ownerOf(token);
      const rows = new Map(select.all(owner).map((row) => [String(row.id), String(row.json)]));
      const own = rows.get('');
      if (own === undefined) return undefined;
      rows.delete('');
      const servers = [...rows].map(([id, json]) => [id, serverState.parse(JSON.parse(json))] as const);
      return { ...accountRecord.parse(JSON.parse(own)), servers: new Map(servers) };
    },
    save(token, account) {
      const owner = ownerOf(token);
      database.exec('BEGIN IMMEDIATE');
      write(owner, '', accountRecord.parse(account));
      for (const [id, server] of account.servers) write(owner, id, server);
      database.exec('COMMIT');
    },
    close: () => database.close(),
  };
}

const ownerOf = (token: string) => createHash('sha256').update(token).digest('hex');
