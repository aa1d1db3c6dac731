import { MOST_TAKEN } from '../store/jobs/queue.ts';
import { createHeartbeat, type JobLease, LEASE_MS } from './lease.ts';

/** The longest sleep between two looks for due jobs, in case a wake-up was missed. */
const LONGEST_SLEEP_MS = 30_000;
const SHARED_SLEEP_MS = 5_000;
const AFTER_ERROR_MS = 2_000;
/** With less room than this share of the limit, more jobs end before the next ones are taken: taking one at a time costs more than the job. */
const AMPLE_ROOM = 1 / 2;
const GATHER_MS = 20;
/** The number of running jobs that rest, and the longest rest. A job that is due again later gives its lease back. */
const MOST_RESTING = 20;
const LONGEST_REST_MS = 3_000;

/**
 * Keeps a running job and its lease until it is due again, instead of storing when that is and taking it anew. Resolves to `false`
 * where the job has to end before that: a caller wants it run, its lease is lost, or the program stops. `undefined` where it may not
 * rest: too many jobs do, it is due too late, or another process should take it soon if this one dies.
 */
export type Rest = (ms: number) => Promise<boolean> | undefined;

/** A stored job with a due time, which is also the end of its lease. */
export interface Job {
  id: string;
  dueAt?: number | null;
}

export interface JobRunnerDependencies<Item extends Job> {
  /** When the next job is due (epoch ms). */
  next(): Promise<number | undefined>;
  /** Takes due jobs under a lease. */
  take(most: number): Promise<{ taken: Item[]; unreadable: unknown[] }>;
  /**
   * Moves the end of a job's lease from `since` to `until`; resolves to `false` where another process has it. Absent where
   * `advance` holds a lease of its own.
   */
  extend?(id: string, until: number, since: number): Promise<boolean>;
  /** The job as it is stored now. */
  get(id: string): Promise<Item | undefined>;
  advance(item: Item, jobLease: JobLease, rest: Rest): Promise<void>;
  report(error: unknown, item?: Item): void;
  now(): number;
  /** How many jobs are at work at a time; {@link MOST_TAKEN} unless told, which is also the most taken at once. */
  most?: number | undefined;
  /** Whether other processes take the same jobs: no wake-up announces the jobs of a dead one. */
  shared?: boolean | undefined;
}

/** Runs jobs when they are due, each by one run at a time. */
export interface JobRunner<Item extends Job> {
  start(): void;
  /** Runs the job at once; where it is running already, once more afterwards. Resolves when that run ends or rests. */
  run(item: Item): Promise<void>;
  wakeAt(epochMs: number): void;
  /** Takes no more jobs, and resolves when the running ones have ended. */
  stop(): Promise<void>;
}

export function createJobRunner<Item extends Job>(dependencies: JobRunnerDependencies<Item>): JobRunner<Item> {
  const { most = MOST_TAKEN } = dependencies;
  const longestSleepMs = dependencies.shared ? SHARED_SLEEP_MS : LONGEST_SLEEP_MS;
  /** By running job: resolves when the work that its callers wanted is done. */
  const running = new Map<string, PromiseWithResolvers<void>>();
  /** Includes runs that only look for the next due time. */
  const ending = new Set<Promise<void>>();
  /** Jobs to run once more, with the due times that the callers left. */
  const wanted = new Map<string, Set<Job['dueAt']>>();
  /** Ends the rest of a job. */
  const resting = new Map<string, () => void>();
  /** The number of taken jobs that are running. */
  let taking = 0;
  const heartbeat = createHeartbeat({ leaseMs: LEASE_MS, now: dependencies.now });
  let timer: NodeJS.Timeout | undefined;
  let wakesAt = Number.POSITIVE_INFINITY;
  let sweeping: Promise<void> = Promise.resolve();
  let stopped = true;
  /** Whether due jobs wait for a running one to end. */
  let isFull = false;

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
      const room = Math.min(most - taking, MOST_TAKEN);
      // The first one to end or rest makes room, and wakes this again.
      isFull = room <= 0;
      if (isFull) return wakeAt(dependencies.now() + longestSleepMs);
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
    if (isFull) await wakeForNext();
  }

  function run(item: Item): Promise<void> {
    const { id, dueAt } = item;
    const already = running.get(id);
    if (!already) {
      const begun = Promise.withResolvers<void>();
      running.set(id, begun);
      const task = guarded(item).finally(() => ending.delete(task));
      ending.add(task);
      return begun.promise;
    }
    wanted.set(id, (wanted.get(id) ?? new Set()).add(dueAt));
    resting.get(id)?.();
    return already.promise;
  }

  async function guarded(item: Item): Promise<void> {
    const { id } = item;
    /** When the job is due again; unknown where its lease does not tell. */
    let dueAt: number | null | undefined;
    try {
      dueAt = await advance(item);
      for (let left = wanted.get(id); left; left = wanted.get(id)) {
        wanted.delete(id);
        // The job has changed since: the earlier copy must not be used.
        const current = await dependencies.get(id);
        // With another due time, another process has it.
        if (current && left.has(current.dueAt)) dueAt = await advance(current);
      }
    } catch (error) {
      // The job stays as it is, and is due again when its lease ends.
      wanted.delete(id);
      dependencies.report(error, item);
    }
    // A later caller starts a new run: nothing looks into `wanted` after this.
    const done = running.get(id);
    running.delete(id);
    if (dueAt === undefined) await wakeForNext();
    else if (dueAt !== null) wakeAt(dueAt);
    done?.resolve();
  }

  function rest(id: string, lost: AbortSignal, ms: number): Promise<boolean> | undefined {
    if (dependencies.shared || stopped || ms > LONGEST_REST_MS || resting.size >= MOST_RESTING) return undefined;
    if (wanted.has(id) || lost.aborted) return Promise.resolve(false);
    running.get(id)?.resolve();
    // Callers after this want the work that follows the rest.
    running.set(id, Promise.withResolvers());
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const end = () => resolve(false);
    const due = setTimeout(() => resolve(true), ms);
    resting.set(id, end);
    lost.addEventListener('abort', end);
    return promise.finally(() => {
      clearTimeout(due);
      if (resting.get(id) === end) resting.delete(id);
      lost.removeEventListener('abort', end);
    });
  }

  async function advance(item: Item): Promise<number | null | undefined> {
    const { id, dueAt = null } = item;
    const { extend } = dependencies;
    const jobLease = heartbeat.hold({
      until: extend ? dueAt : null,
      extend: async (until, since) => !extend || extend(id, until, since),
      report: (error) => dependencies.report(error, item),
    });
    try {
      await dependencies.advance(item, jobLease, (ms) => rest(id, jobLease.lost, ms));
    } finally {
      await jobLease.release();
    }
    return extend && jobLease.until;
  }

  async function wakeForNext(): Promise<void> {
    if (most - taking < most * AMPLE_ROOM) return wakeAt(dependencies.now() + GATHER_MS);
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
      for (const end of resting.values()) end();
      await sweeping;
      while (ending.size > 0) await Promise.all(ending);
    },
  };
}
