import { expect, onTestFinished, test } from 'vitest';
import { serveHealth } from '../../src/web/serve.ts';
import { createServer } from '../../src/web/server.ts';

test('healthy while Telegram answers, not after 90 seconds of silence, and again when it is back', async () => {
  let now = 5_000;
  const server = createServer((error) => expect.fail(String(error)));
  const beat = serveHealth(server.routes, true, () => now);
  const url = await server.listen('127.0.0.1', 0);
  onTestFinished(() => server.close());
  const status = async () => (await fetch(`${url}/healthz`)).status;
  expect(await status()).toBe(200);
  now += 89_999;
  expect(await status()).toBe(200);
  now += 1;
  expect(await status()).toBe(503);
  beat();
  expect(await status()).toBe(200);
  expect((await fetch(`${url}/`)).status).toBe(404);
});
