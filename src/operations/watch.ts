import type { Operation } from '../store/operations.ts';

/** Longest sleep between two looks at the ledger: the guard against a wake-up that was never announced. */
const LONGEST_SLEEP_MS = 30_000;
const AFTER_ERROR_MS = 2_000;

export interface WatchParts {
  /** When something is due next (epoch ms). */
  next(): Promise<number | undefined>;
  /** Takes what is due, under a lease. */
  take(): Promise<Operation[]>;
  advance(operation: Operation): Promise<void>;
  report(error: unknown, operation?: Operation): void;
  now(): number;
}

/** Looks after operations when they are due; one hand at a time on each. */
export interface Watch {
  start(): void;
  /** Advances this operation at once, unless it is being advanced already. */
  run(operation: Operation): Promise<void>;
  wakeAt(epochMs: number): void;
  /** Takes no more, and resolves when what runs has ended. */
  stop(): Promise<void>;
}

export function createWatch(parts: WatchParts): Watch {
  const running = new Map<string, Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let wakesAt = Number.POSITIVE_INFINITY;
  let sweeping: Promise<void> | undefined;
  let stopped = true;

  function wakeAt(epochMs: number): void {
    if (stopped || epochMs >= wakesAt) return;
    clearTimeout(timer);
    wakesAt = epochMs;
    timer = setTimeout(sweep, Math.max(0, Math.min(epochMs - parts.now(), LONGEST_SLEEP_MS)));
  }

  function sweep(): void {
    wakesAt = Number.POSITIVE_INFINITY;
    sweeping ??= takeAll().finally(() => {
      sweeping = undefined;
    });
  }

  async function takeAll(): Promise<void> {
    try {
      for (const operation of await parts.take()) void run(operation);
      wakeAt((await parts.next()) ?? parts.now() + LONGEST_SLEEP_MS);
    } catch (error) {
      parts.report(error);
      wakeAt(parts.now() + AFTER_ERROR_MS);
    }
  }

  function run(operation: Operation): Promise<void> {
    const already = running.get(operation.id);
    if (already) return already;
    const task = guarded(operation).finally(() => running.delete(operation.id));
    running.set(operation.id, task);
    return task;
  }

  async function guarded(operation: Operation): Promise<void> {
    try {
      await parts.advance(operation);
      const next = await parts.next();
      if (next !== undefined) wakeAt(next);
    } catch (error) {
      // The operation stays as it is and comes due again when its lease ends.
      parts.report(error, operation);
    }
  }

  return {
    start() {
      stopped = false;
      wakeAt(parts.now());
    },
    run,
    wakeAt,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await sweeping;
      await Promise.all(running.values());
    },
  };
}
