import { describe, expect, test } from 'vitest';
import { runParallel } from '../../../../src/features/domains/check/asking.ts';
import { createThrottle, pauseFor } from '../../../../src/features/domains/check/throttle.ts';
import type { TestApp } from '../../../support/app.ts';
import { openProcessApp } from '../../../support/bots/process.ts';
import { eventually } from '../../../support/eventually.ts';
import { amountOf } from '../../../support/random/seeds.ts';
import { connect, enterConnected, TOKEN } from '../../support.ts';
import { documentOf } from './document.ts';

const COUNT = amountOf(500, 1_000);
const CHECKED = new RegExp(`${COUNT.toLocaleString('en')} names checked`);
const NAMES = Array.from({ length: COUNT }, (_, index) => `${index % 3 === 0 ? 'taken' : 'name'}${index}.com`);
const LIST = new TextEncoder().encode(NAMES.join('\n'));

/** The names of the file the bot sent, by their state. */
async function statesOf(app: TestApp): Promise<Map<string, string>> {
  const lines = (await documentOf(app, app.english)).trim().split('\r\n').slice(1);
  const rows = lines.map((line) => line.split(','));
  expect(rows.map(([name]) => name).sort()).toEqual([...NAMES].sort());
  return new Map(rows.map(([name = '', , state = '']) => [name, state]));
}

/** How often the provider answered the question about each name. */
function answers(app: TestApp): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { operation, query, answered } of app.provider.requests) {
    const name = String(query.domain);
    if (operation === 'domain.availability' && answered === 200) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}
function registeredNothing({ provider }: TestApp): void {
  expect(provider.requests.filter(({ operation }) => operation === 'domain.register')).toEqual([]);
  expect(provider.account(TOKEN).orders).toEqual([]);
}
const truth = (name: string) => (name.startsWith('taken') ? 'taken' : 'available');

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
    await english.sees(/Done: \d/, 5_000);
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
    provider.fault({ operation: 'domain.availability', kind: 'delay', ms: 100 });
    await english.upload('names.txt', 'text/plain', LIST);
    await eventually(() => provider.requests.length > 200);
    await english.press('Stop');
    const screen = await english.sees(/Stopped after/);
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

  test.concurrent('cut off by a SIGKILL goes on at the next start, and asks again for nothing that was written down', async () => {
    const app = await openProcessApp({ env: { CHECK_PARALLEL: '50' } });
    const { english, provider } = app;
    await connect(english);
    provider.fault({ operation: 'domain.availability', kind: 'delay', ms: 200 });
    await english.upload('names.txt', 'text/plain', LIST);
    await eventually(() => provider.requests.length > COUNT / 4);
    await app.kill();
    const before = answers(app).size;
    expect(before).toBeLessThan(COUNT);
    await app.startBot();
    await english.sees(CHECKED);
    await english.press('All as a file');
    for (const [name, state] of await statesOf(app)) expect(`${name} ${state}`).toBe(`${name} ${truth(name)}`);
    const again = [...answers(app).values()].filter((count) => count > 1).length;
    // At most the names that were on their way, and those that the last write had not taken yet.
    expect(again).toBeLessThanOrEqual(100);
    registeredNothing(app);
    await app.close();
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

  test.concurrent('a pause that ends while it is looked at is waited for no longer', async () => {
    let looks = 0;
    const paused = () => looks++ === 0;
    const throttle = { ...createThrottle(1), take: () => !paused(), pauseMs: () => (paused() ? 1 : 0) };
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
