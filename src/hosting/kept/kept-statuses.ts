import { createBulkhead } from '../http/bulkhead.ts';
import { Failure } from '../http/failure.ts';
import type { Hosting } from '../index.ts';

/** A reading this young is shown without asking the provider. */
const FRESH_MS = 30_000;
const MOST_KEPT = 50_000;
/** The readings for lists that may wait for the provider at a time. A person's own taps have the rest of its places. */
const PLACES = { perAccount: 8, inAll: 32, perResource: 32, waitMs: 10_000 };

/** The status of each server that could be read, by its id; `undefined` where the record has none. */
export type Statuses = ReadonlyMap<string, string | undefined>;

/**
 * Keeps the last status of each server that a card, the watch of an operation, or a list has read. The contract's list
 * has no status, so a list reads that of each server it shows.
 */
export interface KeptStatuses {
  /** The same client, whose readings are kept. A call that changes a server makes its kept reading invalid. */
  keeping(account: string, hosting: Hosting): Hosting;
  /** The readings of these servers that are not older than `freshMs`. */
  known(account: string, ids: readonly string[], freshMs?: number): Statuses;
  /**
   * Reads the servers, each once and at most eight of a person at a time; those read within `freshMs` are not asked for. A server
   * whose reading failed, or came too late for the signal, is left out.
   * @param hosting a client of {@link keeping}
   */
  read(
    person: number,
    account: string,
    hosting: Hosting,
    ids: readonly string[],
    signal: AbortSignal,
    freshMs?: number,
  ): Promise<Statuses>;
}

interface Reading {
  at: number;
  status: string | undefined;
}

export function createKeptStatuses(now: () => number = Date.now): KeptStatuses {
  const kept = new Map<string, Reading>();
  /** When a server was changed last: a reading that was asked for before says nothing of it. */
  const changed = new Map<string, number>();
  const places = createBulkhead(PLACES);
  /** Counts readings and changes, in their order. */
  let events = 0;

  const keyOf = (account: string, id: string) => `${account} ${id}`;

  function forget(key: string): void {
    kept.delete(key);
    put(changed, key, ++events);
  }

  function known(account: string, ids: readonly string[], freshMs = FRESH_MS): Statuses {
    const least = now() - freshMs;
    const found = ids.flatMap((id) => {
      const reading = kept.get(keyOf(account, id));
      return reading && reading.at >= least ? [[id, reading.status] as const] : [];
    });
    return new Map(found);
  }

  /** Asks in one of the person's places; a server without a reading is left out. */
  async function inPlace(person: number, ask: () => Promise<void>): Promise<void> {
    const leave = await places.enter({ account: String(person), resource: 'server' });
    try {
      if (leave) await ask();
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
    } finally {
      leave?.();
    }
  }

  return {
    known,
    keeping(account, hosting) {
      const { servers, snapshots, backups, cloudOrders } = hosting;
      const changing =
        <Rest extends unknown[], Answer>(change: (id: string, ...rest: Rest) => Promise<Answer>) =>
        async (id: string, ...rest: Rest): Promise<Answer> => {
          const key = keyOf(account, id);
          forget(key);
          try {
            return await change(id, ...rest);
          } finally {
            forget(key);
          }
        };
      const status: typeof servers.status = async (id, signal, retries) => {
        const key = keyOf(account, id);
        const asked = ++events;
        const record = await servers.status(id, signal, retries);
        if ((changed.get(key) ?? 0) < asked) put(kept, key, { at: now(), status: record.status });
        return record;
      };
      return {
        ...hosting,
        servers: {
          ...servers,
          status,
          action: changing(servers.action),
          reinstall: changing(servers.reinstall),
          rescue: changing(servers.rescue),
          eject: changing(servers.eject),
        },
        snapshots: { ...snapshots, restore: changing(snapshots.restore) },
        backups: { ...backups, restore: changing(backups.restore) },
        cloudOrders: { ...cloudOrders, upgrade: changing(cloudOrders.upgrade) },
      };
    },
    async read(person, account, hosting, ids, signal, freshMs) {
      const found = new Map(known(account, ids, freshMs));
      const ask = async (id: string): Promise<void> => {
        // Another list may have read it while this one waited for its place.
        const [meanwhile] = known(account, [id], freshMs);
        if (meanwhile) found.set(...meanwhile);
        // A list has many rows: asked again for each of them, a provider in trouble would get three times as many requests.
        else if (!signal.aborted) found.set(id, (await hosting.servers.status(id, signal, 0)).status);
      };
      const missing = ids.filter((id) => !found.has(id));
      await Promise.all(missing.map((id) => inPlace(person, () => ask(id))));
      return found;
    },
  };
}

function put<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key);
  map.set(key, value);
  if (map.size > MOST_KEPT) for (const oldest of map.keys().take(1)) map.delete(oldest);
}
