import { type CommandContext, type Composer, Context, type NextFunction } from 'grammy';
import type { Ctx } from './context.ts';

/**
 * Handles a command. A plain function: each of grammY's own filters makes composers anew for every update, whatever it is.
 */
export function onCommand(
  composer: Composer<Ctx>,
  name: string | string[],
  handle: (ctx: CommandContext<Ctx>, next: NextFunction) => unknown,
): void {
  const is = Context.has.command(name);
  composer.use((ctx, next) => (is(ctx) ? handle(ctx, next) : next()));
}
