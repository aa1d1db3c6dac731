import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { BrowserServer } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { migrate } from '../../src/store/database/migrations.ts';
import { openPostgres } from '../../src/store/database/postgres.ts';
import { chromiumPath, startChromium } from './browser/chromium-program.ts';
import { type Cluster, initCluster, postgresPrograms, startCluster } from './databases/cluster.ts';
import { MEMORY } from './databases/memory.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * The URL of a server that has what all tests of this run share, each made for the first question: `/postgres` answers
     * with the address of a server, `/template` with the name of a database on it that is a store without anything in it,
     * `/cluster` with the data folder of a cluster to copy, `/chromium` with the address of a browser; 404 where there is none.
     */
    shared: string;
  }
}

/** The memory that the tests' files may take, where the machine has that much. */
const ROOM_BYTES = 4 * 2 ** 30;
const PREFIX = 'hosting-bot-run-';
/** The compile cache of `npm start`, and the program that fills it. */
const COMPILED = fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url));
const COMPILE = fileURLToPath(new URL('../../src/compile.ts', import.meta.url));
/** Every program that tests start loads this module as well. */
const END_WITH_PARENT = new URL('../../src/sandbox/demo/end-with-parent.ts', import.meta.url).href;

/**
 * Once a run: a folder to write to, a filled compile cache, a PostgreSQL server and a browser.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const parent = roomInMemory() ? MEMORY : tmpdir();
  removeLeftBehind(parent);
  const folder = mkdtempSync(join(parent, `${PREFIX}${process.pid}-`));
  // PostgreSQL runs as a user of its own, and has to reach its own files in the folder.
  chmodSync(folder, 0o711);
  // All processes of the run use this folder, which is removed also when one of them is killed.
  process.env.TMPDIR = folder;
  // The test processes load their dependencies from this cache, as the bots do that they start.
  process.env.NODE_COMPILE_CACHE = COMPILED;
  // A process writes the cache only when it ends by itself, and most bots of a fresh checkout are killed.
  if (!existsSync(COMPILED)) {
    const NODE_COMPILE_CACHE = join(folder, 'compiled');
    await promisify(execFile)(process.execPath, ['--import', END_WITH_PARENT, COMPILE], {
      env: { ...process.env, NODE_COMPILE_CACHE },
    });
    cpSync(NODE_COMPILE_CACHE, COMPILED, { recursive: true });
    // The test of `compile.ts` copies this cache, which has nothing else in it.
    process.env.TEST_COMPILED = NODE_COMPILE_CACHE;
  }
  const programs = postgresPrograms();
  let cluster: Promise<Cluster> | undefined;
  let initialised: Promise<string> | undefined;
  let template: Promise<string> | undefined;
  let browser: Promise<BrowserServer> | undefined;

  const shared: Record<string, () => Promise<string | undefined>> = {
    async '/cluster'() {
      if (!programs) return undefined;
      initialised ??= initCluster(programs);
      return initialised;
    },
    async '/postgres'() {
      if (!programs) return undefined;
      cluster ??= this['/cluster']?.().then((data) => startCluster(programs, data));
      return (await cluster)?.url();
    },
    async '/template'() {
      const server = await this['/postgres']?.();
      if (server === undefined) return undefined;
      template ??= createTemplate(server);
      return template;
    },
    async '/chromium'() {
      if (!chromiumPath) return undefined;
      browser ??= startChromium();
      return (await browser).wsEndpoint();
    },
  };
  const server = createServer(({ url = '' }, answer) => {
    (shared[url]?.() ?? Promise.resolve(undefined)).then(
      (found) => (found ? answer.end(found) : answer.writeHead(404).end()),
      (error: unknown) => answer.writeHead(500).end(String(error)),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('No port');
  project.provide('shared', `http://127.0.0.1:${address.port}`);
  return async () => {
    server.closeAllConnections();
    server.close();
    await (await browser)?.close();
    await (await cluster)?.end();
    rmSync(folder, { recursive: true, force: true });
  };
}

/** Makes a database with the tables of a store and nothing in them. Returns its name. */
async function createTemplate(server: string): Promise<string> {
  const name = `template_${randomBytes(8).toString('hex')}`;
  await statement(server, `CREATE DATABASE ${name}`);
  const url = new URL(server);
  url.pathname = name;
  const sql = openPostgres(url.href);
  await migrate(sql).finally(() => sql.close());
  return name;
}

async function statement(server: string, text: string): Promise<void> {
  const sql = openPostgres(server);
  await sql.query(text).finally(() => sql.close());
}

/** A run that was killed could not remove its folder. */
function removeLeftBehind(parent: string): void {
  for (const name of readdirSync(parent)) {
    const [, pid] = new RegExp(`^${PREFIX}(\\d+)-`).exec(name) ?? [];
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(join(parent, name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Another user's process may not be asked.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** A store mostly waits for the disk, and no test is about the disk. */
function roomInMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= ROOM_BYTES;
  } catch {
    // There is no such place here.
    return false;
  }
}
