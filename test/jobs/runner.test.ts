import { expect, onTestFinished, test, vi } from 'vitest';
import { createJobRunner } from '../../src/jobs/runner.ts';
import { eventually } from '../support/eventually.ts';

test('an item asked for just as its run ends is run anew, and the caller waits for that', async () => {
  const seen: number[] = [];
  const asked = Promise.withResolvers<void>();
  const next = Promise.withResolvers<undefined>();
  const watch = createJobRunner<{ id: string; version: number }>({
    next() {
      asked.resolve();
      return next.promise;
    },
    take: async () => ({ taken: [], unreadable: [] }),
    get: async () => undefined,
    advance: async ({ version }) => void seen.push(version),
    report: (error) => {
      throw error;
    },
    now: Date.now,
  });
  const first = watch.run({ id: 'x', version: 1 });
  await asked.promise;
  const second = watch.run({ id: 'x', version: 2 });
  next.resolve(undefined);
  await Promise.all([first, second]);
  expect(seen).toEqual([1, 2]);
});

test('of many due jobs it leases no more than its limit, and the next when one has ended', async () => {
  const due = Array.from({ length: 60 }, (_, index) => ({ id: `item${index}` }));
  const ends: (() => void)[] = [];
  const watch = createJobRunner<{ id: string }>({
    next: async () => (due.length > 0 ? 0 : undefined),
    take: async (most) => ({ taken: due.splice(0, most), unreadable: [] }),
    get: async () => undefined,
    advance: () => new Promise<void>((resolve) => ends.push(resolve)),
    report: (error) => {
      throw error;
    },
    now: Date.now,
  });
  watch.start();
  await eventually(() => ends.length >= 50);
  for (const more of [1, 2]) {
    expect([ends.length, due.length]).toEqual([49 + more, 11 - more]);
    ends[more]?.();
    await eventually(() => ends.length > 49 + more);
  }
  const stopped = watch.stop();
  for (const end of ends) end();
  await stopped;
});

test('a runner with a limit of its own takes its jobs in batches', async () => {
  const due = Array.from({ length: 200 }, (_, index) => ({ id: `item${index}` }));
  const ends: (() => void)[] = [];
  const asked: number[] = [];
  const watch = createJobRunner<{ id: string }>({
    next: async () => (due.length > 0 ? 0 : undefined),
    async take(most) {
      asked.push(most);
      return { taken: due.splice(0, most), unreadable: [] };
    },
    get: async () => undefined,
    advance: () => new Promise<void>((resolve) => ends.push(resolve)),
    report: (error) => {
      throw error;
    },
    now: Date.now,
    most: 120,
  });
  watch.start();
  await eventually(() => ends.length >= 120);
  expect([asked, due.length]).toEqual([[50, 50, 20], 80]);
  for (const end of ends.splice(0)) end();
  await eventually(() => ends.length === 80);
  expect(Math.max(...asked)).toBe(50);
  const stopped = watch.stop();
  for (const end of ends) end();
  await stopped;
});

/** Jobs that rest after each of their steps, until they are told to end. */
function resting(shared = false) {
  const steps: string[] = [];
  const rests: (boolean | undefined)[] = [];
  let isOver = false;
  let work = Promise.resolve();
  const takes: number[] = [];
  const jobs = createJobRunner<{ id: string; dueAt: number }>({
    next: async () => undefined,
    take: async (most) => {
      takes.push(most);
      return { taken: [], unreadable: [] };
    },
    get: async (id) => ({ id, dueAt: 2 }),
    extend: async () => true,
    async advance({ id, dueAt }, _, rest) {
      for (let rested: boolean | undefined = true; rested && !isOver; rests.push(rested)) {
        steps.push(`${id} ${dueAt}`);
        await work;
        rested = await rest(id.startsWith('long') ? 3_001 : 3_000);
      }
    },
    report: (error) => {
      throw error;
    },
    now: Date.now,
    shared,
  });
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const end = () => {
    isOver = true;
  };
  /** The work of each step ends with this. */
  const hold = (until: Promise<void>) => {
    work = until;
  };
  return { jobs, steps, rests, takes, end, hold };
}

test('a job that is due again soon rests with its lease, and its caller does not wait for that', async () => {
  const { jobs, steps, rests, takes, end } = resting();
  jobs.start();
  await jobs.run({ id: 'a', dueAt: 1 });
  expect(steps).toEqual(['a 1']);
  await vi.advanceTimersByTimeAsync(3_000);
  expect([steps, rests]).toEqual([['a 1', 'a 1'], [true]]);
  end();
  await vi.advanceTimersByTimeAsync(3_000);
  expect([steps.length, rests, takes.length]).toEqual([2, [true, true], 1]);
  await jobs.stop();
});

test('a caller who wants a resting job run ends its rest, and waits for the run', async () => {
  const { jobs, steps, rests } = resting();
  jobs.start();
  await jobs.run({ id: 'a', dueAt: 1 });
  await jobs.run({ id: 'a', dueAt: 2 });
  expect([steps, rests]).toEqual([['a 1', 'a 2'], [false]]);
  await jobs.stop();
  expect(rests).toEqual([false, false]);
});

test('a caller who comes while a job works on after its rest waits for that work', async () => {
  const { jobs, steps, hold } = resting();
  jobs.start();
  await jobs.run({ id: 'a', dueAt: 1 });
  const { promise, resolve } = Promise.withResolvers<void>();
  hold(promise);
  await vi.advanceTimersByTimeAsync(3_000);
  const run = jobs.run({ id: 'a', dueAt: 2 }).then(() => steps.push('told'));
  await vi.advanceTimersByTimeAsync(0);
  resolve();
  await run;
  expect(steps).toEqual(['a 1', 'a 1', 'a 2', 'told']);
  await jobs.stop();
});

test('a job does not rest for long, beside too many, or where another process should take it soon', async () => {
  const { jobs, rests } = resting();
  jobs.start();
  await jobs.run({ id: 'long', dueAt: 1 });
  for (let index = 0; index < 20; index++) await jobs.run({ id: `a${index}`, dueAt: 1 });
  expect(rests).toEqual([undefined]);
  await jobs.run({ id: 'b', dueAt: 1 });
  expect(rests).toEqual([undefined, undefined]);
  await jobs.stop();
  const other = resting(true);
  other.jobs.start();
  await other.jobs.run({ id: 'a', dueAt: 1 });
  expect(other.rests).toEqual([undefined]);
  await other.jobs.stop();
});
