import { type Access, requireAccess } from '../../telegram/access.ts';
import { type Ctx, isPrivate } from '../../telegram/context.ts';
import { Refusal } from '../../telegram/refusal.ts';

/** The account of a button that spends money, which is done in private chats only. */
export async function requireSpender(ctx: Ctx, account: string): Promise<Access> {
  if (!isPrivate(ctx)) throw new Refusal((t) => t('private-only'));
  return requireAccess(ctx, account);
}
