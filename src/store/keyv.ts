import Keyv from 'keyv';
import type { Seal } from './seal.ts';
import { numberOrNull, type Sql } from './sql.ts';

interface Remembered {
  value: string;
  expiresAt: number | null;
}

/** A per-user key store: one namespace of sealed values with an optional time to live. */
export interface Box<Value> {
  get(key: string): Promise<Value | undefined>;
  set(key: string, value: Value, ttlMs?: number): Promise<void>;
  delete(key: string): Promise<void>;
}

/**
 * A keyv namespace over the SQL driver. Reads that fail throw (`throwOnErrors`): an outage never looks like a missing
 * key. `read` turns what was stored into the value, and is the only place that trusts its shape.
 */
export function openBox<Value>(sql: Sql, seal: Seal, namespace: string, read: (stored: unknown) => Value): Box<Value> {
  const keyv = new Keyv({
    store: new SqlAdapter(sql, seal),
    namespace,
    throwOnErrors: true,
    emitErrors: false,
  });
  // keyv's own wrapper is JSON text; the adapter seals it.
  return {
    async get(key) {
      const stored: unknown = await keyv.get(key);
      return stored === undefined ? undefined : read(stored);
    },
    async set(key, value, ttlMs) {
      await keyv.set(key, value, ttlMs);
    },
    async delete(key) {
      await keyv.delete(key);
    },
  };
}

/** How many opened values are remembered. */
const MOST_REMEMBERED = 5_000;

class SqlAdapter {
  readonly opts = { dialect: 'sql', url: '' };
  namespace: string | undefined;
  readonly #sql: Sql;
  readonly #seal: Seal;

  /**
   * What was read or written last, opened: this process is the only one that writes (a store of its own, or it would not
   * remember). `undefined` remembers that nothing is there.
   */
  #changes = 0;
  readonly #remembered = new Map<string, Remembered | undefined>();

  constructor(sql: Sql, seal: Seal) {
    this.#sql = sql;
    this.#seal = seal;
  }

  /** keyv subscribes to errors here; ours are thrown instead, so there is never one to announce. */
  on(): this {
    return this;
  }

  async get(key: string): Promise<string | undefined> {
    const found = this.#remembered.has(key) ? this.#remembered.get(key) : await this.#lookUp(key);
    return found && (found.expiresAt === null || found.expiresAt > Date.now()) ? found.value : undefined;
  }

  async #lookUp(key: string): Promise<Remembered | undefined> {
    const before = this.#changes;
    const found = await this.#read(key);
    // What was written meanwhile is newer than what was read.
    if (before === this.#changes) this.#remember(key, found);
    return found;
  }

  async #read(key: string): Promise<Remembered | undefined> {
    const [row] = await this.#sql.query('SELECT value, expires_at FROM boxes WHERE key = $1', key);
    if (!row) return undefined;
    const value = this.#seal.open(row.value, `box:${key}`);
    return typeof value === 'string' ? { value, expiresAt: numberOrNull(row, 'expires_at') } : undefined;
  }

  #remember(key: string, found: Remembered | undefined): void {
    this.#remembered.delete(key);
    this.#remembered.set(key, found);
    const [oldest] = this.#remembered.keys();
    if (oldest !== undefined && this.#remembered.size > MOST_REMEMBERED) this.#remembered.delete(oldest);
  }

  /** While it is being written nobody knows what is there. */
  #forget(key: string): void {
    this.#changes++;
    this.#remembered.delete(key);
  }

  async set(key: string, value: string, ttl?: number): Promise<boolean> {
    const expiresAt = ttl === undefined ? null : Date.now() + ttl;
    this.#forget(key);
    await this.#sql.query(
      `INSERT INTO boxes (key, value, expires_at) VALUES ($1, $2, $3)
       ON CONFLICT (key) DO UPDATE SET value = excluded.value, expires_at = excluded.expires_at`,
      key,
      this.#seal.seal(value, `box:${key}`),
      expiresAt,
    );
    this.#remember(key, { value, expiresAt });
    return true;
  }

  async delete(key: string): Promise<boolean> {
    this.#forget(key);
    const rows = await this.#sql.query('DELETE FROM boxes WHERE key = $1 RETURNING key', key);
    this.#remember(key, undefined);
    return rows.length > 0;
  }

  async clear(): Promise<void> {
    this.#remembered.clear();
    await this.#sql.query('DELETE FROM boxes WHERE key LIKE $1', `${this.namespace ?? ''}:%`);
  }
}
