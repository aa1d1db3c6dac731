import { setImmediate as nextTurn } from 'node:timers/promises';
import Keyv, { jsonSerializer, type KeyvStorageAdapter, keyvStorageCapability } from 'keyv';
import { type Durability, nullableNumberColumn, type Row, type Sql, type Transaction } from '../database/sql.ts';
import type { Seal } from '../encryption/seal.ts';
import { guarded } from '../leases.ts';
import { createRecentValues, createTurns, type RecentValues } from '../memory.ts';
import { changesAhead, rowAhead } from './read-ahead.ts';

const MAX_CACHED_VALUES = 1_000;
/** The servers of an account can have 2 MB, and are cached where they are used. */
const MAX_CACHED_LENGTH = 64 * 1024;

interface Kept {
  value: string | undefined;
  expiresAt: number | null;
}

export interface KeyValueStore<Value> {
  get(key: string): Promise<Value | undefined>;
  set(key: string, value: Value, ttlMs?: number): Promise<void>;
  delete(key: string): Promise<void>;
  /** Changes of a key run one at a time, over all processes; `edit` may run more than once. */
  change<Result>(
    key: string,
    empty: () => Value,
    edit: (value: Value) => Result,
    also?: (inside: Transaction) => Promise<void>,
  ): Promise<Result>;
  /** Values read before the work are not used after it. */
  altering<Result>(key: string, work: () => Promise<Result>): Promise<Result>;
}

/** A failed read throws: an outage never looks like a missing key. */
export function openKeyValueStore<Value>(
  sql: Sql,
  seal: Seal,
  namespace: string,
  read: (stored: unknown) => Value,
  durability?: Durability,
): KeyValueStore<Value> {
  return open(sql, seal, namespace, read, durability).values;
}

function open<Value>(
  sql: Sql,
  seal: Seal,
  namespace: string,
  read: (stored: unknown) => Value,
  durability?: Durability,
) {
  const adapter = new SqlAdapter(sql, seal, namespace, durability);
  let opened: Keyv | undefined;
  /** Made for the first value: a transaction opens namespaces of which it uses few. */
  const keyv = () => {
    opened ??= openKeyv(adapter);
    return opened;
  };
  const turns = createTurns();
  const altering = <T>(key: string, work: () => Promise<T>) => adapter.altering(key, work);
  const values: KeyValueStore<Value> = {
    altering,
    change: (key, empty, edit, also) =>
      // Waiting in turns first needs no connection to the database.
      turns(key, () =>
        altering(key, () =>
          sql.transaction(async (inside) => {
            await inside.lock(`box:${namespace}:${key}`);
            const values = openKeyValueStore(inside, seal, namespace, read);
            const value = (await values.get(key)) ?? empty();
            const result = edit(value);
            await values.set(key, value);
            await also?.(inside);
            return result;
          }),
        ),
      ),
    async get(key) {
      const stored: unknown = await keyv().get(key);
      return stored === undefined ? undefined : read(stored);
    },
    async set(key, value, ttlMs) {
      await keyv().set(key, value, ttlMs);
    },
    async delete(key) {
      await keyv().delete(key);
    },
  };
  return { values, altering };
}

const serialization = {
  parse: jsonSerializer.parse,
  // Earlier releases expire values by the time in keyv's wrapper and their machine's clock.
  stringify: (wrapped: unknown) => jsonSerializer.stringify(Object.assign({}, wrapped, { expires: undefined })),
};

function openKeyv(store: SqlAdapter): Keyv {
  const keyv = new Keyv({ store, serialization, checkExpired: false });
  // With a listener that does not throw, keyv 6 resolves a failed read to `undefined`, like a missing key.
  keyv.on('error', (error) => {
    throw error;
  });
  return keyv;
}

/** For the state of a dialogue: a write without the lease would undo the work of the next holder. */
export function openGuardedKeyValueStore<Value>(
  ...dependencies: Parameters<typeof openKeyValueStore<Value>>
): KeyValueStore<Value> {
  const [sql, ...rest] = dependencies;
  const { values, altering } = open(...dependencies);
  const under = (key: string, write: (values: KeyValueStore<Value>) => Promise<void>) =>
    altering(key, () => guarded(sql, (inside) => write(inside === sql ? values : openKeyValueStore(inside, ...rest))));
  return {
    ...values,
    set: (key, value, ttlMs) => under(key, (within) => within.set(key, value, ttlMs)),
    delete: (key) => under(key, (within) => within.delete(key)),
  };
}

const PUT = `INSERT INTO boxes (key, value, expires_at) VALUES ($1, $2, $3)
  ON CONFLICT (key) DO UPDATE SET value = excluded.value, expires_at = excluded.expires_at`;

class SqlAdapter implements Pick<KeyvStorageAdapter, 'capabilities' | 'get' | 'set' | 'delete'> {
  /** Without them keyv gives the adapter keys with another prefix, and no stored value would be found. */
  readonly capabilities = keyvStorageCapability(this);
  readonly #sql: Sql;
  readonly #seal: Seal;
  readonly #namespace: string;
  readonly #durability: Durability | undefined;
  readonly #known: RecentValues<Kept | undefined> | undefined;

  constructor(sql: Sql, seal: Seal, namespace: string, durability: Durability | undefined) {
    this.#sql = sql;
    this.#seal = seal;
    this.#namespace = namespace;
    this.#durability = durability;
    const { othersChanges } = sql;
    if (othersChanges)
      this.#known = createRecentValues<Kept | undefined>(
        MAX_CACHED_VALUES,
        () => othersChanges.call(sql),
        (kept) => (kept?.value ?? '').length <= MAX_CACHED_LENGTH,
      );
  }

  altering<T>(key: string, work: () => Promise<T>): Promise<T> {
    changesAhead(this.#row(key));
    return this.#known ? this.#known.altering(key, work) : work();
  }

  async get(key: string): Promise<string | undefined> {
    const kept = await (this.#known ? this.#known.get(key, () => this.#read(key)) : this.#read(key));
    return kept && (kept.expiresAt === null || kept.expiresAt > this.#sql.now()) ? kept.value : undefined;
  }

  async #read(key: string): Promise<Kept | undefined> {
    const row = this.#row(key);
    const found = await this.#find(row);
    if (!found) return undefined;
    const opened = this.#seal.open(found.value, `box:${row}`);
    return {
      value: typeof opened === 'string' ? opened : undefined,
      expiresAt: nullableNumberColumn(found, 'expires_at'),
    };
  }

  async #find(key: string): Promise<Row | undefined> {
    const ahead = this.#known ? undefined : await rowAhead(this.#sql, key);
    if (ahead) return ahead.row;
    const [found] = await this.#sql.query('SELECT value, expires_at FROM boxes WHERE key = $1', key);
    return found;
  }

  /** @param expires epoch ms by this machine's clock: keyv adds the time to live to that */
  async set(key: string, value: string, expires?: number): Promise<boolean> {
    const row = this.#row(key);
    await this.altering(key, async () => {
      // keyv has made the text of a long value in this turn: other handlers run before it is sealed.
      if (value.length > MAX_CACHED_LENGTH) await nextTurn();
      const sealed = this.#seal.seal(value, `box:${row}`);
      const expiresAt = expires === undefined ? null : this.#sql.now() + expires - Date.now();
      const put = (inside: Sql) => inside.query(PUT, row, sealed, expiresAt);
      if (this.#durability !== 'relaxed') await put(this.#sql);
      else await this.#sql.transaction(put, { durability: 'relaxed', oneStatement: true });
    });
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
