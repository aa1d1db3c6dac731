import { readConfig } from '../../../src/config.ts';
import { createLog } from '../../../src/log.ts';
import { run } from '../../../src/run.ts';
import { serveParent } from './serve-parent.ts';

/** The real bot, as `npm start` runs it. */
const config = readConfig();
const bot = await run(config, createLog(config.logLevel));
serveParent(async () => void (await bot.stop()));
