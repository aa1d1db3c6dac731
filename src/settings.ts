import { readFileSync } from 'node:fs';
import { domainToASCII } from 'node:url';
import { NATIONAL_TLDS } from './hosting/index.ts';
import { isServer } from './store/database/open.ts';
import { parseKeys } from './store/encryption/keys.ts';
import { readProxy } from './telegram/api/proxy.ts';
import { LOCALES } from './telegram/i18n/index.ts';
import { type OperatorWord, readPlaces, readProvider, readUnit } from './telegram/i18n/operator-words.ts';

const MAX_LOCATION_LENGTH = 64;
const CONSOLE_HOST = /^(?:\*\.)?(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z\d-]{2,63}$/;
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

export interface Setting<Value> {
  /** For an error message that names the setting. */
  advice: string;
  fallback?: string;
  /** The value lets its reader act for the operator. A file may hold it, named by the variable with `_FILE`. */
  secret?: true;
  read(text: string): Value | undefined;
}

const setting = <Value>(row: Setting<Value>): Setting<Value> => row;
/** The contract states no unit, so there is none unless the operator names one. */
const unit = (of: string) =>
  setting<OperatorWord>({
    advice: `the unit of the ${of} that servers’ records tell, like GB, or GB,fa:گیگابایت with another word for one language; of 16 characters at most; leave it away to show numbers as they come`,
    fallback: '',
    read: (text) => readUnit(text, LOCALES),
  });
const nothing = (text: string) => (text === '' ? { value: undefined } : undefined);

/** The README and OPERATING.md describe the same settings. */
export const SETTINGS = {
  BOT_TOKEN: setting({
    advice: 'the token that @BotFather gave, like 123456:ABC… (without one, try `npm run demo`)',
    secret: true,
    read: (text) => (/^\d+:[\w-]{30,}$/.test(text) ? text : undefined),
  }),
  HOSTING_API_URL: setting({
    advice:
      'the base URL of the provider, like https://api.example.com, without /api/v1 (without one, try `npm run demo`)',
    // The contract's paths already begin with /api/v1.
    read: (text) => (/\/api\/v1\/*$/.test(text) ? undefined : httpUrl(text)),
  }),
  HOSTING_API_AUTH: setting({
    advice: 'a header with {token} in it, like `Authorization: Bearer {token}`',
    // The header may also hold a key of the operator.
    secret: true,
    fallback: 'Authorization: Bearer {token}',
    read: (text) => (/^[\w-]+: ?[\x20-\x7e]*\{token\}[\x20-\x7e]*$/.test(text) ? text : undefined),
  }),
  TELEGRAM_API_ROOT: setting({
    advice: 'the URL of a Bot API server, like https://api.telegram.org',
    fallback: 'https://api.telegram.org',
    read: httpUrl,
  }),
  TELEGRAM_PROXY: setting({
    advice:
      'the proxy that leads to Telegram: http://, https:// or socks5://, like socks5://user:password@proxy.example.com:1080, with anything but letters and digits in user and password percent-encoded (@ is %40); SOCKS5 takes both or none; leave it away to reach Telegram directly',
    secret: true,
    fallback: '',
    read: (text) => {
      const proxy = readProxy(text);
      return nothing(text) ?? (proxy && { value: proxy });
    },
  }),
  STORE_URL: setting({
    advice:
      'where to keep data: sqlite:PATH, like sqlite:data/bot.sqlite, or postgres://user:password@host:5432/database',
    secret: true,
    fallback: 'sqlite:data/bot.sqlite',
    read: (text) => (/^sqlite:.+$/.test(text) || (isServer(text) && URL.canParse(text)) ? text : undefined),
  }),
  STORE_TLS: setting({
    advice: 'required, or optional: whether a PostgreSQL server on another machine has to prove itself by TLS',
    fallback: 'required',
    read: (text) => (text === 'required' || text === 'optional' ? text : undefined),
  }),
  STORE_CA_FILE: setting({
    advice:
      'the path of a file with the certificates (PEM) of the CA that signed the database server’s; leave it away for a public one',
    fallback: '',
    read: (text) => nothing(text) ?? (holdsCertificates(text) ? { value: text } : undefined),
  }),
  STORE_KEY: setting({
    advice:
      '32 random bytes in base64 or hex (make one with `openssl rand -base64 32`); several separated by commas to rotate; PostgreSQL needs it set',
    secret: true,
    fallback: '',
    read: (text) => {
      const keys = text === '' ? undefined : parseKeys(text);
      return nothing(text) ?? (keys && { value: keys });
    },
  }),
  HOST: setting({
    advice: 'the address PORT listens on',
    fallback: '127.0.0.1',
    read: (text) => text || undefined,
  }),
  PORT: setting({
    advice: 'the port the webhook and /healthz listen on, 0 to 65535; needed with WEBHOOK_URL',
    fallback: '',
    read: port,
  }),
  OPS_HOST: setting({
    advice: 'the address OPS_PORT listens on; leave it away for that of HOST',
    fallback: '',
    read: (text) => ({ value: text || undefined }),
  }),
  OPS_PORT: setting({
    advice: 'the port /readyz and /metrics listen on, another one than PORT; leave it away for none',
    fallback: '',
    read: port,
  }),
  WEBHOOK_URL: setting({
    advice:
      'the https:// address Telegram can reach this bot at, without the bot token in it; leave it away to ask Telegram for updates instead',
    fallback: '',
    read: (text) => {
      const url = text === '' ? undefined : httpUrl(text);
      return nothing(text) ?? (url && isHookPath(new URL(url).pathname) ? { value: url } : undefined);
    },
  }),
  WEBHOOK_SECRET: setting({
    advice: '16 to 256 letters, digits, _ or -; leave it away to have one made and kept in the store',
    secret: true,
    fallback: '',
    // Telegram's own limit is 256 characters; fewer than 16 could be guessed.
    read: (text) => nothing(text) ?? (/^[\w-]{16,256}$/.test(text) ? { value: text } : undefined),
  }),
  LOG_LEVEL: setting({
    advice: 'one of fatal, error, warn, info, debug, trace, silent',
    fallback: 'info',
    read: (text) => (LOG_LEVELS.includes(text) ? text : undefined),
  }),
  DEFAULT_LOCALE: setting({
    advice: `one of ${LOCALES.join(', ')}`,
    fallback: 'en',
    read: (text) => (LOCALES.includes(text) ? text : undefined),
  }),
  TOP_UP_URL: setting({
    advice: 'the https:// page on which a customer tops up the account; leave it away for none',
    fallback: '',
    read: page,
  }),
  RESELLER_URL: setting({
    advice: 'the https:// page on which a customer buys the reseller service that domains need; leave it away for none',
    fallback: '',
    read: page,
  }),
  SERVER_LOCATIONS: setting({
    advice:
      'the locations servers can be ordered in, separated by commas, each of 64 characters at most; leave it away for those the account has',
    fallback: '',
    read: (text) => {
      const names = text.split(',').map((name) => name.trim());
      return names.every((name) => name.length <= MAX_LOCATION_LENGTH)
        ? names.filter((name) => name !== '')
        : undefined;
    },
  }),
  LOCATION_NAMES: setting({
    advice:
      'readable names of locations, separated by commas, each like tehran=Tehran, or fa:tehran=تهران for one language; of 32 characters at most; leave it away to show locations as the provider names them',
    fallback: '',
    read: (text) => readPlaces(text, LOCALES),
  }),
  PROVIDER_NAME: setting({
    advice:
      'your name, by which texts call the provider, like Acme, or Acme,fa:آکمه with another one for one language; of 32 characters at most, without <, >, &, ", {, } and \\; leave it away to say “the provider”',
    fallback: '',
    read: (text) => readProvider(text, LOCALES),
  }),
  UNIT_MEMORY: unit('memory'),
  UNIT_DISK: unit('disk'),
  UNIT_TRAFFIC: unit('traffic'),
  CONSOLE_HOSTS: setting({
    advice:
      'the hosts of consoles you trust with who your customers are on Telegram, separated by commas, like vnc.example.com or *.vnc.example.com, without https:// and port; leave it away to open consoles in the browser only',
    fallback: '',
    read: (text) => {
      const hosts = text.split(',').map((host) => host.trim().toLowerCase());
      const named = hosts.filter((host) => host !== '');
      return named.every((host) => CONSOLE_HOST.test(host)) ? named : undefined;
    },
  }),
  NATIONAL_TLDS: setting({
    advice:
      'the suffixes of national registries, separated by commas, as they are written or in ASCII, like ir,xn--mgba3a4f16a',
    fallback: NATIONAL_TLDS.join(','),
    read: (text) => {
      const suffixes = text
        .toLowerCase()
        .split(',')
        .map((suffix) => domainToASCII(suffix.trim().replace(/^\./, '')));
      return suffixes.every((suffix) => /^[a-z0-9-]{2,63}$/.test(suffix)) ? suffixes : undefined;
    },
  }),
  KEEP_RECEIPTS: setting({
    advice: 'for how many days operations that cost money are kept, 1 to 99999; leave it away to keep them for ever',
    fallback: '',
    read: (text) => nothing(text) ?? (/^[1-9]\d{0,4}$/.test(text) ? { value: Number(text) } : undefined),
  }),
  KEEP_AUDIT: setting({
    advice: 'for how many days the audit logs of teams are kept, 1 to 99999',
    fallback: '400',
    read: (text) => (/^[1-9]\d{0,4}$/.test(text) ? Number(text) : undefined),
  }),
  CHECK_PARALLEL: setting({
    advice: 'how many names of a list are asked for at a time, 1 to 999',
    fallback: '16',
    read: (text) => (/^\d{1,3}$/.test(text) && Number(text) > 0 ? Number(text) : undefined),
  }),
};

function httpsUrl(text: string): boolean {
  return URL.canParse(text) && new URL(text).protocol === 'https:';
}

/** Takes HTTP only on this machine itself. */
function httpUrl(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const loopback = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  const fits = url.protocol === 'https:' || (url.protocol === 'http:' && loopback);
  return fits && !url.username && !url.password && !url.search && !url.hash ? text.replace(/\/+$/, '') : undefined;
}

function holdsCertificates(path: string): boolean {
  try {
    return readFileSync(path, 'utf8').includes('-----BEGIN CERTIFICATE-----');
  } catch {
    return false;
  }
}

/** No colon: a bot token in an address would appear in every proxy's log. */
function isHookPath(path: string): boolean {
  return /^\/[\w./~-]*$/.test(path) && !['/healthz', '/readyz', '/metrics'].includes(path);
}

function page(text: string): { value: string | undefined } | undefined {
  return nothing(text) ?? (httpsUrl(text) ? { value: text } : undefined);
}

function port(text: string): { value: number | undefined } | undefined {
  const fits = /^\d{1,5}$/.test(text) && Number(text) < 65536;
  return nothing(text) ?? (fits ? { value: Number(text) } : undefined);
}
