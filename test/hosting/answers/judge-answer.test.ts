import { expect, onTestFinished, test } from 'vitest';
import { createWorkers, WorkerLost, type Workers } from '../../../src/workers/pool.ts';
import { expectFailure, failureOf, scripted, TOKEN } from '../support.ts';

const LIST = Array.from({ length: 2_000 }, (_, at) => ({
  id: `srv-${at}`,
  ip: `10.0.0.${at}`,
  geo: 'tehran',
  note: TOKEN,
}));
/** Too long to be read at once. */
const PADDING = 'x'.repeat(100_000);

function counted(): { workers: Workers; names: string[] } {
  const workers = createWorkers((error) => {
    throw error;
  });
  onTestFinished(() => workers.close());
  const names: string[] = [];
  return {
    names,
    workers: {
      ...workers,
      run: (owner, task, input) => {
        names.push(task.name);
        return workers.run(owner, task, input);
      },
    },
  };
}

test('a long answer is read on another thread, exactly as a short one is here', async () => {
  const { workers, names } = counted();
  const provider = await scripted({ workers });
  provider.reply(LIST);
  const list = await provider.hosting.servers.list();
  expect(list).toHaveLength(2_000);
  expect(list[7]).toEqual({ id: 'srv-7', ip: '10.0.0.7', geo: 'tehran' });
  expect(names).toEqual(['judge']);
  provider.reply(LIST.slice(0, 3));
  expect(await provider.hosting.servers.list()).toEqual(list.slice(0, 3));
  expect(names).toHaveLength(1);
});

test('a long list that came again to the same account is not read again while it is in use', async () => {
  const { workers, names } = counted();
  const [provider, stranger] = [await scripted({ workers }), await scripted({ workers }, `${TOKEN}-other`)];
  const servers = LIST.map((server) => ({ ...server, geo: 'frankfurt' }));
  const read = ({ reply, hosting }: typeof provider) => {
    reply(servers);
    return hosting.servers.list();
  };
  const list = await read(provider);
  expect(await read(provider)).toBe(list);
  expect(names).toHaveLength(1);
  expect(await read(stranger)).not.toBe(list);
  expect(names).toHaveLength(2);
  servers[7] = { id: 'srv-7', ip: '10.9.9.9', geo: 'frankfurt', note: '' };
  expect((await read(provider))[7]).toEqual({ id: 'srv-7', ip: '10.9.9.9', geo: 'frankfurt' });
  expect(names).toHaveLength(3);
});

test('a long refusal is the same failure, without the token', async () => {
  const { workers } = counted();
  const provider = await scripted({ workers });
  provider.reply({ errors: { ram: [`${TOKEN} کم است`] }, padding: PADDING }, 422);
  await expectFailure(provider.hosting.cloudOrders.renew('9', 30), 'fields', { fields: { ram: ['••• کم است'] } });
  provider.reply({ error: 'x', message: 'حساب را ۱۲۰٬۰۰۰ تومان شارژ کنید', padding: PADDING }, 402);
  const failure = await failureOf(provider.hosting.cloudOrders.renew('9', 30));
  expect(failure).toMatchObject({ kind: 'insufficientBalance', amount: 120_000 });
  expect(failure.message).toBe('cloud.renew: insufficientBalance (HTTP 402)');
});

test('a thread that was lost over an answer leaves a read unreadable, and a change unknown', async () => {
  const lost: Pick<Workers, 'run'> = { run: () => Promise.reject(new WorkerLost('planned')) };
  const provider = await scripted({ workers: lost });
  provider.reply({ message: PADDING });
  await expectFailure(provider.hosting.servers.status('9'), 'unreadable');
  await expectFailure(provider.hosting.cloudOrders.renew('9', 30), 'ambiguous');
});

test('of a graph with more points than a picture has, the extremes and the ends are kept', async () => {
  const { workers } = counted();
  const provider = await scripted({ workers });
  const values = Array.from({ length: 50_000 }, (_, at) => (at === 31_415 ? 999 : at === 27_182 ? -999 : at % 7));
  provider.reply({ data: values.map((cpu, at) => ({ time: 1_790_000_000 + at * 60, cpu })) });
  const { series, data } = await provider.hosting.servers.graph('9', 'year');
  const points = series[0]?.points ?? [];
  expect(points.length).toBeLessThanOrEqual(12_000);
  expect([Math.max(...points.map(({ value }) => value)), Math.min(...points.map(({ value }) => value))]).toEqual([
    999, -999,
  ]);
  expect(points.at(-1)).toEqual({ at: (1_790_000_000 + 49_999 * 60) * 1_000, value: 49_999 % 7 });
  expect(points.map(({ at }) => at)).toEqual(points.map(({ at }) => at).toSorted((a, b) => a - b));
  expect(JSON.parse(Buffer.from(data ?? []).toString())).toHaveLength(50_000);
});
