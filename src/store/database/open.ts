import { createRequire } from 'node:module';
import type * as Pg from 'pg';
import { z } from 'zod';
import { keyBeside } from '../encryption/keys.ts';
import { createSeal, type Seal } from '../encryption/seal.ts';
import type { Sql } from './sql.ts';
import { openSqlite } from './sqlite.ts';

const load = createRequire(import.meta.url);

export function isServer(url: string): boolean {
  return /^postgres(ql)?:\/\//.test(url);
}

export function withAuthority(url: string, file: string | undefined): string {
  if (file === undefined || !isServer(url)) return url;
  return `${url}${url.includes('?') ? '&' : '?'}sslrootcert=${encodeURIComponent(file)}`;
}

const wayThere = z.object({
  host: z.string(),
  ssl: z.union([
    z.boolean(),
    z.object({ rejectUnauthorized: z.boolean().optional(), checkServerIdentity: z.unknown().optional() }),
  ]),
});

/** Whether no other server can pose as that of the URL: a file, this machine, or a name proven by TLS. */
export function isGuarded(url: string): boolean {
  if (!isServer(url)) return true;
  // Loaded on demand: a bot with SQLite starts faster without it.
  const { Client }: typeof Pg = load('pg');
  const { host, ssl } = wayThere.parse(new Client(url));
  if (host.startsWith('/') || host === 'localhost' || /^127\.\d+\.\d+\.\d+$/.test(host) || host === '::1') return true;
  return ssl === true || (ssl !== false && ssl.rejectUnauthorized !== false && ssl.checkServerIdentity === undefined);
}

export interface Opened {
  sql: Sql;
  seal: Seal;
}

/** @throws TypeError where a database server has no keys, or a SQLite file has lost its own */
export async function open(url: string, keys?: readonly Uint8Array[], machine = Date.now): Promise<Opened> {
  if (isServer(url)) {
    if (!keys) throw new TypeError('A database server needs STORE_KEY');
    const seal = createSeal(keys);
    const { openPostgres } = await import('./postgres.ts');
    return { sql: openPostgres(url, undefined, machine), seal };
  }
  const path = url.slice('sqlite:'.length);
  const inMemory = path === ':memory:';
  const seal = createSeal(keys ?? (inMemory ? [crypto.getRandomValues(new Uint8Array(32))] : keyBeside(path)));
  return { sql: openSqlite(path, machine), seal };
}
