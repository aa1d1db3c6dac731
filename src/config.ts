import { readFileSync } from 'node:fs';
import { SETTINGS, type Setting } from './settings.ts';
import { isGuarded, isServer, withAuthority } from './store/database/open.ts';
import type { ProxyAddress } from './telegram/api/proxy.ts';
import type { OperatorWords } from './telegram/i18n/operator-words.ts';

export interface Config {
  botToken: string;
  hostingApiUrl: string;
  hostingApiAuth: string;
  telegramApiRoot: string;
  telegramProxy: ProxyAddress | undefined;
  storeUrl: string;
  storeKeys: readonly Uint8Array[] | undefined;
  host: string;
  /** The webhook and `/healthz` listen there. */
  port: number | undefined;
  /** `/readyz` and `/metrics` listen there. */
  opsHost: string;
  opsPort: number | undefined;
  /** Without an address the bot long-polls. */
  webhookUrl: string | undefined;
  webhookSecret: string | undefined;
  logLevel: string;
  defaultLocale: string;
  topUpUrl: string | undefined;
  resellerUrl: string | undefined;
  /** In ASCII. */
  nationalTlds: readonly string[];
  /** Days; without a value for ever. */
  keepReceipts: number | undefined;
  /** Days. */
  keepAudit: number;
  checkParallel: number;
  consoleHosts: readonly string[];
  serverLocations: readonly string[];
  operatorWords: OperatorWords;
}

export const SETTING_NAMES = Object.keys(SETTINGS);

type Name = keyof typeof SETTINGS;
type Env = Readonly<Record<string, string | undefined>>;

export const SECRET_NAMES = Object.entries<Setting<unknown>>(SETTINGS).flatMap(([name, { secret }]) =>
  secret ? [name] : [],
);
/** A secret is one line; a larger file is the wrong one. */
const MAX_SECRET_LENGTH = 64 * 1024;

/** The message lists every mistake but no value: a value may be a secret in the wrong place. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  constructor(problems: readonly string[]) {
    super(`Some settings need attention:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
  }
}

const isMissing = (name: Name) => `${name} is missing: ${SETTINGS[name].advice}`;
const isUnusable = (name: Name) => `${name} can’t be used: ${SETTINGS[name].advice}`;
const UNGUARDED =
  'STORE_URL leads to a database elsewhere that does not have to prove itself: add sslmode=verify-full to it, with STORE_CA_FILE where the certificate is of a CA of your own; or set STORE_TLS=optional where the network between them is trusted';

function given(env: Env): { env: Env; problems: Map<string, string> } {
  const filled: Record<string, string | undefined> = { ...env };
  const problems = new Map<string, string>();
  for (const name of SECRET_NAMES) {
    const path = env[`${name}_FILE`]?.trim();
    if (!path) continue;
    if (env[name]?.trim()) problems.set(name, `${name} and ${name}_FILE are both set: keep one of them`);
    else {
      const found = inFile(path);
      if ('value' in found) filled[name] = found.value;
      else
        problems.set(
          name,
          `${name}_FILE can’t be read (${found.code}): the path of a file that the bot’s user may read, with the value alone in it`,
        );
    }
  }
  return { env: filled, problems };
}

/** Errors do not name the path: it may be the secret itself, in the wrong place. */
function inFile(path: string): { value: string } | { code: string } {
  try {
    const value = readFileSync(path, 'utf8').trim();
    if (value.length > MAX_SECRET_LENGTH) return { code: 'EFBIG' };
    return value === '' ? { code: 'EMPTY' } : { value };
  } catch (error) {
    return { code: error instanceof Error && 'code' in error ? String(error.code) : 'EIO' };
  }
}

/** @throws ConfigError naming every mistake at once */
export function readConfig(environment: Env = process.env): Config {
  const { env, problems: unread } = given(environment);
  const problems = [...unread.values()];
  const read = <Value>(name: Name, row: Setting<Value>): Value | undefined => {
    const text = env[name]?.trim() || row.fallback;
    const value = text === undefined ? undefined : row.read(text);
    if (value === undefined && !unread.has(name))
      problems.push(text === undefined ? isMissing(name) : isUnusable(name));
    return value;
  };
  const { STORE_KEY, STORE_TLS, STORE_CA_FILE } = SETTINGS;
  const values = {
    botToken: read('BOT_TOKEN', SETTINGS.BOT_TOKEN),
    hostingApiUrl: read('HOSTING_API_URL', SETTINGS.HOSTING_API_URL),
    hostingApiAuth: read('HOSTING_API_AUTH', SETTINGS.HOSTING_API_AUTH),
    telegramApiRoot: read('TELEGRAM_API_ROOT', SETTINGS.TELEGRAM_API_ROOT),
    telegramProxy: read('TELEGRAM_PROXY', SETTINGS.TELEGRAM_PROXY),
    storeUrl: read('STORE_URL', SETTINGS.STORE_URL),
    storeTls: read('STORE_TLS', STORE_TLS),
    storeCaFile: read('STORE_CA_FILE', STORE_CA_FILE),
    // There is no place beside a database server for a key that the bot would make.
    storeKeys: read(
      'STORE_KEY',
      isServer(env.STORE_URL?.trim() ?? '') ? { advice: STORE_KEY.advice, read: STORE_KEY.read } : STORE_KEY,
    ),
    webhookUrl: read('WEBHOOK_URL', SETTINGS.WEBHOOK_URL),
    webhookSecret: read('WEBHOOK_SECRET', SETTINGS.WEBHOOK_SECRET),
    host: read('HOST', SETTINGS.HOST),
    port: read('PORT', SETTINGS.PORT),
    opsHost: read('OPS_HOST', SETTINGS.OPS_HOST),
    opsPort: read('OPS_PORT', SETTINGS.OPS_PORT),
    logLevel: read('LOG_LEVEL', SETTINGS.LOG_LEVEL),
    defaultLocale: read('DEFAULT_LOCALE', SETTINGS.DEFAULT_LOCALE),
    topUpUrl: read('TOP_UP_URL', SETTINGS.TOP_UP_URL),
    resellerUrl: read('RESELLER_URL', SETTINGS.RESELLER_URL),
    consoleHosts: read('CONSOLE_HOSTS', SETTINGS.CONSOLE_HOSTS),
    nationalTlds: read('NATIONAL_TLDS', SETTINGS.NATIONAL_TLDS),
    keepReceipts: read('KEEP_RECEIPTS', SETTINGS.KEEP_RECEIPTS),
    keepAudit: read('KEEP_AUDIT', SETTINGS.KEEP_AUDIT),
    checkParallel: read('CHECK_PARALLEL', SETTINGS.CHECK_PARALLEL),
    serverLocations: read('SERVER_LOCATIONS', SETTINGS.SERVER_LOCATIONS),
    locationNames: read('LOCATION_NAMES', SETTINGS.LOCATION_NAMES),
    providerName: read('PROVIDER_NAME', SETTINGS.PROVIDER_NAME),
    unitMemory: read('UNIT_MEMORY', SETTINGS.UNIT_MEMORY),
    unitDisk: read('UNIT_DISK', SETTINGS.UNIT_DISK),
    unitTraffic: read('UNIT_TRAFFIC', SETTINGS.UNIT_TRAFFIC),
  };
  const { port, webhookUrl, opsPort } = values;
  if (webhookUrl?.value && port && port.value === undefined) problems.push(isMissing('PORT'));
  if (port?.value && port.value === opsPort?.value) problems.push(isUnusable('OPS_PORT'));
  const storeUrl = guarded(values, problems);
  if (!complete(values) || storeUrl === undefined || problems.length > 0) throw new ConfigError(problems);
  const {
    storeTls: _,
    storeCaFile: __,
    locationNames,
    providerName,
    unitMemory,
    unitDisk,
    unitTraffic,
    ...rest
  } = values;
  return {
    ...rest,
    storeUrl,
    telegramProxy: values.telegramProxy.value,
    keepReceipts: values.keepReceipts.value,
    storeKeys: values.storeKeys.value,
    webhookUrl: values.webhookUrl.value,
    webhookSecret: values.webhookSecret.value,
    port: values.port.value,
    opsHost: values.opsHost.value ?? values.host,
    opsPort: values.opsPort.value,
    topUpUrl: values.topUpUrl.value,
    resellerUrl: values.resellerUrl.value,
    operatorWords: {
      places: locationNames,
      provider: providerName,
      units: { memory: unitMemory, disk: unitDisk, traffic: unitTraffic },
    },
  };
}

interface StoreGiven {
  storeUrl: string | undefined;
  storeTls: string | undefined;
  storeCaFile: { value: string | undefined } | undefined;
}

/** `undefined`, with a problem, where the server need not prove itself. */
function guarded({ storeUrl, storeTls, storeCaFile }: StoreGiven, problems: string[]): string | undefined {
  if (storeUrl === undefined || storeCaFile === undefined) return undefined;
  const url = withAuthority(storeUrl, storeCaFile.value);
  try {
    if (isGuarded(url) || storeTls === 'optional') return url;
    problems.push(UNGUARDED);
  } catch {
    // The client's own message would quote the URL, and with it the password.
    problems.push(isUnusable('STORE_URL'));
  }
  return undefined;
}

export interface StoreSettings extends Pick<Config, 'storeUrl' | 'storeKeys'> {
  /** Another store's URL with the same CA; `undefined` where it leads to a server that need not prove itself. */
  usable(url: string): string | undefined;
}

/** @throws ConfigError */
export function readStoreSettings(environment: Env = process.env): StoreSettings {
  const { env, problems: unread } = given(environment);
  const problems = [...unread.values()];
  const read = <Value>(name: Name, row: Setting<Value>): Value | undefined => {
    const value = row.read(env[name]?.trim() || row.fallback || '');
    if (value === undefined && !unread.has(name)) problems.push(isUnusable(name));
    return value;
  };
  const { STORE_URL, STORE_KEY, STORE_TLS, STORE_CA_FILE } = SETTINGS;
  const storeKeys = read('STORE_KEY', STORE_KEY);
  const storeTls = read('STORE_TLS', STORE_TLS);
  const storeCaFile = read('STORE_CA_FILE', STORE_CA_FILE);
  const storeUrl = guarded({ storeUrl: read('STORE_URL', STORE_URL), storeTls, storeCaFile }, problems);
  if (storeUrl === undefined || storeKeys === undefined || problems.length > 0) throw new ConfigError(problems);
  return {
    storeUrl,
    storeKeys: storeKeys.value,
    usable(url) {
      const unguarded: string[] = [];
      const used = guarded({ storeUrl: url, storeTls, storeCaFile }, unguarded);
      return unguarded.length === 0 ? used : undefined;
    },
  };
}

type Complete<Values> = { [Name in keyof Values]: Exclude<Values[Name], undefined> };

function complete<Values extends object>(values: Values): values is Values & Complete<Values> {
  return Object.values(values).every((value) => value !== undefined);
}
