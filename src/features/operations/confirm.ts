import { Composer } from 'grammy';
import type { Ctx } from '../../telegram/context.ts';
import { onButton } from '../../telegram/ui/button.ts';
import { buttons } from '../buttons.ts';
import { stayWith } from '../common/operation/receipt.ts';
import { answerTapped, looked } from '../common/operation/tap-result.ts';

/** The buttons that every operation has, whatever its kind. */
export const confirm = new Composer<Ctx>();

confirm.use(onButton(buttons.confirm, (ctx, { operation }) => confirmByTap(ctx, operation)));
confirm.use(onButton(buttons.goPast, (ctx, { operation, pass }) => confirmByTap(ctx, operation, pass)));
confirm.use(
  onButton(buttons.cancel, async (ctx, { operation }) => {
    const tapped = await ctx.services.operations.cancel(operation, ctx.person.id);
    await Promise.all([answerTapped(ctx, tapped), stayWith(ctx, operation, tapped)]);
  }),
);
confirm.use(
  onButton(buttons.lookAgain, async (ctx, { operation }) => {
    const tapped = await ctx.services.operations.lookAgain(operation, ctx.person.id);
    if (tapped.outcome !== 'moved') await answerTapped(ctx, tapped);
    const found = await stayWith(ctx, operation, tapped);
    void ctx.answer(found && looked(ctx, [found]));
  }),
);

/** @param pass names the operations under way that the button goes past */
async function confirmByTap(ctx: Ctx, id: string, pass?: string): Promise<void> {
  const { operations } = ctx.services;
  const { typed, chatId } = (await operations.get(id)) ?? {};
  // What has to be typed has no such button: it was not made by us.
  if (typed) return;
  // A message of the group that this operation's chat was before is not in it: what comes of the tap gets one there.
  const messageId = chatId === ctx.chat?.id ? ctx.callbackQuery?.message?.message_id : undefined;
  const tapped = await operations.confirm(id, ctx.person.id, messageId, 0, ctx.arrivedAt, pass);
  await Promise.all([answerTapped(ctx, tapped), stayWith(ctx, id, tapped, 'own')]);
}
