import type { Quote } from '../../../hosting/index.ts';
import type { RegistrationParameters } from '../../../operations/kinds/registration.ts';
import type { Access } from '../../../telegram/access.ts';
import type { Ctx } from '../../../telegram/context.ts';
import { showPrepared } from '../../common/operation/prepared.ts';
import { requireAllowance } from '../../common/payment/spending-limit.ts';
import { paymentContextOf } from '../../common/payment/view.ts';
import { buyerOf, priceOf, subjectOf } from '../buyer.ts';
import { shelve } from '../known-domains.ts';
import { registrationScreen } from '../registration-screen.ts';

/** Writes the registration down as `ready`, at the price just quoted, and shows its confirm: nothing is sent before that. */
export async function prepareRegistration(
  ctx: Ctx,
  { account, key }: Access,
  parameters: RegistrationParameters,
  quote: Quote,
): Promise<void> {
  await requireAllowance(ctx.services, { userId: ctx.person.id, accountId: account.id }, [quote]);
  const { domain, nameServers, nicHandle } = parameters;
  const person = String(ctx.person.id);
  const { habits } = ctx.services.store.domains;
  await habits.set(person, {
    ...(await habits.get(person)),
    nameServers,
    ...(nicHandle === undefined ? {} : { nicHandle }),
  });
  const operation = await ctx.services.operations.prepare({
    ...(await buyerOf(ctx, account.id)),
    kind: 'registration',
    subject: subjectOf(domain),
    parameters,
    progress: { seen: {} },
    quote: priceOf(quote),
  });
  await shelve(ctx, key, { domain, operation: operation.id });
  await showPrepared(
    ctx,
    registrationScreen(operation, ctx.t, await paymentContextOf(ctx.services, operation)),
    operation,
  );
}
