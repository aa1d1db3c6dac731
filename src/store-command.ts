import { existsSync } from 'node:fs';
import { ConfigError, readStoreSettings } from './config.ts';
import { copyStore, type TableCount } from './store/admin/copy.ts';
import { isFileInUse, isServerInUse } from './store/admin/is-in-use.ts';
import { type Refused, StoreRefused } from './store/admin/refused.ts';
import { resealStore } from './store/admin/rotate-keys.ts';
import { isServer, type Opened, open } from './store/database/open.ts';
import { StoreUnavailable } from './store/database/sql.ts';
import { keyBeside } from './store/encryption/keys.ts';
import { SealBroken } from './store/encryption/seal.ts';
import { isNewestKey } from './store/encryption/verify-keys.ts';

const USAGE = `npm run store -- copy FROM TO   copies everything from one store into another, empty one; each is sqlite:PATH or postgres://…
npm run store -- reseal         seals every value of STORE_URL anew with the first key of STORE_KEY`;

const REFUSED: Record<Refused, string> = {
  notThere: 'there is no store to copy or to seal anew.',
  newer: 'the stores are not of the same release, or of a newer one than this program.',
  notEmpty: 'there is something in the store to copy to already. Name an empty one.',
  differs: 'what was written did not read as what was sent. The store to copy to is as it was.',
  inUse: 'another program works on the store. Stop the bot (every process of it) and run this again.',
  keyNeeded:
    'PostgreSQL needs STORE_KEY, 32 random bytes in base64 or hex (make one with `openssl rand -base64 32`). The key beside a SQLite file is used for reading it besides.',
  unguarded:
    'PostgreSQL on another machine has to prove itself: add sslmode=verify-full to its URL, and set STORE_CA_FILE where its certificate is of a CA of your own; or set STORE_TLS=optional where the network between them is trusted.',
  notStarted:
    'the bot works on this store, but was not started with this STORE_KEY. Put the new key first and keep the old one behind it, restart every process of the bot, then run this; or stop the bot.',
  oldWriters:
    'a process still seals with an older key. Restart every process of the bot with the new key first, then run this again.',
};

type Keys = readonly Uint8Array[] | undefined;

const pathOf = (url: string) => url.slice('sqlite:'.length);

/** A SQLite store is also read with the key beside it, for values that were encrypted before STORE_KEY was set. */
async function openNamed(url: string, keys: Keys, { made = false } = {}): Promise<Opened> {
  if (isServer(url)) {
    if (!keys) throw new StoreRefused('keyNeeded');
    return open(url, keys);
  }
  const path = pathOf(url);
  if (!made && !existsSync(path)) throw new StoreRefused('notThere');
  const beside = existsSync(`${path}.key`) ? keyBeside(path) : [];
  return open(url, keys && [...keys, ...(made ? [] : beside)]);
}

/** Call it before a SQLite file is opened. */
async function isInUse(url: string, opened?: Opened): Promise<boolean> {
  if (isServer(url)) return opened !== undefined && isServerInUse(opened.sql);
  return opened === undefined && isFileInUse(pathOf(url));
}

async function copy(fromUrl: string, toUrl: string, keys: Keys): Promise<TableCount[]> {
  for (const url of [fromUrl, toUrl]) if (await isInUse(url)) throw new StoreRefused('inUse');
  const from = await openNamed(fromUrl, keys);
  try {
    const to = await openNamed(toUrl, keys, { made: true });
    try {
      if ((await isInUse(fromUrl, from)) || (await isInUse(toUrl, to))) throw new StoreRefused('inUse');
      return await copyStore(from, to);
    } finally {
      await to.sql.close();
    }
  } finally {
    await from.sql.close();
  }
}

async function reseal(url: string, keys: Keys): Promise<TableCount[]> {
  const busy = await isInUse(url);
  const opened = await openNamed(url, keys);
  try {
    const inUse = busy || (await isInUse(url, opened));
    if (inUse && !(await isNewestKey(opened.sql, opened.seal))) throw new StoreRefused('notStarted');
    return await resealStore(opened);
  } finally {
    await opened.sql.close();
  }
}

const isUrl = (text: string | undefined): text is string => /^(sqlite:.+|postgres(ql)?:\/\/.+)$/.test(text ?? '');

async function main([verb, from, to, ...more]: string[]): Promise<number> {
  process.umask(0o077);
  const { storeUrl, storeKeys, usable } = readStoreSettings();
  if (verb === 'copy' && isUrl(from) && isUrl(to) && from !== to && more.length === 0) {
    const [source, target] = [usable(from), usable(to)];
    if (source === undefined || target === undefined) throw new StoreRefused('unguarded');
    return tell('Copied, counted and read again:', await copy(source, target, storeKeys));
  }
  if (verb === 'reseal' && from === undefined)
    return tell('Sealed anew with the first key of STORE_KEY:', await reseal(storeUrl, storeKeys));
  console.error(USAGE);
  return 2;
}

function tell(heading: string, through: readonly TableCount[]): number {
  console.log(heading);
  for (const { table, rows } of through) console.log(`${String(rows).padStart(9)}  ${table}`);
  return 0;
}

/** Names no value or URL, which may hold a password. */
function explain(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  // A reseal that failed may have sealed some values anew already.
  const head = process.argv[2] === 'reseal' ? 'It was not finished, and can be run again' : 'Nothing was done';
  return `${head}: ${whyOf(error)}`;
}

function whyOf(error: unknown): string {
  if (error instanceof StoreRefused) return REFUSED[error.reason];
  if (error instanceof StoreUnavailable) return 'the store did not answer.';
  if (error instanceof SealBroken)
    return 'a value cannot be opened. STORE_KEY has to list the key it was sealed with too.';
  return error instanceof Error ? error.message : String(error);
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(explain(error));
    process.exit(1);
  },
);
