import { createBulkhead } from '../http/bulkhead.ts';
import { Failure } from '../http/failure.ts';
import type { Hosting } from '../index.ts';

const FRESH_MS = 30_000;
const MAX_KEPT = 50_000;
/** Readings for lists; a person's own taps use the other places of the provider. */
const LIST_READING_PLACES = { perAccount: 8, inAll: 32, perResource: 32, waitMs: 10_000 };

export type Statuses = ReadonlyMap<string, string | undefined>;

/** The contract's list has no status, so a list reads the status of each server that it shows. */
export interface KeptStatuses {
  /** Keeps the client's readings. A call that changes a server makes its kept reading invalid. */
  keeping(account: string, hosting: Hosting): Hosting;
  known(account: string, ids: readonly string[], freshMs?: number): Statuses;
  /** Leaves out a server whose reading failed, or came too late. @param hosting a client of {@link keeping} */
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
  const changed = new Map<string, number>();
  const places = createBulkhead(LIST_READING_PLACES);
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
        // Without retries: a list of many rows would triple the requests to a provider in trouble.
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
  if (map.size > MAX_KEPT) for (const oldest of map.keys().take(1)) map.delete(oldest);
}
