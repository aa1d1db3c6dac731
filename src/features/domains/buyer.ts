import type { Quote } from '../../hosting/index.ts';
import type { Ctx } from '../../telegram/context.ts';
import { operationIdOf, tappedMessage } from '../common/operation/prepared.ts';

/** Two at a time on one domain are not let through. */
export function subjectOf(domain: string): string {
  return `domain:${domain}`;
}

/** Who buys, with which account, and where they are told. */
export async function buyerOf(ctx: Ctx, accountId: string) {
  // The confirm takes the place of the message that was tapped.
  const messageId = await tappedMessage(ctx);
  const chatId = ctx.chat?.id ?? ctx.person.id;
  const id = operationIdOf(ctx);
  return { id, userId: ctx.person.id, chatId, accountId, locale: ctx.person.locale, messageId };
}

/** The price without its period, which the common screens take for days. */
export function priceOf({ total, currency }: Quote) {
  return { total, currency };
}
