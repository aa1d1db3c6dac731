import { hash } from 'node:crypto';
import type { Hosting, ServerListItem } from './index.ts';

/** A list this young answers without a word to the provider. */
const FRESH_MS = 30_000;
/** A list older than this is not used any more. */
const USABLE_MS = 10 * 60_000;
const MOST_SERVERS_KEPT = 200_000;

/** The list an account last returned. */
export interface KeptList {
  readonly at: number;
  readonly items: readonly ServerListItem[];
}

/**
 * Keeps each account's last server list in memory, so that finding a server by a button's reference or by a name costs no
 * exchange. A reference is resolved only against the account's own list: a forged one finds nothing.
 */
export interface KeptLists {
  /** Asks the provider and keeps the answer. */
  read(account: string, hosting: Hosting): Promise<KeptList>;
  /** The kept list where it is recent, refreshed behind the answer; asks the provider otherwise. */
  recent(account: string, hosting: Hosting): Promise<KeptList>;
  /** The server behind a reference; asks the provider once more before giving up. */
  find(account: string, hosting: Hosting, reference: string): Promise<ServerListItem | undefined>;
  forget(account: string): void;
}

/** The short reference of a server: what a button carries instead of its id, which may be long. */
export function serverReference(id: string): string {
  return hash('sha256', id, 'base64url').slice(0, 10);
}

export function createKeptLists(report: (error: unknown) => void, now: () => number = Date.now): KeptLists {
  interface Entry extends KeptList {
    references: Map<string, ServerListItem> | undefined;
  }
  const kept = new Map<string, Entry>();
  const reading = new Map<string, Promise<Entry>>();

  function read(account: string, hosting: Hosting): Promise<Entry> {
    const already = reading.get(account);
    if (already) return already;
    const task = hosting.servers.list().then((items) => keep(account, items));
    const settled = task.finally(() => reading.delete(account));
    reading.set(account, settled);
    return settled;
  }

  function keep(account: string, items: readonly ServerListItem[]): Entry {
    const entry: Entry = { at: now(), items, references: undefined };
    kept.delete(account);
    kept.set(account, entry);
    let total = 0;
    for (const other of kept.values()) total += other.items.length;
    for (const [key, other] of kept) {
      if (total <= MOST_SERVERS_KEPT || key === account) break;
      total -= other.items.length;
      kept.delete(key);
    }
    return entry;
  }

  async function recent(account: string, hosting: Hosting): Promise<Entry> {
    const entry = kept.get(account);
    const age = entry ? now() - entry.at : Number.POSITIVE_INFINITY;
    if (!entry || age > USABLE_MS) return read(account, hosting);
    if (age > FRESH_MS) read(account, hosting).catch(report);
    return entry;
  }

  function lookup(entry: Entry, reference: string): ServerListItem | undefined {
    entry.references ??= new Map(entry.items.map((item) => [serverReference(item.id), item]));
    return entry.references.get(reference);
  }

  return {
    read,
    recent,
    async find(account, hosting, reference) {
      const entry = await recent(account, hosting);
      const found = lookup(entry, reference);
      if (found || now() - entry.at < 1000) return found;
      return lookup(await read(account, hosting), reference);
    },
    forget(account) {
      kept.delete(account);
    },
  };
}
