import Keyv, { jsonSerializer, type KeyvStorageAdapter, keyvStorageCapability } from 'keyv';
import { nullableNumberColumn, type Sql } from '../database/sql.ts';
import type { Seal } from '../encryption/seal.ts';
import { guarded } from '../leases.ts';
import { createRecentValues, createTurns, type RecentValues } from '../memory.ts';

/** Of each namespace, so many values are known without asking the database. */
const MOST_KNOWN = 1_000;

/** A sealed value as it is kept, and until when (epoch ms, by the store's clock; `null`: for ever). */
interface Kept {
  value: string | undefined;
  expiresAt: number | null;
}

/** A per-user key store: one namespace of sealed values with an optional time to live. */
export interface KeyValueStore<Value> {
  get(key: string): Promise<Value | undefined>;
  set(key: string, value: Value, ttlMs?: number): Promise<void>;
  delete(key: string): Promise<void>;
  /**
   * Reads, changes in place and writes one value, `empty` where there is none; changes of the same key wait for each
   * other, also those of other processes. `edit` may run more than once.
   */
  change<Result>(key: string, empty: () => Value, edit: (value: Value) => Result): Promise<Result>;
}

/**
 * A keyv over the SQL driver, for the keys of one namespace. A read that fails throws: an outage never looks like a missing
 * key. `read` turns what was stored into the value, and is the only place that trusts its shape.
 */
export function openKeyValueStore<Value>(
  sql: Sql,
  seal: Seal,
  namespace: string,
  read: (stored: unknown) => Value,
): KeyValueStore<Value> {
  return open(sql, seal, namespace, read).box;
}

function open<Value>(sql: Sql, seal: Seal, namespace: string, read: (stored: unknown) => Value) {
  const adapter = new SqlAdapter(sql, seal, namespace);
  const serialization = {
    parse: jsonSerializer.parse,
    // By keyv's wrapper a release before this one would end a value by its machine's clock. The adapter ends it, by the store's.
    stringify: (wrapped: unknown) => jsonSerializer.stringify(Object.assign({}, wrapped, { expires: undefined })),
  };
  const keyv = new Keyv({ store: adapter, serialization, checkExpired: false });
  // keyv 6 resolves a read that fails to `undefined`, like a missing key, once an error has any listener that does not throw.
  keyv.on('error', (error) => {
    throw error;
  });
  const turns = createTurns();
  /** Runs what may write a value in its own way. */
  const altering = <T>(key: string, work: () => Promise<T>) => adapter.altering(key, work);
  // keyv's own wrapper is JSON text; the adapter seals it.
  const box: KeyValueStore<Value> = {
    change: (key, empty, edit) =>
      // In turns first: those who wait here need no connection of their own to wait in.
      turns(key, () =>
        altering(key, () =>
          sql.transaction(async (inside) => {
            await inside.lock(`box:${namespace}:${key}`);
            const box = openKeyValueStore(inside, seal, namespace, read);
            const value = (await box.get(key)) ?? empty();
            const result = edit(value);
            await box.set(key, value);
            return result;
          }),
        ),
      ),
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
  return { box, altering };
}

/**
 * {@link openKeyValueStore} for what tells where somebody stands in a dialogue: a process that handles their update under a lease
 * writes it only while it holds that. What it writes late would take back what another one has done since.
 */
export function openGuardedKeyValueStore<Value>(
  ...dependencies: Parameters<typeof openKeyValueStore<Value>>
): KeyValueStore<Value> {
  const [sql, ...rest] = dependencies;
  const { box, altering } = open(...dependencies);
  const under = (key: string, write: (box: KeyValueStore<Value>) => Promise<void>) =>
    altering(key, () => guarded(sql, (inside) => write(inside === sql ? box : openKeyValueStore(inside, ...rest))));
  return {
    ...box,
    set: (key, value, ttlMs) => under(key, (within) => within.set(key, value, ttlMs)),
    delete: (key) => under(key, (within) => within.delete(key)),
  };
}

class SqlAdapter implements Pick<KeyvStorageAdapter, 'capabilities' | 'get' | 'set' | 'delete'> {
  /** An adapter without them is given its keys with another prefix: nothing that was kept would be found. */
  readonly capabilities = keyvStorageCapability(this);
  readonly #sql: Sql;
  readonly #seal: Seal;
  readonly #namespace: string;
  /** What was read last: every update asks for the same few values. */
  readonly #known: RecentValues<Kept | undefined> | undefined;

  constructor(sql: Sql, seal: Seal, namespace: string) {
    this.#sql = sql;
    this.#seal = seal;
    this.#namespace = namespace;
    const { othersChanges } = sql;
    if (othersChanges) this.#known = createRecentValues(MOST_KNOWN, () => othersChanges.call(sql));
  }

  altering<T>(key: string, work: () => Promise<T>): Promise<T> {
    return this.#known ? this.#known.altering(key, work) : work();
  }

  async get(key: string): Promise<string | undefined> {
    const kept = await (this.#known ? this.#known.get(key, () => this.#read(key)) : this.#read(key));
    return kept && (kept.expiresAt === null || kept.expiresAt > this.#sql.now()) ? kept.value : undefined;
  }

  async #read(key: string): Promise<Kept | undefined> {
    const row = this.#row(key);
    const [found] = await this.#sql.query('SELECT value, expires_at FROM boxes WHERE key = $1', row);
    if (!found) return undefined;
    const opened = this.#seal.open(found.value, `box:${row}`);
    return {
      value: typeof opened === 'string' ? opened : undefined,
      expiresAt: nullableNumberColumn(found, 'expires_at'),
    };
  }

  /** @param expires epoch milliseconds by the clock of this machine, to which keyv added the time to live */
  async set(key: string, value: string, expires?: number): Promise<boolean> {
    const row = this.#row(key);
    await this.altering(key, () =>
      this.#sql.query(
        `INSERT INTO boxes (key, value, expires_at) VALUES ($1, $2, $3)
         ON CONFLICT (key) DO UPDATE SET value = excluded.value, expires_at = excluded.expires_at`,
        row,
        this.#seal.seal(value, `box:${row}`),
        expires === undefined ? null : this.#sql.now() + expires - Date.now(),
      ),
    );
    return true;
  }

  async delete(key: string): Promise<boolean> {
    const remove = () => this.#sql.query('DELETE FROM boxes WHERE key = $1 RETURNING key', this.#row(key));
    return (await this.altering(key, remove)).length > 0;
  }

  #row(key: string): string {
    return `${this.#namespace}:${key}`;
  }
}
