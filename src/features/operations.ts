import type { MiddlewareFn } from 'grammy';
import type { Operation } from '../operations/index.ts';
import { Composer } from '../telegram/composer.ts';
import { type Ctx, isPrivate } from '../telegram/context.ts';
import { onButton, valuesBeside } from '../telegram/ui/button.ts';
import { buttons } from './buttons.ts';
import { decide } from './common/operation/decide.ts';
import { answerCancelled, answerTapped, looked, messageOf, stayWith } from './common/operation/receipt.ts';
import { together } from './common/operation/together.ts';

/** A message whose operation can still change has one of these buttons. */
export const noteFollowed: MiddlewareFn<Ctx> = (ctx, next) => {
  const { operation } =
    valuesBeside(ctx, buttons.lookAgain) ??
    valuesBeside(ctx, buttons.lookAtAll) ??
    valuesBeside(ctx, buttons.confirm) ??
    valuesBeside(ctx, buttons.pay) ??
    valuesBeside(ctx, buttons.cancel) ??
    valuesBeside(ctx, buttons.cancelAll) ??
    {};
  ctx.follows = operation;
  return next();
};

/** Buttons of operations of every kind, and of messages that show a secret. */
export const operations = new Composer<Ctx>(together);

operations.use(onButton(buttons.confirm, (ctx, { operation }) => confirmByTap(ctx, operation)));
operations.use(onButton(buttons.goPast, (ctx, { operation, pass }) => confirmByTap(ctx, operation, pass)));
operations.use(
  onButton(buttons.cancel, async (ctx, { operation }) => {
    const tapped = await ctx.services.operations.cancel(operation, ctx.person.id);
    await Promise.all([answerCancelled(ctx, tapped), stayWith(ctx, operation, tapped)]);
  }),
);
operations.use(
  onButton(buttons.lookAgain, async (ctx, { operation }) => {
    const tapped = await ctx.services.operations.lookAgain(operation, ctx.person.id);
    if (tapped.outcome !== 'moved') await answerTapped(ctx, tapped);
    const found = await stayWith(ctx, operation, tapped);
    void ctx.answer(found && looked(ctx, [found]));
  }),
);

operations.use(
  onButton(buttons.approve, (ctx, { operation, offer }) =>
    decide(ctx, [operation], 'approval-approved', (id, approver) =>
      ctx.services.operations.approve(id, approver, Number(offer)),
    ),
  ),
);
operations.use(
  onButton(buttons.decline, (ctx, { operation }) =>
    decide(ctx, [operation], 'approval-declined', (id, approver) => ctx.services.operations.decline(id, approver)),
  ),
);

// Deletes a message that shows a secret before its time.
operations.use(
  onButton(buttons.deleteNow, async (ctx) => {
    const message = ctx.callbackQuery?.message;
    // Elsewhere such a button is forged: secrets are in private chats only.
    if (message && isPrivate(ctx)) await ctx.services.secrets.remove(message.chat.id, message.message_id);
  }),
);

async function confirmByTap(ctx: Ctx, id: string, pass?: string): Promise<void> {
  const messageIn = (operation: Operation) => messageOf(ctx, operation);
  const tapped = await ctx.services.operations.confirm({
    id,
    userId: ctx.person.id,
    message: messageIn,
    offer: 0,
    tappedAt: ctx.arrivedAt,
    pass,
  });
  await Promise.all([answerTapped(ctx, tapped), stayWith(ctx, id, tapped, 'own')]);
}
