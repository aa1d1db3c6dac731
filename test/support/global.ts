import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserServer } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { chromiumPath, startChromium } from './chromium-program.ts';
import { type Cluster, postgresPrograms, startCluster } from './cluster.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * Answers `/postgres` and `/chromium` with the address of this run's server and browser, each of which starts with the
     * first question; 404 where there is none.
     */
    desk: string;
  }
}

/** What tests keep in memory where there is so much room. */
const ROOM_BYTES = 4 * 2 ** 30;
const MEMORY = '/dev/shm';

/** Once a run: a folder to write to, the PostgreSQL server that TEST_POSTGRES_URL names or one of its own, and a browser. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(roomInMemory() ? MEMORY : tmpdir(), 'hosting-bot-run-'));
  // PostgreSQL runs as a user of its own, and has to reach what is its own in here.
  chmodSync(folder, 0o711);
  // For the tests and all that they start: nothing of a run stays, whatever is killed in it.
  process.env.TMPDIR = folder;
  const named = process.env.TEST_POSTGRES_URL;
  let cluster: Promise<Cluster> | undefined;
  let browser: Promise<BrowserServer> | undefined;

  const postgres = async () => {
    if (named) return named;
    const programs = postgresPrograms();
    if (!programs) return undefined;
    cluster ??= startCluster(programs);
    return (await cluster).url();
  };
  const chromium = async () => {
    if (!chromiumPath) return undefined;
    browser ??= startChromium();
    return (await browser).wsEndpoint();
  };
  const desk = createServer(({ url }, answer) => {
    (url === '/postgres' ? postgres() : chromium()).then(
      (address) => (address ? answer.end(address) : answer.writeHead(404).end()),
      (error: unknown) => answer.writeHead(500).end(String(error)),
    );
  }).listen(0, '127.0.0.1');
  await once(desk, 'listening');
  const address = desk.address();
  if (address === null || typeof address === 'string') throw new TypeError('No port');
  project.provide('desk', `http://127.0.0.1:${address.port}`);
  return async () => {
    desk.closeAllConnections();
    desk.close();
    await (await browser)?.close();
    await (await cluster)?.end();
    rmSync(folder, { recursive: true, force: true });
  };
}

/** The disk is most of what a store waits for, and no test is about it. */
function roomInMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= ROOM_BYTES;
  } catch {
    // There is no such place here.
    return false;
  }
}
