import { isIP } from 'node:net';
import { serverReference } from '../../hosting/kept/kept-lists.ts';
import { Composer } from '../../telegram/composer.ts';
import type { Ctx } from '../../telegram/context.ts';
import { ask, onAsked } from '../../telegram/dialog/ask.ts';
import { Refusal } from '../../telegram/failures/refusal.ts';
import { name, tidyName } from '../../telegram/ui/format.ts';
import { send, show } from '../../telegram/ui/show.ts';
import { buttons } from '../buttons.ts';
import { normalise } from '../common/input/typed-input.ts';
import { requirePrivate } from '../common/require.ts';
import { onServer, requireOwnServer } from '../common/servers/find-server.ts';
import { cardScreen } from './card.ts';

const QUESTION = 'alias';
const MAX_ALIAS_LENGTH = 24;

/** The name is kept with the account and works wherever an IP does. */
export const alias = new Composer<Ctx>();

alias.use(
  onServer(
    buttons.nameServer,
    (ctx, _, found, { account, server }) =>
      askForName(ctx, [account, server], ctx.t('alias-ask', { server: name(found.name), most: MAX_ALIAS_LENGTH })),
    requirePrivate,
  ),
);
alias.use(
  onServer(buttons.unnameServer, async (ctx, _, { id }, { account, server }) => {
    await setAlias(ctx, account, id, undefined);
    const fresh = await requireOwnServer(ctx, 'name', account, server);
    await show(ctx, await cardScreen(ctx, fresh.access, fresh.server));
  }),
);
alias.use(
  onAsked(QUESTION, async (ctx, { text, about }) => {
    const [account = '', server = ''] = about;
    const wanted = tidyName(text ?? '');
    const { server: found } = await requireOwnServer(ctx, 'name', account, server);
    const problem = unfit(wanted) ?? (await setAlias(ctx, account, found.id, wanted));
    if (problem) return askForName(ctx, about, ctx.t(problem, { most: MAX_ALIAS_LENGTH }));
    const fresh = await requireOwnServer(ctx, 'name', account, serverReference(found.id));
    await send(ctx, await cardScreen(ctx, fresh.access, fresh.server));
  }),
);

async function askForName(ctx: Ctx, about: string[], text: string): Promise<void> {
  const cancel = buttons.leave.make(ctx.t.plain('button-cancel'), {});
  await ask(ctx, QUESTION, about, { text, keyboard: [[cancel]] });
}

/** One line, not too long, and no mistakable IP. */
function unfit(wanted: string): 'alias-unfit' | undefined {
  const plain = wanted !== '' && [...wanted].length <= MAX_ALIAS_LENGTH && !wanted.startsWith('/');
  const typed = normalise(wanted);
  return plain && !/^[\d.:]+$/.test(typed) && isIP(typed) === 0 ? undefined : 'alias-unfit';
}

async function setAlias(ctx: Ctx, accountId: string, serverId: string, wanted: string | undefined) {
  return ctx.services.store.accounts.change(ctx.person.id, (binding): 'alias-taken' | undefined => {
    const account = binding.accounts.find((candidate) => candidate.id === accountId);
    if (!account) throw new Refusal((t) => t('account-gone'));
    const others = [...account.aliases].filter(([id]) => id !== serverId);
    if (wanted !== undefined && others.some(([, other]) => normalise(other) === normalise(wanted)))
      return 'alias-taken';
    account.aliases = new Map(wanted === undefined ? others : [...others, [serverId, wanted]]);
    return undefined;
  });
}
