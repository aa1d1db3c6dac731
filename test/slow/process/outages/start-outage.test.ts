import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openStoreOf, openTestApp, type TestAppOptions, TOKEN } from '../../../support/app.ts';
import { type BotProcess, startProcess } from '../../../support/bots/process.ts';
import { onPostgres, SQLITE } from '../../../support/databases/databases.ts';
import { command, ownCluster, postgresDatabase } from '../../../support/databases/postgres.ts';
import { folder } from '../../../support/databases/store.ts';
import { eventually } from '../../../support/eventually.ts';
import { openGate } from '../../../support/gate.ts';
import { freePort } from '../../../support/programs/port.ts';

const STORE_KEY = 'a'.repeat(64);
const TROUBLE = '"where":"start"';
const OUTAGE = 'The store did not answer';
const BOT_ID = 123456789;
/** A start over tables that are there asks the database for about 35; with more it would be slow where that is far away. */
const MOST_MESSAGES = 60;
const ENDED = { code: 0, signal: null };

/** An app whose bot has not started yet, with the health check of a process. */
async function beforeTheStart(options: TestAppOptions = {}, finished = onTestFinished) {
  const opsPort = await freePort();
  const env = { STORE_KEY, OPS_PORT: String(opsPort), ...options.env };
  const app = await openTestApp({ ...options, env, withoutBot: true });
  finished(() => app.close());
  const readiness = async () => {
    const answer = await fetch(`http://127.0.0.1:${opsPort}/readyz`);
    return { status: answer.status, body: await answer.json() };
  };
  const start = () => {
    const bot = startProcess(app.env);
    finished(async () => void (await bot.end('SIGKILL')));
    return bot;
  };
  return { app, readiness, start };
}

/** The bot has found that its store is out, and its health check says so. */
async function waits(bot: BotProcess, readiness: () => Promise<unknown>): Promise<void> {
  await eventually(() => bot.output().includes(TROUBLE), { describe: () => bot.output() + bot.errors() });
  expect(bot.output()).toContain(OUTAGE);
  expect(await readiness()).toEqual({ status: 503, body: { state: 'starting' } });
  expect(bot.output()).not.toContain('"msg":"ready"');
}

/** A program that holds a SQLite file for itself. */
async function held(url: string) {
  const sql = SQLITE.open(url);
  const free = Promise.withResolvers<void>();
  const holds = Promise.withResolvers<void>();
  const ended = sql.transaction(async () => {
    holds.resolve();
    await free.promise;
  });
  await holds.promise;
  return async () => {
    free.resolve();
    await ended;
    await sql.close();
  };
}

test.concurrent('a SQLite file that another program holds is waited for', async ({ onTestFinished }) => {
  const STORE_URL = await SQLITE.place(onTestFinished);
  const { app, readiness, start } = await beforeTheStart({ env: { STORE_URL } }, onTestFinished);
  const release = await held(app.env.STORE_URL ?? '');
  const bot = start();
  await waits(bot, readiness);
  await release();
  await bot.ready();
  expect(await readiness()).toEqual({ status: 200, body: { state: 'ready', watchLagSeconds: 0 } });
  await app.english.say('/help');
  await app.english.sees(/What you can type/);
  expect(await bot.end('SIGTERM')).toEqual(ENDED);
});

test.concurrent('told to end while a SQLite file is held, it ends', async ({ onTestFinished }) => {
  const STORE_URL = await SQLITE.place(onTestFinished);
  const { app, readiness, start } = await beforeTheStart({ env: { STORE_URL } }, onTestFinished);
  const release = await held(app.env.STORE_URL ?? '');
  onTestFinished(release);
  const bot = start();
  await waits(bot, readiness);
  expect(await bot.end('SIGTERM')).toEqual(ENDED);
});

test('a file that is no database, or can not be opened, ends the start at once', async () => {
  const place = folder();
  writeFileSync(join(place, 'notes.txt'), 'this is no database, however long one looks at it. '.repeat(20));
  for (const [file, words] of [
    ['notes.txt', 'file is not a database'],
    ['', 'unable to open database file'],
  ] as const) {
    const { start } = await beforeTheStart({ env: { STORE_URL: `sqlite:${join(place, file)}` } });
    const bot = start();
    expect(await bot.ended).toEqual({ code: 1, signal: null });
    expect(bot.output()).toContain(words);
    expect(bot.output()).not.toContain(TROUBLE);
  }
});

onPostgres(() => {
  test.concurrent('a start while the database is away waits for it, is not ready, and then goes on', async ({
    onTestFinished,
  }) => {
    const cluster = await ownCluster();
    onTestFinished(() => cluster.end());
    const port = await freePort();
    const hooked = { PORT: String(port), WEBHOOK_URL: `http://127.0.0.1:${port}/updates` };
    const { app, readiness, start } = await beforeTheStart(
      { env: { STORE_URL: cluster.url(), ...hooked }, telegram: { webhookSecondMs: 50 } },
      onTestFinished,
    );
    await cluster.stop();
    const bot = start();
    await waits(bot, readiness);
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
    // Not known yet: it is kept in the store.
    const secret = { method: 'POST', headers: { 'x-telegram-bot-api-secret-token': 'guessed' }, body: '{}' };
    expect((await fetch(`http://127.0.0.1:${port}/updates`, secret)).status).toBe(503);
    await cluster.start();
    await bot.ready();
    expect(await readiness()).toEqual({ status: 200, body: { state: 'ready', watchLagSeconds: 0 } });
    await app.english.say(`/connect ${TOKEN}`);
    await app.english.sees(/Connected/);
    expect(bot.output()).not.toContain(STORE_KEY);
  });

  test.concurrent.for(['cut', 'swallow'] as const)(
    'told to end while it waits (%s), it ends in order',
    async (weather, { onTestFinished }) => {
      const database = new URL(await postgresDatabase(onTestFinished));
      const gate = await openGate(Number(database.port));
      onTestFinished(() => gate.close());
      database.port = String(gate.port);
      const { readiness, start } = await beforeTheStart({ env: { STORE_URL: database.href } }, onTestFinished);
      gate[weather]();
      const bot = start();
      await waits(bot, readiness);
      expect(await bot.end('SIGTERM')).toEqual(ENDED);
    },
  );

  test.concurrent('whichever step of the start loses the database, the start goes on when it is back', async ({
    onTestFinished,
  }) => {
    const database = new URL(await postgresDatabase(onTestFinished));
    const gate = await openGate(Number(database.port));
    onTestFinished(() => gate.close());
    database.port = String(gate.port);
    const app = await openTestApp({ env: { STORE_URL: database.href, STORE_KEY }, withoutBot: true });
    onTestFinished(() => app.close());
    let lost = 0;
    let wasHit = true;
    // The first start has no tables, later ones have those of an earlier start. The loop ends once a start sends fewer messages.
    for (const messages of [1, 4, 9, 20, ...Array(MOST_MESSAGES).keys()]) {
      app.log.length = 0;
      gate.after(messages, 'cuts');
      const started = app.startBot();
      const hit = () => app.log.some((line) => line.includes(OUTAGE));
      await Promise.race([started, eventually(hit)]);
      wasHit = hit();
      gate.mend();
      await started;
      await app.english.say('/help');
      expect(app.english.screen()).toContain('What you can type');
      await app.stopBot();
      if (!wasHit) break;
      lost++;
    }
    expect(lost).toBeGreaterThan(20);
    expect(wasHit, 'the last start, which was to end before it loses the database').toBe(false);
  });

  test.concurrent('a network that swallows while the tables are made is noticed in seconds', async ({
    onTestFinished,
  }) => {
    const database = new URL(await postgresDatabase(onTestFinished));
    const gate = await openGate(Number(database.port));
    onTestFinished(() => gate.close());
    database.port = String(gate.port);
    const { start } = await beforeTheStart({ env: { STORE_URL: database.href } }, onTestFinished);
    gate.after(12, 'swallows');
    const bot = start();
    await eventually(() => bot.output().includes(OUTAGE));
    gate.mend();
    await bot.ready();
    expect(await bot.end('SIGTERM')).toEqual(ENDED);
  });

  test('a database that is not there, and a role that may not log in, end the start at once', async () => {
    const server = await postgresDatabase();
    await command(server, 'DO $$ BEGIN CREATE ROLE nobody_of_tests; EXCEPTION WHEN duplicate_object THEN NULL; END $$');
    const [missing, stranger] = [new URL(server), new URL(server)];
    missing.pathname = '/not_there_at_all';
    stranger.username = 'nobody_of_tests';
    for (const [url, words] of [
      [missing, 'database \\"not_there_at_all\\" does not exist'],
      [stranger, 'is not permitted to log in'],
    ] as const) {
      const { start } = await beforeTheStart({ env: { STORE_URL: url.href } });
      const bot = start();
      expect(await bot.ended).toEqual({ code: 1, signal: null });
      expect(bot.output()).toContain(words);
      expect(bot.output()).not.toContain(TROUBLE);
    }
  });
});

test('updates of a killed process are taken up by the start itself, in their order', async () => {
  const port = await freePort();
  const app = await openTestApp({
    env: {
      STORE_URL: await SQLITE.place(),
      STORE_KEY,
      PORT: String(port),
      WEBHOOK_URL: `http://127.0.0.1:${port}/updates`,
    },
  });
  onTestFinished(() => app.close());
  await app.english.say('/start');
  await app.stopBot();
  const before = app.english.screens().length;
  const { id, first_name } = app.english.user;
  const chat = { id, type: 'private', first_name };
  const store = await openStoreOf(app);
  for (const [index, text] of ['/help', '/language'].entries()) {
    const update_id = 900_000_000 + index;
    const entities = [{ type: 'bot_command', offset: 0, length: text.length }];
    const message = { message_id: 1 + index, date: 1, from: app.english.user, chat, text, entities };
    await store.inbox.keep(BOT_ID, Object.assign({ update_id }, { message }));
    await store.leases.take(`kept:${BOT_ID}:${update_id}`, store.now(), 10_000);
  }
  await store.leases.take(`leftovers:${BOT_ID}`, store.now(), 10_000);
  await store.close();
  await app.startBot();
  await app.settled();
  expect(
    app.english
      .screens()
      .slice(before)
      .map((screen) => screen.split('\n')[0]),
  ).toEqual([expect.stringContaining('What you can type'), expect.stringMatching(/language/i)]);
});
