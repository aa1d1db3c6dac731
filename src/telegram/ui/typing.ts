import type { MiddlewareFn } from 'grammy';
import type { Ctx } from '../context.ts';

const AFTER_MS = 1_000;
/** Telegram shows a chat action for five seconds. */
const AGAIN_MS = 4_500;

/** Shows "typing" while an answer takes longer than a moment. */
export function showTyping(): MiddlewareFn<Ctx> {
  return async (ctx, next) => {
    if (!ctx.chat) return next();
    const show = () => {
      ctx.replyWithChatAction('typing').catch((error) => ctx.services.report(error, 'typing'));
    };
    let repeat: NodeJS.Timeout | undefined;
    const first = setTimeout(() => {
      show();
      repeat = setInterval(show, AGAIN_MS);
    }, AFTER_MS);
    try {
      await next();
    } finally {
      clearTimeout(first);
      clearInterval(repeat);
    }
  };
}
