import { MAX_JOBS_TAKEN } from '../store/jobs/queue.ts';
import { createHeartbeat, type JobLease, LEASE_MS } from './lease.ts';

/** Longer sleeps would delay a job whose wake-up was missed. */
const MAX_SLEEP_MS = 30_000;
const SHARED_SLEEP_MS = 5_000;
const AFTER_ERROR_MS = 2_000;
/** Taking jobs one at a time costs more than the jobs. */
const MIN_FREE_SHARE = 1 / 2;
const GATHER_MS = 20;
/** A resting job keeps its lease; any other job that is due again later gives its lease back. */
const MAX_RESTING_JOBS = 20;
const MAX_REST_MS = 3_000;

/** Keeps the lease until the job is due again; `false`: the job has to end earlier, `undefined`: it may not rest. */
export type Rest = (ms: number) => Promise<boolean> | undefined;

export interface Job {
  id: string;
  dueAt?: number | null;
}

export interface JobRunnerDependencies<Item extends Job> {
  next(): Promise<number | undefined>;
  take(most: number): Promise<{ taken: Item[]; unreadable: unknown[] }>;
  /** `false` where another process has the lease. Absent where `advance` holds a lease of its own. */
  extend?(id: string, until: number, since: number): Promise<boolean>;
  get(id: string): Promise<Item | undefined>;
  advance(item: Item, jobLease: JobLease, rest: Rest): Promise<void>;
  report(error: unknown, item?: Item): void;
  now(): number;
  most?: number | undefined;
  /** Other processes take the same jobs: no wake-up announces the jobs of a dead one. */
  shared?: boolean | undefined;
}

export interface JobRunner<Item extends Job> {
  start(): void;
  /** A running job runs once more. Resolves when that run ends or rests. */
  run(item: Item): Promise<void>;
  wakeAt(epochMs: number): void;
  stop(): Promise<void>;
}

export function createJobRunner<Item extends Job>(dependencies: JobRunnerDependencies<Item>): JobRunner<Item> {
  const { most = MAX_JOBS_TAKEN } = dependencies;
  const longestSleepMs = dependencies.shared ? SHARED_SLEEP_MS : MAX_SLEEP_MS;
  /** By running job: resolves when the work that its callers wanted is done. */
  const running = new Map<string, PromiseWithResolvers<void>>();
  const ending = new Set<Promise<void>>();
  /** Jobs to run once more, with the due times that the callers left. */
  const wanted = new Map<string, Set<Job['dueAt']>>();
  const resting = new Map<string, () => void>();
  let runningTaken = 0;
  const heartbeat = createHeartbeat({ leaseMs: LEASE_MS, now: dependencies.now });
  let timer: NodeJS.Timeout | undefined;
  let wakesAt = Number.POSITIVE_INFINITY;
  let sweeping: Promise<void> = Promise.resolve();
  let stopped = true;
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
      const room = Math.min(most - runningTaken, MAX_JOBS_TAKEN);
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
    runningTaken++;
    await run(item);
    runningTaken--;
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
    let dueAt: number | null | undefined;
    try {
      dueAt = await advance(item);
      for (let left = wanted.get(id); left; left = wanted.get(id)) {
        wanted.delete(id);
        // The job has changed since: the earlier copy must not be used.
        const current = await dependencies.get(id);
        // With another due time, another process has the job.
        if (current && left.has(current.dueAt)) dueAt = await advance(current);
      }
    } catch (error) {
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
    if (dependencies.shared || stopped || ms > MAX_REST_MS || resting.size >= MAX_RESTING_JOBS) return undefined;
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
    if (most - runningTaken < most * MIN_FREE_SHARE) return wakeAt(dependencies.now() + GATHER_MS);
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
