import { createRequire } from 'node:module';
import type * as Pg from 'pg';
import { z } from 'zod';
import { keyBeside } from '../encryption/keys.ts';
import { createSeal, type Seal } from '../encryption/seal.ts';
import texts from '../store.json' with { type: 'json' };
import type { Sql } from './sql.ts';
import { openSqlite } from './sqlite.ts';

const load = createRequire(import.meta.url);

/** Whether a STORE_URL names a database server; its key can't be kept beside it. */
export function isServer(url: string): boolean {
  return /^postgres(ql)?:\/\//.test(url);
}

/** A STORE_URL whose server has to show a certificate of this authority (the path of a PEM file). */
export function withAuthority(url: string, file: string | undefined): string {
  if (file === undefined || !isServer(url)) return url;
  return `${url}${url.includes('?') ? '&' : '?'}sslrootcert=${encodeURIComponent(file)}`;
}

/** How a client would go about it, as it works that out of the URL and its own environment. */
const wayThere = z.object({
  host: z.string(),
  ssl: z.union([
    z.boolean(),
    z.object({ rejectUnauthorized: z.boolean().optional(), checkServerIdentity: z.unknown().optional() }),
  ]),
});

/**
 * Whether nobody can stand in for the database a STORE_URL names: it is a file, a server on this machine, or one that proves
 * by TLS that it is the one that was named.
 */
export function isGuarded(url: string): boolean {
  if (!isServer(url)) return true;
  // Whoever stays with SQLite does not wait for it to be loaded.
  const { Client }: typeof Pg = load('pg');
  const { host, ssl } = wayThere.parse(new Client(url));
  if (host.startsWith('/') || host === 'localhost' || /^127\.\d+\.\d+\.\d+$/.test(host) || host === '::1') return true;
  return ssl === true || (ssl !== false && ssl.rejectUnauthorized !== false && ssl.checkServerIdentity === undefined);
}

/** A database, and the seal of the values in it. */
export interface Opened {
  sql: Sql;
  seal: Seal;
}

/**
 * Opens the database that a STORE_URL names, and the seal of its values.
 * @param machine the clock of this machine, epoch milliseconds
 * @throws TypeError without keys for a database server, or where a SQLite file has lost its own
 */
export async function open(url: string, keys?: readonly Uint8Array[], machine = Date.now): Promise<Opened> {
  if (isServer(url)) {
    if (!keys) throw new TypeError(texts.keyNeeded);
    const seal = createSeal(keys);
    // Whoever stays with SQLite does not wait for it to be loaded.
    const { openPostgres } = await import('./postgres.ts');
    return { sql: openPostgres(url, undefined, machine), seal };
  }
  const path = url.slice('sqlite:'.length);
  const inMemory = path === ':memory:';
  const seal = createSeal(keys ?? (inMemory ? [crypto.getRandomValues(new Uint8Array(32))] : keyBeside(path)));
  return { sql: openSqlite(path, machine), seal };
}
