import type { MiddlewareFn } from 'grammy';
import { NotAllowed } from '../../operations/index.ts';
import type { Access } from '../../telegram/access.ts';
import { type Ctx, isPrivate } from '../../telegram/context.ts';
import { Refusal } from '../../telegram/failures/refusal.ts';
import { findAccess } from '../../telegram/rights.ts';
import { type Arguments, type Button, onButton } from '../../telegram/ui/button.ts';

/**
 * The account an update works with: the one a button names, which must be the presser's own, or the person's current one. Also
 * answers the tap, so that it stops spinning.
 * @throws Refusal when there is none
 */
export async function requireAccess(ctx: Ctx, accountId?: string): Promise<Access> {
  const found = await findAccess(ctx, accountId);
  if (!('denied' in found)) {
    void ctx.answer();
    return found;
  }
  if (found.denied === 'notMember') throw new NotAllowed({ may: 'no', reason: 'notMember' });
  if (found.denied === 'otherAccount') throw new NotAllowed({ may: 'no', reason: 'elsewhere' });
  const connected = (await ctx.services.store.accounts.get(ctx.person.id)).accounts.length > 0;
  if (accountId !== undefined && connected) throw new Refusal((t) => t('account-not-yours'));
  throw new Refusal((t) => t(isPrivate(ctx) ? 'account-none' : 'account-none-group'), 'connect');
}

/** @throws Refusal in a group: secrets, purchases and typed answers belong in the private chat */
export function requirePrivate(ctx: Ctx): void {
  if (!isPrivate(ctx)) throw new Refusal((t) => t('private-only'));
}

/** The arguments of a button that names an account, and others. */
type OfAccount<Others extends readonly string[]> = readonly ['account', ...Others];

/**
 * Handles the taps on a kind of button that names an account of the presser's.
 * @param before what to refuse before the account is read, such as a tap in a group
 */
export function onAccount<const Others extends readonly string[]>(
  kind: Button<OfAccount<Others>>,
  handle: (ctx: Ctx, access: Access, values: Arguments<OfAccount<Others>>) => Promise<unknown>,
  before?: (ctx: Ctx, values: Arguments<OfAccount<Others>>) => unknown,
): MiddlewareFn<Ctx> {
  return onButton(kind, async (ctx, values) => {
    before?.(ctx, values);
    const { account = '' }: Record<string, string> = values;
    await handle(ctx, await requireAccess(ctx, account), values);
  });
}
