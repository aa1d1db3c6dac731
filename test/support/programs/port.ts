import { once } from 'node:events';
import { createServer } from 'node:net';

/** Systems hand out ports themselves from 32768 on (Linux) or higher. */
const FROM = 20_000;
const EACH = 1_500;
const MOST_WORKERS = 8;

/** Other runs on this machine begin elsewhere among the ports of this worker. */
const first = FROM + (Number(process.env.VITEST_POOL_ID ?? 0) % MOST_WORKERS) * EACH;
let given = process.pid;

/** No server of another test gets this port meanwhile: a request to a stopped bot must not reach another server. */
export async function freePort(): Promise<number> {
  for (let tried = 0; tried < EACH; tried++) {
    const port = first + (given++ % EACH);
    if (await isFree(port)) return port;
  }
  throw new Error('no port');
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    // The port is in use.
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
