import { expect, onTestFinished, test, vi } from 'vitest';
import { createLanes } from '../../../src/telegram/updates/lanes.ts';
import { createRateLimit } from '../../../src/telegram/updates/rate-limit.ts';

const never = () => {
  throw new Error('late');
};

/** A job that records its beginning and end, and ends when the test says so. */
function job(name: string, notes: string[]) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const run = async (begin: () => void) => {
    begin();
    notes.push(`${name} begins`);
    await promise;
    notes.push(`${name} ends`);
    return true;
  };
  return { run, end: resolve };
}

test('one lane goes in order, another goes beside it', async () => {
  const lanes = createLanes(1000);
  const notes: string[] = [];
  const [a, b, c] = [job('a', notes), job('b', notes), job('c', notes)];
  const all = [lanes.run('1', a.run, never), lanes.run('1', b.run, never), lanes.run('2', c.run, never)];
  expect([lanes.busy('1'), lanes.busy('2'), lanes.busy('3')]).toEqual([true, true, false]);
  b.end();
  c.end();
  await all[2];
  a.end();
  expect(await Promise.all(all)).toEqual([true, true, true]);
  await lanes.idle();
  expect(notes).toEqual(['a begins', 'c begins', 'c ends', 'a ends', 'b begins', 'b ends']);
  expect([lanes.busy('1'), lanes.busy('2')]).toEqual([false, false]);
});

test('a job that outlives its limit lets the next one in, is told of once, and still counts as running', async () => {
  const lanes = createLanes(20);
  const notes: string[] = [];
  const [slow, next] = [job('slow', notes), job('next', notes)];
  next.end();
  const first = lanes.run('1', slow.run, () => notes.push('late'));
  await lanes.run('1', next.run, never);
  expect(notes).toEqual(['slow begins', 'late', 'next begins', 'next ends']);
  let idle = false;
  const rest = lanes.idle().then(() => {
    idle = true;
  });
  await Promise.resolve();
  expect(idle).toBe(false);
  slow.end();
  await Promise.all([first, rest]);
});

test('once closed, what runs is finished and what waits never begins', async () => {
  const lanes = createLanes(1000);
  const notes: string[] = [];
  const [a, b] = [job('a', notes), job('b', notes)];
  const running = lanes.run('1', a.run, never);
  const waiting = lanes.run('1', b.run, never);
  await Promise.resolve();
  lanes.close();
  a.end();
  expect([await running, await waiting]).toEqual([true, false]);
  await lanes.idle();
  expect(notes).toEqual(['a begins', 'a ends']);
});

test('30 taps in any 10 seconds, and each person for themselves', () => {
  let now = 0;
  const pace = createRateLimit({ most: 30, withinMs: 10_000 }, () => now);
  for (let count = 0; count < 30; count++) expect(pace('1')).toBe(true);
  expect([pace('1'), pace('1'), pace('2')]).toEqual([false, false, true]);
  now = 9_999;
  expect(pace('1')).toBe(false);
  now = 10_000;
  expect(pace('1')).toBe(true);
});

test('a job whose patience ended before its turn never begins; one that runs goes on', async () => {
  const lanes = createLanes(1000);
  const notes: string[] = [];
  const [first, second, third] = [job('first', notes), job('second', notes), job('third', notes)];
  const hurry = new AbortController();
  const patience = { patience: hurry.signal };
  const all = [
    lanes.run('1', first.run, never, patience),
    lanes.run('1', second.run, never, patience),
    lanes.run('1', third.run, never),
  ];
  await expect.poll(() => notes).toEqual(['first begins']);
  hurry.abort();
  expect(await all[1]).toBe(false);
  first.end();
  third.end();
  expect(await Promise.all(all)).toEqual([true, false, true]);
  expect(notes).toEqual(['first begins', 'first ends', 'third begins', 'third ends']);
});

test('the limit counts from the beginning: what a job waits for before is none of it, and keeps its place', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const lanes = createLanes(1_000);
  const notes: string[] = [];
  const [slow, next] = [job('slow', notes), job('next', notes)];
  next.end();
  const { promise: lease, resolve: give } = Promise.withResolvers<void>();
  const patient = async (begin: () => void) => {
    await lease;
    return slow.run(begin);
  };
  const first = lanes.run('1', patient, () => notes.push('late'));
  const second = lanes.run('1', next.run, never);
  await vi.advanceTimersByTimeAsync(5_000);
  give();
  await vi.advanceTimersByTimeAsync(900);
  expect(notes).toEqual(['slow begins']);
  await vi.advanceTimersByTimeAsync(200);
  expect(notes).toEqual(['slow begins', 'late', 'next begins', 'next ends']);
  slow.end();
  await Promise.all([first, second]);
});
