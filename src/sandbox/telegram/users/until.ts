export interface UntilOptions {
  timeoutMs?: number;
  /** What to say where it does not come true. */
  describe?: () => string;
}

/**
 * Resolves with the first truthy value of the predicate, asked now and on each change.
 * @param onChange takes a listener, returns what ends it
 * @throws Error after `timeoutMs` (default 15,000), with `describe()` in its message
 */
export async function until<T>(
  onChange: (listener: () => void) => () => void,
  predicate: () => T | undefined | false | null,
  { timeoutMs = 15_000, describe = () => '' }: UntilOptions = {},
): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const look = () => {
    const value = predicate();
    if (value) resolve(value);
  };
  const timer = setTimeout(() => reject(new Error(`not within ${timeoutMs} ms. ${describe()}`)), timeoutMs);
  const stop = onChange(() => {
    attempt(look, reject);
  });
  try {
    attempt(look, reject);
    return await promise;
  } finally {
    clearTimeout(timer);
    stop();
  }
}

/** A predicate that throws ends the waiting, not whoever caused the change. */
function attempt(work: () => void, failed: (error: unknown) => void): void {
  try {
    work();
  } catch (error) {
    failed(error);
  }
}
