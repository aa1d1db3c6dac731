import { MOST_TAKEN } from '../store/jobs/queue.ts';
import { createHeartbeat, type JobLease, LEASE_MS } from './lease.ts';

/** Longest sleep between two looks: the guard against a wake-up that was never announced. */
const LONGEST_SLEEP_MS = 30_000;
const SHARED_SLEEP_MS = 5_000;
const AFTER_ERROR_MS = 2_000;

/** What can be watched: it has a name, and is in the hands that took it until it is due. */
export interface Job {
  id: string;
  dueAt?: number | null;
}

export interface JobRunnerDependencies<Item extends Job> {
  /** When something is due next (epoch ms). */
  next(): Promise<number | undefined>;
  /** Takes what is due, under a lease, and at most so many. */
  take(most: number): Promise<{ taken: Item[]; unreadable: unknown[] }>;
  /**
   * Moves the end of a job's lease from `since` to `until`; resolves to `false` where another process has it. Absent where
   * `advance` holds a lease of its own.
   */
  extend?(id: string, until: number, since: number): Promise<boolean>;
  /** The item as it is by now. */
  get(id: string): Promise<Item | undefined>;
  advance(item: Item, jobLease: JobLease): Promise<void>;
  report(error: unknown, item?: Item): void;
  now(): number;
  /** Whether other processes take from the same: nobody announces what those leave behind that die. */
  shared?: boolean | undefined;
}

/** Looks after items when they are due; one hand at a time on each. */
export interface JobRunner<Item extends Job> {
  start(): void;
  /** Advances this item at once, or once more when whoever has it in hand is through with it. */
  run(item: Item): Promise<void>;
  wakeAt(epochMs: number): void;
  /** Takes no more, and resolves when what runs has ended. */
  stop(): Promise<void>;
}

export function createJobRunner<Item extends Job>(dependencies: JobRunnerDependencies<Item>): JobRunner<Item> {
  const longestSleepMs = dependencies.shared ? SHARED_SLEEP_MS : LONGEST_SLEEP_MS;
  const running = new Map<string, Promise<void>>();
  /** Runs, also the one that only finds out when to wake next. */
  const ending = new Set<Promise<void>>();
  /** What is to be run once more, and when those who asked for that left it due. */
  const wanted = new Map<string, Set<Job['dueAt']>>();
  /** Of what was taken, how many are in hand. */
  let taking = 0;
  const heartbeat = createHeartbeat({ leaseMs: LEASE_MS, now: dependencies.now });
  let timer: NodeJS.Timeout | undefined;
  let wakesAt = Number.POSITIVE_INFINITY;
  let sweeping: Promise<void> = Promise.resolve();
  let stopped = true;

  function wakeAt(epochMs: number): void {
    if (stopped || epochMs >= wakesAt) return;
    clearTimeout(timer);
    wakesAt = epochMs;
    timer = setTimeout(sweep, Math.max(0, Math.min(epochMs - dependencies.now(), longestSleepMs)));
  }

  function sweep(): void {
    wakesAt = Number.POSITIVE_INFINITY;
    sweeping = sweeping.then(takeAll);
  }

  async function takeAll(): Promise<void> {
    if (stopped) return;
    try {
      const room = MOST_TAKEN - taking;
      // Whichever ends first makes room, and has the next one taken.
      if (room <= 0) return wakeAt(dependencies.now() + longestSleepMs);
      const { taken, unreadable } = await dependencies.take(room);
      for (const error of unreadable) dependencies.report(error);
      for (const item of taken) void runTaken(item);
      wakeAt((await dependencies.next()) ?? dependencies.now() + longestSleepMs);
    } catch (error) {
      dependencies.report(error);
      wakeAt(dependencies.now() + AFTER_ERROR_MS);
    }
  }

  async function runTaken(item: Item): Promise<void> {
    taking++;
    await run(item);
    taking--;
  }

  function run(item: Item): Promise<void> {
    const already = running.get(item.id);
    if (already) {
      wanted.set(item.id, (wanted.get(item.id) ?? new Set()).add(item.dueAt));
      return already;
    }
    const task = guarded(item).finally(() => ending.delete(task));
    running.set(item.id, task);
    ending.add(task);
    return task;
  }

  async function guarded(item: Item): Promise<void> {
    const { id } = item;
    try {
      await advance(item);
      for (let left = wanted.get(id); left; left = wanted.get(id)) {
        wanted.delete(id);
        // It moved on under our hands: what we held is old, and must not be shown.
        const current = await dependencies.get(id);
        // Left due at another time it is in the hands of whoever took or moved it since.
        if (current && left.has(current.dueAt)) await advance(current);
      }
    } catch (error) {
      // It stays as it is and comes due again when its lease ends.
      wanted.delete(id);
      dependencies.report(error, item);
    }
    // From here on nobody looks whether it is wanted: who wants it has it run anew.
    running.delete(id);
    await wakeForNext();
  }

  async function advance(item: Item): Promise<void> {
    const { id, dueAt = null } = item;
    const { extend } = dependencies;
    const jobLease = heartbeat.hold({
      until: extend ? dueAt : null,
      extend: async (until, since) => !extend || extend(id, until, since),
      report: (error) => dependencies.report(error, item),
    });
    try {
      await dependencies.advance(item, jobLease);
    } finally {
      await jobLease.release();
    }
  }

  async function wakeForNext(): Promise<void> {
    try {
      const next = await dependencies.next();
      if (next !== undefined) wakeAt(next);
    } catch (error) {
      dependencies.report(error);
    }
  }

  return {
    start() {
      stopped = false;
      wakeAt(dependencies.now());
    },
    run,
    wakeAt,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await sweeping;
      while (ending.size > 0) await Promise.all(ending);
    },
  };
}
