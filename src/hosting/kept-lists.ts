import { hash } from 'node:crypto';
import type { Hosting, ServerListItem } from './index.ts';

/** A list this young answers without a word to the provider. */
const FRESH_MS = 30_000;
const MOST_SERVERS_KEPT = 200_000;
/** A longer list is not kept over a restart: writing it would hold everybody up. */
const MOST_SERVERS_SAVED = 20_000;

/** Where each account's list is kept over a restart. */
export interface ListVault {
  load(account: string): Promise<readonly ServerListItem[] | undefined>;
  save(account: string, items: readonly ServerListItem[]): Promise<void>;
}

/** The list an account last returned. */
export interface KeptList {
  readonly at: number;
  readonly items: readonly ServerListItem[];
}

/**
 * Keeps each account's last server list, so that finding a server by a button's reference or by a name costs no exchange,
 * also right after a restart. A reference is resolved only against the account's own list: a forged one finds nothing; and
 * whatever it leads to is asked of the provider with the account's own token.
 */
export interface KeptLists {
  /** Asks the provider and keeps the answer. */
  read(account: string, hosting: Hosting): Promise<KeptList>;
  /** The kept list, refreshed behind the answer unless it is fresh; asks the provider where there is none. */
  recent(account: string, hosting: Hosting): Promise<KeptList>;
  /** The server behind a reference; asks the provider once more before giving up. */
  find(account: string, hosting: Hosting, reference: string): Promise<ServerListItem | undefined>;
  forget(account: string): void;
}

/** The short reference of a server: what a button carries instead of its id, which may be long. */
export function serverReference(id: string): string {
  return hash('sha256', id, 'base64url').slice(0, 10);
}

export function createKeptLists(
  vault: ListVault,
  report: (error: unknown) => void,
  now: () => number = Date.now,
): KeptLists {
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
    if (!sameServers(kept.get(account)?.items, items)) save(account, items);
    return remember(account, entry);
  }

  function save(account: string, items: readonly ServerListItem[]): void {
    vault.save(account, items.length > MOST_SERVERS_SAVED ? [] : items).catch(report);
  }

  function remember(account: string, entry: Entry): Entry {
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
    const entry = kept.get(account) ?? (await saved(account));
    if (!entry) return read(account, hosting);
    if (now() - entry.at > FRESH_MS) read(account, hosting).catch(report);
    return entry;
  }

  async function saved(account: string): Promise<Entry | undefined> {
    const items = await vault.load(account);
    return items && items.length > 0 ? remember(account, { at: 0, items, references: undefined }) : undefined;
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
      save(account, []);
    },
  };
}

/** Whether two lists say the same. */
function sameServers(one: readonly ServerListItem[] | undefined, other: readonly ServerListItem[]): boolean {
  return one?.length === other.length && other.every((item, at) => same(one[at], item));
}

function same(one: ServerListItem | undefined, other: ServerListItem): boolean {
  return one?.id === other.id && one.ip === other.ip && one.geo === other.geo && one.expireDate === other.expireDate;
}
