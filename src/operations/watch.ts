import type { Due, Operation } from '../store/operations.ts';

/** Longest sleep between two looks at the ledger: the guard against a wake-up that was never announced. */
const LONGEST_SLEEP_MS = 30_000;
const AFTER_ERROR_MS = 2_000;

export interface WatchParts {
  /** When something is due next (epoch ms). */
  next(): Promise<number | undefined>;
  /** Takes what is due, under a lease. */
  take(): Promise<Due>;
  /** The operation as it is by now. */
  get(id: string): Promise<Operation | undefined>;
  advance(operation: Operation): Promise<void>;
  report(error: unknown, operation?: Operation): void;
  now(): number;
}

/** Looks after operations when they are due; one hand at a time on each. */
export interface Watch {
  start(): void;
  /** Advances this operation at once, or once more when whoever has it in hand is through with it. */
  run(operation: Operation): Promise<void>;
  wakeAt(epochMs: number): void;
  /** Takes no more, and resolves when what runs has ended. */
  stop(): Promise<void>;
}

export function createWatch(parts: WatchParts): Watch {
  const running = new Map<string, Promise<void>>();
  const wanted = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let wakesAt = Number.POSITIVE_INFINITY;
  let sweeping: Promise<void> = Promise.resolve();
  let stopped = true;

  function wakeAt(epochMs: number): void {
    if (stopped || epochMs >= wakesAt) return;
    clearTimeout(timer);
    wakesAt = epochMs;
    timer = setTimeout(sweep, Math.max(0, Math.min(epochMs - parts.now(), LONGEST_SLEEP_MS)));
  }

  function sweep(): void {
    wakesAt = Number.POSITIVE_INFINITY;
    sweeping = sweeping.then(takeAll);
  }

  async function takeAll(): Promise<void> {
    if (stopped) return;
    try {
      const { taken, unreadable } = await parts.take();
      for (const error of unreadable) parts.report(error);
      for (const operation of taken) void run(operation);
      wakeAt((await parts.next()) ?? parts.now() + LONGEST_SLEEP_MS);
    } catch (error) {
      parts.report(error);
      wakeAt(parts.now() + AFTER_ERROR_MS);
    }
  }

  function run(operation: Operation): Promise<void> {
    const already = running.get(operation.id);
    if (already) {
      wanted.add(operation.id);
      return already;
    }
    const task = guarded(operation).finally(() => running.delete(operation.id));
    running.set(operation.id, task);
    return task;
  }

  async function guarded(operation: Operation): Promise<void> {
    try {
      let current: Operation | undefined = operation;
      while (current) {
        wanted.delete(operation.id);
        await parts.advance(current);
        // It moved on under our hands: what we held is old, and must not be shown.
        current = wanted.has(operation.id) ? await parts.get(operation.id) : undefined;
      }
      const next = await parts.next();
      if (next !== undefined) wakeAt(next);
    } catch (error) {
      // The operation stays as it is and comes due again when its lease ends.
      wanted.delete(operation.id);
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
      while (running.size > 0) await Promise.all(running.values());
    },
  };
}
