import type { Quote } from '../../hosting/index.ts';
import type { Ctx } from '../../telegram/context.ts';

/** Two at a time on one domain are not let through. */
export function subjectOf(domain: string): string {
  return `domain:${domain}`;
}

/** Who buys, with which account, and where they are told. */
export function buyerOf(ctx: Ctx, accountId: string) {
  return { userId: ctx.person.id, chatId: ctx.chat?.id ?? ctx.person.id, accountId, locale: ctx.person.locale };
}

/** The price without its period, which the common screens take for days. */
export function priceOf({ total, currency }: Quote) {
  return { total, currency };
}
