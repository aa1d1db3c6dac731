import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const heard = z.union([
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('cpu'), micros: z.number(), residentBytes: z.number() }),
]);
type Heard = z.infer<typeof heard>;

/** A bot in a process of its own. */
export interface Worker {
  /** Processor time it has used since its start, all threads, user and system, in milliseconds. */
  cpuMs(): Promise<number>;
  /** What it holds of the machine's memory, after it threw away what it needs no more. */
  residentBytes(): Promise<number>;
  stop(): Promise<void>;
}

/** Starts a file of this folder, or of another by its URL, that calls {@link serveParent}, and waits until it is ready. @throws Error when it ends first */
export async function startWorker(file: string, env: Record<string, string>): Promise<Worker> {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), {
    env: { PATH: process.env.PATH, ...env },
    execArgv: ['--expose-gc'],
    stdio: ['ignore', process.stderr, process.stderr, 'ipc'],
  });
  const exited = once(child, 'exit');
  const hear = async (): Promise<Heard> => {
    const message = once(child, 'message');
    const ended = exited.then(([code]) => Promise.reject(new Error(`${file} ended with ${code}`)));
    return heard.parse((await Promise.race([message, ended]))[0]);
  };
  const ask = async (question: 'cpu' | 'memory') => {
    const answer = hear();
    child.send(question);
    const heard = await answer;
    if (heard.kind !== 'cpu') throw new TypeError('asked for figures, heard something else');
    return heard;
  };
  await hear();
  return {
    cpuMs: async () => (await ask('cpu')).micros / 1000,
    residentBytes: async () => (await ask('memory')).residentBytes,
    async stop() {
      child.send('stop');
      await exited;
    },
  };
}

/** The other side: says that it is ready, tells its processor time when asked, ends when told or left alone. */
export function serveParent(stop: () => Promise<void>): void {
  const end = () => void stop().then(() => process.exit(0));
  process.on('message', (message) => {
    if (message === 'stop') return end();
    const { user, system } = process.cpuUsage();
    if (message === 'memory') globalThis.gc?.();
    process.send?.({ kind: 'cpu', micros: user + system, residentBytes: process.memoryUsage.rss() });
  });
  process.once('disconnect', end);
  process.send?.({ kind: 'ready' });
}
