import type { MiddlewareFn } from 'grammy';
import type { Update } from 'grammy/types';
import { NotAllowed } from '../../operations/index.ts';
import type { Right } from '../../teams/rights.ts';
import type { Access } from '../../telegram/access/access.ts';
import { accessAllowed, accountBrought, askerOf, findAccess } from '../../telegram/access/require-right.ts';
import { type Ctx, isPrivate } from '../../telegram/context.ts';
import { Refusal } from '../../telegram/failures/refusal.ts';
import { type ArgumentName, type Arguments, type Button, onButton } from '../../telegram/ui/button.ts';
import { name, teamName } from '../../telegram/ui/format.ts';
import { send } from '../../telegram/ui/show.ts';

/** The account that a button names, else the current one. Also answers the tap. @throws NotAllowed, Refusal */
export async function requireAccess(
  ctx: Ctx,
  right: Right,
  accountId?: string,
  { answersItself = false } = {},
): Promise<Access> {
  const found = await findAccess(ctx, right, accountId);
  if (!('denied' in found)) {
    if (!answersItself) void ctx.answer();
    await (accountId === undefined ? tellAccount(ctx, found) : tellInstead(ctx, found));
    return found;
  }
  const about = found.team === undefined ? undefined : { action: 'read', ...found.wanted, team: found.team };
  if (found.denied === 'notMember') throw new NotAllowed({ may: 'no', reason: 'notMember' }, about);
  if (found.denied === 'otherAccount') throw new NotAllowed({ may: 'no', reason: 'elsewhere' }, about);
  if (accountId !== undefined && !('denied' in (await findAccess(ctx, 'anyone'))))
    throw new Refusal((t) => t('account-not-yours'));
  const { current } = await ctx.services.store.accounts.get(ctx.person.id);
  const none = current === undefined ? 'account-none' : 'account-none-left';
  throw new Refusal((t) => t(isPrivate(ctx) ? none : 'account-none-group'), 'connect');
}

export async function accessIfAny(ctx: Ctx, right: Right): Promise<Access | undefined> {
  const found = await accessAllowed(ctx, right);
  if (found) await tellAccount(ctx, found);
  return found;
}

/** Updates whose person knows which account is used. */
const told = new WeakSet<Update>();

async function tellAccount(ctx: Ctx, access: Access): Promise<void> {
  await tellInstead(ctx, access);
  if (accountBrought(ctx) === undefined || told.has(ctx.update)) return;
  told.add(ctx.update);
  const expected = await ctx.services.accesses.of(askerOf(ctx), 'anyone');
  if (expected?.account.id === access.account.id) return;
  await send(ctx, { text: ctx.t('account-of-group', { account: name(access.account.label) }) });
}

async function tellInstead(ctx: Ctx, { account, team, isInstead }: Access): Promise<void> {
  if (!isInstead) return;
  await ctx.services.store.accounts.change(ctx.person.id, (binding) => {
    binding.current = account.id;
  });
  const shown = team && team.ownerId !== ctx.person.id ? teamName(team) : account.label;
  await send(ctx, { text: ctx.t('account-instead', { account: name(shown) }) });
}

/** @throws Refusal in a group: secrets, purchases and typed answers belong in the private chat */
export function requirePrivate(ctx: Ctx): void {
  if (!isPrivate(ctx)) throw new Refusal((t) => t('private-only'));
}

type OfAccount<Others extends readonly ArgumentName[]> = readonly ['account', ...Others];

/** Handles the taps on a button that names an account. @param before runs before the account is read */
export function onAccount<const Others extends readonly ArgumentName[]>(
  kind: Button<OfAccount<Others>>,
  handle: (ctx: Ctx, access: Access, values: Arguments<OfAccount<Others>>) => Promise<unknown>,
  before?: (ctx: Ctx, values: Arguments<OfAccount<Others>>) => unknown,
): MiddlewareFn<Ctx> {
  return onButton(kind, async (ctx, values) => {
    before?.(ctx, values);
    const { account = '' }: Record<string, string> = values;
    await handle(ctx, await requireAccess(ctx, kind.right, account), values);
  });
}
