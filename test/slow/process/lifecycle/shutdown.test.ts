import { expect, test } from 'vitest';
import { end } from '../../../../src/shutdown.ts';

const BOUNDS = { drainMs: 100, lastWordsMs: 50, endMs: 250 };
const never = () => new Promise<never>(() => undefined);

/** Steps that note when they were taken. */
function steps(changes: Partial<Parameters<typeof end>[0]> = {}) {
  const taken: string[] = [];
  const cut = Promise.withResolvers<void>();
  const step = (name: 'drain' | 'cutProvider' | 'close', work: () => Promise<unknown>) => async () => {
    taken.push(name);
    await (changes[name] ?? work)();
  };
  return {
    taken,
    cut: cut.promise,
    ending: {
      drain: step('drain', () => Promise.resolve()),
      cutProvider: step('cutProvider', async () => cut.resolve()),
      close: step('close', () => Promise.resolve()),
    },
  };
}

const ALL = ['drain', 'cutProvider', 'close'];

test('a step that ends by itself is waited for', async () => {
  const { taken, ending } = steps();
  expect(await end(ending, BOUNDS)).toBe(true);
  expect(taken).toEqual(ALL);
});

test('a step that ends when the provider is cut can say its last words', async () => {
  const { taken, ending, cut } = steps({ drain: () => cut });
  expect(await end(ending, BOUNDS)).toBe(true);
  expect(taken).toEqual(ALL);
});

test('a step that does not end is given up, whichever it is, and all is closed that can be', async () => {
  for (const [hanging, seen] of [
    ['drain', ALL],
    ['cutProvider', ['drain', 'cutProvider']],
    ['close', ALL],
  ] as const) {
    const { taken, ending } = steps({ [hanging]: never });
    expect(await end(ending, BOUNDS)).toBe(false);
    expect(taken).toEqual(seen);
  }
});

test('a step that fails fails the end', async () => {
  const { ending } = steps({ close: () => Promise.reject(new RangeError('broken')) });
  await expect(end(ending, BOUNDS)).rejects.toThrow('broken');
});
