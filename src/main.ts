import { ConfigError, readConfig } from './config.ts';
import { createLog } from './log.ts';
import { type Running, run } from './run.ts';

/** Runs until a signal. Resolves to whether everything ended. */
async function main(): Promise<boolean> {
  // Files of the program are readable by its own user alone.
  process.umask(0o077);
  const config = readConfig();
  const log = createLog(config.logLevel);
  const signalled = new Promise<string>((resolve) => {
    process.on('SIGTERM', resolve);
    process.on('SIGINT', resolve);
  });
  // Until `run` calls `begins`, nothing has to be stopped.
  let stop: Running['stop'] = () => Promise.resolve(true);
  const ended = run(config, log, {
    begins(known) {
      stop = known;
    },
  }).then((running) => running.ended);
  try {
    const signal = await Promise.race([ended, signalled]);
    log.info({ signal }, 'stopping');
  } catch (error) {
    await stop();
    throw error;
  }
  return stop();
}

main().then(
  (ended) => process.exit(ended ? 0 : 1),
  (error: unknown) => {
    if (error instanceof ConfigError) process.stderr.write(`${error.message}\n`);
    else createLog('info').fatal({ err: error }, 'ended');
    process.exit(1);
  },
);
