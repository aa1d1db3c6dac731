import type { Account, Binding } from '../../store/accounts.ts';
import type { Ctx } from '../../telegram/context.ts';
import { Refusal } from '../../telegram/refusal.ts';

/** One of the person's own accounts, and which is their current one. */
export interface Own {
  account: Account;
  current: string | undefined;
}

/** The person's own account; from here on the tap may stop spinning. */
export async function requireOwn(ctx: Ctx, id: string): Promise<Own> {
  const { accounts: connected, current } = await ctx.services.store.accounts.get(ctx.person.id);
  const account = connected.find((candidate) => candidate.id === id);
  if (!account) throw new Refusal((t) => t('account-gone'));
  void ctx.answer();
  return { account, current };
}

/** Changes one of the person's own accounts. */
export async function change<T>(ctx: Ctx, id: string, edit: (account: Account, binding: Binding) => T): Promise<T> {
  const changed = await ctx.services.store.accounts.change(ctx.person.id, (binding) => {
    const found = binding.accounts.find((account) => account.id === id);
    if (!found) throw new Refusal((t) => t('account-gone'));
    return edit(found, binding);
  });
  void ctx.answer();
  return changed;
}
