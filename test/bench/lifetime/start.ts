import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Load, openLoad } from '../load/index.ts';
import { openBot, PEERS, type Peer } from '../support/comparison.ts';
import { treeCpuMs } from '../support/processes.ts';
import { type Bench, fill, median, type Result } from '../support/result.ts';

const STARTS = 7;
const SECOND_MS = 1_000;
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** As `npm start` does it, so that what a start keeps for the next one counts. */
const PROGRAMS = {
  bot: ['--disable-sigusr1', 'src/main.ts'],
  bare: ['test/bench/workers/bare.ts'],
  typical: ['test/bench/workers/typical.ts'],
};
/** The work of a start after the first answer, such as settling open operations. */
const SETTLE_MS = 1_500;
const MB = 1024 * 1024;
const LIMITS = { seconds: 1, processorSeconds: 0.7 };
const PEOPLE = 1_000_000;
/** A start that finds its rows by an index reads only a few more pages of the database. */
const MOST_READ_MB = 5;

/** A start up to the first answer, of the bot and of its peers. */
interface Start {
  ms: number;
  processorMs: number;
  /** Bytes that the process has read up to then, files and connections. */
  readBytes: number;
}

/**
 * An update lies at Telegram; the process starts, asks for it and answers it. With a webhook it would be Telegram's pauses
 * between two attempts that are measured. The first start makes the store, and does not count.
 */
export const run: Bench = async () => {
  const bot = await openBot();
  const script = JSON.stringify(await bot.load.rehearse());
  await bot.worker.stop();
  const own = await starts(bot.load, 'bot');
  const results: Result[] = [
    {
      name: 'from the start of the process to the first update answered',
      value: median(own.map(({ ms }) => ms)) / SECOND_MS,
      unit: 's',
      limit: LIMITS.seconds,
      detail: fill('median of {STARTS}, {least} to {most} ms, long polling', { STARTS, ...range(own, 'ms') }),
    },
    processorRow('bot', own, LIMITS.processorSeconds),
  ];
  for (const peer of ['bare', 'typical'] as const) {
    const load = await openLoad();
    const SCRIPT = join(load.directory, 'script.json');
    await writeFile(SCRIPT, script);
    results.push(processorRow(peer, await starts(load, peer, { SCRIPT })));
    await load.close();
  }
  addPeople(bot.load.env.STORE_URL ?? '');
  results.push(...manyRows(own, await starts(bot.load, 'bot')));
  await bot.load.close();
  return results;
};

async function starts(
  load: Load,
  peer: keyof typeof PROGRAMS,
  settings: Record<string, string> = {},
): Promise<Start[]> {
  const measured: Start[] = [];
  for (let count = 0; count <= STARTS; count++) {
    const begun = performance.now();
    const child = spawn(process.execPath, PROGRAMS[peer], {
      cwd: ROOT,
      env: { PATH: process.env.PATH, ...load.env, ...settings },
      stdio: ['ignore', process.stderr, process.stderr],
    });
    const ended = once(child, 'exit');
    await load.say('/servers');
    const ms = performance.now() - begun;
    const pid = child.pid ?? 0;
    const processorMs = treeCpuMs(pid);
    await wait(SETTLE_MS);
    if (count > 0) measured.push({ ms, processorMs, readBytes: readBytes(pid) });
    child.kill('SIGTERM');
    await ended;
  }
  return measured;
}

function readBytes(pid: number): number {
  return Number(/^rchar: (\d+)$/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1]);
}

function processorRow(peer: Peer, measured: readonly Start[], limit?: number): Result {
  return {
    name: fill('processor time from the start to the first answer: {who}', { who: PEERS[peer] }),
    value: median(measured.map(({ processorMs }) => processorMs)) / SECOND_MS,
    unit: 's',
    ...(limit === undefined ? {} : { limit }),
    detail: fill('median of {STARTS}, {least} to {most} ms', { STARTS, ...range(measured, 'processorMs') }),
  };
}

function range(measured: readonly Start[], of: keyof Start): { least: number; most: number } {
  const values = measured.map((each) => each[of]);
  return { least: Math.min(...values), most: Math.max(...values) };
}

function manyRows(few: readonly Start[], many: readonly Start[]): Result[] {
  const between = (of: keyof Start) => median(many.map((each) => each[of])) - median(few.map((each) => each[of]));
  const detail = fill('{many} ms over {few} ms to the first answer, {processor} ms of processor time more', {
    many: median(many.map(({ ms }) => ms)),
    few: median(few.map(({ ms }) => ms)),
    processor: between('processorMs'),
  });
  return [
    {
      name: fill('read by a start with {PEOPLE} people in the store, beyond one with few', { PEOPLE }),
      value: between('readBytes') / MB,
      unit: 'MB',
      limit: MOST_READ_MB,
      detail,
    },
  ];
}

/**
 * Copies the rows of one person and of an operation that is over a million times. The copies can't be opened, since each row is
 * sealed for its own place: a start that opened them would fail.
 */
function addPeople(url: string): void {
  const file = new DatabaseSync(url.slice('sqlite:'.length));
  const copy = (table: string, changed: Readonly<Record<string, string>>, which: string) => {
    const columns = file
      .prepare(`SELECT name FROM pragma_table_info('${table}')`)
      .all()
      .map(({ name }) => String(name));
    const values = columns.map((name) => changed[name] ?? `model.${name}`);
    file.exec(`WITH RECURSIVE people (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM people WHERE n < ${PEOPLE}),
      model AS (SELECT * FROM ${table} WHERE ${which} LIMIT 1)
      INSERT INTO ${table} (${columns.join(', ')}) SELECT ${values.join(', ')} FROM people, model`);
  };
  file.exec('PRAGMA synchronous = OFF');
  copy('boxes', { key: `model.key || '-' || n` }, `expires_at IS NULL`);
  copy('operations', { id: `model.id || '-' || n`, user_id: '9000000 + n' }, `due_at IS NULL AND state = 'done'`);
  file.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  file.close();
}
