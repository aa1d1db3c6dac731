import { Failure, type Quote } from '../../hosting/index.ts';
import type { Ctx } from '../../telegram/context.ts';
import { typedNumber } from '../common/numbers.ts';
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

/** Years as a person types them, in digits of any script; undefined where they are none of 1 to `most`. */
export function readYears(typed: string, most: number): number | undefined {
  const years = typedNumber(typed) ?? 0;
  return years >= 1 && years <= most ? years : undefined;
}

/** Whether the provider, or the contract, does not take the number of years: another one may do. */
export function refusesYears(error: unknown): error is Failure {
  return error instanceof Failure && ['fields', 'invalid'].includes(error.kind) && 'period' in (error.fields ?? {});
}
