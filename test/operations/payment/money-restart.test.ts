import { expect, test } from 'vitest';
import type { Operation } from '../../../src/operations/index.ts';
import { eventually } from '../../support/eventually.ts';
import { openPaymentLedger, TOKEN, times } from './payment-ledger.ts';

test('a crash while the price is asked: nothing was sent, and the confirm is there again until its time is over', async () => {
  const desk = await openPaymentLedger();
  desk.provider.fault({ operation: 'server.list', kind: 'hang', times: 1 });
  const { id } = await desk.order();
  await eventually(() => times(desk, 'server.list') === 1);
  expect((await desk.ledger.get(id))?.state).toBe('quoting');
  await desk.crash();
  const { offer } = await desk.reaches(id, 'ready');
  expect(offer ?? 0).toBe(0);
  expect(times(desk, 'cloud.order')).toBe(0);
  desk.later(61_000);
  await (await desk.operations.confirm(id, 7, 1, offer)).shown;
  await desk.reaches(id, 'expired');
  expect(desk.provider.account(TOKEN).orders).toEqual([]);
});

test('confirmed again after such a crash: one order', async () => {
  const desk = await openPaymentLedger();
  desk.provider.fault({ operation: 'server.list', kind: 'hang', times: 1 });
  const { id } = await desk.order();
  await eventually(() => times(desk, 'server.list') === 1);
  await desk.crash();
  const { offer } = await desk.reaches(id, 'ready');
  await Promise.all(Array.from({ length: 20 }, () => desk.operations.confirm(id, 7, 1, offer)));
  await desk.reaches(id, 'done');
  expect(times(desk, 'cloud.order')).toBe(1);
});

test.for([
  ['before', 0, 'hang', false],
  ['after', 1, 'hang', true],
] as const)(
  'a crash while the order is under way, %s it is handled: never sent again',
  async ([, bought, kind, afterHandling]) => {
    const desk = await openPaymentLedger();
    desk.provider.fault({ operation: 'cloud.order', kind, afterHandling, times: 1 });
    const { id } = await desk.order();
    await eventually(() => times(desk, 'cloud.order') === 1);
    expect((await desk.ledger.get(id))?.state).toBe('sending');
    await desk.crash();
    await desk.reaches(id, bought ? 'done' : 'unknown');
    await desk.operations.confirm(id, 7, 1);
    expect(times(desk, 'cloud.order')).toBe(1);
    expect(desk.provider.account(TOKEN).orders).toHaveLength(bought);
  },
);

test('a crash after the answer: the server is still found', async () => {
  const desk = await openPaymentLedger(1_500);
  const { id } = await desk.order();
  await desk.reaches(id, 'accepted');
  await desk.crash();
  const done = await desk.reaches(id, 'done');
  expect(done.receipt?.orderId).toBeDefined();
  expect(times(desk, 'cloud.order')).toBe(1);
});

test('a crash before the confirm, or after a refusal for want of money: it can be confirmed, for its time', async () => {
  const desk = await openPaymentLedger();
  desk.provider.fault({ operation: 'cloud.order', kind: 'status', status: 402, body: { error: 'balance' }, times: 1 });
  const { id } = await desk.order();
  const ready = await desk.reaches(id, 'ready');
  expect(ready).toMatchObject({ offer: 1, failure: { kind: 'insufficientBalance' } });
  await desk.crash();
  expect((await desk.operations.confirm(id, 7, 1, 0)).outcome).toBe('outdated');
  expect((await desk.operations.confirm(id, 7, 1, 1)).outcome).toBe('moved');
  await desk.reaches(id, 'done');
  expect(times(desk, 'cloud.order')).toBe(2);
  expect(desk.provider.account(TOKEN).orders).toHaveLength(1);
});

test('a crash before the new price was shown: it is shown right after the restart', async () => {
  const told: Operation[] = [];
  const lost = Promise.withResolvers<void>();
  const notify = async (operation: Operation) => {
    told.push(operation);
    if (told.length > 1) return;
    lost.resolve();
    await new Promise(() => undefined);
  };
  const desk = await openPaymentLedger(50, { notify });
  const id = await desk.write();
  const body = { total: 999_999, currency: 'toman', period: 30 };
  desk.provider.fault({ operation: 'cloud.quote', kind: 'errorOn200', body, times: 1 });
  await desk.operations.confirm(id, 7, 1);
  await lost.promise;
  await desk.crash();
  await eventually(() => told.length > 1, { timeoutMs: 5_000, describe: () => 'the new price is not told' });
  expect(told[1]).toMatchObject({ state: 'ready', quote: { total: 999_999 } });
});
