import { expect, test } from 'vitest';
import { createWatch } from '../../src/operations/watch.ts';

test('who wants an item just as its run ends has it run anew, and waits for that', async () => {
  const seen: number[] = [];
  const asked = Promise.withResolvers<void>();
  const next = Promise.withResolvers<undefined>();
  const watch = createWatch<{ id: string; version: number }>({
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
