import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ConfigError, readConfig, readStoreSettings, SECRET_NAMES, SETTING_NAMES } from '../src/config.ts';
import { BOT_TOKEN } from './support/app.ts';
import { folder } from './support/databases/store.ts';

const GOOD = { BOT_TOKEN, HOSTING_API_URL: 'https://api.example.com/' };

function problems(env: Record<string, string>): string {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return '';
}

test('two settings are enough; the rest has its defaults', () => {
  expect(readConfig(GOOD)).toEqual({
    botToken: BOT_TOKEN,
    hostingApiUrl: 'https://api.example.com',
    hostingApiAuth: 'Authorization: Bearer {token}',
    telegramApiRoot: 'https://api.telegram.org',
    storeUrl: 'sqlite:data/bot.sqlite',
    storeKeys: undefined,
    host: '127.0.0.1',
    opsHost: '127.0.0.1',
    port: undefined,
    logLevel: 'info',
    keepAudit: 400,
    defaultLocale: 'en',
    nationalTlds: ['ir', 'xn--mgba3a4f16a'],
    checkParallel: 16,
    consoleHosts: [],
    serverLocations: [],
    operatorWords: {
      places: new Map(),
      provider: new Map(),
      units: { memory: new Map(), disk: new Map(), traffic: new Map() },
    },
  });
});

test('places and units get the operator’s words', () => {
  const { places, units } = readConfig({ ...GOOD, LOCATION_NAMES: 'ams=Amsterdam', UNIT_DISK: 'GB' }).operatorWords;
  expect(places.get('ams')?.get('')).toBe('Amsterdam');
  expect([units.memory.size, units.disk.get('')]).toEqual([0, 'GB']);
});

test('national suffixes can be given as they are written', () => {
  expect(readConfig({ ...GOOD, NATIONAL_TLDS: '.ایران, IR' }).nationalTlds).toEqual(['xn--mgba3a4f16a', 'ir']);
});

test('an error about a missing setting points to the demo', () => {
  expect(problems({})).toMatch(/BOT_TOKEN is missing.*`npm run demo`/);
  expect(problems({ BOT_TOKEN: ' ' })).toMatch(/HOSTING_API_URL is missing.*`npm run demo`/);
});

/** A value that can't be used for each setting that can be wrong; every one holds the same telling word. */
const WRONG: Record<string, string> = {
  BOT_TOKEN: 'xyzzy',
  HOSTING_API_URL: 'http://xyzzy.example.com',
  HOSTING_API_AUTH: 'Authorization: Bearer xyzzy',
  TELEGRAM_API_ROOT: 'https://user:xyzzy@example.com',
  TELEGRAM_PROXY: 'socks4://user:xyzzy@example.com',
  STORE_URL: 'xyzzy.sqlite',
  STORE_TLS: 'xyzzy',
  STORE_CA_FILE: '/xyzzy.pem',
  STORE_KEY: 'xyzzy',
  WEBHOOK_URL: 'http://xyzzy.example.com',
  WEBHOOK_SECRET: 'xyzzy!',
  PORT: '99999xyzzy',
  OPS_PORT: 'xyzzy',
  LOG_LEVEL: 'xyzzy',
  DEFAULT_LOCALE: 'xyzzy',
  TOP_UP_URL: 'http://xyzzy.example',
  RESELLER_URL: 'http://xyzzy.example',
  CONSOLE_HOSTS: 'https://xyzzy.example.com',
  NATIONAL_TLDS: 'ir,xyzzy!',
  KEEP_RECEIPTS: 'xyzzy',
  KEEP_AUDIT: 'xyzzy',
  CHECK_PARALLEL: 'xyzzy',
  SERVER_LOCATIONS: `tehran,${'xyzzy'.repeat(20)}`,
  LOCATION_NAMES: 'xyzzy',
  PROVIDER_NAME: '<xyzzy>',
  UNIT_MEMORY: 'GB,xyzzy',
  UNIT_DISK: 'xyzzy'.repeat(4),
  UNIT_TRAFFIC: 'fa:xyzzy,fa:xyzzy',
};

test('every mistake is named at once, with advice, and no value is echoed', () => {
  const told = problems(WRONG);
  const lines = told.split('\n').slice(1);
  expect(lines.map((line) => line.trim().split(' ')[1])).toEqual(Object.keys(WRONG));
  for (const line of lines) expect(line).toMatch(/can’t be used: .{10,}/);
  expect(told).not.toContain('xyzzy');
  expect(SETTING_NAMES.filter((name) => !(name in WRONG))).toEqual(['HOST', 'OPS_HOST']);
});

test.for([
  ['HOSTING_API_URL', 'https://api.example.com/api/v1'],
  ['HOSTING_API_URL', 'https://api.example.com/?a=1'],
  ['HOSTING_API_URL', 'ftp://api.example.com'],
  ['TELEGRAM_API_ROOT', 'https://:secret@example.com'],
  ['TELEGRAM_API_ROOT', 'http://example.com'],
  ['TELEGRAM_PROXY', 'proxy.example.com:1080'],
  ['TELEGRAM_PROXY', 'http://proxy.example.com/path'],
  ['TELEGRAM_PROXY', 'http://proxy.example.com:0'],
  ['TELEGRAM_PROXY', 'http://user:100%@proxy.example.com'],
  ['TELEGRAM_PROXY', 'http://us%3Aer:password@proxy.example.com'],
  ['TELEGRAM_PROXY', 'socks5://user@proxy.example.com'],
  ['TELEGRAM_PROXY', `socks5://user:${'p'.repeat(256)}@proxy.example.com`],
  ['HOSTING_API_AUTH', 'no header {token}'],
  ['HOSTING_API_AUTH', 'X-Key: {token}\r\nX-Other: 1'],
  ['PORT', '65536'],
  ['PORT', '-1'],
  ['STORE_KEY', 'a,b'],
  ['STORE_URL', 'postgres://['],
  ['WEBHOOK_URL', `https://example.com/${BOT_TOKEN}`],
  ['WEBHOOK_URL', 'https://example.com/healthz'],
  ['WEBHOOK_URL', 'https://example.com/readyz'],
  ['WEBHOOK_URL', 'https://example.com/metrics'],
  ['WEBHOOK_SECRET', 'too-short'],
] as const)('%s can’t be %s', ([name, value]) => {
  expect(problems({ ...GOOD, [name]: value })).toContain(`- ${name} can’t be used`);
});

test('a database server needs a key: none can be kept beside it', () => {
  const server = { ...GOOD, STORE_URL: 'postgres://bot:xyzzy@127.0.0.1/bot' };
  expect(problems(server)).toMatch(/- STORE_KEY is missing: 32 random bytes/);
  expect(problems(server)).not.toContain('xyzzy');
  expect(problems({ ...server, STORE_KEY: 'a'.repeat(64) })).toBe('');
});

test('a webhook needs a port, and the operator’s page another one', () => {
  expect(problems({ ...GOOD, WEBHOOK_URL: 'https://example.com' })).toContain('PORT is missing');
  expect(problems({ ...GOOD, PORT: '8080', OPS_PORT: '8080' })).toContain('OPS_PORT can’t be used');
  expect(problems({ ...GOOD, WEBHOOK_URL: 'https://example.com/bot', PORT: '8080', OPS_PORT: '8081' })).toBe('');
});

test('the operator’s page listens where the webhook does, unless told', () => {
  expect(readConfig({ ...GOOD, HOST: '0.0.0.0' }).opsHost).toBe('0.0.0.0');
  expect(readConfig({ ...GOOD, HOST: '0.0.0.0', OPS_HOST: '10.1.2.3' })).toMatchObject({
    host: '0.0.0.0',
    opsHost: '10.1.2.3',
  });
});

test('hosts of consoles are separated by commas; what is no host’s name is told', () => {
  const CONSOLE_HOSTS = ' VNC.example.com, *.console.example.com ,';
  expect(readConfig({ ...GOOD, CONSOLE_HOSTS }).consoleHosts).toEqual(['vnc.example.com', '*.console.example.com']);
  for (const unfit of ['*', '*.com', 'vnc.example.com:6080', 'vnc', 'a b.example.com', '*example.com'])
    expect(problems({ ...GOOD, CONSOLE_HOSTS: unfit })).toContain('CONSOLE_HOSTS can’t be used');
});

test('locations are separated by commas', () => {
  expect(readConfig({ ...GOOD, SERVER_LOCATIONS: ' tehran, New York ,,' }).serverLocations).toEqual([
    'tehran',
    'New York',
  ]);
});

test.for([
  ['HOSTING_API_URL', 'http://127.0.0.1:8080'],
  ['HOSTING_API_URL', 'http://[::1]:8080'],
  ['TELEGRAM_PROXY', 'http://proxy.example.com:3128/'],
  ['TELEGRAM_PROXY', 'https://user@proxy.example.com'],
  ['TELEGRAM_PROXY', 'socks5://user:p%40ss@[::1]:1080'],
  ['HOSTING_API_AUTH', 'X-Key: {token}'],
  ['PORT', '0'],
  ['STORE_KEY', `${'a'.repeat(64)},${'b'.repeat(64)}`],
] as const)('%s can be %s', ([name, value]) => {
  expect(problems({ ...GOOD, [name]: value })).toBe('');
});

test('a proxy is read once: its credentials decoded, its name without them', () => {
  expect(readConfig({ ...GOOD, TELEGRAM_PROXY: 'socks5://us%40er:p%3A%2Fss@[::1]' }).telegramProxy).toEqual({
    kind: 'socks5',
    host: '::1',
    port: 1080,
    credentials: { user: 'us@er', password: 'p:/ss' },
    where: 'socks5://[::1]',
  });
  expect(readConfig({ ...GOOD, TELEGRAM_PROXY: 'https://proxy.example.com' }).telegramProxy).toMatchObject({
    port: 443,
    credentials: undefined,
  });
});

const SECRETS: Record<string, string> = {
  BOT_TOKEN,
  HOSTING_API_AUTH: 'X-Key: xyzzy {token}',
  TELEGRAM_PROXY: 'socks5://user:xyzzy@proxy.example.com',
  STORE_URL: 'postgres://bot:xyzzy@127.0.0.1/bot',
  STORE_KEY: 'a'.repeat(64),
  WEBHOOK_SECRET: 'secret-of-the-test',
};

/** A file in a folder of its own that holds a text. */
function fileWith(text: string): string {
  const path = join(folder(), 'secret');
  writeFileSync(path, text);
  return path;
}

test('every secret can stand in a file, without the line end of its editor', () => {
  expect(Object.keys(SECRETS)).toEqual(SECRET_NAMES);
  const files = Object.entries(SECRETS).map(([name, value]) => [`${name}_FILE`, fileWith(`${value}\n`)]);
  const { HOSTING_API_URL } = GOOD;
  const inFiles = Object.fromEntries(files);
  expect(readConfig({ HOSTING_API_URL, ...inFiles })).toEqual(readConfig({ HOSTING_API_URL, ...SECRETS }));
  expect(readStoreSettings(inFiles)).toMatchObject({ storeUrl: SECRETS.STORE_URL });
});

test.for(SECRET_NAMES)('%s in a file that can’t be read, is empty, or stands beside the variable is told', (name) => {
  const { [name]: value = '', ...others } = SECRETS;
  const env = { HOSTING_API_URL: GOOD.HOSTING_API_URL, ...others };
  const lines = (changes: Record<string, string>) =>
    problems({ ...env, ...changes })
      .split('\n')
      .slice(1);
  const missing = join(folder(), 'xyzzy');
  expect(lines({ [`${name}_FILE`]: missing })).toEqual([
    expect.stringMatching(`- ${name}_FILE can’t be read \\(ENOENT\\): the path of a file`),
  ]);
  expect(problems({ ...env, [`${name}_FILE`]: missing })).not.toContain('xyzzy');
  expect(lines({ [`${name}_FILE`]: folder() })[0]).toContain('(EISDIR)');
  expect(lines({ [`${name}_FILE`]: fileWith(' \n') })[0]).toContain('(EMPTY)');
  expect(lines({ [name]: value, [`${name}_FILE`]: fileWith(value) })).toEqual([
    `  - ${name} and ${name}_FILE are both set: keep one of them`,
  ]);
  expect(problems({ ...env, [name]: value, [`${name}_FILE`]: ' ' })).toBe('');
});

const KEYED = { ...GOOD, STORE_KEY: 'a'.repeat(64) };

test.for([
  'postgres://bot:xyzzy@db.example.com/bot',
  'postgresql://bot:xyzzy@10.0.0.2/bot',
  'postgres://bot:xyzzy@db.example.com/bot?sslmode=disable',
  'postgres://bot:xyzzy@db.example.com/bot?sslmode=no-verify',
  'postgres://bot:xyzzy@db.example.com/bot?sslmode=require&uselibpqcompat=true',
  'postgres://bot:xyzzy@localhost/bot?host=db.example.com',
  'postgres://bot:xyzzy@localhost/bot?host=/var/run/postgresql&host=db.example.com',
  'postgres://bot:xyzzy@127.0.0.1.example.com/bot',
  'postgres://bot:xyzzy@db.example.com/bot?sslmode=verify-full&sslmode=no-verify',
])('%s is refused: anybody could stand in for it', (STORE_URL) => {
  const told = problems({ ...KEYED, STORE_URL });
  expect(told).toContain('- STORE_URL leads to a database elsewhere that does not have to prove itself: add sslmode');
  expect(told).not.toContain('xyzzy');
  expect(problems({ ...KEYED, STORE_URL, STORE_TLS: 'optional' })).toBe('');
  expect(() => readStoreSettings({ ...KEYED, STORE_URL })).toThrow('does not have to prove itself');
});

test.for([
  'sqlite:data/bot.sqlite',
  'postgres://bot:xyzzy@127.0.0.1/bot',
  'postgres://bot:xyzzy@[::1]:5433/bot',
  'postgres://bot:xyzzy@localhost/bot',
  'postgres://bot@base/bot?host=/var/run/postgresql',
  'postgres://bot@%2Fvar%2Frun%2Fpostgresql/bot',
  'postgres://bot:xyzzy@db.example.com/bot?sslmode=verify-full',
])('%s needs nothing more', (STORE_URL) => {
  expect(problems({ ...KEYED, STORE_URL })).toBe('');
});

test('an authority of the operator’s own proves the server, and has to be one', () => {
  const STORE_CA_FILE = fileWith('-----BEGIN CERTIFICATE-----\nxyzzy\n-----END CERTIFICATE-----\n');
  const STORE_URL = 'postgres://bot:xyzzy@db.example.com/bot';
  const sslrootcert = encodeURIComponent(STORE_CA_FILE);
  expect(readConfig({ ...KEYED, STORE_URL, STORE_CA_FILE }).storeUrl).toBe(`${STORE_URL}?sslrootcert=${sslrootcert}`);
  expect(problems({ ...KEYED, STORE_URL, STORE_CA_FILE: fileWith('none') })).toContain('STORE_CA_FILE can’t be used');
  const { usable } = readStoreSettings({ ...KEYED, STORE_CA_FILE });
  expect(usable(STORE_URL)).toContain('sslrootcert');
  expect(usable(`${STORE_URL}?sslmode=disable`)).toBeUndefined();
});
