import { fork } from 'node:child_process';
import { once } from 'node:events';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const heard = z.union([
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('cpu'), micros: z.number(), residentBytes: z.number() }),
  z.object({ kind: z.literal('delay'), ms: z.number() }),
]);
type Heard = z.infer<typeof heard>;

/** A bot in a process of its own. */
export interface Worker {
  /** Processor time it has used since its start, all threads, user and system, in milliseconds. */
  cpuMs(): Promise<number>;
  /** Its resident memory, after a garbage collection. */
  residentBytes(): Promise<number>;
  /** The longest its event loop was held since this was asked last; asked first, it begins to be measured. */
  longestDelayMs(): Promise<number>;
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
  const answerTo = (question: 'cpu' | 'memory' | 'delay') => {
    const answer = hear();
    child.send(question);
    return answer;
  };
  const ask = async (question: 'cpu' | 'memory') => {
    const heard = await answerTo(question);
    if (heard.kind !== 'cpu') throw new TypeError('asked for figures, heard something else');
    return heard;
  };
  await hear();
  return {
    cpuMs: async () => (await ask('cpu')).micros / 1000,
    residentBytes: async () => (await ask('memory')).residentBytes,
    async longestDelayMs() {
      const heard = await answerTo('delay');
      if (heard.kind !== 'delay') throw new TypeError('asked for the delay, heard something else');
      return heard.ms;
    },
    async stop() {
      child.send('stop');
      await exited;
    },
  };
}

/** The other side: says that it is ready, tells its processor time when asked, ends when told or left alone. */
export function serveParent(stop: () => Promise<void>): void {
  let delay: ReturnType<typeof watchDelay> | undefined;
  const end = () => void stop().then(() => process.exit(0));
  process.on('message', (message) => {
    if (message === 'stop') return end();
    if (message === 'delay') {
      delay ??= watchDelay();
      process.send?.({ kind: 'delay', ms: delay.max / 1e6 });
      return delay.reset();
    }
    const { user, system } = process.cpuUsage();
    if (message === 'memory') globalThis.gc?.();
    process.send?.({ kind: 'cpu', micros: user + system, residentBytes: process.memoryUsage.rss() });
  });
  process.once('disconnect', end);
  process.send?.({ kind: 'ready' });
}

function watchDelay() {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  return delay;
}
