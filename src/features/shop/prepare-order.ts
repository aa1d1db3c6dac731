import type { NewServer, Quote } from '../../hosting/index.ts';
import type { Operation } from '../../operations/index.ts';
import type { Access } from '../../telegram/access.ts';
import type { Ctx, Services } from '../../telegram/context.ts';
import { showPrepared } from '../common/operation/prepared.ts';
import { requireAllowance } from '../common/payment/spending-limit.ts';
import { paymentContextOf } from '../common/payment/view.ts';
import { orderScreen } from './order-screen.ts';
import { type Buyer, buyerOf, writePurchase } from './purchase.ts';

/**
 * Writes the order of a new server down as `ready`, at the price just quoted: nothing is sent before it is confirmed.
 * @throws Refusal where the person's own limit would be exceeded
 */
export async function writeOrder(
  services: Services,
  buyer: Buyer,
  server: NewServer,
  quote: Quote,
): Promise<Operation> {
  await requireAllowance(services, buyer, [quote]);
  return writePurchase(services, buyer, { kind: 'order', parameters: { server }, progress: { seen: {} }, quote });
}

/**
 * {@link writeOrder}, and shows its confirm: in the message that was tapped, or else in a new one. The message is the form's
 * until the confirm is shown there: one that could not be shown expires unseen and leaves the form alone.
 */
export async function prepareOrder(ctx: Ctx, access: Access, server: NewServer, quote: Quote): Promise<void> {
  const operation = await writeOrder(
    ctx.services,
    { ...(await buyerOf(ctx, access)), messageId: undefined },
    server,
    quote,
  );
  await showPrepared(ctx, orderScreen(operation, ctx.t, await paymentContextOf(ctx.services, operation)), operation);
}
