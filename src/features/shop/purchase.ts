import type { Quote } from '../../hosting/index.ts';
import type { Operation, OperationDraft, OperationKind } from '../../operations/index.ts';
import type { Access } from '../../telegram/access/access.ts';
import type { Ctx, Services } from '../../telegram/context.ts';
import { operationFields, operationIdOf } from '../common/operation/prepared.ts';

export interface Buyer {
  userId: number;
  chatId: number;
  topicId: number | undefined;
  accountId: string;
  locale: string;
  messageId: number | undefined;
  /** @param index among the operations that the update prepares */
  operationId(index: number): string;
  /** The name for others who wait for this operation. */
  person: string;
}

export async function buyerOf(ctx: Ctx, access: Access): Promise<Buyer> {
  return {
    ...(await operationFields(ctx, access.account.id)),
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
  subject?: string;
}

export function writePurchase(services: Services, buyer: Buyer, purchase: Purchase): Promise<Operation> {
  return services.operations.prepare(draftOf(buyer, purchase));
}

/** A crash leaves all of them or none. */
export function writePurchases(services: Services, buyer: Buyer, purchases: readonly Purchase[]): Promise<Operation[]> {
  return services.operations.prepareTogether(purchases.map((purchase) => draftOf(buyer, purchase)));
}

function draftOf(buyer: Buyer, purchase: Purchase): OperationDraft {
  const { userId, chatId, topicId, accountId, locale, messageId } = buyer;
  return { id: buyer.operationId(0), userId, chatId, topicId, accountId, locale, messageId, ...purchase };
}
