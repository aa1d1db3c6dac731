import { whatTelegramSays } from '../api/errors.ts';
import type { Ctx } from '../context.ts';

/** Deletes the current message, which holds a secret. `false` where Telegram refuses: the person must delete it. */
export function deleteSecretMessage(ctx: Ctx): Promise<boolean> {
  ctx.secretDeletion ??= deleteMessage(ctx, 'delete');
  return ctx.secretDeletion;
}

/** The result of {@link deleteSecretMessage}; `undefined` where it was not called. */
export function secretDeleted(ctx: Ctx): Promise<boolean> | undefined {
  return ctx.secretDeletion;
}

/** Deletes the current message. `false` where Telegram refuses, which is reported as `of`. */
export async function deleteMessage(ctx: Ctx, of: string): Promise<boolean> {
  try {
    const { chat, ephemeral_message_id: ephemeral } = ctx.message ?? {};
    if (chat && ephemeral !== undefined) await ctx.api.deleteEphemeralMessage(chat.id, ctx.person.id, ephemeral);
    else await ctx.deleteMessage();
    return true;
  } catch (error) {
    // After a crash the message may be deleted already.
    if (whatTelegramSays(error) === 'gone' && /not found/i.test(String(error))) return true;
    ctx.services.report(error, of);
    return false;
  }
}
