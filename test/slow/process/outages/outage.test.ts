import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { openTestApp, type TestApp, TOKEN } from '../../../support/app.ts';
import { onPostgres } from '../../../support/databases/databases.ts';
import { ownCluster, postgresDatabase, takeChanges } from '../../../support/databases/postgres.ts';
import { eventually } from '../../../support/eventually.ts';
import { openGate } from '../../../support/gate.ts';
import { PATIENCE_MS } from '../../../support/patience.ts';
import { freePort } from '../../../support/programs/port.ts';

const OUTAGE = /the bot’s database can’t be reached.*Your accounts stay connected.*try again/;
const NEVER = /not connected|no account|Connect an account|\/connect/i;

/** The bot over a PostgreSQL database that it reaches through a gate; connected. */
async function connectedApp(database: string, env: Record<string, string> = {}) {
  const url = new URL(database);
  const gate = await openGate(Number(url.port));
  onTestFinished(() => gate.close());
  url.port = String(gate.port);
  const app = await openTestApp({
    env: { STORE_URL: url.href, STORE_KEY: 'a'.repeat(64), ...env },
    timings: { powerMs: 2_500 },
  });
  onTestFinished(() => app.close());
  await app.english.say(`/connect ${TOKEN}`);
  await app.english.sees(/Connected/);
  return { ...app, gate };
}

const actions = ({ provider }: TestApp) =>
  provider.requests.filter(({ operation }) => operation === 'server.action').length;

/** Everything a person may try is answered with the outage, and with nothing else. */
async function hearOfIt({ english }: TestApp): Promise<void> {
  const before = english.screens().length;
  await english.say('/servers');
  await english.sees(OUTAGE);
  await english.say('/accounts');
  await eventually(() => english.screens().length === before + 2);
  for (const screen of english.screens().slice(before)) {
    expect(screen).toMatch(OUTAGE);
    expect(screen.replace('Your accounts stay connected', '')).not.toMatch(NEVER);
  }
}

async function isWell({ english }: TestApp): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  do {
    // As fast as a person may ask.
    await wait(300);
    await english.say('/servers');
  } while (OUTAGE.test(english.screen()) && performance.now() < end);
  await english.sees(/10\.0\.0\.1/);
}

onPostgres(() => {
  test.each(['long polling', 'a webhook'] as const)(
    'a server that is gone, with %s: no token that is typed stays',
    async (way) => {
      const port = await freePort();
      const hooked = { PORT: String(port), WEBHOOK_URL: `http://127.0.0.1:${port}/updates` };
      const app = await connectedApp(await postgresDatabase(), way === 'a webhook' ? hooked : {});
      const { english, gate, log } = app;
      await english.say('/connect');
      await english.sees(/API token/);
      gate.cut();
      for (const text of [TOKEN, `/connect ${TOKEN}`]) {
        const before = english.screens().length;
        const { message_id } = await english.say(text);
        await eventually(() => english.screens().length > before);
        expect(english.screen()).toMatch(/the bot’s database can’t be reached[\s\S]*Your message was deleted/);
        expect(english.messages().map((message) => message.message_id)).not.toContain(message_id);
      }
      expect(log.join('\n')).not.toContain(TOKEN);
    },
  );

  test('a server that stops: people are told, nothing is sent, and all goes on when it is back', async () => {
    const cluster = await ownCluster();
    onTestFinished(() => cluster.end());
    const app = await connectedApp(cluster.url());
    const { english, log } = app;
    await english.say('/reboot 10.0.0.2');
    await english.sees(/Restart 10\.0\.0\.2/);
    await english.say('/off 10.0.0.1');
    await english.press('Yes, power off');
    await eventually(() => actions(app) === 1);
    await cluster.stop();

    await hearOfIt(app);
    const { text } = await english.press(/Yes, restart/);
    expect(text ?? english.screen()).toMatch(OUTAGE);
    expect(actions(app)).toBe(1);

    await cluster.start();
    await isWell(app);
    await eventually(() => english.screens().some((screen) => /10\.0\.0\.1 is off/.test(screen)), {
      describe: () => english.screens().join('\n---\n'),
    });
    expect(actions(app)).toBe(1);
    expect(log.join('\n')).not.toContain(TOKEN);
  });

  test('a network that swallows: people are told within seconds, and it comes back by itself', async () => {
    const app = await connectedApp(await postgresDatabase());
    app.gate.swallow();
    await hearOfIt(app);
    app.gate.mend();
    await isWell(app);
  });

  test('a server that refuses connections, and one that ends them all', async () => {
    const app = await connectedApp(await postgresDatabase());
    app.gate.cut();
    await hearOfIt(app);
    app.gate.mend();
    await isWell(app);
  });

  test('a server that became read-only is told of, and nothing stays on it', async () => {
    const port = await freePort();
    const database = await postgresDatabase();
    const app = await connectedApp(database, { OPS_HOST: '127.0.0.2', OPS_PORT: String(port) });
    const readiness = async () => (await fetch(`http://127.0.0.2:${port}/readyz`)).status;
    expect(await readiness()).toBe(200);
    await takeChanges(database, false);
    app.gate.cut();
    app.gate.mend();
    await expect.poll(readiness).toBe(503);
    await hearOfIt(app);
    await takeChanges(database, true);
    const start = performance.now();
    await isWell(app);
    expect(performance.now() - start).toBeLessThan(20_000);
    expect(await readiness()).toBe(200);
  });
});
