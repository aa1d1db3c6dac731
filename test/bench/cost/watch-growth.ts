import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { fillStore } from '../support/filled-store.ts';
import { type Bench, fill, type Result } from '../support/result.ts';
import { bytesWritten } from '../support/writes.ts';
import { startWorker } from '../workers/worker.ts';

const SMALL = 1_000;
export const LARGE = 10_000;
export const SERVERS = 10;
const STORE_KEY = 'c'.repeat(64);
const MB = 1024 * 1024;
/** Each account has two rounds; the first one also stores the readings. */
const WARM_UP_MS = 140_000;
export const MEASURED_MS = 180_000;
const LOOK_MS = 1_000;
const MINUTES = MEASURED_MS / 60_000;
const LIMIT = 1.2;
/** The delay of a round that is still accepted. */
export const LAG_LIMIT_S = 10;

/** The resources of a process for watches. */
interface Used {
  cpuMs: number;
  bytes: number;
  fileBytes: number;
  grownBytes: number;
  writtenBytes: number;
  /** The longest that an account waited for its round. */
  lagMs: number;
  /** The longest that its event loop was held. */
  heldMs: number;
  /** The number of readings, where the provider counts them. */
  readings: number;
}

/** Counts its requests, in place of the provider in the bot's process. */
interface CountingProvider {
  url: string;
  count(): number;
}

/** Ten times as many watched servers must cost ten times as much at most: memory, processor time and the database, each a watch. */
export const run: Bench = async () => {
  const [none, small, large] = await Promise.all([watch(0), watch(SMALL), watch(LARGE)]);
  const each = (used: Used, accounts: number, of: (used: Used) => number) =>
    (of(used) - of(none)) / (accounts * SERVERS);
  const flat = (name: string, unit: string, scale: number, of: (used: Used) => number): Result => {
    const [ofLarge, ofSmall] = [each(large, LARGE, of), each(small, SMALL, of)];
    const detail = { large: ofLarge * scale, small: ofSmall * scale };
    return { name, value: ofLarge / ofSmall, limit: LIMIT, detail: fill(`{large} over {small} ${unit}`, detail) };
  };
  const total = { servers: LARGE * SERVERS, accounts: LARGE };
  return [
    flat('processor time a watched server and minute: 100,000 over 10,000', 'ms', 1 / MINUTES, ({ cpuMs }) => cpuMs),
    flat('memory a watched server: the same', 'KB', 1 / 1024, ({ bytes }) => bytes),
    {
      name: fill('{servers} watched servers of {accounts} accounts: of one processor', total),
      value: large.cpuMs / MEASURED_MS,
      detail: fill('the file has {file} MB, {written} MB a minute are written', {
        file: large.fileBytes / MB,
        written: large.writtenBytes / MINUTES / MB,
      }),
    },
    {
      name: 'the same: memory over that without watches',
      value: large.bytes / none.bytes,
      detail: fill('{large} MB over {none} MB', { large: large.bytes / MB, none: none.bytes / MB }),
    },
    {
      name: 'the same: growth of the database and its log in a minute',
      value: large.grownBytes / MINUTES / MB,
      unit: 'MB',
      limit: 1,
      detail: fill('{small} MB with {count} servers', {
        small: small.grownBytes / MINUTES / MB,
        count: SMALL * SERVERS,
      }),
    },
    {
      name: 'the same: the longest wait of an account for its round',
      value: large.lagMs / 1_000,
      unit: 's',
      limit: LAG_LIMIT_S,
      detail: fill('{small} s with {count} servers', { small: small.lagMs / 1_000, count: SMALL * SERVERS }),
    },
  ];
};

/** Starts a process that watches these accounts for some minutes. */
export async function watch(accounts: number, provider?: CountingProvider): Promise<Used> {
  const directory = await mkdtemp(join(tmpdir(), 'hosting-bot-bench-'));
  const file = join(directory, 'bot.sqlite');
  const STORE_URL = `sqlite:${file}`;
  await fillStore(STORE_URL, STORE_KEY, { people: accounts, restarts: 0, state: 'done', watched: true });
  const worker = await startWorker('watching.ts', {
    ...{ STORE_URL, STORE_KEY, SERVERS: String(SERVERS) },
    ...(provider ? { PROVIDER_URL: provider.url } : {}),
  });
  await wait(WARM_UP_MS);
  await worker.longestDelayMs();
  const before = provider?.count() ?? 0;
  const [cpuMs, sizes, written] = [await worker.cpuMs(), await sizeOf(file), bytesWritten(worker.pid)];
  const lagMs = await longestLag(file);
  const readings = (provider?.count() ?? 0) - before;
  const used = {
    heldMs: await worker.longestDelayMs(),
    readings,
    cpuMs: (await worker.cpuMs()) - cpuMs,
    writtenBytes: bytesWritten(worker.pid) - written,
    fileBytes: await sizeOf(file),
    grownBytes: (await sizeOf(file)) - sizes,
    bytes: await worker.residentBytes(),
    lagMs,
  };
  await worker.stop();
  await rm(directory, { recursive: true });
  return used;
}

/** With its log. */
async function sizeOf(file: string): Promise<number> {
  const sizes = await Promise.all([file, `${file}-wal`].map(async (path) => (await stat(path)).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** The longest that an account is overdue, looked at again and again. */
async function longestLag(file: string): Promise<number> {
  const database = new DatabaseSync(file, { readOnly: true });
  const oldest = database.prepare('SELECT MIN(due_at) AS due_at FROM watches');
  let longest = 0;
  for (const end = Date.now() + MEASURED_MS; Date.now() < end; await wait(LOOK_MS)) {
    const { due_at: dueAt } = oldest.get() ?? {};
    if (typeof dueAt === 'number') longest = Math.max(longest, Date.now() - dueAt);
  }
  database.close();
  return longest;
}
