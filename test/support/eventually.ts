import { setTimeout as wait } from 'node:timers/promises';
import { vi } from 'vitest';
import { PATIENCE_MS } from './patience.ts';

/** Resolves with the first truthy value of the predicate, where no event tells when to look. */
export async function eventually<T>(
  predicate: () => T | undefined | false | null,
  options: { timeoutMs?: number; describe?: () => string } = {},
): Promise<T> {
  const { timeoutMs = PATIENCE_MS, describe = () => '' } = options;
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const value = predicate();
    if (value) return value;
    if (performance.now() > deadline) throw new Error(`not within ${timeoutMs} ms. ${describe()}`);
    await wait(10);
  }
}

/** Vitest waits for a second unless told, which a busy machine can need for anything. */
const PATIENCE = { timeout: PATIENCE_MS, interval: 10 };

/** `vi.waitFor` with patience: resolves once the check throws nothing. */
export function waitFor<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, PATIENCE);
}

/** `vi.waitUntil` with patience: resolves with the first truthy value. */
export function waitUntil<T>(check: () => T | Promise<T>): ReturnType<typeof vi.waitUntil<T>> {
  return vi.waitUntil(check, PATIENCE);
}
