import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BOT_TOKEN, TOKEN } from '../../support/app.ts';
import { openProcessApp, type ProcessApp } from '../../support/bots/process.ts';
import { eventually } from '../../support/eventually.ts';

const WRONG = 'wrong-token-that-somebody-typed';
const IN_GROUP = 'token-that-was-typed-in-a-group';
const HANGING = 'token-whose-proof-never-came-back';

let app: ProcessApp;
beforeAll(async () => {
  app = await openProcessApp({ env: { LOG_LEVEL: 'trace' } });
});
afterAll(() => app.close());

/** Every form in which a secret could stand somewhere. */
function forms(secret: string): string[] {
  const bytes = Buffer.from(secret);
  return [secret, encodeURIComponent(secret), bytes.toString('base64').slice(0, -4), bytes.toString('hex')];
}

function files(): { name: string; bytes: string }[] {
  return readdirSync(app.directory)
    .filter((name) => !name.endsWith('.key'))
    .map((name) => ({ name, bytes: readFileSync(join(app.directory, name), 'latin1') }));
}

function found(): string[] {
  const places = [
    ...files(),
    { name: 'output', bytes: app.bot().output() },
    { name: 'errors', bytes: app.bot().errors() },
  ];
  return [TOKEN, WRONG, IN_GROUP, HANGING, BOT_TOKEN].flatMap((secret) =>
    forms(secret).flatMap((form) =>
      places.filter(({ bytes }) => bytes.includes(form)).map(({ name }) => `${secret} in ${name}`),
    ),
  );
}

test('the process’s files are its owner’s alone, and no signal opens a debugger in it', async () => {
  const pid = app.bot().pid ?? 0;
  expect(readFileSync(`/proc/${pid}/status`, 'latin1')).toMatch(/^Umask:\s+0077$/m);
  process.kill(pid, 'SIGUSR1');
  await app.english.say('/help');
  await app.english.sees(/What you can type/);
  expect(app.bot().errors()).not.toContain('Debugger');
});

test('a complete dialogue leaves no token in the files nor in the log', async () => {
  const { english, world, provider } = app;
  await english.say('/connect');
  await english.sees(/API token/);
  await english.say(WRONG);
  await english.sees(/does not accept/);
  await english.say(TOKEN);
  await english.sees(/Connected/);

  const here = english.in(world.group.id);
  await here.say(`/connect@host_test_bot ${IN_GROUP}`);
  await here.sees(/Never write a token in a group/);

  for (const kind of ['status', 'errorOn200'] as const) {
    const body = { error: 'bad', message: `Authorization: Bearer ${TOKEN} is no good; ${TOKEN}` };
    provider.fault({ operation: 'server.status', kind, status: 400, body, times: 1 });
    await english.say('/server 10.0.0.1');
    await english.sees(/refused/);
  }
  provider.fault({ operation: 'server.action', kind: 'errorOn200', body: { error: TOKEN, message: TOKEN }, times: 1 });
  await english.say('/reboot 10.0.0.1');
  await english.sees(/Yes, restart/);
  english.tap('Yes, restart');
  await english.sees(/was not restarted/);
  provider.fault({ operation: 'server.action', kind: 'cutAfter', times: 1 });
  await english.say('/reboot 10.0.0.1');
  await english.sees(/Yes, restart/);
  english.tap('Yes, restart');
  await english.sees(/restarted/);

  // The address of every call holds the bot token; Telegram's words are logged.
  world.fail({ method: 'sendMessage', cut: true, times: 2 });
  world.fail({ method: 'getUpdates', cut: true });
  await english.say('/help');
  await eventually(() => app.bot().output().includes("Network request for 'sendMessage'"));
  world.clearFaults();
  world.fail({ method: 'sendMessage', code: 500, description: `Internal ${BOT_TOKEN}`, times: 2 });
  await english.say('/start');
  await eventually(() => app.bot().output().includes('[secret]'));
  world.clearFaults();
  await english.say('/language');
  await english.sees(/Which language/);

  // A typed text stands in the inbox while it is handled.
  provider.forget();
  provider.fault({ operation: 'server.list', kind: 'hang', times: 1 });
  await english.say(`/connect ${HANGING}`);
  await eventually(() => provider.requests.some(({ operation }) => operation === 'server.list'));

  expect(found()).toEqual([]);
  expect(app.bot().output()).toContain('[secret]');
  expect(files().map(({ name }) => name)).toContain('bot.sqlite-wal');
  await app.kill();
  expect(found()).toEqual([]);
});

test('the key beside the database is for its owner alone', () => {
  expect(statSync(join(app.directory, 'bot.sqlite.key')).mode & 0o777).toBe(0o600);
});

test('every command that starts a part of the program keeps debuggers out', () => {
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(readFileSync('package.json', 'utf8'));
  const texts = [scripts.start, scripts.demo, scripts.store, scripts.provider];
  for (const command of texts) expect(command).toContain('node --disable-sigusr1 ');
  for (const file of ['Dockerfile', 'compose.yaml', 'src/OPERATING.md'])
    for (const line of readFileSync(file, 'utf8').split('\n'))
      if (/node\b.*src\/(main|store-command)\.ts/.test(line)) expect(line).toContain('--disable-sigusr1');
});
