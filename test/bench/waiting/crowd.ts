import { WORK, type Work } from '../load/protocol.ts';
import { closeSide, openBot } from '../support/comparison.ts';
import { type Bench, fill, quantile, type Result } from '../support/result.ts';

const WHAT: Record<Work, string> = {
  graph: 'graphs',
  list: 'lists of 10,000 servers',
  file: 'text files of 1 MB to be checked',
  csv: 'CSV files of 524,288 cells to be checked',
};

const PROVIDER_MS = 150;
const TELEGRAM_MS = 60;
const SERVERS = 10_000;
const CROWD = 20;
const PEOPLE = 200;
const SECONDS = 12;
/** The first use of anything is slower, once. */
const WARM_UP_SECONDS = 4;
const LIMITS = { p95: 1.5, heldMs: 50 };

/** The waits of others, and the time that the event loop is held, during twenty expensive requests. */
export const run: Bench = async () => {
  const results: Result[] = [];
  for (const work of WORK) {
    // The request for the list needs many servers: the bot looks up a graph's server in the list.
    const servers = Array.from({ length: CROWD }, () => (work === 'list' ? SERVERS : 3));
    const bot = await openBot({ load: { people: PEOPLE, servers } });
    await bot.load.run(100, 10);
    await bot.load.latency({ telegramMs: TELEGRAM_MS, providerMs: PROVIDER_MS });
    await bot.load.crowd(work, WARM_UP_SECONDS);
    await bot.worker.longestDelayMs();
    const quiet = await bot.load.crowd('nothing', SECONDS);
    const quietMs = await bot.worker.longestDelayMs();
    const busy = await bot.load.crowd(work, SECONDS);
    const heldMs = await bot.worker.longestDelayMs();
    await closeSide(bot);
    const p95 = { quiet: quantile(quiet.waits, 0.95), busy: quantile(busy.waits, 0.95) };
    const { answered } = busy;
    results.push(
      {
        name: fill("others' p95 while 20 people ask for {what}, over a quiet bot's", { what: WHAT[work] }),
        value: p95.busy / p95.quiet,
        limit: LIMITS.p95,
        detail: fill('{busy} ms over {quiet} ms, {count} answers to others, {answered} to the crowd, {SECONDS} s', {
          ...p95,
          count: busy.waits.length,
          answered,
          SECONDS,
        }),
      },
      {
        name: fill('… the longest that the event loop was held meanwhile', {}),
        value: heldMs,
        unit: 'ms',
        limit: LIMITS.heldMs,
        detail: fill('{quietMs} ms while nobody asked for any', { quietMs }),
      },
    );
  }
  return results;
};
