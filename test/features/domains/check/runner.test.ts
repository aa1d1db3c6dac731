import { describe, expect, test } from 'vitest';
import { runParallel } from '../../../../src/features/domains/check/asking.ts';
import { createThrottle, pauseFor } from '../../../../src/features/domains/check/throttle.ts';
import { eventually } from '../../../support/eventually.ts';
import { holdAnswers } from '../../../support/hold-answers.ts';
import { enterConnected } from '../../support.ts';
import { answers, CHECKED, COUNT, LIST, registeredNothing, statesOf, truth } from './many-names.ts';

describe(`${COUNT} names`, () => {
  test.concurrent('at 200 ms an answer, with 429s and cuts between: each is in exactly one list, and rightly so', async () => {
    await using app = await enterConnected({ env: { CHECK_PARALLEL: '100' } });
    const { english, provider } = app;
    const rounds = COUNT / 250;
    for (let round = 0; round < rounds; round++) {
      provider.fault({ operation: 'domain.availability', kind: 'delay', ms: 200, times: 180 });
      provider.fault({ operation: 'domain.availability', kind: 'rateLimit', ms: 300, times: 3 });
      provider.fault({ operation: 'domain.availability', kind: 'cutBefore', times: 3 });
      provider.fault({ operation: 'domain.availability', kind: 'truncated', times: 1 });
    }
    provider.fault({ operation: 'domain.availability', kind: 'delay', ms: 200 });
    await english.upload('names.txt', 'text/plain', LIST);
    await english.sees(/Done: \d/);
    const screen = await english.sees(CHECKED);
    await english.press('All as a file');
    const states = await statesOf(app);
    for (const [name, state] of states) expect(`${name} ${state}`).toBe(`${name} ${truth(name)}`);
    expect(screen).not.toContain('Not known');
    expect(provider.requests.filter(({ answered }) => answered === 429)).toHaveLength(3 * rounds);
    registeredNothing(app);
  });

  test.concurrent('stopped in the middle keeps every finished result, and goes on with the others alone', async () => {
    await using app = await enterConnected({ env: { CHECK_PARALLEL: '50' } });
    const { english, provider } = app;
    provider.fault({ operation: 'domain.availability', kind: 'delay', ms: 0, times: 200 });
    const answer = holdAnswers(provider, { operation: 'domain.availability' });
    await english.upload('names.txt', 'text/plain', LIST);
    await eventually(() => provider.requests.length === 250);
    await english.press('Stop');
    const screen = await english.sees(/Stopped after/);
    answer();
    const done = Number(/after (\d+) of/.exec(screen)?.[1]);
    expect(done).toBeGreaterThan(49);
    expect(done).toBeLessThan(COUNT);
    const finished = answers(app);
    expect(done).toBeGreaterThanOrEqual(finished.size - 50);
    await english.press('Check the ones left');
    await english.sees(CHECKED);
    await english.press('All as a file');
    for (const [name, state] of await statesOf(app)) expect(`${name} ${state}`).toBe(`${name} ${truth(name)}`);
    const again = [...answers(app).values()].filter((count) => count > 1).length;
    expect(again).toBeLessThanOrEqual(50);
    registeredNothing(app);
  });
});

describe('asking side by side', () => {
  const items = Array.from({ length: 200 }, (_, index) => index);
  const never = new AbortController().signal;

  test.concurrent('never exceeds the bound, and halves it where it is told to wait', async () => {
    let asking = 0;
    const seen: number[] = [];
    const kept: number[] = [];
    let busy = 1;
    await runParallel<number, number>({
      items,
      throttle: createThrottle(16, 5),
      signal: never,
      giveUp: (item) => item,
      keep: async (lot) => void kept.push(...lot),
      async ask(item) {
        asking++;
        seen.push(asking);
        await new Promise(setImmediate);
        asking--;
        return item === 50 && busy-- > 0 ? { busy: -item, retryAfterMs: 20 } : { found: item };
      },
    });
    expect(Math.max(...seen)).toBe(16);
    expect(kept.sort((a, b) => a - b)).toEqual(items);
    const turn = seen.indexOf(16);
    expect(seen.slice(turn).some((count) => count === 8)).toBe(true);
  });

  test.concurrent('gives up where nothing gets through, and says so of every item', async () => {
    const kept: string[] = [];
    let asked = 0;
    await runParallel<number, string>({
      items,
      throttle: createThrottle(16, 0.1),
      signal: never,
      giveUp: (item) => `given up ${item}`,
      keep: async (lot) => void kept.push(...lot),
      ask: async (item) => {
        asked++;
        return { busy: `failed ${item}` };
      },
    });
    expect(asked).toBeLessThan(60);
    expect(kept.map((words) => Number(words.split(' ').at(-1))).sort((a, b) => a - b)).toEqual(items);
  });

  test.concurrent('being put off is no failed try, until the patience ends', async () => {
    const puts = new Map<number, number>();
    const run = { items: [1, 2, 3], signal: never, giveUp: (item: number) => -item };
    const put = (item: number) => {
      puts.set(item, (puts.get(item) ?? 0) + 1);
      return puts.get(item) ?? 0;
    };
    const kept: number[] = [];
    const keep = async (lot: number[]) => void kept.push(...lot);
    const ask = async (item: number) => (put(item) <= 8 ? { wait: -item, retryAfterMs: 1 } : { found: item });
    await runParallel<number, number>({ ...run, throttle: createThrottle(4, 1), keep, ask });
    expect(kept.sort()).toEqual([1, 2, 3]);
    kept.length = 0;
    const never200 = async (item: number) => ({ wait: -item, retryAfterMs: 1 });
    await runParallel<number, number>({ ...run, throttle: createThrottle(4, 1), keep, ask: never200, patienceMs: 50 });
    expect(kept.sort()).toEqual([-1, -2, -3]);
  });

  test.concurrent('asks nothing while it is told to wait', async () => {
    const askedAt: number[] = [];
    await runParallel<number, number>({
      items: [1, 2],
      throttle: createThrottle(1, 1),
      signal: never,
      giveUp: (item) => -item,
      keep: async () => undefined,
      async ask(found) {
        askedAt.push(performance.now());
        return askedAt.length === 1 ? { busy: -found, retryAfterMs: 100 } : { found };
      },
    });
    const [first = 0, second = 0] = askedAt;
    expect(second - first).toBeGreaterThanOrEqual(100);
  });

  test.concurrent('a pause that ends while it is looked at is waited for no longer', async () => {
    let looks = 0;
    const throttle = { ...createThrottle(1), pauseMs: () => (looks++ === 0 ? 1 : 0) };
    const kept: number[] = [];
    const keep = async (lot: number[]) => void kept.push(...lot);
    const ask = async (found: number) => ({ found });
    await runParallel<number, number>({ items: [1], throttle, signal: never, giveUp: (item) => -item, keep, ask });
    expect(kept).toEqual([1]);
  });

  test.concurrent('waits as long as it is asked to, up to two minutes, and a little more by chance', () => {
    expect(pauseFor(60_000, 500, 0)).toBe(60_000);
    expect(pauseFor(60_000, 500, 0.5)).toBe(66_000);
    expect(pauseFor(3_600_000, 500, 0)).toBe(120_000);
    expect(pauseFor(undefined, 60_000, 0)).toBe(8_000);
  });

  test.concurrent('stops at a word, and tells which', async () => {
    const kept: number[] = [];
    const why = await runParallel<number, number>({
      items,
      throttle: createThrottle(4),
      signal: never,
      giveUp: (item) => item,
      keep: async (lot) => void kept.push(...lot),
      ask: async (item) => (item === 10 ? { stop: 'no service' } : { found: item }),
    });
    expect(why).toBe('no service');
    expect(kept.length).toBeLessThan(20);
  });

  test.concurrent('a mistake of ours ends it, and is told', async () => {
    const broken = runParallel<number, number>({
      items,
      throttle: createThrottle(4),
      signal: never,
      giveUp: (item) => item,
      keep: async () => {
        throw new Error('the store is away');
      },
      ask: async (item) => ({ found: item }),
    });
    await expect(broken).rejects.toThrow('the store is away');
  });
});
