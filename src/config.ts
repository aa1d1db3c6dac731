import texts from './config.json' with { type: 'json' };
import { SETTINGS, type Setting } from './settings.ts';
import { isServer } from './store/open.ts';
import { LOCALES } from './telegram/i18n.ts';
import type { ProxyAddress } from './url.ts';

/** Everything the program can be told, read once. */
export interface Config {
  botToken: string;
  hostingApiUrl: string;
  hostingApiAuth: string;
  telegramApiRoot: string;
  /** What stands before Telegram, and before nothing else. */
  telegramProxy: ProxyAddress | undefined;
  storeUrl: string;
  storeKeys: readonly Uint8Array[] | undefined;
  host: string;
  /** Where the webhook and `/healthz` answer; no port, no server. */
  port: number | undefined;
  /** Where `/readyz` and `/metrics` answer; no port, no server. */
  opsHost: string;
  opsPort: number | undefined;
  /** The address Telegram delivers updates to; without one the bot asks for them. */
  webhookUrl: string | undefined;
  /** What Telegram proves itself with; made and kept in the store where it is not set. */
  webhookSecret: string | undefined;
  logLevel: string;
  defaultLocale: string;
  topUpUrl: string | undefined;
  /** Where a customer buys the reseller service that domains need. */
  resellerUrl: string | undefined;
  /** The suffixes of national registries, in ASCII. */
  nationalTlds: readonly string[];
  /** How many names of a list are asked for at a time. */
  checkParallel: number;
  /** Where servers can be ordered, besides the locations seen in an account. */
  serverLocations: readonly string[];
}

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
  const { STORE_KEY } = SETTINGS;
  const values = {
    botToken: read('BOT_TOKEN', SETTINGS.BOT_TOKEN),
    hostingApiUrl: read('HOSTING_API_URL', SETTINGS.HOSTING_API_URL),
    hostingApiAuth: read('HOSTING_API_AUTH', SETTINGS.HOSTING_API_AUTH),
    telegramApiRoot: read('TELEGRAM_API_ROOT', SETTINGS.TELEGRAM_API_ROOT),
    telegramProxy: read('TELEGRAM_PROXY', SETTINGS.TELEGRAM_PROXY),
    storeUrl: read('STORE_URL', SETTINGS.STORE_URL),
    // Beside a database server no key can be kept.
    storeKeys: read('STORE_KEY', isServer(env.STORE_URL?.trim() ?? '') ? { read: STORE_KEY.read } : STORE_KEY),
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
    nationalTlds: read('NATIONAL_TLDS', SETTINGS.NATIONAL_TLDS),
    checkParallel: read('CHECK_PARALLEL', SETTINGS.CHECK_PARALLEL),
    serverLocations: read('SERVER_LOCATIONS', SETTINGS.SERVER_LOCATIONS),
  };
  const { port, webhookUrl, opsPort } = values;
  if (webhookUrl?.value && port && port.value === undefined) problems.push(problem('PORT', texts.missing));
  if (port?.value && port.value === opsPort?.value) problems.push(problem('OPS_PORT', texts.unusable));
  if (!complete(values) || problems.length > 0) throw new ConfigError(problems);
  return {
    ...values,
    telegramProxy: values.telegramProxy.value,
    storeKeys: values.storeKeys.value,
    webhookUrl: values.webhookUrl.value,
    webhookSecret: values.webhookSecret.value,
    port: values.port.value,
    opsHost: values.opsHost.value ?? values.host,
    opsPort: values.opsPort.value,
    topUpUrl: values.topUpUrl.value,
    resellerUrl: values.resellerUrl.value,
  };
}

/**
 * Reads the settings of the store alone, for the work on it without the bot.
 * @throws ConfigError
 */
export function readStoreSettings(
  env: Readonly<Record<string, string | undefined>> = process.env,
): Pick<Config, 'storeUrl' | 'storeKeys'> {
  const { STORE_URL, STORE_KEY } = SETTINGS;
  const problems: string[] = [];
  const storeUrl = STORE_URL.read(env.STORE_URL?.trim() || STORE_URL.fallback || '');
  const storeKeys = STORE_KEY.read(env.STORE_KEY?.trim() ?? '');
  if (storeUrl === undefined) problems.push(problem('STORE_URL', texts.unusable));
  if (storeKeys === undefined) problems.push(problem('STORE_KEY', texts.unusable));
  if (storeUrl === undefined || storeKeys === undefined) throw new ConfigError(problems);
  return { storeUrl, storeKeys: storeKeys.value };
}

type Complete<Values> = { [Name in keyof Values]: Exclude<Values[Name], undefined> };

function complete<Values extends object>(values: Values): values is Values & Complete<Values> {
  return Object.values(values).every((value) => value !== undefined);
}
