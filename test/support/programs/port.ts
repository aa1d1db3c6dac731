import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below what systems hand out by themselves, which is from 32768 on with Linux and higher with others. */
const FROM = 20_000;
const TO = 32_000;
const MOST_TRIES = 100;

/**
 * A free port of this machine that no server of another test is given meanwhile: a request to a
 * bot that is down must not reach another server.
 */
export async function freePort(): Promise<number> {
  for (let tried = 0; tried < MOST_TRIES; tried++) {
    const port = randomInt(FROM, TO);
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
