import { parentPort } from 'node:worker_threads';
import { z } from 'zod';
import { buffersIn, type WorkerAnswer } from './pool.ts';

/** One thread of the pool: runs the function that a task names, one task at a time. */
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

parentPort?.on(
  'message',
  (message) => void run(message).then((answer) => parentPort?.postMessage(answer, buffersIn(answer))),
);
