import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below what systems hand out by themselves, which is from 32768 on with Linux and higher with others. */
const FROM = 20_000;
const EACH = 1_500;
const MOST_WORKERS = 8;

/** The ports of this worker; another run on this machine begins elsewhere among them. */
const first = FROM + (Number(process.env.VITEST_POOL_ID ?? 0) % MOST_WORKERS) * EACH;
let given = process.pid;

/**
 * A free port of this machine that no server of another test is given meanwhile: a request to a
 * bot that is down must not reach another server.
 */
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
