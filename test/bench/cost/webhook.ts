import { postgresPrograms, startCluster } from '../../support/databases/cluster.ts';
import { freePort } from '../../support/programs/port.ts';
import { type ComparisonOptions, compare, of, spread } from '../support/comparison.ts';
import { treeCpuMs } from '../support/processes.ts';
import { type Bench, fill, type Result } from '../support/result.ts';

const WHAT = {
  sqlite: 'updates a second of one processor through the webhook, 60 people: bare grammY over ours',
  postgres: "the same on PostgreSQL that synchronises each commit, its server's processor time counted",
};

const LIMITS = { sqlite: 1.8, postgres: 4 };
const TOGETHER = 60;
const ROUNDS = 300;
const STORE_KEY = 'b'.repeat(64);

/** Updates per second of processor time by webhook: a bare bot's rate over the product's, on either database. */
export const run: Bench = async () => {
  const results = [await measure('sqlite')];
  const programs = postgresPrograms();
  if (!programs) {
    const detail = 'the programs of PostgreSQL are missing';
    return [...results, { name: WHAT.postgres, value: 'not measured', limit: LIMITS.postgres, detail }];
  }
  const cluster = await startCluster(programs, undefined, { durable: true });
  try {
    const own = { STORE_URL: cluster.url(), STORE_KEY };
    results.push(await measure('postgres', { own, databaseMs: () => treeCpuMs(cluster.pid()) }));
  } finally {
    await cluster.end();
  }
  return results;
};

async function measure(
  name: keyof typeof LIMITS,
  options: Pick<ComparisonOptions, 'own' | 'databaseMs'> = {},
): Promise<Result> {
  const comparison = await compare({ peers: ['bare'], settings: hooked, ...options });
  const { databaseMs = () => 0 } = options;
  const before = databaseMs();
  const measured = await comparison.measure(ROUNDS, TOGETHER);
  const database = databaseMs() - before;
  await comparison.close();
  const [bot, bare] = [of(measured, 'bot'), of(measured, 'bare')];
  const detail = fill(
    "{bare} a second over {bot}, {ms} ms an update, {server} ms of it the database's server; {updates} updates each, block by block {least} to {most}",
    {
      bare: Math.round(1_000 / bare.ms),
      bot: Math.round(1_000 / bot.ms),
      ms: bot.ms,
      server: database / bot.updates,
      updates: bot.updates,
      ...spread(bot, bare),
    },
  );
  return { name: WHAT[name], value: bot.ms / bare.ms, limit: LIMITS[name], detail };
}

async function hooked(): Promise<Record<string, string>> {
  const PORT = String(await freePort());
  return { PORT, WEBHOOK_URL: `http://127.0.0.1:${PORT}/updates` };
}
