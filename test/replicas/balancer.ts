import { once } from 'node:events';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { Agent, request as send } from 'undici';

/** Spreads what comes over the replicas in turn; one that does not answer is a 502, as with any proxy. */
export interface Balancer {
  url: string;
  /** Answers of 502 so far. */
  refused(): number;
  close(): Promise<void>;
}

/** @param ports of the replicas, on 127.0.0.1; nobody need listen there yet */
export async function openBalancer(ports: readonly number[]): Promise<Balancer> {
  // A replica that was killed must not be waited for on a connection it never answers.
  const agent = new Agent({ headersTimeout: 60_000, bodyTimeout: 60_000 });
  let turn = 0;
  let refused = 0;
  const server = createServer(async (request, response) => {
    const port = ports[turn++ % ports.length];
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
      const wait = headers['retry-after'];
      response.writeHead(statusCode, wait === undefined ? {} : { 'retry-after': String(wait) }).end();
    } catch {
      // Killed, or not up yet: whoever sent this sends it again.
      refused++;
      response.writeHead(502).end();
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('not listening');
  return {
    url: `http://127.0.0.1:${address.port}`,
    refused: () => refused,
    async close() {
      server.closeAllConnections();
      server.close();
      await agent.destroy();
    },
  };
}
