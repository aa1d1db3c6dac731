import { expect, onTestFinished, test } from 'vitest';
import { StoreUnavailable } from '../../src/store/database/sql.ts';
import { createMetrics } from '../../src/web/metrics.ts';
import { type OpsDependencies, serveOps } from '../../src/web/ops.ts';
import { createServer } from '../../src/web/server.ts';
import { figure } from './figure.ts';

async function openOps(dependencies: Pick<OpsDependencies, 'ping' | 'phase'>) {
  const reported: unknown[] = [];
  const metrics = createMetrics();
  const stats = {
    operations: () => Promise.reject(new StoreUnavailable('gone')),
    unknown: () => Promise.reject(new StoreUnavailable('gone')),
    watches: () => Promise.reject(new StoreUnavailable('gone')),
    watchLagMs: () => Promise.reject(new StoreUnavailable('gone')),
  };
  metrics.watch({ load: () => ({ running: 3, waiting: 4 }), stats });
  const server = createServer((error) => reported.push(error));
  serveOps(server.routes, {
    metrics,
    watchLagMs: async () => 90_400,
    report: (error) => reported.push(error),
    ...dependencies,
  });
  const url = await server.listen('127.0.0.1', 0);
  onTestFinished(() => server.close());
  return { url, reported };
}

test('without its store a process is not ready, says so once, and is still seen through', async () => {
  const outage = new StoreUnavailable('gone');
  let up = false;
  const { url, reported } = await openOps({
    phase: () => 'running',
    ping: () => (up ? Promise.resolve() : Promise.reject(outage)),
  });
  const ready = async () => (await fetch(`${url}/readyz`)).status;
  expect([await ready(), await ready()]).toEqual([503, 503]);
  expect(reported).toEqual([outage]);
  const text = await (await fetch(`${url}/metrics`)).text();
  expect(figure(text, 'bot_store_up')).toBe(0);
  expect(figure(text, 'bot_operations_unknown')).toBe(Number.NaN);
  expect(figure(text, 'bot_watch_lag_seconds')).toBe(Number.NaN);
  expect(figure(text, 'bot_watched_accounts_unreadable')).toBe(Number.NaN);
  expect(figure(text, 'bot_lanes{state="waiting"}')).toBe(4);
  up = true;
  expect(await ready()).toBe(200);
  expect(await (await fetch(`${url}/readyz`)).json()).toEqual({ state: 'ready', watchLagSeconds: 90 });
  up = false;
  expect(await ready()).toBe(503);
  expect(reported).toEqual([outage, outage]);
});

test('a report is counted by the first word of its place, which names no person', async () => {
  const metrics = createMetrics();
  metrics.trouble('handler 4711');
  const { text } = await metrics.read();
  expect(figure(text, 'bot_troubles_total{where="handler"}')).toBe(1);
  // Figures of the process may hold any digits.
  expect(text).not.toMatch(/="[^"]*4711/);
});
