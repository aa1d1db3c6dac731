import type { Quote } from '../../hosting/index.ts';
import type { Operation, OperationKind } from '../../operations/index.ts';
import { type Access, requireAccess } from '../../telegram/access.ts';
import { type Ctx, isPrivate, type Services } from '../../telegram/context.ts';
import { Refusal } from '../../telegram/refusal.ts';
import { operationIdOf, tappedMessage } from '../common/operation/prepared.ts';

/** The person, the account that pays, and the message that will show the outcome. */
export interface Buyer {
  userId: number;
  chatId: number;
  accountId: string;
  locale: string;
  /** The message that was tapped: the confirm takes its place. */
  messageId: number | undefined;
  /** The id of the operation at this place among those that the update leads to. */
  operationId(index: number): string;
  /** How the person is called where others ask who is at work. */
  person: string;
}

export async function buyerOf(ctx: Ctx, access: Access): Promise<Buyer> {
  return {
    userId: ctx.person.id,
    chatId: ctx.chat?.id ?? ctx.person.id,
    accountId: access.account.id,
    locale: ctx.person.locale,
    messageId: await tappedMessage(ctx),
    operationId: (index) => operationIdOf(ctx, index),
    person: ctx.from?.first_name ?? '',
  };
}

interface Purchase {
  id?: string;
  kind: OperationKind & ('order' | 'renewal' | 'upgrade');
  parameters: object;
  progress: unknown;
  quote: Quote;
  /** The server it is about, where there is one. */
  subject?: string;
}

/** Writes a purchase down as `ready`. */
export async function writePurchase(services: Services, buyer: Buyer, purchase: Purchase): Promise<Operation> {
  const { userId, chatId, accountId, locale, messageId } = buyer;
  return services.operations.prepare({
    id: buyer.operationId(0),
    userId,
    chatId,
    accountId,
    locale,
    messageId,
    ...purchase,
  });
}

/** The account of a button that spends money, which is done in private chats only. */
export async function requirePrivateAccess(ctx: Ctx, account: string): Promise<Access> {
  if (!isPrivate(ctx)) throw new Refusal((t) => t('private-only'));
  return requireAccess(ctx, account);
}
