import texts from './config.json' with { type: 'json' };
import { parseKeys } from './store/key.ts';
import { isServer } from './store/open.ts';
import { LOCALES } from './telegram/i18n.ts';
import { httpsUrl, httpUrl } from './url.ts';

/** Everything the program can be told, read once. */
export interface Config {
  botToken: string;
  hostingApiUrl: string;
  hostingApiAuth: string;
  telegramApiRoot: string;
  storeUrl: string;
  storeKeys: readonly Uint8Array[] | undefined;
  host: string;
  /** Where `/healthz` answers; no port, no server. */
  port: number | undefined;
  logLevel: string;
  defaultLocale: string;
  topUpUrl: string | undefined;
  /** The suffixes of national registries, in ASCII. */
  nationalTlds: readonly string[];
  /** How many names of a list are asked for at a time. */
  checkParallel: number;
  /** Where servers can be ordered, besides the locations seen in an account. */
  serverLocations: readonly string[];
}

/** What is longer is no name of a location. */
const LONGEST_LOCATION = 64;
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

interface Setting<Value> {
  fallback?: string;
  /** What stands in the variable, as a value; `undefined` where it can't be one. */
  read(text: string): Value | undefined;
}

const setting = <Value>(row: Setting<Value>): Setting<Value> => row;
const nothing = (text: string) => (text === '' ? { value: undefined } : undefined);

/** The one table of settings; the README's table says the same. */
const SETTINGS = {
  BOT_TOKEN: setting({
    read: (text) => (/^\d+:[\w-]{30,}$/.test(text) ? text : undefined),
  }),
  HOSTING_API_URL: setting({
    // The contract's paths begin with /api/v1 already.
    read: (text) => (/\/api\/v1\/*$/.test(text) ? undefined : httpUrl(text)),
  }),
  HOSTING_API_AUTH: setting({
    fallback: 'Authorization: Bearer {token}',
    read: (text) => (/^[\w-]+: ?[\x20-\x7e]*\{token\}[\x20-\x7e]*$/.test(text) ? text : undefined),
  }),
  TELEGRAM_API_ROOT: setting({
    fallback: 'https://api.telegram.org',
    read: httpUrl,
  }),
  STORE_URL: setting({
    fallback: 'sqlite:data/bot.sqlite',
    read: (text) => (/^sqlite:.+$/.test(text) || (isServer(text) && URL.canParse(text)) ? text : undefined),
  }),
  STORE_KEY: setting({
    fallback: '',
    read: (text) => {
      const keys = text === '' ? undefined : parseKeys(text);
      return nothing(text) ?? (keys && { value: keys });
    },
  }),
  HOST: setting({
    fallback: '127.0.0.1',
    read: (text) => text || undefined,
  }),
  PORT: setting({
    fallback: '',
    read: (text) =>
      nothing(text) ?? (/^\d{1,5}$/.test(text) && Number(text) < 65536 ? { value: Number(text) } : undefined),
  }),
  LOG_LEVEL: setting({
    fallback: 'info',
    read: (text) => (LOG_LEVELS.includes(text) ? text : undefined),
  }),
  DEFAULT_LOCALE: setting({
    fallback: 'en',
    read: (text) => (LOCALES.includes(text) ? text : undefined),
  }),
  TOP_UP_URL: setting({
    fallback: '',
    read: (text) => nothing(text) ?? (httpsUrl(text) ? { value: text } : undefined),
  }),
  SERVER_LOCATIONS: setting({
    fallback: '',
    read: (text) => {
      const names = text.split(',').map((name) => name.trim());
      return names.every((name) => name.length <= LONGEST_LOCATION) ? names.filter((name) => name !== '') : undefined;
    },
  }),
  NATIONAL_TLDS: setting({
    fallback: 'ir',
    read: (text) => {
      const suffixes = text
        .toLowerCase()
        .split(',')
        .map((suffix) => suffix.trim().replace(/^\./, ''));
      return suffixes.every((suffix) => /^[a-z0-9-]{2,63}$/.test(suffix)) ? suffixes : undefined;
    },
  }),
  CHECK_PARALLEL: setting({
    fallback: '16',
    read: (text) => (/^\d{1,3}$/.test(text) && Number(text) > 0 ? Number(text) : undefined),
  }),
};

export const SETTING_NAMES = Object.keys(SETTINGS);

/** The settings can't be used. Lists every mistake, never a value: a value may be a secret in the wrong place. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  constructor(problems: readonly string[]) {
    super(`${texts.heading}\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
  }
}

function problem(name: keyof typeof SETTINGS, pattern: string): string {
  const advice = texts.advice[name].replace('{locales}', LOCALES.join(', '));
  return pattern.replace('{name}', name).replace('{advice}', () => advice);
}

/**
 * Reads the settings from the environment.
 * @throws ConfigError naming every mistake at once
 */
export function readConfig(env: Readonly<Record<string, string | undefined>> = process.env): Config {
  const problems: string[] = [];
  const read = <Value>(name: keyof typeof SETTINGS, row: Setting<Value>): Value | undefined => {
    const text = env[name]?.trim() || row.fallback;
    const value = text === undefined ? undefined : row.read(text);
    if (value === undefined) problems.push(problem(name, text === undefined ? texts.missing : texts.unusable));
    return value;
  };
  const botToken = read('BOT_TOKEN', SETTINGS.BOT_TOKEN);
  const hostingApiUrl = read('HOSTING_API_URL', SETTINGS.HOSTING_API_URL);
  const hostingApiAuth = read('HOSTING_API_AUTH', SETTINGS.HOSTING_API_AUTH);
  const telegramApiRoot = read('TELEGRAM_API_ROOT', SETTINGS.TELEGRAM_API_ROOT);
  const storeUrl = read('STORE_URL', SETTINGS.STORE_URL);
  const { STORE_KEY } = SETTINGS;
  // Beside a database server no key can be kept.
  const storeKey = read('STORE_KEY', isServer(storeUrl ?? '') ? { read: STORE_KEY.read } : STORE_KEY);
  const host = read('HOST', SETTINGS.HOST);
  const port = read('PORT', SETTINGS.PORT);
  const logLevel = read('LOG_LEVEL', SETTINGS.LOG_LEVEL);
  const defaultLocale = read('DEFAULT_LOCALE', SETTINGS.DEFAULT_LOCALE);
  const topUpUrl = read('TOP_UP_URL', SETTINGS.TOP_UP_URL);
  const nationalTlds = read('NATIONAL_TLDS', SETTINGS.NATIONAL_TLDS);
  const checkParallel = read('CHECK_PARALLEL', SETTINGS.CHECK_PARALLEL);
  const serverLocations = read('SERVER_LOCATIONS', SETTINGS.SERVER_LOCATIONS);
  if (
    botToken === undefined ||
    hostingApiUrl === undefined ||
    hostingApiAuth === undefined ||
    telegramApiRoot === undefined ||
    storeUrl === undefined ||
    storeKey === undefined ||
    host === undefined ||
    port === undefined ||
    logLevel === undefined ||
    defaultLocale === undefined ||
    nationalTlds === undefined ||
    checkParallel === undefined ||
    topUpUrl === undefined ||
    serverLocations === undefined
  ) {
    throw new ConfigError(problems);
  }
  return {
    botToken,
    hostingApiUrl,
    hostingApiAuth,
    telegramApiRoot,
    storeUrl,
    storeKeys: storeKey.value,
    host,
    port: port.value,
    logLevel,
    defaultLocale,
    topUpUrl: topUpUrl.value,
    nationalTlds,
    checkParallel,
    serverLocations,
  };
}
