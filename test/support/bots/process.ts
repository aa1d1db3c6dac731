import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseKeys } from '../../../src/store/encryption/keys.ts';
import { openTestApp, type TestApp, type TestAppOptions } from '../app.ts';
import { clockFlags } from '../clock.ts';
import { endHolds } from '../databases/store.ts';
import { eventually } from '../eventually.ts';
import { seedFlags } from '../random/seeds.ts';

/** The compile cache of all processes that tests start: it saves half of a start. */
const COMPILED = fileURLToPath(new URL('../../../node_modules/.cache/compiled', import.meta.url));
const MAIN = fileURLToPath(new URL('../../../src/main.ts', import.meta.url));
const QUICK_ROUNDS = fileURLToPath(new URL('quick-rounds.ts', import.meta.url));
const END_WITH_PARENT = new URL('../../../src/sandbox/demo/end-with-parent.ts', import.meta.url).href;
/** A busy machine takes long for a start. */
const READY_MS = 60_000;

export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** The bot as a process of its own. */
export interface BotProcess {
  pid: number | undefined;
  /** The log and all other output so far. */
  output(): string;
  errors(): string;
  /** Resolves when the process takes updates. */
  ready(): Promise<void>;
  /** Sends a signal and waits for the end. */
  end(signal: NodeJS.Signals): Promise<Ended>;
  ended: Promise<Ended>;
}

/** The environment of every process: the path of programs, and the compile cache. */
export const machine = {
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: COMPILED,
};

/** Starts a program of the sources, which also ends when this process is killed. */
export function spawnNode(
  words: readonly string[],
  env: NodeJS.ProcessEnv,
  cwd?: string,
): ChildProcessWithoutNullStreams {
  // The modules of a start fill V8's default space for new objects several times.
  const flags = ['--min-semi-space-size=16', ...clockFlags(), ...seedFlags(), '--import', END_WITH_PARENT];
  return spawn(process.execPath, [...flags, ...words], { env, ...(cwd === undefined ? {} : { cwd }) });
}

/**
 * @param env everything the process sees beside the path @param main the program; may be of another copy of the sources
 */
export function startProcess(
  env: Record<string, string>,
  directory?: string,
  main = env.WATCH_ROUND_MS === undefined ? MAIN : QUICK_ROUNDS,
): BotProcess {
  const child = spawnNode(['--disable-sigusr1', main], { ...machine, ...env }, directory);
  const output = collect(child.stdout);
  const errors = collect(child.stderr);
  const ended = endOf(child);
  return {
    pid: child.pid,
    output,
    errors,
    ended,
    ready: async () => {
      const up = () => output().includes('"msg":"ready"') || child.exitCode !== null;
      await eventually(up, { timeoutMs: READY_MS, describe: () => output() + errors() });
      if (child.exitCode !== null) throw new Error(`ended with ${child.exitCode}: ${output()}${errors()}`);
    },
    end: (signal) => {
      child.kill(signal);
      return ended;
    },
  };
}

function collect(stream: ChildProcess['stdout']): () => string {
  let text = '';
  stream?.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  return () => text;
}

function endOf(child: ChildProcess): Promise<Ended> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
}

/**
 * The bot is a process of its own until it ends; then `startBot` starts one in the test's process, which is far
 * cheaper.
 */
export interface ProcessApp extends TestApp {
  bot(): BotProcess;
  /** Starts the bot as a process (again) and waits until it takes updates. */
  start(): Promise<void>;
  /** SIGKILL; all leases of the process are free at once, see {@link endHolds}. */
  kill(): Promise<void>;
}

export async function openProcessApp(options: TestAppOptions = {}): Promise<ProcessApp> {
  const app = await openTestApp({ ...options, withoutBot: true });
  let bot = startProcess(app.env);
  const close = async () => {
    await bot.end('SIGKILL');
    await app.close();
  };
  await bot.ready().catch(async (error: unknown) => {
    await close();
    throw error;
  });
  return {
    ...app,
    close,
    bot: () => bot,
    async start() {
      bot = startProcess(app.env);
      await bot.ready();
    },
    async kill() {
      await bot.end('SIGKILL');
      await endHolds(app.env.STORE_URL ?? '', parseKeys(app.env.STORE_KEY ?? '') ?? []);
    },
  };
}
