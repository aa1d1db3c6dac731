/**
 * The bot as `../../main.ts` runs it, but the first argument is the time between two readings of what is watched, in milliseconds: an
 * alert of the demo takes seconds, not minutes.
 */
import { readConfig } from '../../config.ts';
import { createLog } from '../../log.ts';
import { type Running, run } from '../../run.ts';

process.umask(0o077);
const config = readConfig();
const { ended } = await run(config, createLog(config.logLevel), {
  watchRoundMs: Number(process.argv[2]),
  begins(stop: Running['stop']) {
    for (const signal of ['SIGTERM', 'SIGINT'])
      process.on(signal, () => void stop().then((isEnded) => process.exit(isEnded ? 0 : 1)));
  },
});
await ended;
