import { setTimeout as wait } from 'node:timers/promises';
import { type BotProcess, startProcess } from '../../support/bots/process.ts';

/** One bot process of several, started again whenever it ends, as a container is. */
export interface Replica {
  /** SIGKILL: nothing is finished. */
  kill(): void;
  /** SIGTERM: running work is finished. */
  terminate(): void;
  /** Stands still and then goes on, as if nothing had been. */
  pause(ms: number): Promise<void>;
  /** Whether it takes updates. */
  up(): boolean;
  /** The warnings and errors that it and its predecessors logged, a line each. */
  trouble(): string[];
  /** Ends it for good. */
  close(): Promise<void>;
}

const AGAIN_MS = 300;

export function startReplica(env: Record<string, string>): Replica {
  const trouble: string[] = [];
  let closed = false;
  let alive = false;
  let current = start();

  function start(): BotProcess {
    const bot = startProcess(env);
    alive = true;
    void bot.ended.then(async () => {
      alive = false;
      trouble.push(...troubleIn(bot));
      if (closed) return;
      await wait(AGAIN_MS);
      if (!closed) current = start();
    });
    return bot;
  }

  const signal = (name: NodeJS.Signals) => void current.end(name);
  // No replica outlives this process, however it ends.
  const bury = () => signal('SIGKILL');
  process.once('exit', bury);
  return {
    kill: () => signal('SIGKILL'),
    terminate: () => signal('SIGTERM'),
    async pause(ms) {
      signal('SIGSTOP');
      await wait(ms);
      signal('SIGCONT');
    },
    up: () => alive && current.output().includes('"msg":"ready"'),
    trouble: () => [...trouble, ...troubleIn(current)],
    async close() {
      closed = true;
      process.off('exit', bury);
      await current.end('SIGKILL');
    },
  };
}

function troubleIn(bot: BotProcess): string[] {
  const lines = bot.output().split('\n');
  return [...lines.filter((line) => /"level":(50|60)/.test(line)), ...bot.errors().split('\n').filter(Boolean)];
}
