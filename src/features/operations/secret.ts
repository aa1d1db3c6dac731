import { Composer } from 'grammy';
import { type Ctx, isPrivate } from '../../telegram/context.ts';
import { onButton } from '../../telegram/ui/button.ts';
import { buttons } from '../buttons.ts';

/** Deletes a message that shows a secret before its time. */
export const secret = new Composer<Ctx>();

secret.use(
  onButton(buttons.deleteNow, async (ctx) => {
    const message = ctx.callbackQuery?.message;
    // Secrets are in private chats only; elsewhere such a button was not made by us.
    if (message && isPrivate(ctx)) await ctx.services.secrets.remove(message.chat.id, message.message_id);
  }),
);
