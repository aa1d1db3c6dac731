import { expect, test } from 'vitest';
import { createProvider } from '../../../src/hosting/index.ts';
import { orderKind } from '../../../src/operations/kinds/order.ts';
import { openPaymentLedger, type PaymentContext, SERVER, TOKEN } from './payment-ledger.ts';

const seen = (operation: Parameters<typeof orderKind.progressOf>[0]) => orderKind.progressOf(operation).seen;

/** Orders this many other servers at the same location, which exist before the bot's own. */
async function crowd({ provider }: PaymentContext, count: number): Promise<void> {
  const client = createProvider({ baseUrl: provider.baseUrl, auth: 'Authorization: Bearer {token}' });
  provider.account(TOKEN).wallet = Number.MAX_SAFE_INTEGER;
  const { cloudOrders } = client.forToken(TOKEN);
  for (let ordered = 0; ordered < count; ordered++) await cloudOrders.order({ ...SERVER, os: 'win2022' });
  await client.close();
}

/** All that was ordered is there, at once. */
function comesUp({ provider }: PaymentContext): void {
  for (const server of provider.account(TOKEN).servers) server.readyAt = 0;
}

/** An order whose answer is lost, with a crowd that comes up together with its own server. */
async function lostInCrowd(count: number): Promise<{ context: PaymentContext; id: string }> {
  const context = await openPaymentLedger(3_600_000);
  await crowd(context, count);
  context.provider.fault({ operation: 'cloud.order', kind: 'cutAfter', times: 1 });
  const { id } = await context.order();
  await context.reaches(id, 'unknown');
  comesUp(context);
  return { context, id };
}

test('a lost order is found among more new servers than a few', async () => {
  const { context, id } = await lostInCrowd(11);
  expect(seen(await context.reaches(id, 'done')).candidates).toHaveLength(1);
});

test('where one look is not enough, that is said, and the next look goes on', async () => {
  const { context, id } = await lostInCrowd(52);
  const said = await context.shows(id, (operation) => seen(operation).unlooked === 3);
  expect(said).toMatchObject({ state: 'unknown' });
  await (await context.operations.lookAgain(id, 7)).shown;
  expect(seen(await context.reaches(id, 'done')).candidates).toHaveLength(1);
  // A server that was read is not read again before the others were.
  const read = context.provider.requests.filter(({ operation }) => operation === 'server.status');
  expect(new Set(read.slice(0, 53).map(({ body }) => JSON.stringify(body))).size).toBe(53);
});

test('each of twelve orders of the same says how many there are, and that they may be the others’ as well', async () => {
  const context = await openPaymentLedger(3_600_000);
  context.provider.account(TOKEN).wallet = Number.MAX_SAFE_INTEGER;
  const ids: string[] = [];
  for (let ordered = 0; ordered < 12; ordered++) ids.push(await context.orderAgain());
  comesUp(context);
  for (const id of ids) {
    const { candidates = [], sharers } = seen(await context.reaches(id, 'done'));
    expect(candidates).toHaveLength(12);
    expect(sharers).toBe(11);
  }
});
