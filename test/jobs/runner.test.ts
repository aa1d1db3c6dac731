import { expect, test } from 'vitest';
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
