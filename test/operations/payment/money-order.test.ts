import { expect, test } from 'vitest';
import { orderKind } from '../../../src/operations/kinds/order.ts';
import { eventually } from '../../support/eventually.ts';
import { openPaymentLedger, SERVER, TOKEN, times } from './payment-ledger.ts';

const found = (operation: Parameters<typeof orderKind.progressOf>[0]) =>
  orderKind.progressOf(operation).seen.candidates;

test('an order is quoted and the list read before it is sent; its code is told at once, then its server', async () => {
  const context = await openPaymentLedger(300);
  const { id } = await context.order();
  const accepted = await context.reaches(id, 'accepted');
  expect(accepted.receipt?.orderId).toBe(context.provider.account(TOKEN).orders[0]?.orderId);
  const done = await context.reaches(id, 'done');
  expect(found(done)).toEqual([{ id: 'srv-10004', ip: '10.0.0.3', exact: true }]);
  const before = context.provider.requests.slice(0, 4).map(({ operation }) => operation);
  expect(before.slice(0, 1)).toEqual(['cloud.quote']);
  expect(before.slice(1, 3).sort()).toEqual(['cloud.quote', 'server.list']);
  expect(before.slice(3)).toEqual(['cloud.order']);
  expect(context.provider.requests[3]?.body).toEqual(SERVER);
  expect(context.errors).toEqual([]);
});

test.for([
  ['cutAfter', 1],
  ['cutBefore', 0],
] as const)(
  'an order whose answer was lost (%s) is found by its server, or not known; never sent again',
  async ([kind, bought]) => {
    const context = await openPaymentLedger();
    context.provider.fault({ operation: 'cloud.order', kind, times: 1 });
    const { id } = await context.order();
    await context.reaches(id, 'unknown');
    if (bought) expect(found(await context.reaches(id, 'done'))).toHaveLength(1);
    else {
      context.later(6 * 60_000);
      await context.operations.lookAgain(id, 7);
      await context.crash();
      expect((await context.ledger.get(id))?.state).toBe('unknown');
    }
    expect(times(context, 'cloud.order')).toBe(1);
    expect(context.provider.account(TOKEN).orders).toHaveLength(bought);
  },
);

test('a server that another order brought does not prove a lost one', async () => {
  const context = await openPaymentLedger();
  context.provider.fault({ operation: 'cloud.order', kind: 'cutBefore', times: 1 });
  const lost = await context.order();
  await context.reaches(lost.id, 'unknown');
  const other = await context.order();
  const done = await context.reaches(other.id, 'done');
  expect(found(done)).toHaveLength(1);
  await (await context.operations.lookAgain(lost.id, 7)).shown;
  const seen = await context.ledger.get(lost.id);
  expect(seen?.state).toBe('unknown');
  expect(seen && found(seen)).toEqual([]);
});

test('of two lost orders and one server neither is taken for the server’s', async () => {
  const context = await openPaymentLedger();
  context.provider.fault({ operation: 'cloud.order', kind: 'cutBefore', times: 1 });
  const one = await context.order();
  await context.reaches(one.id, 'unknown');
  context.provider.fault({ operation: 'cloud.order', kind: 'cutAfter', times: 1 });
  const two = await context.order();
  await context.reaches(two.id, 'unknown');
  for (const { id } of [one, two]) {
    const seen = await eventually(() => context.told.findLast((each) => each.id === id && found(each)?.length === 1));
    expect(seen.state).toBe('unknown');
  }
  // The person knows of one of them: the other is explained by what is left.
  await (await context.operations.say(one.id, 7, false)).shown;
  await (await context.operations.lookAgain(two.id, 7)).shown;
  await context.reaches(two.id, 'done');
  expect((await context.ledger.get(one.id))?.state).toBe('unknown');
});

test('a new server that is not what was ordered proves nothing, but is shown', async () => {
  const context = await openPaymentLedger();
  context.provider.fault({ operation: 'cloud.order', kind: 'cutBefore', times: 1 });
  const lost = await context.order();
  await context.reaches(lost.id, 'unknown');
  const elsewhere = await context.order({ ...SERVER, geo: 'frankfurt' });
  await context.reaches(elsewhere.id, 'done');
  const larger = await context.order({ ...SERVER, ram: 16, disk: 100 });
  await context.reaches(larger.id, 'done');
  await (await context.operations.lookAgain(lost.id, 7)).shown;
  expect((await context.ledger.get(lost.id))?.state).toBe('unknown');
});

test.for([
  { operation: 'cloud.quote', kind: 'errorOn200', body: { total: 1, currency: 'toman' } },
  { operation: 'cloud.quote', kind: 'errorOn200', body: { error: 'no', message: 'no' } },
  { operation: 'cloud.quote', kind: 'html' },
  { operation: 'cloud.quote', kind: 'rateLimit', ms: 20_000 },
  { operation: 'server.list', kind: 'html' },
] as const)('another price, or none, or no list to compare with: nothing is sent (%j)', async (fault) => {
  const context = await openPaymentLedger();
  const id = await context.write();
  context.provider.fault({ ...fault, times: 1 });
  await (await context.operations.confirm({ id, userId: 7, message: 1 })).shown;
  const ready = await context.reaches(id, 'ready');
  expect(ready).toMatchObject(
    'body' in fault && 'total' in fault.body ? { quote: fault.body } : { failure: { unpriced: true } },
  );
  expect(times(context, 'cloud.order')).toBe(0);
});

test('orders confirmed at the same time can’t exceed the person’s limit together', async () => {
  const context = await openPaymentLedger(50, {
    allowance: async ({ quote }) => ({
      most: (quote?.total ?? 0) * 2.5,
      since: Date.now() - 1_000,
      worth: ({ total }) => total,
    }),
  });
  const systems = ['debian10', 'debian11', 'debian12', 'debian13', 'ubuntu24'] as const;
  const ids = await Promise.all(systems.map((os) => context.write({ ...SERVER, os })));
  await Promise.all(ids.map(async (id) => (await context.operations.confirm({ id, userId: 7, message: 1 })).shown));
  const operations = await Promise.all(ids.map((id) => context.ledger.get(id)));
  expect(operations.filter((each) => each?.failure?.kind === 'overLimit')).toHaveLength(3);
  expect(times(context, 'cloud.order')).toBe(2);
});
