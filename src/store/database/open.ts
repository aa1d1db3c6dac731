import { createRequire } from 'node:module';
import type * as Pg from 'pg';
import { z } from 'zod';
import { keyBeside } from '../encryption/keys.ts';
import { createSeal, type Seal } from '../encryption/seal.ts';
import type { Sql } from './sql.ts';
import { openSqlite } from './sqlite.ts';

const load = createRequire(import.meta.url);

/** Whether a STORE_URL names a database server. */
export function isServer(url: string): boolean {
  return /^postgres(ql)?:\/\//.test(url);
}

/** Adds a PEM file to a STORE_URL: the server must show a certificate of that authority. */
export function withAuthority(url: string, file: string | undefined): string {
  if (file === undefined || !isServer(url)) return url;
  return `${url}${url.includes('?') ? '&' : '?'}sslrootcert=${encodeURIComponent(file)}`;
}

/** The client's own reading of the URL and its environment. */
const wayThere = z.object({
  host: z.string(),
  ssl: z.union([
    z.boolean(),
    z.object({ rejectUnauthorized: z.boolean().optional(), checkServerIdentity: z.unknown().optional() }),
  ]),
});

/**
 * Whether the database of a STORE_URL cannot be impersonated: a file, a server on this machine, or one that proves its
 * name by TLS.
 */
export function isGuarded(url: string): boolean {
  if (!isServer(url)) return true;
  // Loaded on demand: a bot with SQLite starts faster without it.
  const { Client }: typeof Pg = load('pg');
  const { host, ssl } = wayThere.parse(new Client(url));
  if (host.startsWith('/') || host === 'localhost' || /^127\.\d+\.\d+\.\d+$/.test(host) || host === '::1') return true;
  return ssl === true || (ssl !== false && ssl.rejectUnauthorized !== false && ssl.checkServerIdentity === undefined);
}

/** A database with the seal of its values. */
export interface Opened {
  sql: Sql;
  seal: Seal;
}

/**
 * Opens the database of a STORE_URL with the seal of its values.
 * @param machine the clock of this machine, epoch milliseconds
 * @throws TypeError where a database server has no keys, or a SQLite file has lost its own
 */
export async function open(url: string, keys?: readonly Uint8Array[], machine = Date.now): Promise<Opened> {
  if (isServer(url)) {
    if (!keys) throw new TypeError('A database server needs STORE_KEY');
    const seal = createSeal(keys);
    // Loaded on demand: a bot with SQLite starts faster without it.
    const { openPostgres } = await import('./postgres.ts');
    return { sql: openPostgres(url, undefined, machine), seal };
  }
  const path = url.slice('sqlite:'.length);
  const inMemory = path === ':memory:';
  const seal = createSeal(keys ?? (inMemory ? [crypto.getRandomValues(new Uint8Array(32))] : keyBeside(path)));
  return { sql: openSqlite(path, machine), seal };
}
