import { createServer } from 'node:http';
import { Api, type HttpError } from 'grammy';
import { expect, test } from 'vitest';
import { openExchange } from '../../../src/telegram/api/exchange.ts';
import { readProxy } from '../../../src/telegram/api/proxy.ts';
import { BOT_TOKEN } from '../../support/app.ts';
import {
  createCertificate,
  describeWithProxies,
  listen,
  startProxy,
  startRelay,
} from '../../support/programs/proxies.ts';

/** A server in Telegram's place, with a self-signed certificate, and the requests that it got. */
async function startImpostor() {
  const heard: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    heard.push(request.url);
    response.end(JSON.stringify({ ok: true, result: true }));
  });
  const { port } = await startRelay(await listen(server), await createCertificate());
  return { port, heard };
}

async function expectNothingHeard(proxy?: string): Promise<void> {
  const { port, heard } = await startImpostor();
  const apiRoot = `https://localhost:${port}`;
  const timeouts = { connectMs: 2_000, answerMs: 5_000 };
  const exchange = openExchange({
    apiRoot,
    token: BOT_TOKEN,
    proxy: proxy ? readProxy(proxy) : undefined,
    ...timeouts,
  });
  const api = new Api(BOT_TOKEN, exchange.client);
  api.config.use(exchange.frequent);
  for (const call of [() => api.sendMessage(7, 'text'), () => api.getMe(), () => exchange.download('a.txt', 100)]) {
    const failure = await call().then(
      () => 'answered',
      (error: HttpError | Error) => ('error' in error ? error.error : error.cause),
    );
    expect(failure).toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
  }
  expect(heard).toEqual([]);
}

test('a server that poses as Telegram without its certificate receives nothing, the bot’s token least of all', async () => {
  await expectNothingHeard();
});

describeWithProxies('behind a proxy', () => {
  test.for(['http', 'socks5'] as const)('%s: who stands in for Telegram hears nothing either', async (kind) => {
    await expectNothingHeard((await startProxy(kind)).url());
  });
});
