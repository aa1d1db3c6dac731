import type { MiddlewareFn } from 'grammy';
import { secretWasAsked } from '../telegram/ask.ts';
import { type Ctx, isPrivate } from '../telegram/context.ts';
import { deleteSecretMessage } from '../telegram/delete-message.ts';
import { looksSecret } from '../telegram/looks-secret.ts';
import { send } from '../telegram/screen.ts';
import { buttons } from './buttons.ts';
import { home } from './leads.ts';

/** A token typed behind /connect goes before anything else is done, also while the store is out of reach. */
export const connectingSecret: MiddlewareFn<Ctx> = (ctx, next) => {
  const { text, caption } = ctx.message ?? {};
  const [found, to] = /^\/connect(?:@(\w+))?\s+\S/i.exec(text ?? caption ?? '') ?? [];
  const ours = to === undefined || to.toLowerCase() === ctx.me.username.toLowerCase();
  // It reports its own failure, and whoever takes the token waits for it.
  if (found && ours) void deleteSecretMessage(ctx);
  return next();
};

/** Under a photo or file nobody asks for anything: what looks like a token there is one too many. */
export const captionedSecret: MiddlewareFn<Ctx> = async (ctx, next) => {
  const { caption } = ctx.message ?? {};
  if (!caption || !isPrivate(ctx) || caption.startsWith('/') || !(await takeUnasked(ctx))) await next();
};

/** A token or password that comes late, twice or unasked must not stay in the chat. Resolves to whether it was one. */
export async function takeUnasked(ctx: Ctx): Promise<boolean> {
  const text = (ctx.message?.text ?? ctx.message?.caption ?? '').trim();
  const expected = /^\S{8,}$/.test(text) && !text.startsWith('/') && (await secretWasAsked(ctx));
  if (!expected && !looksSecret(text)) return false;
  const deleted = await deleteSecretMessage(ctx);
  await send(ctx, {
    text: ctx.t(deleted ? 'secret-late-deleted' : 'secret-late'),
    keyboard: [[buttons.connect.make(ctx.t.plain('button-connect'), {}), ...home(ctx)]],
  });
  return true;
}
