import type { Ctx } from '../../../telegram/context.ts';
import type { Screen } from '../../../telegram/ui/screen.ts';
import { buttons } from '../../buttons.ts';
import { home } from '../../common/next-steps.ts';

/** How a registration looks that was left, or that a newer release dropped. */
export function closedScreen(ctx: Ctx, why: 'left' | 'outdated'): Screen {
  const check = buttons.checkAsk.make(ctx.t.plain('button-check'), {});
  return { text: ctx.t(`register-${why}`), keyboard: [[check, ...home(ctx)]] };
}
