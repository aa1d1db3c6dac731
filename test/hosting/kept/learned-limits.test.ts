import { expect, test } from 'vitest';
import { createLearnedLimits } from '../../../src/hosting/kept/learned-limits.ts';
import { connected } from '../support.ts';

const ORDER = { geo: 'tehran', ram: 4, cpu: 2, disk: 50, backup: 1, traffic: 0, period: 30, os: 'debian13' } as const;

test('quotes teach of each number what was priced and what was refused, by account and kind of quote', async () => {
  const { hosting } = await connected();
  const limits = createLearnedLimits();
  const { cloudOrders } = limits.learning('7:a', hosting);
  const of = (field: 'ram' | 'cpu') => limits.of('7:a', 'order', field);
  expect(of('ram')).toEqual({});
  await expect(cloudOrders.quote({ ...ORDER, ram: 500 })).rejects.toMatchObject({ kind: 'fields' });
  expect([of('ram'), of('cpu')]).toEqual([{ refused: 500 }, {}]);
  await cloudOrders.quote({ ...ORDER, ram: 32 });
  await expect(cloudOrders.quote({ ...ORDER, ram: 300 })).rejects.toMatchObject({ kind: 'fields' });
  expect([of('ram'), of('cpu')]).toEqual([{ accepted: 32, refused: 300 }, { accepted: 2 }]);
  // A refusal for another field teaches nothing about the cores.
  await expect(cloudOrders.quote({ ...ORDER, geo: 'atlantis', cpu: 9 })).rejects.toMatchObject({ kind: 'fields' });
  expect(of('cpu')).toEqual({ accepted: 2 });
  expect([limits.of('7:a', 'upgrade', 'ram'), limits.of('8:b', 'order', 'ram')]).toEqual([{}, {}]);
});

test('a limit that was raised is forgotten, and so is what was accepted above a lower one', async () => {
  const { hosting, sandbox } = await connected();
  const limits = createLearnedLimits();
  const { cloudOrders } = limits.learning('7:a', hosting);
  const refuse = () =>
    sandbox.fault({
      operation: 'cloud.quote',
      kind: 'status',
      status: 422,
      body: { errors: { cpu: ['نه'] } },
      times: 1,
    });
  refuse();
  await expect(cloudOrders.quote({ ...ORDER, cpu: 4 })).rejects.toMatchObject({ kind: 'fields' });
  await cloudOrders.quote({ ...ORDER, cpu: 8 });
  expect(limits.of('7:a', 'order', 'cpu')).toEqual({ accepted: 8 });
  refuse();
  await expect(cloudOrders.quote({ ...ORDER, cpu: 3 })).rejects.toMatchObject({ kind: 'fields' });
  expect(limits.of('7:a', 'order', 'cpu')).toEqual({ refused: 3 });
});

test('a purchase that is refused for a number teaches as a quote does', async () => {
  const { hosting, sandbox } = await connected();
  const limits = createLearnedLimits();
  const { cloudOrders } = limits.learning('7:a', hosting);
  await cloudOrders.quote(ORDER);
  const body = { errors: { ram: ['نه'] } };
  sandbox.fault({ operation: 'cloud.order', kind: 'status', status: 422, body, times: 1 });
  await expect(cloudOrders.order(ORDER)).rejects.toMatchObject({ kind: 'fields' });
  expect([limits.of('7:a', 'order', 'ram'), limits.of('7:a', 'order', 'cpu')]).toEqual([
    { refused: 4 },
    { accepted: 2 },
  ]);
  sandbox.fault({ operation: 'cloud.upgrade', kind: 'status', status: 422, body, times: 1 });
  const { cpu, ram, disk, backup, traffic } = ORDER;
  await expect(cloudOrders.upgrade('srv-10001', { cpu, ram, disk, backup, traffic })).rejects.toMatchObject({
    kind: 'fields',
  });
  expect(limits.of('7:a', 'upgrade', 'ram')).toEqual({ refused: 4 });
});
