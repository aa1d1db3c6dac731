import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const heard = z.union([
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('cpu'), micros: z.number() }),
]);
type Heard = z.infer<typeof heard>;

/** A bot in a process of its own. */
export interface Worker {
  /** Processor time it has used since its start, all threads, user and system, in milliseconds. */
  cpuMs(): Promise<number>;
  stop(): Promise<void>;
}

/** Starts a file of this folder that calls {@link serveParent}, and waits until it is ready. @throws Error when it ends first */
export async function startWorker(file: string, env: Record<string, string>): Promise<Worker> {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', process.stderr, process.stderr, 'ipc'],
  });
  const exited = once(child, 'exit');
  const hear = async (): Promise<Heard> => {
    const message = once(child, 'message');
    const ended = exited.then(([code]) => Promise.reject(new Error(`${file} ended with ${code}`)));
    return heard.parse((await Promise.race([message, ended]))[0]);
  };
  await hear();
  return {
    async cpuMs() {
      const answer = hear();
      child.send('cpu');
      const { kind, ...rest } = await answer;
      return kind === 'cpu' && 'micros' in rest ? rest.micros / 1000 : Number.NaN;
    },
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
    process.send?.({ kind: 'cpu', micros: user + system });
  });
  process.once('disconnect', end);
  process.send?.({ kind: 'ready' });
}
