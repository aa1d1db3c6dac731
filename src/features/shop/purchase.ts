import { isDeepStrictEqual } from 'node:util';
import type { Quote } from '../../hosting/index.ts';
import type { Operation, OperationKind } from '../../operations/index.ts';
import type { Access } from '../../telegram/access.ts';
import type { Ctx, House } from '../../telegram/context.ts';

/** Within this time the same order again is probably a slip. */
const TWIN_MS = 10 * 60_000;

/** Who buys, with which account, and where they are told. */
export interface Buyer {
  userId: number;
  chatId: number;
  accountId: string;
  locale: string;
  /** The message that was tapped: the confirm takes its place. */
  messageId: number | undefined;
  /** How the person is called where others ask who is at work. */
  person: string;
}

export function buyerOf(ctx: Ctx, access: Access): Buyer {
  return {
    userId: ctx.person.id,
    chatId: ctx.chat?.id ?? ctx.person.id,
    accountId: access.account.id,
    locale: ctx.person.locale,
    messageId: ctx.callbackQuery?.message?.message_id,
    person: ctx.from?.first_name ?? '',
  };
}

export interface Purchase {
  id?: string;
  kind: OperationKind & ('order' | 'renewal' | 'upgrade');
  parameters: object;
  progress: unknown;
  quote: Quote;
  /** The server it is about, where there is one. */
  subject?: string;
}

/** Writes a purchase down as `ready`; notes where the same was ordered a moment ago. */
export async function writePurchase(house: House, buyer: Buyer, purchase: Purchase): Promise<Operation> {
  const sent = await house.store.ledger.sent(purchase.kind, house.operations.now() - TWIN_MS);
  const twin = sent.find((other) => other.userId === buyer.userId && isSame(other, buyer, purchase));
  const { userId, chatId, accountId, locale, messageId } = buyer;
  return house.operations.prepare({
    userId,
    chatId,
    accountId,
    locale,
    messageId,
    ...purchase,
    ...(twin?.sentAt === undefined ? {} : { twinAt: twin.sentAt }),
  });
}

/** The same server again, or one like it once more. */
function isSame(other: Operation, { accountId }: Buyer, { subject, parameters }: Purchase): boolean {
  if (other.accountId !== accountId) return false;
  return subject === undefined ? isDeepStrictEqual(other.parameters, parameters) : other.subject === subject;
}
