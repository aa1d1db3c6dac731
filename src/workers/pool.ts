import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';

const MAX_THREADS = 2;
const MAX_TASK_MS = 20_000;
/** A huge file or answer ends its thread, not the program. */
const MEMORY_PER_THREAD = { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 64 };

export interface Task<Input, Output> {
  readonly module: string;
  readonly name: string;
  /** Never set: it lets the compiler infer the types of the input and the output. */
  readonly work?: (input: Input) => Output;
}

type Work = (input: never) => unknown;

/** @param module the module that exports the function, as `new URL('./file.ts', import.meta.url)` */
export function task<Of extends Work>(module: URL, name: string): Task<Parameters<Of>[0], Awaited<ReturnType<Of>>> {
  return { module: module.href, name };
}

export class WorkerLost extends Error {
  override readonly name = 'WorkerLost';
}

/** Runs work on threads that would block the event loop. The first tasks start the threads, which stay. */
export interface Workers {
  /**
   * Owners take turns. Bytes of the input are transferred. @throws WorkerLost when the thread crashed or took too
   * long
   */
  run<Input, Output>(owner: string, task: Task<Input, Output>, input: Input): Promise<Output>;
  close(): Promise<void>;
}

interface Job {
  task: Task<never, unknown>;
  input: unknown;
  resolve(output: unknown): void;
  reject(error: Error): void;
}

export type WorkerAnswer = { output: unknown } | { error: unknown };

export function createWorkers(
  report: (error: unknown) => void,
  { size = MAX_THREADS, longestMs = MAX_TASK_MS } = {},
): Workers {
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
    // Node adds a folder for its version to the cache's folder.
    const compiled = getCompileCacheDir();
    const thread = new Worker(new URL('./worker.ts', import.meta.url), {
      // The environment holds the bot's secrets, so threads get none of it, nor the program's arguments.
      env: compiled === undefined ? {} : { NODE_COMPILE_CACHE: dirname(compiled) },
      execArgv: [],
      resourceLimits: MEMORY_PER_THREAD,
    });
    threads.add(thread);
    // Without a listener an error would end the program.
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

/** Finds the buffers to transfer instead of copying: those that nothing else uses. */
export function buffersIn(value: unknown, depth = 3): ArrayBuffer[] {
  if (value instanceof Uint8Array) {
    const { buffer, byteLength } = value;
    // A Buffer may share its memory with others.
    const own = !Buffer.isBuffer(value) && buffer instanceof ArrayBuffer && byteLength === buffer.byteLength;
    return own ? [buffer] : [];
  }
  if (depth === 0 || typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return Object.values(value).flatMap((each) => buffersIn(each, depth - 1));
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
