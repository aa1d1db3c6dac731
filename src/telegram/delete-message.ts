import type { Ctx } from './context.ts';
import { whatTelegramSays } from './telegram-error.ts';

/** Deletes the message in hand, which holds a secret. `false` where Telegram does not let us: the person must do it. */
export async function deleteSecretMessage(ctx: Ctx): Promise<boolean> {
  try {
    await ctx.deleteMessage();
    return true;
  } catch (error) {
    // A crash may have cut us off after the deletion: a message that is not there any more is as good as deleted.
    if (whatTelegramSays(error) === 'gone' && /not found/i.test(String(error))) return true;
    ctx.house.report(error, 'delete');
    return false;
  }
}
