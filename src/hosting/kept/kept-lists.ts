import { hash } from 'node:crypto';
import type { Hosting, ServerListItem } from '../index.ts';

/** A list this young is used without asking the provider. */
const FRESH_MS = 30_000;
/** Of all accounts together: about 40 MB. */
const MOST_SERVERS_KEPT = 300_000;
/** A longer list is not saved: writing it would block all handlers. */
const MOST_SERVERS_SAVED = 20_000;
/** The number of accounts of which it is known how their list was saved. */
const MOST_DIGESTS = 10_000;

/** Saves each account's list over a restart. */
export interface ListVault {
  load(account: string): Promise<readonly ServerListItem[] | undefined>;
  save(account: string, items: readonly ServerListItem[]): Promise<void>;
}

/** The list an account last returned. */
export interface KeptList {
  readonly items: readonly ServerListItem[];
  /** When the provider was asked for it, epoch ms by the clock of the store; 0 where that is not known. */
  readonly askedAt: number;
}

/**
 * Keeps each account's last server list, so that a button's reference or a name finds its server without an exchange, even right
 * after a restart. A reference finds only servers of the account's own list: a forged one finds nothing. Later calls about the
 * server use the account's own token.
 */
export interface KeptLists {
  /** Reads the list from the provider and keeps it. */
  read(account: string, hosting: Hosting): Promise<KeptList>;
  /**
   * The same for background readings: one request, which ends with the signal. People never wait for it: its client may be waiting for the
   * account's only place, and its signal may end it.
   */
  readInBackground(account: string, hosting: Hosting, signal?: AbortSignal): Promise<KeptList>;
  /** The kept list, which is refreshed in the background unless it is fresh. Without one the provider is asked. */
  recent(account: string, hosting: Hosting): Promise<KeptList>;
  /**
   * The result of `look` in the kept list. Where that is not enough, the list is read anew: a server counts as gone only by a list
   * that was requested after this call, because any kept list may be older than the server.
   */
  search<Found>(
    account: string,
    hosting: Hosting,
    look: (items: readonly ServerListItem[]) => Found,
    isEnough: (found: Found) => boolean,
  ): Promise<Found>;
  /** The server behind a reference, by {@link KeptLists.search}. */
  find(account: string, hosting: Hosting, reference: string): Promise<ServerListItem | undefined>;
  /** The kept list, without an exchange; an empty one where none is kept. */
  known(account: string): Promise<KeptList>;
  /** The same client, which also keeps the whole lists that it reads: a server that an order found can be opened at once. */
  keeping(account: string, hosting: Hosting): Hosting;
  /** The account is disconnected: none of its lists is kept from now on. */
  forget(account: string): void;
  /** The account has another token: lists that were asked for with the old one are not kept. */
  renew(account: string): void;
}

/** The short reference of a server for buttons: its id may be long. */
export function serverReference(id: string): string {
  return hash('sha256', id, 'base64url').slice(0, 10);
}

export function createKeptLists(
  vault: ListVault,
  report: (error: unknown) => void,
  now: () => number = Date.now,
  storeNow: () => number = now,
): KeptLists {
  interface Entry extends KeptList {
    at: number;
    /** The number of its reading: a higher one was requested later, whenever its answer came. */
    reading: number;
    references: Map<string, ServerListItem> | undefined;
  }
  const kept = new Map<string, Entry>();
  /** The number of servers of all kept lists. */
  let total = 0;
  const underWay = new Map<string, Promise<Entry>>();
  /**
   * Digests of the lists that were saved last. One that was dropped from memory is not saved again while it is the same: that holds
   * the event loop for much longer than reading it.
   */
  const digests = new Map<string, string>();
  /** By account, the last reading that is not kept: that before another token, and every one of a disconnected account. */
  const unkept = new Map<string, number>();
  /** The number of readings so far. */
  let readings = 0;

  function read(account: string, hosting: Hosting): Promise<Entry> {
    const already = underWay.get(account);
    if (already) return already;
    const settled = ask(account, () => hosting.servers.list()).finally(() => {
      if (underWay.get(account) === settled) underWay.delete(account);
    });
    underWay.set(account, settled);
    return settled;
  }

  async function ask(account: string, list: () => Promise<ServerListItem[]>): Promise<Entry> {
    const reading = ++readings;
    const askedAt = storeNow();
    return keep(account, await list(), reading, askedAt);
  }

  function keep(account: string, items: readonly ServerListItem[], reading: number, askedAt: number): Entry {
    const newest = kept.get(account);
    if (newest && newest.reading > reading) return newest;
    // An equal list leaves the earlier one in memory: it is old, and replacing it would make the collector trace all of it.
    const same = newest && sameServers(newest.items, items) ? newest : undefined;
    const entry: Entry = {
      at: now(),
      askedAt,
      reading,
      items,
      references: undefined,
      ...(same && { items: same.items, references: same.references }),
    };
    if (!same) shareTexts(items);
    if (isUnkept(account, reading)) return entry;
    if (!same && (newest || !isSavedAlready(account, items))) save(account, items);
    return remember(account, entry);
  }

  function isUnkept(account: string, reading: number): boolean {
    return reading <= (unkept.get(account) ?? 0);
  }

  function isSavedAlready(account: string, items: readonly ServerListItem[]): boolean {
    const digest = digests.get(account);
    return digest !== undefined && digest === digestOf(items);
  }

  function save(account: string, items: readonly ServerListItem[]): void {
    digests.delete(account);
    digests.set(account, digestOf(items));
    for (const oldest of digests.keys().take(Math.max(0, digests.size - MOST_DIGESTS))) digests.delete(oldest);
    vault.save(account, items.length > MOST_SERVERS_SAVED ? [] : items).catch((error) => {
      digests.delete(account);
      report(error);
    });
  }

  function remember(account: string, entry: Entry): Entry {
    drop(account);
    kept.set(account, entry);
    total += entry.items.length;
    for (const oldest of kept.keys()) {
      if (total <= MOST_SERVERS_KEPT || oldest === account) break;
      drop(oldest);
    }
    return entry;
  }

  function drop(account: string): void {
    total -= kept.get(account)?.items.length ?? 0;
    kept.delete(account);
  }

  function clear(account: string): void {
    underWay.delete(account);
    drop(account);
    save(account, []);
  }

  async function recent(account: string, hosting: Hosting): Promise<Entry> {
    const entry = kept.get(account) ?? (await saved(account));
    if (!entry) return read(account, hosting);
    if (now() - entry.at > FRESH_MS) read(account, hosting).catch(report);
    return entry;
  }

  async function saved(account: string): Promise<Entry | undefined> {
    const items = await vault.load(account);
    // A reading from the provider came before the store's answer.
    const newer = kept.get(account);
    if (newer) return newer;
    if (!items || items.length === 0 || items.some(({ id }) => isRounded(id))) return undefined;
    shareTexts(items);
    return remember(account, { at: 0, askedAt: 0, reading: 0, items, references: undefined });
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
      // A reading from before this call may have missed the server: one more follows.
      if (entry.reading > before || isEnough(found)) return found;
    }
  }

  return {
    read,
    readInBackground: (account, { servers }, signal) => ask(account, () => servers.list({}, signal, 0)),
    recent,
    search: (account, hosting, look, isEnough) => seek(account, hosting, ({ items }) => look(items), isEnough),
    find: (account, hosting, reference) =>
      seek(
        account,
        hosting,
        (entry) => lookup(entry, reference),
        (found) => found !== undefined,
      ),
    known: async (account) => kept.get(account) ?? (await saved(account)) ?? { items: [], askedAt: 0 },
    keeping(account, hosting) {
      const { servers } = hosting;
      const list: typeof servers.list = async (filter = {}, signal, retries) => {
        const reading = ++readings;
        const askedAt = storeNow();
        const items = await servers.list(filter, signal, retries);
        if (Object.keys(filter).length === 0) keep(account, items, reading, askedAt);
        return items;
      };
      return { ...hosting, servers: { ...servers, list } };
    },
    forget(account) {
      unkept.set(account, Number.POSITIVE_INFINITY);
      clear(account);
    },
    renew(account) {
      unkept.set(account, readings);
      clear(account);
    },
  };
}

/** The number of texts that are looked for among the others of a list: dates with a time are all different. */
const MOST_SHARED = 1_000;

/** Lets equal places and dates of a list be one text in memory: each is a text of its own when it comes from another thread. */
function shareTexts(items: readonly ServerListItem[]): void {
  const texts = new Map<string, string>();
  const shared = (text: string) => {
    const known = texts.get(text);
    if (known === undefined && texts.size < MOST_SHARED) texts.set(text, text);
    return known ?? text;
  };
  for (const item of items) {
    if (item.geo !== undefined) item.geo = shared(item.geo);
    if (item.expireDate !== undefined) item.expireDate = shared(item.expireDate);
  }
}

/** Whether an older release may have rounded the id, which is then another server's. */
function isRounded(id: string): boolean {
  return /^\d{16,}$/.test(id) && !Number.isSafeInteger(Number(id)) && String(Number(id)) === id;
}

function digestOf(items: readonly ServerListItem[]): string {
  return hash('sha256', JSON.stringify(items), 'base64url');
}

/** Whether two lists are equal. */
function sameServers(one: readonly ServerListItem[] | undefined, other: readonly ServerListItem[]): boolean {
  if (one === other) return true;
  return one?.length === other.length && other.every((item, at) => same(one[at], item));
}

function same(one: ServerListItem | undefined, other: ServerListItem): boolean {
  if (one?.mark !== other.mark) return false;
  return one?.id === other.id && one.ip === other.ip && one.geo === other.geo && one.expireDate === other.expireDate;
}
