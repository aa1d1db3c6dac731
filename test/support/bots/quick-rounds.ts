/** Runs the bot like `src/main.ts`, but with rounds of readings every `WATCH_ROUND_MS`, until it is killed. */
import { readConfig } from '../../../src/config.ts';
import { createLog } from '../../../src/log.ts';
import { run } from '../../../src/run.ts';

const PAUSE_FACTOR = 0.2;

const config = readConfig();
const running = await run(config, createLog(config.logLevel), {
  watchRoundMs: Number(process.env.WATCH_ROUND_MS),
  pauseFactor: PAUSE_FACTOR,
});
await running.ended;
