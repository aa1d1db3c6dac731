import { Worker } from 'node:worker_threads';

/** The machine has other work too: what is heavy waits rather than take every processor. */
const SIZE = 2;
/** What takes longer than this is given up, and its thread with it. */
const LONGEST_MS = 20_000;
/** Of one thread. Whatever a file or an answer holds, it ends the thread and not the program. */
const MEMORY = { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 64 };

/** A function of a module that runs on a thread of its own: it takes and gives plain data. */
export interface Task<Input, Output> {
  readonly module: string;
  readonly name: string;
  /** Carries the types alone. */
  readonly work?: (input: Input) => Output;
}

type Work = (input: never) => unknown;

/**
 * The task that a function is.
 * @param module where it is exported, as `new URL('./file.ts', import.meta.url)`
 */
export function task<Of extends Work>(module: URL, name: string): Task<Parameters<Of>[0], Awaited<ReturnType<Of>>> {
  return { module: module.href, name };
}

/** The thread of a task ended before the task did. */
export class WorkerLost extends Error {
  override readonly name = 'WorkerLost';
}

/** Threads for what would hold everybody up on the program's own. They are made with the first task, and stay. */
export interface Workers {
  /**
   * Runs a task: by turns, so that an owner with many holds up none with few. Bytes of the input are handed over.
   * @param owner whose task it is: a person, or an account
   * @throws WorkerLost when its thread crashed or took too long; the next task gets a new one
   */
  run<Input, Output>(owner: string, task: Task<Input, Output>, input: Input): Promise<Output>;
  /** Ends the threads; what they had in hand fails. */
  close(): Promise<void>;
}

interface Job {
  task: Task<never, unknown>;
  input: unknown;
  resolve(output: unknown): void;
  reject(error: Error): void;
}

/** What a thread answers. */
export type WorkerAnswer = { output: unknown } | { error: unknown };

export function createWorkers(report: (error: unknown) => void, { size = SIZE, longestMs = LONGEST_MS } = {}): Workers {
  /** By owner, in the order of their turns: who got one goes to the end. */
  const waiting = new Map<string, Job[]>();
  const threads = new Set<Worker>();
  const idle: Worker[] = [];
  let closed = false;

  function nextJob(): Job | undefined {
    for (const [owner, jobs] of waiting) {
      const job = jobs.shift();
      waiting.delete(owner);
      if (jobs.length > 0) waiting.set(owner, jobs);
      if (job) return job;
    }
    return undefined;
  }

  function startWaiting(): void {
    while (idle.length > 0 || threads.size < size) {
      const job = nextJob();
      if (!job) return;
      start(job, idle.pop() ?? open());
    }
  }

  function open(): Worker {
    // Nothing of the environment, which holds the bot's secrets, nor of how the program was started.
    const thread = new Worker(new URL('./worker.ts', import.meta.url), {
      env: {},
      execArgv: [],
      resourceLimits: MEMORY,
    });
    threads.add(thread);
    // Without a listener an error would end the program; whoever has a task with it hears of its end.
    thread.on('error', (error) => closed || report(error));
    thread.once('exit', () => {
      threads.delete(thread);
      if (idle.includes(thread)) idle.splice(idle.indexOf(thread), 1);
    });
    return thread;
  }

  function start({ task: { module, name }, input, resolve, reject }: Job, thread: Worker): void {
    const lost = () => {
      const error = new WorkerLost(`${name} was lost`);
      if (!closed) report(error);
      end(() => reject(error));
    };
    const timer = setTimeout(() => void thread.terminate(), longestMs);
    const answered = (answer: WorkerAnswer) => {
      idle.push(thread);
      end(() => ('error' in answer ? reject(asError(answer.error)) : resolve(answer.output)));
    };
    const end = (settle: () => void) => {
      clearTimeout(timer);
      thread.off('exit', lost);
      thread.off('message', answered);
      // While it has nothing to do it lets the program end.
      thread.unref();
      settle();
      if (!closed) startWaiting();
    };
    thread.once('exit', lost);
    thread.once('message', answered);
    thread.ref();
    try {
      thread.postMessage({ module, name, input }, buffersIn(input));
    } catch (error) {
      // What no thread can be given is the task's own mistake.
      idle.push(thread);
      end(() => reject(asError(error)));
    }
  }

  return {
    run: (owner, task, input) =>
      new Promise((resolve, reject) => {
        if (closed) return reject(new WorkerLost('closed'));
        waiting.set(owner, [...(waiting.get(owner) ?? []), { task, input, resolve, reject }]);
        startWaiting();
      }),
    async close() {
      closed = true;
      for (const job of [...waiting.values()].flat()) job.reject(new WorkerLost('closed'));
      waiting.clear();
      await Promise.all([...threads].map((thread) => thread.terminate()));
    },
  };
}

/** What of plain data is handed over to another thread instead of copied: bytes that hold their memory alone. */
export function buffersIn(value: unknown, depth = 3): ArrayBuffer[] {
  if (value instanceof Uint8Array) {
    const { buffer, byteLength } = value;
    // A Buffer may lie in memory of others.
    const own = !Buffer.isBuffer(value) && buffer instanceof ArrayBuffer && byteLength === buffer.byteLength;
    return own ? [buffer] : [];
  }
  if (depth === 0 || typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return Object.values(value).flatMap((each) => buffersIn(each, depth - 1));
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
