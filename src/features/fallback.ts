import { Composer } from 'grammy';
import type { Ctx } from '../telegram/context.ts';
import { alert, send } from '../telegram/ui/show.ts';
import { buttons } from './buttons.ts';
import { home } from './common/next-steps.ts';
import { deleteUnsolicitedSecret } from './common/unsolicited-secret.ts';

/** Answers updates that no feature took. In groups the bot ignores such messages: people may mean them for each other. */
export const fallback = new Composer<Ctx>();

fallback.on('callback_query', async (ctx) => {
  await alert(ctx, ctx.t.plain('button-old'));
});
fallback.chatType('private').on('message', async (ctx) => {
  if (await deleteUnsolicitedSecret(ctx)) return;
  await send(ctx, {
    text: ctx.t(ctx.message.text?.startsWith('/') ? 'command-unknown' : 'message-unknown'),
    keyboard: [[...home(ctx), buttons.help.make(ctx.t.plain('button-help'), {})]],
  });
});
