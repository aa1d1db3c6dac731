import { whatTelegramSays } from '../api/errors.ts';
import type { Ctx } from '../context.ts';

/** `false` where Telegram refuses: the person must delete the message. */
export function deleteSecretMessage(ctx: Ctx): Promise<boolean> {
  ctx.secretDeletion ??= deleteMessage(ctx, 'delete');
  return ctx.secretDeletion;
}

export function secretDeleted(ctx: Ctx): Promise<boolean> | undefined {
  return ctx.secretDeletion;
}

/** @param of the place that a report names */
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
