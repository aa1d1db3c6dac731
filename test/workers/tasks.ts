import { setTimeout as wait } from 'node:timers/promises';
import { threadId } from 'node:worker_threads';

/** The tasks of the tests' threads. */
export const double = (value: number) => 2 * value;
export const thread = () => threadId;
export const environment = () => ({ ...process.env });
export const breakDown = () => Promise.reject(new RangeError('planned'));
export const crash = () => process.exit(3);
export const bytes = (count: number) => ({ data: new Uint8Array(count).fill(7) });
export const measure = ({ length }: Uint8Array) => length;

export function throwLater(): Promise<never> {
  setImmediate(() => {
    throw new Error('planned crash');
  });
  return wait(60_000).then(() => Promise.reject(new Error('not crashed')));
}

export function spin(): never {
  for (;;);
}

/** Takes no processor from the tests beside it. */
export function hang(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

/** In large pieces: the collector takes seconds to find out that a heap of small ones is full. */
export function fillMemory(): number {
  const held: number[][] = [];
  for (;;) held.push(new Array<number>(300_000).fill(held.length));
}
