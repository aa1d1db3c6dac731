import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { Agent, request as send } from 'undici';
import type { Chance } from '../../support/random/chance.ts';

/** Spreads what comes over the replicas in turn; one that does not answer is a 502, as with any proxy. */
export interface Balancer {
  url: string;
  /** The updates that a replica took, although their sender got an error. */
  lost(): number;
  close(): Promise<void>;
}

/** The probability that an answer gets lost, 0 to 1. */
const LOST = 0.02;
/** The wait for an answer before the sender gives up early. */
const IMPATIENT_MS = 5;

/** @param ports of the replicas, on 127.0.0.1; they need not listen yet */
export async function openBalancer(ports: readonly number[], chance: Chance): Promise<Balancer> {
  // A replica that was killed must not be waited for on a connection it never answers.
  const agent = new Agent({ headersTimeout: 60_000, bodyTimeout: 60_000 });
  let turn = 0;
  let lost = 0;
  const server = createServer(async (request, response) => {
    const port = ports[turn++ % ports.length];
    const waits = chance.odds(LOST) ? setTimeout(lose, IMPATIENT_MS, response) : undefined;
    try {
      const { statusCode, headers, body } = await send(`http://127.0.0.1:${port}${request.url}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-telegram-bot-api-secret-token': String(request.headers['x-telegram-bot-api-secret-token']),
        },
        body: await buffer(request),
        dispatcher: agent,
      });
      await body.dump();
      if (chance.odds(LOST)) return void lose(response);
      const wait = headers['retry-after'];
      clearTimeout(waits);
      if (!response.headersSent)
        response.writeHead(statusCode, wait === undefined ? {} : { 'retry-after': String(wait) }).end();
    } catch {
      // Killed, or not up yet: the sender sends this again.
      if (!response.headersSent) response.writeHead(502).end();
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  function lose(response: ServerResponse): void {
    if (response.headersSent) return;
    lost++;
    response.writeHead(502).end();
  }

  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('not listening');
  return {
    url: `http://127.0.0.1:${address.port}`,
    lost: () => lost,
    async close() {
      server.closeAllConnections();
      server.close();
      await agent.destroy();
    },
  };
}
