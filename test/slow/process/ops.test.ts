import { spawn } from 'node:child_process';
import { text as read } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { createMetrics, HELP } from '../../../src/web/metrics.ts';
import { BOT_TOKEN, TOKEN } from '../../support/app.ts';
import { openHooked } from '../../support/bots/hooked.ts';
import { eventually } from '../../support/eventually.ts';
import { freePort } from '../../support/programs/port.ts';
import { describeWithPrograms } from '../../support/programs/programs.ts';
import { figure } from '../../web/figure.ts';

test('the operator sees what happens, and nothing of whom it happens to', async () => {
  const port = await freePort();
  const app = await openHooked({ OPS_HOST: '127.0.0.2', OPS_PORT: String(port), LOG_LEVEL: 'trace' });
  onTestFinished(() => app.close());
  const read = async () => (await fetch(`http://127.0.0.2:${port}/metrics`)).text();
  expect(await (await fetch(`http://127.0.0.2:${port}/readyz`)).json()).toEqual({
    state: 'ready',
    watchLagSeconds: 0,
  });
  expect((await fetch(`http://127.0.0.2:${port}/healthz`)).status).toBe(404);

  await app.english.say(`/connect ${TOKEN}`);
  await app.english.sees(/Connected/);
  await app.english.say('/reboot 10.0.0.1');
  await app.english.sees(/Yes, restart/);
  app.world.fail({ method: 'editMessageText', code: 429, retryAfter: 1 });
  app.provider.fault({ operation: 'server.action', kind: 'cutAfter', times: 1 });
  app.provider.fault({ operation: 'server.status', kind: 'cutAfter', times: 500 });
  await app.english.press('Yes, restart');
  await app.english.sees(/no answer/);

  // A handler is counted when it has ended, which is after its screen was seen.
  await expect.poll(read).toMatch(/^bot_updates_total\{kind="callback_query",outcome="handled"\} 1$/m);
  const text = await read();
  expect(figure(text, 'bot_updates_total{kind="message",outcome="handled"}')).toBe(2);
  expect(figure(text, 'bot_handler_seconds_count{kind="message"}')).toBe(2);
  expect(figure(text, 'bot_provider_calls_total{operation="server.action",outcome="ambiguous"}')).toBe(1);
  expect(figure(text, 'bot_telegram_calls_total{method="editMessageText",outcome="429"}')).toBe(1);
  expect(figure(text, 'bot_telegram_calls_total{method="setWebhook",outcome="ok"}')).toBe(1);
  expect(figure(text, 'bot_operations{state="unknown"}')).toBe(1);
  expect(figure(text, 'bot_operations_unknown')).toBe(1);
  expect(figure(text, 'bot_lanes{state="running"}')).toBe(0);
  expect(figure(text, 'bot_store_up')).toBe(1);
  expect(figure(text, 'nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
  for (const private_ of [TOKEN, BOT_TOKEN, String(app.english.user.id), '10.0.0.1', 'web1'])
    expect(text).not.toMatch(new RegExp(`(?<![\\d.])${RegExp.escape(private_)}(?!\\d)`));

  app.provider.fault({ operation: 'server.list', kind: 'hang', times: 1 });
  app.world.say(app.english.user.id, app.english.chat, '/servers 10.0.0.2');
  await eventually(() => app.provider.requests.at(-1)?.operation === 'server.list');
  app.english.tap(/./);
  await expect.poll(read).toMatch(/^bot_lanes\{state="waiting"\} 1$/m);
  expect(figure(await read(), 'bot_lanes{state="running"}')).toBe(1);

  const ended = app.bot().end('SIGTERM');
  await expect.poll(async () => (await fetch(`http://127.0.0.2:${port}/readyz`)).json()).toEqual({ state: 'stopping' });
  expect(await ended).toEqual({ code: 0, signal: null });
});

describeWithPrograms('Prometheus’ own linter', [['promtool']], () => {
  test('has nothing to say about any metric', async () => {
    const metrics = createMetrics();
    metrics.update({ kind: 'message', outcome: 'handled', ms: 20 });
    metrics.provider({ operation: 'server.list', outcome: 'ok', ms: 20, attempts: 1 });
    metrics.telegram({ method: 'sendMessage', outcome: 'ok', ms: 20 });
    metrics.trouble('handler');
    metrics.pending(1);
    const stats = {
      operations: async () => new Map([['unknown', 1]]),
      unknown: async () => 1,
      watches: async () => ({ accounts: 1, unreadable: 1, alerts: new Map([['open', 1]]) }),
      watchLagMs: async () => 1_000,
    };
    metrics.watch({ load: () => ({ running: 1, waiting: 1 }), stats });
    const { text } = await metrics.read();
    // The linter sees only metrics that have a value.
    for (const name of Object.keys(HELP)) expect(text).toMatch(new RegExp(`^bot_${name}(_count)?(\\{.*\\})? 1$`, 'm'));

    const promtool = spawn('promtool', ['check', 'metrics']);
    promtool.stdin.end(text);
    expect(await Promise.all([read(promtool.stdout), read(promtool.stderr)])).toEqual(['', '']);
  });
});
