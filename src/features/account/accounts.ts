import { Composer } from 'grammy';
import type { Account } from '../../store/accounts.ts';
import { ask, askAgain, onAnswer } from '../../telegram/ask.ts';
import { onButton } from '../../telegram/button.ts';
import { type Ctx, isPrivate } from '../../telegram/context.ts';
import { isolate, name } from '../../telegram/format.ts';
import { Refusal } from '../../telegram/refusal.ts';
import { type Screen, send, show } from '../../telegram/screen.ts';
import { buttons } from '../buttons.ts';

const QUESTION = 'label';
const LONGEST_LABEL = 32;

/** /accounts: switch, rename, disconnect. Private chats only: who is connected to what is nobody else's business. */
export const accounts = new Composer<Ctx>();

accounts.command('accounts', async (ctx) => {
  await send(ctx, isPrivate(ctx) ? await list(ctx) : { text: ctx.t('accounts-group') });
});
const screens = accounts.chatType('private');
screens.use(onButton(buttons.accounts, async (ctx) => show(ctx, await list(ctx))));
screens.use(onButton(buttons.account, async (ctx, { account }) => show(ctx, one(ctx, await require(ctx, account)))));
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
    const found = await require(ctx, account);
    await ask(ctx, QUESTION, [account], {
      text: ctx.t('account-rename-ask', { account: name(found.label), most: LONGEST_LABEL }),
      keyboard: [[buttons.leave.make(ctx.t.plain('button-cancel'), {})]],
    });
  }),
);
screens.use(onAnswer(QUESTION, (ctx, answer) => rename(ctx, answer.about[0] ?? '', answer.text, answer.messageId)));
screens.use(
  onButton(buttons.disconnectAccount, async (ctx, { account }) => {
    const found = await require(ctx, account);
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
    ctx.house.accesses.lists.forget(`${ctx.person.id}:${account}`);
    await show(ctx, await list(ctx, ctx.t('account-disconnected', { account: name(gone.label) })));
  }),
);

async function rename(ctx: Ctx, id: string, typed: string | undefined, messageId: number): Promise<void> {
  const label = typed?.replace(/\s+/g, ' ').trim() ?? '';
  if (label === '' || [...label].length > LONGEST_LABEL) {
    await askAgain(ctx, QUESTION, [id], messageId);
    await send(ctx, { text: ctx.t('account-rename-unfit', { most: LONGEST_LABEL }) });
    return;
  }
  const found = await change(ctx, id, (account) => {
    account.label = label;
    return account;
  });
  await send(ctx, one(ctx, found));
}

async function list(ctx: Ctx, notice?: string): Promise<Screen> {
  const { t } = ctx;
  const binding = await ctx.house.store.accounts.get(ctx.person.id);
  const rows = binding.accounts.map((account) => {
    const own = isolate(account.label);
    const label = account.id === binding.current ? t.plain('chosen', { name: own }) : own;
    return [buttons.account.make(label, { account: account.id })];
  });
  const text = binding.accounts.length === 0 ? t('accounts-none') : t('accounts', { count: binding.accounts.length });
  return {
    text: notice ? `${notice}\n\n${text}` : text,
    keyboard: [
      ...rows,
      [buttons.connect.make(t.plain('button-connect'), {}), buttons.home.make(t.plain('button-home'), {})],
    ],
  };
}

function one(ctx: Ctx, account: Account): Screen {
  const { t } = ctx;
  const id = account.id;
  return {
    text: t('account', { account: name(account.label) }),
    keyboard: [
      [buttons.useAccount.make(t.plain('button-use'), { account: id }, 'primary')],
      [buttons.servers.make(t.plain('button-servers'), { account: id, page: '0', filter: '' })],
      [
        buttons.renameAccount.make(t.plain('button-rename'), { account: id }),
        buttons.disconnectAccount.make(t.plain('button-disconnect'), { account: id }, 'danger'),
      ],
      [buttons.accounts.make(t.plain('button-back'), {})],
    ],
  };
}

async function require(ctx: Ctx, id: string): Promise<Account> {
  const { accounts: connected } = await ctx.house.store.accounts.get(ctx.person.id);
  const found = connected.find((account) => account.id === id);
  if (!found) throw new Refusal((t) => t.plain('account-gone'));
  return found;
}

async function change<T>(
  ctx: Ctx,
  id: string,
  edit: (account: Account, binding: { current?: string | undefined; accounts: Account[] }) => T,
): Promise<T> {
  return ctx.house.store.accounts.change(ctx.person.id, (binding) => {
    const found = binding.accounts.find((account) => account.id === id);
    if (!found) throw new Refusal((t) => t.plain('account-gone'));
    return edit(found, binding);
  });
}
