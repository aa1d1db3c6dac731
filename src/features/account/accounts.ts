import { Composer } from 'grammy';
import type { Account, Binding } from '../../store/key-value/accounts.ts';
import { type Ctx, isPrivate } from '../../telegram/context.ts';
import { ask, onAsked } from '../../telegram/dialog/ask.ts';
import { Refusal } from '../../telegram/failures/refusal.ts';
import { onButton } from '../../telegram/ui/button.ts';
import { onCommand } from '../../telegram/ui/command.ts';
import { isolate, name, tidyName } from '../../telegram/ui/format.ts';
import type { Screen } from '../../telegram/ui/screen.ts';
import { send, show } from '../../telegram/ui/show.ts';
import { buttons } from '../buttons.ts';
import { home, sendToPrivate } from '../common/next-steps.ts';

const QUESTION = 'label';
const LONGEST_LABEL = 32;

/** /accounts: switch, rename, disconnect. In private chats only: others in a group must not see a person's accounts. */
export const accounts = new Composer<Ctx>();

onCommand(accounts, 'accounts', async (ctx) => {
  if (!isPrivate(ctx)) return sendToPrivate(ctx, 'accounts-group');
  await send(ctx, await list(ctx));
});
const screens = accounts.chatType('private');
screens.use(onButton(buttons.accounts, async (ctx) => show(ctx, await list(ctx))));
screens.use(onButton(buttons.account, async (ctx, { account }) => show(ctx, one(ctx, await requireOwn(ctx, account)))));
screens.use(
  onButton(buttons.useAccount, async (ctx, { account }) => {
    await change(ctx, account, (found, binding) => {
      binding.current = found.id;
    });
    await show(ctx, await list(ctx));
  }),
);
screens.use(
  onButton(buttons.renameAccount, async (ctx, { account }) => {
    const { account: found } = await requireOwn(ctx, account);
    await askForLabel(ctx, account, ctx.t('account-rename-ask', { account: name(found.label), most: LONGEST_LABEL }));
  }),
);
screens.use(onAsked(QUESTION, (ctx, { text, about: [account = ''] }) => rename(ctx, account, text)));
screens.use(
  onButton(buttons.disconnectAccount, async (ctx, { account }) => {
    const { account: found } = await requireOwn(ctx, account);
    await show(ctx, {
      text: ctx.t('account-disconnect-ask', { account: name(found.label) }),
      keyboard: [
        [buttons.disconnectNow.make(ctx.t.plain('button-disconnect-now'), { account }, 'danger')],
        [buttons.account.make(ctx.t.plain('button-back'), { account })],
      ],
    });
  }),
);
screens.use(
  onButton(buttons.disconnectNow, async (ctx, { account }) => {
    const gone = await change(ctx, account, (found, binding) => {
      binding.accounts = binding.accounts.filter((other) => other !== found);
      if (binding.current === found.id) binding.current = binding.accounts[0]?.id;
      return found;
    });
    ctx.services.accesses.lists.forget(`${ctx.person.id}:${account}`);
    await show(ctx, await list(ctx, ctx.t('account-disconnected', { account: name(gone.label) })));
  }),
);

async function askForLabel(ctx: Ctx, account: string, text: string): Promise<void> {
  const cancel = buttons.leave.make(ctx.t.plain('button-cancel'), {});
  await ask(ctx, QUESTION, [account], { text, keyboard: [[cancel]] });
}

async function rename(ctx: Ctx, id: string, typed: string | undefined): Promise<void> {
  const label = tidyName(typed ?? '');
  if (label === '' || [...label].length > LONGEST_LABEL) {
    return askForLabel(ctx, id, ctx.t('account-rename-unfit', { most: LONGEST_LABEL }));
  }
  const found = await change(ctx, id, (account, binding) => {
    if (binding.accounts.some((other) => other !== account && other.label === label)) return undefined;
    account.label = label;
    return { account, current: binding.current };
  });
  if (!found) return askForLabel(ctx, id, ctx.t('account-rename-taken'));
  await send(ctx, one(ctx, found));
}

async function list(ctx: Ctx, notice?: string): Promise<Screen> {
  const { t } = ctx;
  const binding = await ctx.services.store.accounts.get(ctx.person.id);
  const rows = binding.accounts.map((account) => {
    const own = isolate(account.label);
    const label = account.id === binding.current ? t.plain('chosen', { name: own }) : own;
    return [buttons.account.make(label, { account: account.id })];
  });
  const text = binding.accounts.length === 0 ? t('accounts-none') : t('accounts', { count: binding.accounts.length });
  return {
    text: notice ? `${notice}\n\n${text}` : text,
    keyboard: [...rows, [buttons.connect.make(t.plain('button-connect'), {})], ...(isPrivate(ctx) ? [home(ctx)] : [])],
  };
}

function one(ctx: Ctx, { account, current }: Own): Screen {
  const { t } = ctx;
  const id = account.id;
  const isCurrent = id === current;
  return {
    text: t(isCurrent ? 'account-current' : 'account', { account: name(account.label) }),
    keyboard: [
      ...(isCurrent ? [] : [[buttons.useAccount.make(t.plain('button-use'), { account: id }, 'primary')]]),
      [buttons.servers.make(t.plain('button-servers'), { account: id, page: '0', filter: '' })],
      [buttons.limit.make(t.plain('button-limit'), { account: id }), buttons.news.make(t.plain('button-news'), {})],
      [
        buttons.renameAccount.make(t.plain('button-rename'), { account: id }),
        buttons.disconnectAccount.make(t.plain('button-disconnect'), { account: id }, 'danger'),
      ],
      [buttons.accounts.make(t.plain('button-back'), {})],
    ],
  };
}

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
