import { expect, test } from 'vitest';
import type { Operation } from '../../../src/operations/index.ts';
import { eventually } from '../../support/eventually.ts';
import { openPaymentLedger, TOKEN, times } from './payment-ledger.ts';

test('a crash while the price is asked: nothing was sent, and the confirm is there again until its time is over', async () => {
  const context = await openPaymentLedger();
  context.provider.fault({ operation: 'server.list', kind: 'hang', times: 1 });
  const { id } = await context.order();
  await eventually(() => times(context, 'server.list') === 1);
  expect((await context.ledger.get(id))?.state).toBe('quoting');
  await context.crash();
  const { offer } = await context.reaches(id, 'ready');
  expect(offer ?? 0).toBe(0);
  expect(times(context, 'cloud.order')).toBe(0);
  context.later(61_000);
  await (await context.operations.confirm({ id, userId: 7, message: 1, offer })).shown;
  await context.reaches(id, 'expired');
  expect(context.provider.account(TOKEN).orders).toEqual([]);
});

test('confirmed again after such a crash: one order', async () => {
  const context = await openPaymentLedger();
  context.provider.fault({ operation: 'server.list', kind: 'hang', times: 1 });
  const { id } = await context.order();
  await eventually(() => times(context, 'server.list') === 1);
  await context.crash();
  const { offer } = await context.reaches(id, 'ready');
  await Promise.all(Array.from({ length: 20 }, () => context.operations.confirm({ id, userId: 7, message: 1, offer })));
  await context.reaches(id, 'done');
  expect(times(context, 'cloud.order')).toBe(1);
});

test.for([
  ['before', 0, 'hang', false],
  ['after', 1, 'hang', true],
] as const)(
  'a crash while the order is under way, %s it is handled: never sent again',
  async ([, bought, kind, afterHandling]) => {
    const context = await openPaymentLedger();
    context.provider.fault({ operation: 'cloud.order', kind, afterHandling, times: 1 });
    const { id } = await context.order();
    await eventually(() => times(context, 'cloud.order') === 1);
    expect((await context.ledger.get(id))?.state).toBe('sending');
    await context.crash();
    await context.reaches(id, bought ? 'done' : 'unknown');
    await context.operations.confirm({ id, userId: 7, message: 1 });
    expect(times(context, 'cloud.order')).toBe(1);
    expect(context.provider.account(TOKEN).orders).toHaveLength(bought);
  },
);

test('a crash after the answer: the server is still found', async () => {
  const context = await openPaymentLedger(1_500);
  const { id } = await context.order();
  await context.reaches(id, 'accepted');
  await context.crash();
  const done = await context.reaches(id, 'done');
  expect(done.receipt?.orderId).toBeDefined();
  expect(times(context, 'cloud.order')).toBe(1);
});

test('a crash before the confirm, or after a refusal for want of money: it can be confirmed, for its time', async () => {
  const context = await openPaymentLedger();
  context.provider.fault({
    operation: 'cloud.order',
    kind: 'status',
    status: 402,
    body: { error: 'balance' },
    times: 1,
  });
  const { id } = await context.order();
  const ready = await context.reaches(id, 'ready');
  expect(ready).toMatchObject({ offer: 1, failure: { kind: 'insufficientBalance' } });
  await context.crash();
  expect((await context.operations.confirm({ id, userId: 7, message: 1, offer: 0 })).outcome).toBe('outdated');
  expect((await context.operations.confirm({ id, userId: 7, message: 1, offer: 1 })).outcome).toBe('moved');
  await context.reaches(id, 'done');
  expect(times(context, 'cloud.order')).toBe(2);
  expect(context.provider.account(TOKEN).orders).toHaveLength(1);
});

test('a crash before the new price was shown: it is shown right after the restart', async () => {
  const told: Operation[] = [];
  const lost = Promise.withResolvers<void>();
  const notify = async (operation: Operation) => {
    told.push(operation);
    if (told.length > 1) return undefined;
    lost.resolve();
    return new Promise<never>(() => undefined);
  };
  const context = await openPaymentLedger(50, { notify });
  const id = await context.write();
  const body = { total: 999_999, currency: 'toman', period: 30 };
  context.provider.fault({ operation: 'cloud.quote', kind: 'errorOn200', body, times: 1 });
  await context.operations.confirm({ id, userId: 7, message: 1 });
  await lost.promise;
  await context.crash();
  await eventually(() => told.length > 1, { describe: () => 'the new price is not told' });
  expect(told[1]).toMatchObject({ state: 'ready', quote: { total: 999_999 } });
});
