import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { chmod, chown, copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { generate } from 'selfsigned';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { readConfig, SETTING_NAMES } from '../../../src/config.ts';
import { withAuthority } from '../../../src/store/database/open.ts';
import { openPostgres } from '../../../src/store/database/postgres.ts';
import { StoreUnavailable } from '../../../src/store/database/sql.ts';
import { openStore } from '../../../src/store/index.ts';
import { BOT_TOKEN } from '../../support/app.ts';
import { postgresPrograms } from '../../support/databases/cluster.ts';
import { onPostgres } from '../../support/databases/databases.ts';
import { command, ownCluster } from '../../support/databases/postgres.ts';
import { folder, newKey } from '../../support/databases/store.ts';
import { VALID } from '../../support/programs/proxies.ts';

const bot = z.object({
  build: z.object({ args: z.object({ NODE_IMAGE: z.literal(`\${NODE_IMAGE:-node:26-slim}`) }) }),
  environment: z.record(z.string(), z.string()),
  env_file: z.literal('.env'),
  stop_grace_period: z.string(),
  read_only: z.literal(true),
  cap_drop: z.tuple([z.literal('ALL')]),
  security_opt: z.tuple([z.literal('no-new-privileges:true')]),
  depends_on: z.object({ database: z.object({ condition: z.literal('service_healthy') }) }),
  networks: z.array(z.string()),
  ports: z.undefined().optional(),
});
const composition = z.object({
  services: z.strictObject({
    'bot-1': bot,
    'bot-2': bot,
    database: z.object({
      healthcheck: z.object({ test: z.array(z.string()).min(2) }),
      image: z.string(),
      environment: z.record(z.string(), z.string()),
      configs: z.tuple([
        z.object({ source: z.literal('role'), target: z.string().startsWith('/docker-entrypoint-initdb.d/') }),
      ]),
      ports: z.undefined().optional(),
      networks: z.tuple([z.literal('inside')]),
    }),
    proxy: z.object({ image: z.string(), ports: z.array(z.string()), networks: z.tuple([z.literal('outside')]) }),
  }),
  configs: z.object({ role: z.object({ content: z.string() }), caddyfile: z.object({ content: z.string() }) }),
  networks: z.object({ inside: z.object({ internal: z.literal(true) }) }).loose(),
});

const ENV: Record<string, string> = {
  BOT_DOMAIN: 'bot.example.com',
  BOT_TOKEN,
  HOSTING_API_URL: 'https://api.example.com',
  STORE_KEY: 'a'.repeat(64),
  DATABASE_PASSWORD: 'of-the-database',
  DATABASE_ADMIN_PASSWORD: 'of-its-administrator',
};

const source = await readFile('compose.yaml', 'utf8');
const { services, configs } = composition.parse(parse(source, { merge: true }));
const filled = (text: string) =>
  text.replace(/\$\{(\w+):\?[^}]+\}/g, (_, name: string) => ENV[name] ?? expect.fail(`${name} is not explained`));

test('both replicas have settings that the bot understands, with what its head says in .env', () => {
  expect(services['bot-1']).toEqual(services['bot-2']);
  const { environment } = services['bot-1'];
  expect(Object.keys(environment).filter((name) => !SETTING_NAMES.includes(name) && environment[name] !== '')).toEqual(
    [],
  );
  const own = Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, filled(value)]));
  expect(Object.values(own).filter((value) => value.includes('$'))).toEqual([]);
  expect(readConfig({ ...ENV, ...own })).toMatchObject({
    storeUrl: 'postgres://bot:of-the-database@database:5432/bot',
    webhookUrl: 'https://bot.example.com/telegram',
    host: '0.0.0.0',
    port: 8080,
    opsPort: 9090,
  });
  const head = source.slice(0, source.indexOf('\n\n'));
  for (const name of Object.keys(ENV)) expect(head).toContain(`#   ${name} `);
});

test('no replica knows a password that it does not use, though all of them stand in .env', () => {
  const { environment, env_file } = services['bot-1'];
  expect(env_file).toBe('.env');
  const known = {
    ...ENV,
    ...Object.fromEntries(Object.entries(environment).map(([name, text]) => [name, filled(text)])),
  };
  expect(known.DATABASE_PASSWORD).toBe('');
  expect(Object.values(known).filter((value) => value.includes('of-its-administrator'))).toEqual([]);
});

test('the proxy asks the replicas whether they are alive, passes on the webhook and nothing else, and alone is public', () => {
  const caddyfile = filled(configs.caddyfile.content);
  const { WEBHOOK_URL = '', PORT } = services['bot-1'].environment;
  const { hostname, pathname } = new URL(filled(WEBHOOK_URL));
  expect(caddyfile).toMatch(new RegExp(`^${hostname} \\{\n\\s+handle ${pathname} \\{\n`));
  expect(caddyfile).toContain(`reverse_proxy bot-1:${PORT} bot-2:${PORT} {`);
  // Without the database a replica is not ready, and still answers people.
  expect(caddyfile).toContain('health_uri /healthz\n');
  expect(caddyfile).not.toMatch(/health_port|readyz/);
  expect(caddyfile).toContain('respond 404');
  expect(services.proxy.ports).toEqual(['80:80', '443:443']);
  expect(Number.parseInt(services['bot-1'].stop_grace_period, 10)).toBeGreaterThan(10);
});

test('the image asks for its own health where the bot answers, with a webhook too', async () => {
  const dockerfile = await readFile('Dockerfile', 'utf8');
  expect(dockerfile).toMatch(/HEALTHCHECK .*\\\n.*127\.0\.0\.1:\$\{process\.env\.PORT\}\/healthz/);
  expect(dockerfile).toMatch(/^ENV .*PORT=8080/m);
});

test('pulled images are named by their digest, and the node image by what the operator sets', async () => {
  for (const [name, { image }] of [
    ['POSTGRES_IMAGE', services.database],
    ['CADDY_IMAGE', services.proxy],
  ] as const)
    expect(image).toMatch(new RegExp(`^\\$\\{${name}:-[\\w:.-]+@sha256:[0-9a-f]{64}\\}$`));
  const dockerfile = await readFile('Dockerfile', 'utf8');
  expect(dockerfile.match(/^FROM \S+/gm)).toEqual([`FROM \${NODE_IMAGE}`, `FROM \${NODE_IMAGE}`]);
});

test('an intruder in the bot is no root, changes no file of it, and gains no right', async () => {
  expect(services['bot-1']).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
  const [, last = ''] = (await readFile('Dockerfile', 'utf8')).split(/^FROM .*\n(?![\s\S]*^FROM )/m);
  expect(last.match(/^USER .*|^CMD/gm)).toEqual(['USER node', 'CMD']);
});

onPostgres(() => {
  test('the bot’s role owns its tables and nothing else, and the bot works with it', async () => {
    const cluster = await ownCluster();
    onTestFinished(() => cluster.end());
    await command(cluster.url(), 'CREATE DATABASE bot');
    const { POSTGRES_DB, BOT_PASSWORD } = Object.fromEntries(
      Object.entries(services.database.environment).map(([name, value]) => [name, filled(value)]),
    );
    const script = configs.role.content.replaceAll('$$', '$');
    const { code, said } = await shell(script, {
      POSTGRES_DB,
      BOT_PASSWORD,
      POSTGRES_USER: 'test',
      PGHOST: '127.0.0.1',
      PGPORT: String(cluster.port),
      PATH: `${postgresPrograms()}:${process.env.PATH}`,
    });
    expect(code, said).toBe(0);
    const url = new URL(cluster.url('bot'));
    url.username = 'bot';
    const store = await openStore(url.href, [newKey()]);
    await store.preferences.set('7', { locale: 'fa' });
    await store.close();
    const sql = openPostgres(url.href);
    onTestFinished(() => sql.close());
    const rights = 'rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls';
    expect(await sql.query(`SELECT ${rights} FROM pg_roles WHERE rolname = 'bot'`)).toEqual([
      { rolsuper: false, rolcreatedb: false, rolcreaterole: false, rolreplication: false, rolbypassrls: false },
    ]);
    const owned = (from: string, owner: string) =>
      sql.query(`SELECT 1 FROM ${from} WHERE pg_get_userbyid(${owner}) = 'bot'`);
    expect(await owned('pg_database', 'datdba')).toEqual([]);
    expect(await owned('pg_namespace', 'nspowner')).toEqual([]);
    expect((await owned(`pg_class`, 'relowner')).length).toBeGreaterThan(10);
    await expect(sql.query('CREATE SCHEMA own')).rejects.toThrow(StoreUnavailable);
    await expect(sql.query('CREATE DATABASE own')).rejects.toThrow(StoreUnavailable);
    for (const other of ['postgres', 'template1']) {
      const elsewhere = new URL(url);
      elsewhere.pathname = other;
      const stranger = openPostgres(elsewhere.href);
      await expect(stranger.query('SELECT 1'), other).rejects.toThrow(StoreUnavailable);
      await stranger.close();
    }
  });

  test('a server elsewhere proves itself by the authority that was named, and by no other', async () => {
    const cluster = await ownCluster();
    onTestFinished(() => cluster.end());
    const url = cluster.url();
    const [own, other] = [await certificate(), await certificate()];
    const client = openPostgres(url);
    const [row] = await client.query('SHOW data_directory');
    await client.close();
    const data = String(row?.data_directory);
    const { uid, gid } = statSync(data);
    for (const [name, file] of [
      ['server.crt', own.cert],
      ['server.key', own.key],
    ] as const) {
      await copyFile(file, join(data, name));
      await chown(join(data, name), uid, gid);
      await chmod(join(data, name), 0o600);
    }
    await command(url, 'ALTER SYSTEM SET ssl = on');
    await cluster.stop();
    await cluster.start();
    const named = url.replace('127.0.0.1', 'localhost');
    const asked = async (authority: string) => {
      const sql = openPostgres(withAuthority(named, authority));
      return sql.query('SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()').finally(() => sql.close());
    };
    expect(await asked(own.cert)).toEqual([{ ssl: true }]);
    await expect(asked(other.cert)).rejects.toThrow(StoreUnavailable);
  });
});

/** Runs a shell script as the database's image would. */
async function shell(script: string, env: Record<string, string | undefined>) {
  const child = spawn('sh', ['-e', '-c', script], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  const [said] = await Promise.all([text(child.stderr), once(child, 'close')]);
  return { code: child.exitCode, said };
}

/** The files of a key and of the certificate that it signed for this machine itself. */
async function certificate(): Promise<{ cert: string; key: string }> {
  const altNames = [{ type: 2 as const, value: 'localhost' }];
  const pem = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    ...VALID,
    extensions: [{ name: 'subjectAltName', altNames }],
  });
  const place = folder();
  const files = { cert: join(place, 'cert.pem'), key: join(place, 'key.pem') };
  await writeFile(files.cert, pem.cert);
  await writeFile(files.key, pem.private);
  return files;
}
