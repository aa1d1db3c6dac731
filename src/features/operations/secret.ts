import { Composer } from 'grammy';
import { onButton } from '../../telegram/button.ts';
import type { Ctx } from '../../telegram/context.ts';
import { buttons } from '../buttons.ts';

/** Deletes a message that shows a secret before its time. */
export const secret = new Composer<Ctx>();

secret.use(
  onButton(buttons.deleteNow, async (ctx) => {
    const message = ctx.callbackQuery?.message;
    if (message) await ctx.house.secrets.remove(message.chat.id, message.message_id);
  }),
);
