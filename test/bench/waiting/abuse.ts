import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { World } from '../../../src/sandbox/telegram/index.ts';
import { freePort } from '../../support/programs/port.ts';
import { type Environment, openEnvironment } from '../support/environment.ts';
import { type Bench, fill, median, type Result } from '../support/result.ts';
import { startWorker } from '../workers/worker.ts';

const WHAT = {
  flood: 'seconds that /servers takes while one person sends 1,000 /start in 5 s',
  guesses: 'seconds that /start takes while a stranger sends 600 /connect wrong, provider at 3 s',
  hang: 'seconds that /start takes while 300 people wait for a provider that hangs',
};

/** Seconds that another person may have to wait. */
const LIMIT = 2;
const TELEGRAM_MS = 60;
const CALM_ROUNDS = 5;
/** The duration of the abuse; the time until its effects are over is measured afterwards. */
const LOOK_MS = 8_000;
/** The measurement waits for the end no longer than this: the figure is then the least that it took. */
const LONGEST_MS = 120_000;

interface Abuse {
  name: 'flood' | 'guesses' | 'hang';
  /** The people who abuse the bot, beside the one person who waits. */
  people: number;
  /** The message of the person who waits. */
  asks: string;
  begin(environment: Environment): Promise<void>;
}

const others = ({ people }: Environment) => people.slice(1);

const ABUSES: readonly Abuse[] = [
  {
    name: 'flood',
    people: 1,
    asks: '/servers',
    async begin(environment) {
      for (let count = 0; count < 1_000; count++) {
        for (const { id } of others(environment)) environment.world.say(id, id, '/start');
        if (count % 10 === 9) await wait(50);
      }
    },
  },
  {
    name: 'guesses',
    people: 1,
    asks: '/start',
    async begin(environment) {
      environment.provider.fault({ kind: 'delay', ms: 3_000 });
      for (let count = 0; count < 600; count++)
        for (const { id } of others(environment)) environment.world.say(id, id, `/connect wrong-token-${count}`);
    },
  },
  {
    name: 'hang',
    people: 300,
    asks: '/start',
    async begin(environment) {
      environment.provider.fault({ kind: 'hang' });
      for (let count = 0; count < 3; count++)
        for (const { id } of others(environment)) environment.world.say(id, id, '/servers');
    },
  },
];

const MODES = {
  polling: async () => ({}),
  webhook: async () => {
    const PORT = String(await freePort());
    return { PORT, WEBHOOK_URL: `http://127.0.0.1:${PORT}/updates` };
  },
} as const satisfies Record<string, () => Promise<Record<string, string>>>;

/**
 * The waits of one person while others abuse the bot. `BENCH_BEFORE` names an older checkout with its dependencies, which is measured too.
 */
export const run: Bench = async () => {
  const results: Result[] = [];
  const before = process.env.BENCH_BEFORE;
  for (const abuse of ABUSES) {
    for (const mode of ['polling', 'webhook'] as const) {
      const name = `${WHAT[abuse.name]} (${mode === 'polling' ? 'long polling' : mode})`;
      const now = await measure(abuse, mode, 'bot.ts');
      results.push({
        name,
        value: now.longest / 1_000,
        unit: 's',
        limit: LIMIT,
        detail: fill('the longest of {count}; {calm} ms in calm', now),
      });
      if (before === undefined) continue;
      const old = await measure(abuse, mode, pathToFileURL(join(before, 'test/bench/house-worker.ts')).href);
      const gain = fill('before over now: {times} times as long', { times: old.longest / now.longest });
      const detail = `${fill('the longest of {count}; {calm} ms in calm', old)}; ${gain}`;
      results.push({ name: fill('{name}, before', { name }), value: old.longest / 1_000, unit: 's', detail });
    }
  }
  return results;
};

async function measure(abuse: Abuse, mode: keyof typeof MODES, worker: string) {
  const environment = await openEnvironment(Array.from({ length: abuse.people + 1 }, () => 3));
  const bot = await startWorker(worker, { ...environment.env, ...(await MODES[mode]()), LOG_LEVEL: 'fatal' });
  const { world, people, provider } = environment;
  const { id = 0 } = people[0] ?? {};
  // A stranger has no account.
  const connected = abuse.name === 'guesses' ? people.slice(0, 1) : people;
  for (const person of connected) {
    const { length } = world.messages(person.id, person.id);
    world.say(person.id, person.id, `/connect ${environment.tokenOf(person)}`);
    await world.until(() => world.messages(person.id, person.id).length > length, { timeoutMs: LONGEST_MS });
  }
  await world.until(() => world.pending() === 0, { timeoutMs: LONGEST_MS });
  world.latencyMs = TELEGRAM_MS;
  const calm: number[] = [];
  for (let count = 0; count < CALM_ROUNDS; count++) calm.push(await clocked(world, id, abuse.asks));
  const end = performance.now() + LOOK_MS;
  const abusing = abuse.begin(environment);
  const waits: number[] = [];
  while (performance.now() < end) {
    waits.push(await clocked(world, id, abuse.asks));
    await wait(500);
  }
  await abusing;
  provider.clearFaults();
  await bot.stop();
  await environment.close();
  return { longest: Math.max(...waits), count: waits.length, calm: median(calm) };
}

/** Milliseconds until the bot's next message in a private chat. */
async function clocked(world: World, id: number, text: string): Promise<number> {
  const newest = () => world.messages(id, id).findLast(({ from }) => from?.is_bot)?.message_id ?? 0;
  const before = newest();
  const begun = performance.now();
  world.say(id, id, text);
  const over = new AbortController();
  const late = wait(LONGEST_MS, undefined, { signal: over.signal }).catch(() => undefined);
  await Promise.race([late, world.until(() => newest() > before, { timeoutMs: 2 * LONGEST_MS })]);
  over.abort();
  return Math.min(LONGEST_MS, performance.now() - begun);
}
