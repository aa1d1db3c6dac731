import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, globSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { aheadMs } from '../clock.ts';
import { freePort } from '../programs/port.ts';

const READY = 'database system is ready to accept connections';
/** Ends with the process that started it, also when that one is killed: the standard input closes then. */
const LEASHED = 'trap "" INT TERM; "$@" <&- & read -r _; kill -QUIT $!; wait $!';

/** Where the programs of PostgreSQL are; `undefined` where it is not installed. */
export function postgresPrograms(): string | undefined {
  const folders = [...globSync('/usr/lib/postgresql/*/bin'), ...(process.env.PATH ?? '').split(':')];
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')));
}

/** A PostgreSQL server of its own on a free port of this machine, in a folder that goes away with it. */
export interface Cluster {
  /** The URL of one of its databases. */
  url(database?: string): string;
  port: number;
  /** The server's process, another one after each start. */
  pid(): number;
  /** Cuts every connection and undoes what was not committed, as a crash would. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Stops it and removes what it kept. */
  end(): Promise<void>;
}

const run = promisify(execFile);

/** Stands before PostgreSQL's own function in the search path, and gives every database the clock of the run. */
const clock = () =>
  `CREATE FUNCTION public.clock_timestamp() RETURNS timestamptz VOLATILE LANGUAGE sql AS 'SELECT pg_catalog.clock_timestamp() + ${aheadMs()} * interval ''1 ms'''`;

/** Makes the data folder of a cluster. Returns its path; copied, it saves another cluster most of what its start costs. */
export async function initCluster(programs: string): Promise<string> {
  const who = unprivileged();
  const folder = mkdtempSync(join(tmpdir(), 'hosting-bot-initdb-'));
  if (who.uid !== undefined) chownSync(folder, who.uid, who.gid ?? who.uid);
  const data = join(folder, 'data');
  const options = ['-U', 'test', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync', '--no-instructions'];
  await run(join(programs, 'initdb'), ['-D', data, ...options], { ...who, cwd: folder });
  for (const database of ['template1', 'postgres']) {
    const alone = run(join(programs, 'postgres'), ['--single', '-F', '-D', data, database], { ...who, cwd: folder });
    alone.child.stdin?.end(`${clock()}\n`);
    await alone;
  }
  return data;
}

/**
 * @param programs the folder of its programs, by {@link postgresPrograms}
 * @param initialised a data folder by {@link initCluster}, which is copied
 * @param durable synchronises every commit with the disk, as a server in use does
 */
export async function startCluster(
  programs: string,
  initialised?: string,
  { durable = false }: { durable?: boolean } = {},
): Promise<Cluster> {
  const who = unprivileged();
  const folder = mkdtempSync(join(tmpdir(), 'hosting-bot-postgres-'));
  if (who.uid !== undefined) chownSync(folder, who.uid, who.gid ?? who.uid);
  const data = join(folder, 'data');
  if (initialised === undefined) renameSync(await initCluster(programs), data);
  else await run('cp', ['-a', initialised, data]);
  const port = await freePort();
  let server: ChildProcess | undefined;

  async function start(): Promise<void> {
    const settings = [
      `fsync=${durable ? 'on' : 'off'}`,
      'listen_addresses=127.0.0.1',
      'max_connections=200',
      'search_path="$user",public,pg_catalog',
      'shared_buffers=32MB',
      // In its folder, so that it goes away with that, however the server ends.
      'dynamic_shared_memory_type=mmap',
    ];
    const postgres = [join(programs, 'postgres'), '-D', data, '-p', String(port), '-k', folder];
    const words = [...postgres, ...settings.flatMap((setting) => ['-c', setting])];
    const child = spawn('sh', ['-c', LEASHED, 'sh', ...words], {
      ...who,
      cwd: folder,
      stdio: ['pipe', 'ignore', 'pipe'],
    });
    server = child;
    await ready(child);
  }

  async function stop(): Promise<void> {
    if (!server) return;
    const ended = once(server, 'close');
    server.stdin?.end();
    await ended;
    server = undefined;
  }

  await start();
  return {
    url: (database = 'postgres') => `postgres://test@127.0.0.1:${port}/${database}`,
    port,
    pid: () => server?.pid ?? 0,
    start,
    stop,
    async end() {
      await stop();
      rmSync(folder, { recursive: true });
    },
  };
}

async function ready(child: ChildProcess): Promise<void> {
  let said = '';
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said += text;
    if (said.includes(READY)) resolve();
  });
  child.once('error', reject);
  child.once('close', () => reject(new Error(`PostgreSQL did not start: ${said}`)));
  await promise;
}

/** PostgreSQL refuses to run as root: its own user then. */
function unprivileged(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const id = (kind: string) => Number(execFileSync('id', [kind, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}
