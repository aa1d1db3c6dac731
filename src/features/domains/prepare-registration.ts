import type { Quote } from '../../hosting/index.ts';
import type { RegistrationParameters } from '../../operations/registration.ts';
import type { RegistrationDraft } from '../../store/domains.ts';
import { requireAccess } from '../../telegram/access.ts';
import type { Ctx } from '../../telegram/context.ts';
import { Refusal } from '../../telegram/refusal.ts';
import { show } from '../../telegram/screen.ts';
import { domainWords } from './name.ts';
import { registrationScreen } from './registration-screen.ts';
import { shelve } from './shelf.ts';

/** Asks what it costs, writes the registration down as `ready` and shows its confirm: nothing is sent before that. */
export async function prepareRegistration(ctx: Ctx, draft: RegistrationDraft): Promise<void> {
  const { domain, period = 1, nicHandle, nameServers = [] } = draft;
  const { account, hosting, key } = await requireAccess(ctx, draft.accountId);
  const { state, quote } = await hosting.domainOrders.availability(domain, period);
  if (state !== 'available') throw new Refusal((t) => t(`register-${state}`, { domain: domainWords(domain) }));
  if (quote === undefined) throw new Refusal((t) => t('register-unpriced'));
  const { domains } = ctx.house.store;
  const person = String(ctx.person.id);
  const { habits } = domains;
  await habits.set(person, {
    ...(await habits.get(person)),
    nameServers,
    ...(nicHandle === undefined ? {} : { nicHandle }),
  });
  const parameters: RegistrationParameters = {
    domain,
    period,
    nameServers,
    ...(nicHandle === undefined ? {} : { nicHandle }),
  };
  const operation = await ctx.house.operations.prepare({
    ...purchaser(ctx, account.id),
    kind: 'registration',
    subject: subjectOf(domain),
    parameters,
    progress: { seen: {} },
    quote: priceOf(quote),
  });
  await domains.drafts.delete(person);
  await shelve(ctx, key, { domain, operation: operation.id });
  const messageId = await show(ctx, registrationScreen(operation, ctx.t, ctx.house));
  await ctx.house.operations.shownIn(operation.id, messageId);
}

/** Two at a time on one domain are not let through. */
export function subjectOf(domain: string): string {
  return `domain:${domain}`;
}

/** Who buys, with which account, and where they are told. */
export function purchaser(ctx: Ctx, accountId: string) {
  return { userId: ctx.person.id, chatId: ctx.chat?.id ?? ctx.person.id, accountId, locale: ctx.person.locale };
}

/** The price without its period, which the common screens take for days. */
export function priceOf({ total, currency }: Quote) {
  return { total, currency };
}
