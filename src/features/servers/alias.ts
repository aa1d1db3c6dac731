import { Composer } from 'grammy';
import { serverReference } from '../../hosting/kept-lists.ts';
import { requireAccess } from '../../telegram/access.ts';
import { ask, askAgain, onAnswer } from '../../telegram/ask.ts';
import { onButton } from '../../telegram/button.ts';
import { type Ctx, isPrivate } from '../../telegram/context.ts';
import { name } from '../../telegram/format.ts';
import { Refusal } from '../../telegram/refusal.ts';
import { send, show } from '../../telegram/screen.ts';
import { buttons } from '../buttons.ts';
import { cardScreen } from './card.ts';
import { normalise, requireServer } from './find.ts';

const QUESTION = 'alias';
const LONGEST_ALIAS = 24;

/** A person names a server: the name is kept with the account and works wherever an IP does. */
export const alias = new Composer<Ctx>();

alias.use(
  onButton(buttons.nameServer, async (ctx, { account, server }) => {
    if (!isPrivate(ctx)) throw new Refusal((t) => t.plain('private-only'));
    const access = await requireAccess(ctx, account);
    const found = await requireServer(ctx, access, server);
    await ask(ctx, QUESTION, [account, server], {
      text: ctx.t('alias-ask', { server: name(found.name), most: LONGEST_ALIAS }),
      keyboard: [[buttons.leave.make(ctx.t.plain('button-cancel'), {})]],
    });
  }),
);
alias.use(
  onButton(buttons.unnameServer, async (ctx, { account, server }) => {
    const access = await requireAccess(ctx, account);
    const found = await requireServer(ctx, access, server);
    await setAlias(ctx, account, found.id, undefined);
    const fresh = await requireAccess(ctx, account);
    await show(ctx, await cardScreen(ctx, fresh, await requireServer(ctx, fresh, server)));
  }),
);
alias.use(
  onAnswer(QUESTION, async (ctx, { text, about: [account = '', server = ''], messageId }) => {
    const wanted = text?.replace(/\s+/g, ' ').trim() ?? '';
    const access = await requireAccess(ctx, account);
    const found = await requireServer(ctx, access, server);
    const problem = unfit(wanted) ?? (await setAlias(ctx, account, found.id, wanted));
    if (problem) {
      await askAgain(ctx, QUESTION, [account, server], messageId);
      await send(ctx, { text: ctx.t(problem, { most: LONGEST_ALIAS }) });
      return;
    }
    const fresh = await requireAccess(ctx, account);
    await send(ctx, await cardScreen(ctx, fresh, await requireServer(ctx, fresh, serverReference(found.id))));
  }),
);

/** A name must be one line, not too long, and no mistakable IP. */
function unfit(wanted: string): 'alias-unfit' | undefined {
  const plain = wanted !== '' && [...wanted].length <= LONGEST_ALIAS && !wanted.startsWith('/');
  return plain && !/^[\d.:]+$/.test(normalise(wanted)) ? undefined : 'alias-unfit';
}

async function setAlias(ctx: Ctx, accountId: string, serverId: string, wanted: string | undefined) {
  return ctx.house.store.accounts.change(ctx.person.id, (binding): 'alias-taken' | undefined => {
    const account = binding.accounts.find((candidate) => candidate.id === accountId);
    if (!account) throw new Refusal((t) => t.plain('account-gone'));
    const { [serverId]: _, ...others } = account.aliases;
    if (wanted === undefined) {
      account.aliases = others;
      return undefined;
    }
    if (Object.values(others).some((other) => normalise(other) === normalise(wanted))) return 'alias-taken';
    account.aliases = { ...others, [serverId]: wanted };
    return undefined;
  });
}
