import { openLoad } from '../load/index.ts';
import { closeSide, startSide } from '../support/comparison.ts';
import { fillStore } from '../support/filled-store.ts';
import { type Bench, fill, quantile, type Result } from '../support/result.ts';

const PEOPLE = 10_000;
const RESTARTS = 10;
const DUE = PEOPLE * RESTARTS;
const STORE_KEY = 'c'.repeat(64);
const LIMITS = { due: 1, p95: 1.5 };
/** The measurement waits for the recovery no longer than this. */
const MINUTE_S = 60;
const QUIET_S = 10;
const TELEGRAM_MS = 60;
const PROVIDER_MS = 150;

/**
 * A start after an outage, with 100,000 restarts that the provider accepted: each one is read and reported once.
 * Measures the reports within a minute, and the waits of other people meanwhile.
 */
export const run: Bench = async () => {
  const load = await openLoad();
  const settings = { STORE_KEY };
  const before = await startSide(load, 'bot', { settings });
  await load.connect();
  await load.run(200, 10);
  await load.latency({ telegramMs: TELEGRAM_MS, providerMs: PROVIDER_MS });
  const quiet = await load.crowd('nothing', QUIET_S);
  await before.worker.stop();
  await fillStore(load.env.STORE_URL ?? '', STORE_KEY, { people: PEOPLE, restarts: RESTARTS, state: 'accepted' });
  const begun = Date.now();
  const starting = startSide(load, 'bot', { settings });
  // The others act from the first moment: their first wait is for the start.
  const busy = await load.crowd('nothing', MINUTE_S);
  const told = (await load.strangers()).filter((at) => at < begun + MINUTE_S * 1_000);
  const side = await starting;
  const processorMs = await side.cpuMs();
  await closeSide(side);
  const p95 = { quiet: quantile(quiet.waits, 0.95), busy: quantile(busy.waits, 0.95) };
  return [
    {
      name: fill('{DUE} due restarts at a start, over those told within a minute', { DUE }),
      value: DUE / told.length,
      limit: LIMITS.due,
      detail: fill(
        '{count} told, from {first} to {last} s after the start; {each} ms of processor time each, with {others} updates',
        {
          count: told.length,
          first: ((told[0] ?? Number.NaN) - begun) / 1_000,
          last: ((told.at(-1) ?? Number.NaN) - begun) / 1_000,
          each: processorMs / told.length,
          others: busy.waits.length,
        },
      ),
    },
    {
      name: "… others' p95 meanwhile, over a quiet bot's",
      value: p95.busy / p95.quiet,
      limit: LIMITS.p95,
      detail: fill('{busy} ms over {quiet} ms; the longest wait {longest} s, for the start', {
        ...p95,
        longest: Math.max(...busy.waits) / 1_000,
      }),
    },
  ] satisfies Result[];
};
