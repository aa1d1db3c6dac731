import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { readConfig, SETTING_NAMES } from '../../src/config.ts';
import { BOT_TOKEN } from '../support/house.ts';

const bot = z.object({
  environment: z.record(z.string(), z.string()),
  env_file: z.literal('.env'),
  stop_grace_period: z.string(),
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
      ports: z.undefined().optional(),
      networks: z.tuple([z.literal('inside')]),
    }),
    proxy: z.object({ ports: z.array(z.string()), networks: z.tuple([z.literal('outside')]) }),
  }),
  configs: z.object({ caddyfile: z.object({ content: z.string() }) }),
  networks: z.object({ inside: z.object({ internal: z.literal(true) }) }).loose(),
});

const ENV: Record<string, string> = {
  BOT_DOMAIN: 'bot.example.com',
  BOT_TOKEN,
  HOSTING_API_URL: 'https://api.example.com',
  STORE_KEY: 'a'.repeat(64),
  DATABASE_PASSWORD: 'of-the-database',
};

const source = await readFile('compose.yaml', 'utf8');
const { services, configs } = composition.parse(parse(source, { merge: true }));
const filled = (text: string) =>
  text.replace(/\$\{(\w+):\?[^}]+\}/g, (_, name: string) => ENV[name] ?? expect.fail(`${name} is not explained`));

test('both replicas have settings that the bot understands, with what its head says in .env', () => {
  expect(services['bot-1']).toEqual(services['bot-2']);
  const { environment } = services['bot-1'];
  expect(Object.keys(environment).filter((name) => !SETTING_NAMES.includes(name))).toEqual([]);
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

test('the proxy asks the replicas whether they are alive, passes on the webhook and nothing else, and alone is public', () => {
  const caddyfile = filled(configs.caddyfile.content);
  const { WEBHOOK_URL = '', PORT } = services['bot-1'].environment;
  const { hostname, pathname } = new URL(filled(WEBHOOK_URL));
  expect(caddyfile).toMatch(new RegExp(`^${hostname} \\{\n\\s+handle ${pathname} \\{\n`));
  expect(caddyfile).toContain(`reverse_proxy bot-1:${PORT} bot-2:${PORT} {`);
  // Without the database a replica is not ready, and still tells people so.
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
