import { execFile } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { createWorkers, task, WorkerLost } from '../../src/workers/pool.ts';
import type * as tasks from './tasks.ts';

const TASKS = new URL('./tasks.ts', import.meta.url);
const double = task<typeof tasks.double>(TASKS, 'double');
const thread = task<typeof tasks.thread>(TASKS, 'thread');

function pool(options: Parameters<typeof createWorkers>[1] = {}) {
  const reported: unknown[] = [];
  const workers = createWorkers((error) => reported.push(error), options);
  onTestFinished(() => workers.close());
  return { workers, reported };
}

test('a task runs on another thread, which stays for the next one', async () => {
  const { workers } = pool();
  const first = await workers.run('a', thread, undefined);
  expect(first).toBeGreaterThan(0);
  expect(await workers.run('b', thread, undefined)).toBe(first);
  expect(await workers.run('a', double, 21)).toBe(42);
});

test('never more threads than its size, however many tasks wait', async () => {
  const { workers } = pool({ size: 2 });
  const seen = await Promise.all(
    Array.from({ length: 20 }, (_, owner) => workers.run(String(owner), thread, undefined)),
  );
  expect(new Set(seen).size).toBeLessThanOrEqual(2);
});

test('a person who asks for little waits behind one task of another who asks for much, not behind all', async () => {
  const { workers } = pool({ size: 1 });
  const ended: string[] = [];
  const run = (owner: string, value: number) =>
    workers.run(owner, double, value).then(() => ended.push(`${owner}${value}`));
  await Promise.all([
    ...[1, 2, 3, 4].map((value) => run('many', value)),
    run('one', 1),
    run('other', 1),
    run('one', 2),
  ]);
  expect(ended).toEqual(['many1', 'many2', 'one1', 'other1', 'many3', 'one2', 'many4']);
});

test('a thread knows nothing of the environment, which holds secrets', async () => {
  const { workers } = pool();
  expect(await workers.run('a', task<typeof tasks.environment>(TASKS, 'environment'), undefined)).toEqual({
    NODE_COMPILE_CACHE: dirname(getCompileCacheDir() ?? ''),
  });
});

test('an error of a task is thrown to its caller, and its thread goes on', async () => {
  const { workers, reported } = pool({ size: 1 });
  const before = await workers.run('a', thread, undefined);
  await expect(workers.run('a', task<typeof tasks.breakDown>(TASKS, 'breakDown'), undefined)).rejects.toThrow(
    'planned',
  );
  await expect(workers.run('a', task<() => void>(TASKS, 'nothing'), undefined)).rejects.toThrow('no function');
  await expect(workers.run('a', task<(given: unknown) => void>(TASKS, 'double'), () => 1)).rejects.toThrow(
    'could not be cloned',
  );
  expect(await workers.run('a', thread, undefined)).toBe(before);
  expect(reported).toEqual([]);
});

test.for(['crash', 'throwLater', 'fillMemory', 'hang'] as const)(
  'a thread that is lost (%s) is told of, and the next task gets a new one',
  async (name) => {
    const { workers, reported } = pool({ size: 1, longestMs: name === 'hang' ? 3_000 : 60_000 });
    const before = await workers.run('a', thread, undefined);
    const lost = workers.run('a', task<() => void>(TASKS, name), undefined);
    const next = workers.run('b', thread, undefined);
    await expect(lost).rejects.toThrow(WorkerLost);
    expect(await next).not.toBe(before);
    expect(reported).toContainEqual(expect.any(WorkerLost));
  },
);

test('bytes come whole', async () => {
  const { workers } = pool();
  const { data } = await workers.run('a', task<typeof tasks.bytes>(TASKS, 'bytes'), 3_000_000);
  expect([data.length, data[0], data.at(-1)]).toEqual([3_000_000, 7, 7]);
});

test('bytes that are transferred are gone here; those of a buffer, which may share its memory, stay', async () => {
  const { workers } = pool();
  const measure = task<typeof tasks.measure>(TASKS, 'measure');
  const [own, shared] = [new Uint8Array(1_000), Buffer.alloc(1_000)];
  expect(await workers.run('a', measure, own)).toBe(1_000);
  expect(await workers.run('a', measure, shared)).toBe(1_000);
  expect([own.length, shared.length]).toEqual([0, 1_000]);
});

test('a closed pool takes no task, and its running tasks fail', async () => {
  const { workers, reported } = pool({ size: 1 });
  const running = workers.run('a', task<typeof tasks.spin>(TASKS, 'spin'), undefined);
  const waiting = workers.run('b', double, 1);
  const ended = Promise.allSettled([running, waiting]);
  await workers.close();
  expect((await ended).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect(workers.run('a', double, 1)).rejects.toThrow(WorkerLost);
  expect(reported).toEqual([]);
});

test('threads that have nothing to do let the program end', async () => {
  const script = `
    import { createWorkers, task } from '${new URL('../../src/workers/pool.ts', import.meta.url)}';
    const workers = createWorkers(console.error);
    console.log(await workers.run('a', task(new URL('${TASKS}'), 'double'), 21));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
    timeout: 30_000,
  });
  expect(stdout).toBe('42\n');
});
