import { setTimeout as wait } from 'node:timers/promises';

const DRAIN_MS = 5_500;
/** Operations that become `unknown` when the exchanges are cut get this time to be stored and shown. */
const AFTER_CUT_MS = 2_000;
/** Docker kills after 10 s, and a busy machine needs a while to end a process. */
const END_MS = 8_000;

export interface ShutdownSteps {
  drain(): Promise<unknown>;
  cutProvider(): Promise<void>;
  close(): Promise<unknown>;
}

export interface Bounds {
  drainMs?: number;
  lastWordsMs?: number;
  endMs?: number;
}

/** Resolves to whether all work ended; rejects as the steps do. */
export async function end(shutdown: ShutdownSteps, bounds: Bounds = {}): Promise<boolean> {
  const { drainMs = DRAIN_MS, lastWordsMs = AFTER_CUT_MS, endMs = END_MS } = bounds;
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
