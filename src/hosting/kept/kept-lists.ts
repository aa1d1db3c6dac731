import { hash } from 'node:crypto';
import type { Hosting, ServerListItem } from '../index.ts';

const FRESH_MS = 30_000;
/** For all accounts together: about 40 MB. */
const MAX_SERVERS_KEPT = 300_000;
/** Writing a longer list would block all handlers. */
const MAX_SERVERS_SAVED = 20_000;
const MAX_DIGESTS = 10_000;

export interface ListVault {
  load(account: string): Promise<readonly ServerListItem[] | undefined>;
  save(account: string, items: readonly ServerListItem[]): Promise<void>;
}

export interface KeptList {
  readonly items: readonly ServerListItem[];
  /** Epoch ms by the clock of the store; 0 where unknown. */
  readonly askedAt: number;
}

/** Finds a button's server without a request. Only the account's own list counts: a forged reference finds nothing. */
export interface KeptLists {
  read(account: string, hosting: Hosting): Promise<KeptList>;
  /** Makes one request. People never wait for it: its client may wait for the account's only place. */
  readInBackground(account: string, hosting: Hosting, signal?: AbortSignal): Promise<KeptList>;
  recent(account: string, hosting: Hosting): Promise<KeptList>;
  /** Looks in the kept list, then in a new one: only a list requested after this call proves that a server is gone. */
  search<Found>(
    account: string,
    hosting: Hosting,
    look: (items: readonly ServerListItem[]) => Found,
    isEnough: (found: Found) => boolean,
  ): Promise<Found>;
  find(account: string, hosting: Hosting, reference: string): Promise<ServerListItem | undefined>;
  known(account: string): Promise<KeptList>;
  /** Keeps the client's whole lists too, so that a server that an order found can be opened at once. */
  keeping(account: string, hosting: Hosting): Hosting;
  forget(account: string): void;
  /** The account has another token: lists that were asked for with the old one are not kept. */
  renew(account: string): void;
}

/** The id may be too long for a button. */
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
    reading: number;
    references: Map<string, ServerListItem> | undefined;
  }
  const kept = new Map<string, Entry>();
  let total = 0;
  const underWay = new Map<string, Promise<Entry>>();
  /** Saving the same list again would block the event loop for much longer than reading it. */
  const digests = new Map<string, string>();
  /** The account's last reading that must not be kept: one with an old token, or any once it is disconnected. */
  const unkept = new Map<string, number>();
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
    // An equal list leaves the earlier one in memory: the collector would trace all of a new one.
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
    for (const oldest of digests.keys().take(Math.max(0, digests.size - MAX_DIGESTS))) digests.delete(oldest);
    vault.save(account, items.length > MAX_SERVERS_SAVED ? [] : items).catch((error) => {
      digests.delete(account);
      report(error);
    });
  }

  function remember(account: string, entry: Entry): Entry {
    drop(account);
    kept.set(account, entry);
    total += entry.items.length;
    for (const oldest of kept.keys()) {
      if (total <= MAX_SERVERS_KEPT || oldest === account) break;
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

const MAX_SHARED_TEXTS = 1_000;

/** Lets equal texts of a list share memory: each that comes from another thread is a copy. */
function shareTexts(items: readonly ServerListItem[]): void {
  const texts = new Map<string, string>();
  const shared = (text: string) => {
    const known = texts.get(text);
    if (known === undefined && texts.size < MAX_SHARED_TEXTS) texts.set(text, text);
    return known ?? text;
  };
  for (const item of items) {
    if (item.geo !== undefined) item.geo = shared(item.geo);
    if (item.expireDate !== undefined) item.expireDate = shared(item.expireDate);
  }
}

/** An older release may have rounded the id: the rounded one is another server's. */
function isRounded(id: string): boolean {
  return /^\d{16,}$/.test(id) && !Number.isSafeInteger(Number(id)) && String(Number(id)) === id;
}

function digestOf(items: readonly ServerListItem[]): string {
  return hash('sha256', JSON.stringify(items), 'base64url');
}

function sameServers(one: readonly ServerListItem[] | undefined, other: readonly ServerListItem[]): boolean {
  if (one === other) return true;
  return one?.length === other.length && other.every((item, at) => same(one[at], item));
}

function same(one: ServerListItem | undefined, other: ServerListItem): boolean {
  if (one?.mark !== other.mark) return false;
  return one?.id === other.id && one.ip === other.ip && one.geo === other.geo && one.expireDate === other.expireDate;
}
