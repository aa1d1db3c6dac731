import { closeSide, openBot } from '../support/comparison.ts';
import { type Bench, fill, type Result } from '../support/result.ts';

const BOUND = 16;
const LIMIT = 1.1;
const RUNS = [
  { count: 1_000, answerMs: 50 },
  { count: 1_000, answerMs: 200 },
  { count: 10_000, answerMs: 50 },
  { count: 10_000, answerMs: 200 },
];

/** From a list of names to all of their results on the screen, over the time the answers alone take. */
export const run: Bench = async () => {
  const results: Result[] = [];
  for (const { count, answerMs } of RUNS) {
    const bot = await openBot({ load: { people: 1 }, settings: { CHECK_PARALLEL: String(BOUND) } });
    await bot.load.names(BOUND);
    await bot.load.latency({ telegramMs: 0, providerMs: answerMs });
    const ms = await bot.load.names(count);
    await closeSide(bot);
    const ideal = Math.ceil(count / BOUND) * answerMs;
    results.push({
      name: fill('{count} names, {BOUND} at a time at {answerMs} ms each, over the ideal time', {
        count,
        BOUND,
        answerMs,
      }),
      value: ms / ideal,
      limit: LIMIT,
      detail: fill('{ms} s over {ideal} s', { ms: ms / 1_000, ideal: ideal / 1_000 }),
    });
  }
  return results;
};
