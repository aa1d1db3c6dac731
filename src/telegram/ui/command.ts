import { type CommandContext, type Composer, Context, type MiddlewareFn, type NextFunction } from 'grammy';
import type { Ctx } from '../context.ts';

/** The shape of a command. A token may begin with a slash too, but is longer than any command. */
const COMMAND = /^\/[a-z]\w{0,31}(?=(?:@\w+)?(?:\s|$))/i;

/** Lowers the capital letters of a command. The text behind it stays as it was typed. */
export function inAnyCase(): MiddlewareFn<Ctx> {
  return ({ message }, next) => {
    if (typeof message?.text === 'string') message.text = lowered(message.text);
    if (typeof message?.caption === 'string') message.caption = lowered(message.caption);
    return next();
  };
}

function lowered(text: string): string {
  return text.replace(COMMAND, (command) => command.toLowerCase());
}

/** Whether a text begins with a command. */
export function isCommand(text: string): boolean {
  return COMMAND.test(text);
}

/** Handles a command. A plain function instead of grammY's filter, which makes composers anew for every update. */
export function onCommand(
  composer: Composer<Ctx>,
  name: string | string[],
  handle: (ctx: CommandContext<Ctx>, next: NextFunction) => unknown,
): void {
  const is = Context.has.command(name);
  composer.use((ctx, next) => (is(ctx) ? handle(ctx, next) : next()));
}
