import { flushCompileCache } from 'node:module';
import { parentPort } from 'node:worker_threads';
import { z } from 'zod';
import { buffersIn, type WorkerAnswer } from './pool.ts';

const asked = z.object({ module: z.string(), name: z.string(), input: z.unknown() });

async function run(message: unknown): Promise<WorkerAnswer> {
  try {
    const { module, name, input } = asked.parse(message);
    const functions: object = await import(module);
    const work: unknown = Reflect.get(functions, name);
    if (typeof work !== 'function') throw new TypeError(`${name} is no function of ${module}`);
    return { output: await Reflect.apply(work, undefined, [input]) };
  } catch (error) {
    return { error };
  }
}

const done = new Set<string>();

/** A thread that is ended writes no cache. */
function keepCompiled({ name }: { name: string }): void {
  if (done.has(name)) return;
  done.add(name);
  flushCompileCache();
}

parentPort?.on('message', async (message) => {
  const answer = await run(message);
  parentPort?.postMessage(answer, buffersIn(answer));
  keepCompiled(message);
});
