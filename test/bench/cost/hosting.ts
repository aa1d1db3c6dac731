import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { Agent, type Dispatcher } from 'undici';
import { createProvider } from '../../../src/hosting/index.ts';
import { type Bench, fill, median, type Result } from '../support/result.ts';

const TOKEN = 'bench';
const SERVERS = 10_000;
const ID = 'srv-10001';
const LIMIT = 1.3;
const CALLS = 4_000;
const LARGE_CALLS = 100;
const BLOCK = 50;

/** Compares a call of the provider's client with the same call of undici alone. */
export const run: Bench = async () => {
  const worker = new Worker(new URL('../workers/provider.ts', import.meta.url), {
    workerData: { token: TOKEN, servers: SERVERS },
  });
  const [baseUrl]: unknown[] = await once(worker, 'message');
  const origin = String(baseUrl);
  const provider = createProvider({ baseUrl: origin, auth: 'Authorization: Bearer {token}' });
  const { servers } = provider.forToken(TOKEN);
  const agent = new Agent();
  const authorization = `Bearer ${TOKEN}`;

  const raw = async (request: Pick<Dispatcher.RequestOptions, 'method' | 'path' | 'headers' | 'body'>) => {
    const answer = await agent.request({ origin, ...request });
    if (answer.statusCode !== 200) throw new Error(`HTTP ${answer.statusCode}`);
    return answer.body.json();
  };
  const results = [
    await compare(
      "provider's client over undici alone: a status",
      CALLS,
      () => servers.status(ID),
      () =>
        raw({
          method: 'POST',
          path: '/api/v1/server/status',
          headers: { authorization, 'content-type': 'application/json' },
          body: JSON.stringify({ id: ID }),
        }),
    ),
    await compare(
      "provider's client over undici alone: a list of 10,000",
      LARGE_CALLS,
      () => servers.list(),
      () => raw({ method: 'GET', path: '/api/v1/server/list', headers: { authorization } }),
    ),
  ];
  await provider.close();
  await agent.destroy();
  await worker.terminate();
  return results;
};

/** Takes turns call by call, so that both meet the same machine; the first block only warms up. */
async function compare(
  name: string,
  calls: number,
  client: () => Promise<unknown>,
  raw: () => Promise<unknown>,
): Promise<Result> {
  const times: { client: number[]; raw: number[] } = { client: [], raw: [] };
  for (let call = -BLOCK; call < calls; call++) {
    const first = await timed(call % 2 === 0 ? client : raw);
    const second = await timed(call % 2 === 0 ? raw : client);
    if (call < 0) continue;
    times.client.push(call % 2 === 0 ? first : second);
    times.raw.push(call % 2 === 0 ? second : first);
  }
  const medians = { client: median(times.client), raw: median(times.raw) };
  return {
    name,
    value: medians.client / medians.raw,
    limit: LIMIT,
    detail: fill('median {client} ms over {raw} ms, {calls} calls each in turn', { ...medians, calls }),
  };
}

async function timed(call: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await call();
  return performance.now() - begun;
}
