import type { MiddlewareFn } from 'grammy';
import type { Ctx } from '../context.ts';
import { type Button, onButton } from '../ui/button.ts';
import type { Open } from './flow.ts';

/** Handles a button of an open flow's own message; on any other message it is from one that is closed, and the tap is told so. */
export function onFlowButton<State, const Names extends readonly string[]>(
  flow: { at(ctx: Ctx): Open<State> | undefined },
  kind: Button<Names>,
  closed: (ctx: Ctx) => string,
  handle: (ctx: Ctx, open: Open<State>, values: Record<Names[number], string>) => Promise<unknown>,
): MiddlewareFn<Ctx> {
  return onButton(kind, async (ctx, values) => {
    const open = flow.at(ctx);
    if (!open || ctx.callbackQuery?.message?.message_id !== open.messageId) return ctx.answer(closed(ctx));
    if (kind.answers === 'allowed') void ctx.answer();
    await handle(ctx, open, values);
  });
}
