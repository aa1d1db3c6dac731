import { expect, onTestFinished, test } from 'vitest';
import { serveHealth } from '../../src/health.ts';

test('healthy while Telegram answers, not after 90 seconds of silence, and again when it is back', async () => {
  let now = 5_000;
  const health = await serveHealth('127.0.0.1', 0, () => now);
  onTestFinished(() => health.close());
  const status = async () => (await fetch(`${health.url}/healthz`)).status;
  expect(await status()).toBe(200);
  now += 89_999;
  expect(await status()).toBe(200);
  now += 1;
  expect(await status()).toBe(503);
  health.beat();
  expect(await status()).toBe(200);
  expect((await fetch(`${health.url}/`)).status).toBe(404);
});
