import { useCompileCache } from './compile-cache.ts';
import type { Running } from './run.ts';

// Files of the program are readable by its own user alone.
process.umask(0o077);
useCompileCache();
const { ConfigError, readConfig } = await import('./config.ts');
const { createLog } = await import('./log.ts');
const { run } = await import('./run.ts');

async function main(): Promise<boolean> {
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
