import { setTimeout as wait } from 'node:timers/promises';

/** How long the end waits for what is under way. */
const DRAIN_MS = 5_500;
/** Then the provider's exchanges are cut, and what became unknown by that is written down and told. */
const LAST_WORDS_MS = 2_000;
/** Whatever is not over by then is given up: Docker kills after 10 s, and a busy machine takes its time to let a process go. */
const END_MS = 8_000;

export interface Ending {
  /** Takes no more; resolves when nothing is under way. */
  drain(): Promise<unknown>;
  /** Cuts what waits for the provider. */
  cutProvider(): Promise<void>;
  /** Closes what everything else stood on. */
  close(): Promise<unknown>;
}

export interface Bounds {
  drainMs?: number;
  lastWordsMs?: number;
  endMs?: number;
}

/** Ends the program in bounded time. Resolves to whether all that was under way had an end; rejects as the steps do. */
export async function end(ending: Ending, bounds: Bounds = {}): Promise<boolean> {
  const { drainMs = DRAIN_MS, lastWordsMs = LAST_WORDS_MS, endMs = END_MS } = bounds;
  let drained = false;
  const steps = async () => {
    const draining = ending.drain();
    await within(drainMs, draining);
    await ending.cutProvider();
    drained = await within(lastWordsMs, draining);
    await ending.close();
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
