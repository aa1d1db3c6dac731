import { Composer } from 'grammy';
import { secretWasAsked } from '../telegram/ask.ts';
import type { Ctx } from '../telegram/context.ts';
import { deleteSecretMessage } from '../telegram/delete-message.ts';
import { alert, send } from '../telegram/screen.ts';
import { buttons } from './buttons.ts';
import { home } from './leads.ts';

/** What nothing else understood. In groups the bot keeps silent about what may be meant for somebody else. */
export const fallback = new Composer<Ctx>();

fallback.on('callback_query', async (ctx) => {
  await alert(ctx, ctx.t.plain('button-old'));
});
fallback.chatType('private').on('message', async (ctx) => {
  if (await lateSecret(ctx)) return;
  await send(ctx, {
    text: ctx.t(ctx.message.text?.startsWith('/') ? 'command-unknown' : 'message-unknown'),
    keyboard: [[...home(ctx), buttons.help.make(ctx.t.plain('button-help'), {})]],
  });
});

/** A token or password that comes late, twice or unasked must not stay in the chat. */
async function lateSecret(ctx: Ctx): Promise<boolean> {
  const text = ctx.message?.text?.trim() ?? '';
  const expected = /^\S{8,}$/.test(text) && !text.startsWith('/') && (await secretWasAsked(ctx));
  if (!expected && !looksLikeToken(text)) return false;
  const deleted = await deleteSecretMessage(ctx);
  await send(ctx, {
    text: ctx.t(deleted ? 'secret-late-deleted' : 'secret-late'),
    keyboard: [[buttons.connect.make(ctx.t.plain('button-connect'), {}), ...home(ctx)]],
  });
  return true;
}

/** One long word of letters and digits that is neither an address nor a name. */
function looksLikeToken(text: string): boolean {
  return /^[\x21-\x7e]{20,}$/.test(text) && /\d/.test(text) && /[a-z]/i.test(text) && !/[./@:]/.test(text);
}
