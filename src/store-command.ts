import { existsSync } from 'node:fs';
import { ConfigError, readStoreSettings } from './config.ts';
import { copyStore, type Through } from './store/admin/copy.ts';
import { isOpenElsewhere, othersAt } from './store/admin/is-in-use.ts';
import { type Refused, StoreRefused } from './store/admin/refused.ts';
import { resealStore } from './store/admin/rotate-keys.ts';
import { isServer, type Opened, open } from './store/database/open.ts';
import { StoreUnavailable } from './store/database/sql.ts';
import { keyBeside } from './store/encryption/keys.ts';
import { SealBroken } from './store/encryption/seal.ts';
import { isProvedBy } from './store/encryption/verify-keys.ts';
import texts from './store-command.json' with { type: 'json' };

type Keys = readonly Uint8Array[] | undefined;

const pathOf = (url: string) => url.slice('sqlite:'.length);

/** Opens one that is there, or may be made; with the key beside it besides, for what was sealed before STORE_KEY was set. */
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

/** Whether somebody else works on it; of a SQLite file, to be asked before it is opened. */
async function isInUse(url: string, opened?: Opened): Promise<boolean> {
  if (isServer(url)) return opened !== undefined && othersAt(opened.sql);
  return opened === undefined && isOpenElsewhere(pathOf(url));
}

async function copy(fromUrl: string, toUrl: string, keys: Keys): Promise<Through[]> {
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

async function reseal(url: string, keys: Keys): Promise<Through[]> {
  const busy = await isInUse(url);
  const opened = await openNamed(url, keys);
  try {
    const inUse = busy || (await isInUse(url, opened));
    if (inUse && !(await isProvedBy(opened.sql, opened.seal))) throw new StoreRefused('notStarted');
    return await resealStore(opened);
  } finally {
    await opened.sql.close();
  }
}

const isUrl = (text: string | undefined): text is string => /^(sqlite:.+|postgres(ql)?:\/\/.+)$/.test(text ?? '');

/** @returns the code the process ends with */
async function main([verb, from, to, ...more]: string[]): Promise<number> {
  process.umask(0o077);
  const { storeUrl, storeKeys, usable } = readStoreSettings();
  if (verb === 'copy' && isUrl(from) && isUrl(to) && from !== to && more.length === 0) {
    const [source, target] = [usable(from), usable(to)];
    if (source === undefined || target === undefined) throw new StoreRefused('unguarded');
    return tell(texts.copied, await copy(source, target, storeKeys));
  }
  if (verb === 'reseal' && from === undefined) return tell(texts.resealed, await reseal(storeUrl, storeKeys));
  console.error(texts.usage);
  return 2;
}

function tell(heading: string, through: readonly Through[]): number {
  console.log(heading);
  for (const { table, rows } of through)
    console.log(texts.row.replace('{rows}', String(rows).padStart(9)).replace('{table}', table));
  return 0;
}

/** What it was, for the operator; never a value, nor a URL, which may hold a password. */
function explain(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  const resealing = process.argv[2] === 'reseal';
  const pattern = resealing ? texts.cut : texts.failed;
  const refused: Record<Refused, string> = texts.refused;
  if (error instanceof StoreRefused) return pattern.replace('{why}', refused[error.reason]);
  if (error instanceof StoreUnavailable) return pattern.replace('{why}', texts.unavailable);
  if (error instanceof SealBroken) return pattern.replace('{why}', texts.sealBroken);
  return pattern.replace('{why}', error instanceof Error ? error.message : String(error));
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(explain(error));
    process.exit(1);
  },
);
