import { expect, test } from 'vitest';
import { waitFor } from '../support/eventually.ts';
import { openPaymentLedger, type PaymentContext } from './payment/payment-ledger.ts';

const MESSAGE = 1;

/** Writes an order down and shows its confirm in the message. */
async function shown(context: PaymentContext): Promise<string> {
  const id = await context.write();
  await context.operations.shownIn(id, MESSAGE);
  return id;
}

/** Shows a confirm, lets it expire and be told so, then buys the same by another confirm in that message. */
async function boughtAnew(context: PaymentContext) {
  const first = await shown(context);
  const tappedAt = context.operations.now();
  context.later(61_000);
  await (await context.operations.confirm({ id: first, userId: 7, message: MESSAGE, offer: 0 })).shown;
  const second = await shown(context);
  await (await context.operations.confirm({ id: second, userId: 7, message: MESSAGE })).shown;
  await done(context, second);
  return { first, second, tappedAt };
}

/** Looks at an order until it is done: the clock was moved, and timers go by the machine's own. */
async function done({ ledger, operations }: PaymentContext, id: string): Promise<void> {
  await waitFor(async () => {
    await (await operations.lookAgain(id, 7)).shown;
    expect((await ledger.get(id))?.state).toBe('done');
  });
}

const lastIn = ({ told }: PaymentContext, messageId: number) =>
  told.findLast((each) => each.messageId === messageId)?.id;

test.for([
  ['while it would be acted on still', 1_000],
  ['long after', 35_000],
] as const)(
  'a tap in time on a confirm that expired, handled %s: it writes nothing over what was bought since',
  async ([, afterMs]) => {
    const context = await openPaymentLedger();
    const { first, second, tappedAt } = await boughtAnew(context);
    context.later(afterMs - 1_000);
    const { outcome, shown } = await context.operations.confirm({
      id: first,
      userId: 7,
      message: MESSAGE,
      offer: 0,
      tappedAt,
    });
    await shown;
    expect(outcome).toBe('replaced');
    expect(lastIn(context, MESSAGE)).toBe(second);
    expect(await context.ledger.get(first)).toMatchObject({ state: 'expired' });
  },
);

test('a confirm that is shown where another was bought since it was written down is withdrawn, and the bought one shows again', async () => {
  const context = await openPaymentLedger();
  const late = await context.write();
  context.later(1);
  const bought = await shown(context);
  await (await context.operations.confirm({ id: bought, userId: 7, message: MESSAGE })).shown;
  await context.reaches(bought, 'done');
  await context.operations.shownIn(late, MESSAGE);
  expect((await context.ledger.get(late))?.state).toBe('cancelled');
  expect(lastIn(context, MESSAGE)).toBe(bought);
});

test('a late tap on a confirm whose price has changed is too late, not interrupted', async () => {
  const context = await openPaymentLedger();
  const id = await shown(context);
  const body = { total: 5, currency: 'toman', period: 30 };
  context.provider.fault({ operation: 'cloud.quote', kind: 'errorOn200', body, times: 1 });
  await (await context.operations.confirm({ id, userId: 7, message: MESSAGE, offer: 0 })).shown;
  const tappedAt = context.operations.now();
  context.later(61_000);
  expect((await context.operations.confirm({ id, userId: 7, message: MESSAGE, offer: 0, tappedAt })).outcome).toBe(
    'expired',
  );
});

test('a tap of an hour ago buys nothing, though its confirm is open for a top-up', async () => {
  const context = await openPaymentLedger();
  const id = await shown(context);
  context.provider.fault({
    operation: 'cloud.order',
    kind: 'status',
    status: 402,
    body: { error: 'balance' },
    times: 1,
  });
  await (await context.operations.confirm({ id, userId: 7, message: MESSAGE, offer: 0 })).shown;
  const tappedAt = context.operations.now();
  context.later(50 * 60_000);
  expect((await context.operations.confirm({ id, userId: 7, message: MESSAGE, offer: 1, tappedAt })).outcome).toBe(
    'interrupted',
  );
  expect(context.provider.account('a-token-of-the-test').orders).toEqual([]);
  expect((await context.operations.confirm({ id, userId: 7, message: MESSAGE, offer: 1 })).outcome).toBe('moved');
});
