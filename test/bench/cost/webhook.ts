import { postgresPrograms, startCluster } from '../../support/databases/cluster.ts';
import { freePort } from '../../support/programs/port.ts';
import { type ComparisonOptions, compareBots } from '../support/comparison.ts';
import { type Bench, fill, type Result } from '../support/result.ts';

const WHAT = {
  sqlite: "updates a second through the webhook, a bare grammY bot's over ours",
  postgres: 'the same with PostgreSQL',
};

const LIMITS = { sqlite: 3, postgres: 4 };
const TOGETHER = 10;
const STORE_KEY = 'b'.repeat(64);

/** How many updates a second of processor time carries through the webhook: a bare bot's over ours, on either database. */
export const run: Bench = async () => {
  const results = [await measure('sqlite')];
  const programs = postgresPrograms();
  if (!programs) return results;
  const cluster = await startCluster(programs);
  try {
    results.push(await measure('postgres', { STORE_URL: cluster.url(), STORE_KEY }));
  } finally {
    await cluster.end();
  }
  return results;
};

async function measure(name: keyof typeof LIMITS, own: ComparisonOptions['own'] = {}): Promise<Result> {
  const comparison = await compareBots({ settings: hooked, own, together: TOGETHER });
  const detail = fill(
    '{bot} a second of one processor, {bare} bare; {updates} updates each, 10 people at a time, block by block {least} to {most}',
    { ...comparison, bot: 1000 / comparison.bot, bare: 1000 / comparison.bare },
  );
  return { name: WHAT[name], ratio: comparison.bot / comparison.bare, limit: LIMITS[name], detail };
}

async function hooked(): Promise<Record<string, string>> {
  const PORT = String(await freePort());
  return { PORT, WEBHOOK_URL: `http://127.0.0.1:${PORT}/updates` };
}
