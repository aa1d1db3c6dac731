import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const heard = z.union([
  z.object({ kind: z.literal('ready'), pid: z.number() }),
  z.object({ kind: z.literal('cpu'), micros: z.number(), residentBytes: z.number() }),
  z.object({ kind: z.literal('delay'), ms: z.number() }),
]);
type Heard = z.infer<typeof heard>;

/** A bot in a process of its own. */
export interface Worker {
  pid: number;
  /** Processor time it has used since its start, all threads, user and system, in milliseconds. */
  cpuMs(): Promise<number>;
  /** Resident memory, by default after a garbage collection. */
  residentBytes(options?: { collect?: boolean }): Promise<number>;
  /** The longest its event loop was held since this was asked last; asked first, it begins to be measured. */
  longestDelayMs(): Promise<number>;
  /** Begins a profile of its main thread, which {@link stop} writes into this file. */
  profile(path: string): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts a file of this folder, or of another by its URL, that calls `serveParent`, and waits until it is ready.
 * @param under runs it under this program, such as strace
 * @throws Error when it ends first
 */
export async function startWorker(
  file: string,
  env: Record<string, string>,
  under: readonly string[] = [],
): Promise<Worker> {
  const [execPath = process.execPath, ...execArgv] = [...under, process.execPath, '--expose-gc'];
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), {
    env: { PATH: process.env.PATH, ...env },
    execPath,
    execArgv,
    stdio: ['ignore', process.stderr, process.stderr, 'ipc'],
  });
  const exited = once(child, 'exit');
  const hear = async (): Promise<Heard> => {
    const message = once(child, 'message');
    const ended = exited.then(([code]) => Promise.reject(new Error(`${file} ended with ${code}`)));
    return heard.parse((await Promise.race([message, ended]))[0]);
  };
  const answerTo = (question: 'cpu' | 'memory' | 'delay' | `profile ${string}`) => {
    const answer = hear();
    child.send(question);
    return answer;
  };
  const ask = async (question: 'cpu' | 'memory') => {
    const heard = await answerTo(question);
    if (heard.kind !== 'cpu') throw new TypeError('asked for figures, heard something else');
    return heard;
  };
  const ready = await hear();
  return {
    pid: ready.kind === 'ready' ? ready.pid : 0,
    cpuMs: async () => (await ask('cpu')).micros / 1000,
    residentBytes: async ({ collect = true } = {}) => (await ask(collect ? 'memory' : 'cpu')).residentBytes,
    async longestDelayMs() {
      const heard = await answerTo('delay');
      if (heard.kind !== 'delay') throw new TypeError('asked for the delay, heard something else');
      return heard.ms;
    },
    profile: async (path) => void (await answerTo(`profile ${path}`)),
    async stop() {
      child.send('stop');
      await exited;
    },
  };
}
