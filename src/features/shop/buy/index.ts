import type { Middleware } from 'grammy';
import type { InlineKeyboardButton } from 'grammy/types';
import { orderKind } from '../../../operations/kinds/order.ts';
import { accountToBring } from '../../../telegram/access/require-right.ts';
import { Composer } from '../../../telegram/composer.ts';
import { type Ctx, isPrivate } from '../../../telegram/context.ts';
import { type AnyFlow, flow } from '../../../telegram/dialog/flow.ts';
import { noteToGoOn } from '../../../telegram/dialog/pending-request.ts';
import { Refusal } from '../../../telegram/failures/refusal.ts';
import { type ArgumentName, type Button, onButton } from '../../../telegram/ui/button.ts';
import { onCommand } from '../../../telegram/ui/command.ts';
import { linkTo, onLink, payloadWith } from '../../../telegram/ui/link.ts';
import { edit, type Screen } from '../../../telegram/ui/screen.ts';
import { say, send } from '../../../telegram/ui/show.ts';
import { buttons } from '../../buttons.ts';
import { home } from '../../common/next-steps.ts';
import { requireAccess } from '../../common/require.ts';
import { onServer } from '../../common/servers/find-server.ts';
import { draft, draftFrom, draftOf } from './draft.ts';
import { createForm, type Form } from './form.ts';
import { createPrices } from './prices.ts';
import { valuesLike } from './starts.ts';
import { createSteps } from './steps.ts';

/** Raise it when the content or meaning of {@link draft} changes. */
const VERSION = 1;

/** /buy: gathers the values of a new server, asks its price, and ends with the confirm of the order. */
export function createBuying(): { flow: AnyFlow; entries: Composer<Ctx>; resume: Form['resume'] } {
  const prices = createPrices();
  const steps = new Composer<Ctx>();
  const buying = flow({
    name: 'buy',
    version: VERSION,
    state: draft,
    steps,
    async closed(ctx, why) {
      prices.cancel(ctx.person.id);
      return closedScreen(ctx, why);
    },
  });
  const form = createForm(buying, prices);
  steps.use(
    entries(form),
    createSteps(form, async (ctx, { messageId }) => {
      buying.end(ctx);
      prices.cancel(ctx.person.id);
      await edit(ctx.api, ctx.person.id, messageId, closedScreen(ctx, 'left'));
    }),
  );

  const composer = entries(form);
  // The form's buttons while no form is open: from an old form, or tapped twice.
  const { buyStart, buyPick, buyStarts, buyValue, buyField, buyReview, buyOrder, buyLeave } = buttons;
  composer.use(tooLate(buyStart), tooLate(buyPick), tooLate(buyStarts));
  composer.use(tooLate(buyValue), tooLate(buyField), tooLate(buyReview), tooLate(buyOrder), tooLate(buyLeave));
  return { flow: buying, entries: composer, resume: form.resume };
}

function entries(form: Form): Composer<Ctx> {
  const composer = new Composer<Ctx>();
  onCommand(composer, 'buy', async (ctx) => {
    if (isPrivate(ctx)) return form.begin(ctx, await requireAccess(ctx, 'spend'));
    await send(ctx, { text: ctx.t('buy-group'), keyboard: [await buyInPrivate(ctx)] });
  });
  onLink(composer, 'buy', async (ctx) => {
    ctx.pendingCommand = '/buy';
    await form.begin(ctx, await requireAccess(ctx, 'spend'));
  });
  const begin = onButton(buttons.buy, async (ctx, { account }) =>
    form.begin(ctx, await requireAccess(ctx, 'spend', account || undefined)),
  );
  const beginAgain = onButton(buttons.buyAgain, async (ctx, { operation: id }) => {
    const operation = await ctx.services.operations.get(id);
    if (operation?.userId !== ctx.person.id) throw new Refusal((t) => t('operation-missing'));
    const { accountId, failure } = operation;
    const { server } = orderKind.parametersOf(operation);
    await form.begin(ctx, await requireAccess(ctx, 'spend', accountId), draftOf(accountId, server, failure?.fields));
  });
  const beginLike = onServer(buttons.buyLike, async (ctx, access, { id, name }) => {
    const status = await access.hosting.servers.status(id);
    await form.begin(ctx, access, draftFrom(access.account.id, valuesLike(status), name));
  });
  composer.filter(isPrivate, begin, beginAgain, beginLike);
  return composer;
}

function tooLate<const Names extends readonly ArgumentName[]>(kind: Button<Names>): Middleware<Ctx> {
  return onButton(kind, (ctx) => say(ctx, ctx.t.plain('buy-closed')));
}

/** The team's account goes along. */
async function buyInPrivate(ctx: Ctx): Promise<InlineKeyboardButton[]> {
  const account = accountToBring(ctx);
  const note = account && payloadWith('wish', await noteToGoOn(ctx, '/buy', account));
  return [{ text: ctx.t.plain('button-buy-private'), url: linkTo(ctx.me, note || 'buy') }];
}

function closedScreen(ctx: Ctx, why: 'left' | 'outdated'): Screen {
  const again = buttons.buy.make(ctx.t.plain('button-buy'), { account: '' });
  return { text: ctx.t(`buy-${why}`), keyboard: [[again, ...home(ctx)]] };
}
