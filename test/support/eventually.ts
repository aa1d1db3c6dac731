import { setTimeout as wait } from 'node:timers/promises';

/** Resolves with the first truthy value of the predicate, where no event tells when to look. */
export async function eventually<T>(
  predicate: () => T | undefined | false | null,
  options: { timeoutMs?: number; describe?: () => string } = {},
): Promise<T> {
  const { timeoutMs = 20_000, describe = () => '' } = options;
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const value = predicate();
    if (value) return value;
    if (performance.now() > deadline) throw new Error(`not within ${timeoutMs} ms. ${describe()}`);
    await wait(10);
  }
}
