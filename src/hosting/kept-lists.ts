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
  /**
   * What `look` finds in the kept list. Where that is not enough, the provider is asked: a server is called gone only by a list
   * that was asked for after this call, since a kept one, however young, may be older than the server.
   */
  search<Found>(
    account: string,
    hosting: Hosting,
    look: (items: readonly ServerListItem[]) => Found,
    isEnough: (found: Found) => boolean,
  ): Promise<Found>;
  /** The server behind a reference, by {@link KeptLists.search}. */
  find(account: string, hosting: Hosting, reference: string): Promise<ServerListItem | undefined>;
  /** The same client, whose readings of the whole list are kept too: what an order found can be opened at once. */
  keeping(account: string, hosting: Hosting): Hosting;
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
    at: number;
    /** The number of the reading that brought it: a later one began later, whenever its answer came. */
    reading: number;
    references: Map<string, ServerListItem> | undefined;
  }
  const kept = new Map<string, Entry>();
  const underWay = new Map<string, Promise<Entry>>();
  /** An answer that comes after its account was disconnected is not kept. */
  const forgotten = new Set<string>();
  /** How many readings have begun. */
  let readings = 0;

  function read(account: string, hosting: Hosting): Promise<Entry> {
    const already = underWay.get(account);
    if (already) return already;
    const settled = ask(account, hosting).finally(() => underWay.delete(account));
    underWay.set(account, settled);
    return settled;
  }

  async function ask(account: string, hosting: Hosting): Promise<Entry> {
    const reading = ++readings;
    return keep(account, await hosting.servers.list(), reading);
  }

  function keep(account: string, items: readonly ServerListItem[], reading: number): Entry {
    const newest = kept.get(account);
    if (newest && newest.reading > reading) return newest;
    const entry: Entry = { at: now(), reading, items, references: undefined };
    if (forgotten.has(account)) return entry;
    if (!sameServers(newest?.items, items)) save(account, items);
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
    // A reading was faster than the store.
    const newer = kept.get(account);
    if (newer) return newer;
    return items && items.length > 0
      ? remember(account, { at: 0, reading: 0, items, references: undefined })
      : undefined;
  }

  function lookup(entry: Entry, reference: string): ServerListItem | undefined {
    entry.references ??= new Map(entry.items.map((item) => [serverReference(item.id), item]));
    return entry.references.get(reference);
  }

  async function seek<Found>(
    account: string,
    hosting: Hosting,
    look: (entry: Entry) => Found,
    isEnough: (found: Found) => boolean,
  ): Promise<Found> {
    const before = readings;
    for (let entry = await recent(account, hosting); ; entry = await read(account, hosting)) {
      const found = look(entry);
      // A reading that was under way already may have passed the server by: then it is followed by one more.
      if (entry.reading > before || isEnough(found)) return found;
    }
  }

  return {
    read,
    recent,
    search: (account, hosting, look, isEnough) => seek(account, hosting, ({ items }) => look(items), isEnough),
    find: (account, hosting, reference) =>
      seek(
        account,
        hosting,
        (entry) => lookup(entry, reference),
        (found) => found !== undefined,
      ),
    keeping(account, hosting) {
      const { servers } = hosting;
      const list: typeof servers.list = async (filter = {}, signal) => {
        const reading = ++readings;
        const items = await servers.list(filter, signal);
        if (Object.keys(filter).length === 0) keep(account, items, reading);
        return items;
      };
      return { ...hosting, servers: { ...servers, list } };
    },
    forget(account) {
      forgotten.add(account);
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
