import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, type TestContext, test } from 'vitest';
import { openTestApp, type TestApp, TOKEN } from '../../../support/app.ts';
import { type Disk, type Left, putAt, watchDisk } from '../../../support/databases/disk.ts';
import { folder } from '../../../support/databases/store.ts';

/** A disk so slow that every step that does not wait for it comes first. */
const DISK_MS = 40;
const REQUEST = 'http.server.request.start';

/** The database that a power cut would have left at the moment when something left the bot. */
interface Moment {
  what: string;
  left: Left;
}

interface Cut {
  app: TestApp;
  path: string;
  /** The requests that change something at the provider. */
  sent: Moment[];
  /** The texts that people were shown. */
  told: Moment[];
}

async function connected({ onTestFinished }: Pick<TestContext, 'onTestFinished'>): Promise<Cut> {
  const path = join(folder(), 'bot.sqlite');
  const disk = watchDisk(path, DISK_MS);
  const app = await openTestApp({
    accounts: [{ token: TOKEN, servers: 2, wallet: 10 ** 9 }],
    timings: { rebootMs: 5_000 },
    env: { STORE_URL: `sqlite:${path}`, STORE_KEY: 'a'.repeat(64) },
  });
  onTestFinished(() => app.close());
  const cut = { app, path, sent: sentBy(app, disk, onTestFinished), told: toldBy(app, disk) };
  await app.english.say(`/connect ${TOKEN}`);
  await app.english.sees(/Connected/);
  return cut;
}

function sentBy({ provider }: TestApp, disk: Disk, onTestFinished: TestContext['onTestFinished']): Moment[] {
  const sent: Moment[] = [];
  const { port } = new URL(provider.baseUrl);
  const note = (message: unknown) => {
    if (!isExchange(message)) return;
    const { socket, url = '', method } = message.request;
    if (String(socket.localPort) === port && method !== 'GET') sent.push({ what: url, left: disk.left() });
  };
  subscribe(REQUEST, note);
  onTestFinished(() => void unsubscribe(REQUEST, note));
  return sent;
}

function isExchange(message: unknown): message is { request: IncomingMessage } {
  return typeof message === 'object' && message !== null && 'request' in message;
}

function toldBy({ world }: TestApp, disk: Disk): Moment[] {
  const told: Moment[] = [];
  let next = world.calls.length;
  world.onChange(() => {
    for (; next < world.calls.length; next++)
      told.push({ what: readable(world.calls[next]?.params.text), left: disk.left() });
  });
  return told;
}

/** A text without its markup. */
function readable(text: unknown): string {
  return String(text).replace(/<[^>]*>|[\u2066-\u2069]/g, '');
}

/** The states of operations of a kind in what a power cut left. */
function statesIn({ left }: Moment, kind: string): unknown[] {
  const path = join(folder(), 'left.sqlite');
  putAt(path, left);
  const file = new DatabaseSync(path);
  try {
    return file
      .prepare('SELECT state FROM operations WHERE kind = ?')
      .all(kind)
      .map(({ state }) => state);
  } finally {
    file.close();
  }
}

function momentOf(moments: readonly Moment[], pattern: RegExp): Moment {
  const found = moments.find(({ what }) => pattern.test(what));
  if (!found) throw new RangeError(`${pattern} is not in:\n${moments.map(({ what }) => what).join('\n')}`);
  return found;
}

/** Starts the bot with what a power cut left at that moment. */
async function startAfter({ app, path }: Cut, { left }: Moment): Promise<void> {
  await app.stopBot();
  putAt(path, left);
  await app.startBot();
}

const requests = ({ app }: Cut, operation: string) =>
  app.provider.requests.filter((request) => request.operation === operation).length;

test('a restart is on the disk as claimed before it is sent, and as accepted before that is told', async (context) => {
  const cut = await connected(context);
  const { english } = cut.app;
  await english.say('/reboot 10.0.0.0');
  await english.press('Yes, restart');
  await english.shows(/⏳ Restarting/);
  const claimed = momentOf(cut.sent, /action/);
  expect(statesIn(claimed, 'power')).toEqual(['sending']);
  const accepted = momentOf(cut.told, /⏳ Restarting/);
  expect(statesIn(accepted, 'power')).toEqual(['accepted']);

  await startAfter(cut, accepted);
  await english.shows(/10\.0\.0\.0 restarted/);
  await startAfter(cut, claimed);
  await english.shows(/Restart of 10\.0\.0\.0: no answer/);
  expect(requests(cut, 'server.action')).toBe(1);
});

test('a renewal is on the disk as claimed before it is sent, and as accepted before that is told', async (context) => {
  const cut = await connected(context);
  const { english } = cut.app;
  await english.say('/renew 10.0.0.0');
  await english.press(/^30 days/);
  await english.press(/^Renew for/);
  await english.shows(/✅ 10\.0\.0\.0 renewed/);
  const claimed = momentOf(cut.sent, /renew/);
  expect(statesIn(claimed, 'renewal')).toEqual(['sending']);
  const accepted = momentOf(cut.told, /for 30 days: accepted by the provider/);
  expect(statesIn(accepted, 'renewal')).toEqual(['accepted']);

  const told = cut.told.length;
  const shows = (pattern: RegExp) =>
    cut.app.world.until(() => cut.told.slice(told).some(({ what }) => pattern.test(what)));
  await startAfter(cut, claimed);
  await shows(/for 30 days: no answer/);
  await startAfter(cut, accepted);
  await shows(/renewed for 30 days/);
  expect(requests(cut, 'cloud.renew')).toBe(1);
});
