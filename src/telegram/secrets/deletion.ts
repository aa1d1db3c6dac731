import { whatTelegramSays } from '../api/errors.ts';
import type { Ctx } from '../context.ts';

/** What came of deleting the secret message of an update: it is tried once, as early as it is known to hold one. */
const secrets = new WeakMap<Ctx, Promise<boolean>>();

/** Deletes the message in hand, which holds a secret. `false` where Telegram does not let us: the person must do it. */
export function deleteSecretMessage(ctx: Ctx): Promise<boolean> {
  const deleted = secrets.get(ctx) ?? deleteMessage(ctx, 'delete');
  secrets.set(ctx, deleted);
  return deleted;
}

/** What {@link deleteSecretMessage} came to; undefined where nothing asked for it. */
export function secretDeleted(ctx: Ctx): Promise<boolean> | undefined {
  return secrets.get(ctx);
}

/** Deletes the message in hand. `false` where Telegram does not let us, which is reported as `of`. */
export async function deleteMessage(ctx: Ctx, of: string): Promise<boolean> {
  try {
    await ctx.deleteMessage();
    return true;
  } catch (error) {
    // A crash may have cut us off after the deletion: a message that is not there any more is as good as deleted.
    if (whatTelegramSays(error) === 'gone' && /not found/i.test(String(error))) return true;
    ctx.services.report(error, of);
    return false;
  }
}
