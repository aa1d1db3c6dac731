import { setTimeout as wait } from 'node:timers/promises';

/** How long the end waits for current work. */
const DRAIN_MS = 5_500;
/** Then the provider's exchanges are cut; operations that become `unknown` by that get this time to be stored and told. */
const LAST_WORDS_MS = 2_000;
/** Unfinished work is given up after this time: Docker kills after 10 s, and a busy machine needs a while to end a process. */
const END_MS = 8_000;

export interface ShutdownSteps {
  /** Takes no more updates. Resolves when nothing is under way. */
  drain(): Promise<unknown>;
  /** Cuts all exchanges with the provider. */
  cutProvider(): Promise<void>;
  /** Closes the store and the servers. */
  close(): Promise<unknown>;
}

export interface Bounds {
  drainMs?: number;
  lastWordsMs?: number;
  endMs?: number;
}

/** Ends the program in bounded time. Resolves to whether all work ended; rejects as the steps do. */
export async function end(shutdown: ShutdownSteps, bounds: Bounds = {}): Promise<boolean> {
  const { drainMs = DRAIN_MS, lastWordsMs = LAST_WORDS_MS, endMs = END_MS } = bounds;
  let drained = false;
  const steps = async () => {
    const draining = shutdown.drain();
    await within(drainMs, draining);
    await shutdown.cutProvider();
    drained = await within(lastWordsMs, draining);
    await shutdown.close();
  };
  return (await within(endMs, steps())) && drained;
}

/** Resolves to whether the work ended in time. */
async function within(ms: number, work: Promise<unknown>): Promise<boolean> {
  const over = new AbortController();
  const late = wait(ms, false, { signal: over.signal });
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    late.catch(() => undefined);
    over.abort();
  }
}
