/** Runs the bot like `../../main.ts`. Its two arguments are milliseconds: the time between two readings, and how far its clock is ahead. */
import { readConfig } from '../../config.ts';
import { createLog } from '../../log.ts';
import { type Running, run } from '../../run.ts';

process.umask(0o077);
const [watchRoundMs, aheadMs = 0] = process.argv.slice(2).map(Number);
const config = readConfig();
const { ended } = await run(config, createLog(config.logLevel), {
  watchRoundMs,
  machine: () => Date.now() + aheadMs,
  begins(stop: Running['stop']) {
    for (const signal of ['SIGTERM', 'SIGINT'])
      process.on(signal, () => void stop().then((isEnded) => process.exit(isEnded ? 0 : 1)));
  },
});
await ended;
