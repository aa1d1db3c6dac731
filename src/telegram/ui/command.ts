import { type CommandContext, Context, type MiddlewareFn, type NextFunction } from 'grammy';
import { POWER_RIGHTS } from '../../teams/actions.ts';
import type { Right } from '../../teams/rights.ts';
import { requireRight } from '../access/require-right.ts';
import type { Composer } from '../composer.ts';
import { type Ctx, isPrivate } from '../context.ts';
import type { TextKey } from '../i18n/texts.ts';

type CommandName<Key> = Key extends `command-${infer Name}` ? Name : never;
export type Command = Exclude<CommandName<TextKey>, 'unknown'>;

const RIGHTS: Record<Command | 'start', Right> = {
  start: 'anyone',
  help: 'anyone',
  cancel: 'anyone',
  language: 'anyone',
  group: 'anyone',
  connect: 'anyone',
  accounts: 'anyone',
  // A person in no team creates one; a member's right is checked in the team that is meant.
  team: 'anyone',
  members: 'anyone',
  role: 'anyone',
  servers: 'read',
  audit: 'audit',
  watch: 'read',
  alerts: 'read',
  // A private chat's quiet hours are its person's; in a group the team's right is checked.
  quiet: 'anyone',
  status: 'read',
  server: 'read',
  graph: 'read',
  orders: 'read',
  check: 'read',
  price: 'read',
  domain: 'read',
  ...POWER_RIGHTS,
  console: 'console',
  rescue: 'rescue',
  snapshot: 'create',
  buy: 'spend',
  renew: 'spend',
  upgrade: 'spend',
  register: 'spend',
  protect: 'protect',
  oncall: 'read',
  breakglass: 'breakGlass',
};

export function rightOf(command: Command): Right {
  return RIGHTS[command];
}

/** In private the person may mean another team: the handler checks the right in that team. */
const ABOUT_TEAMS: ReadonlySet<string> = new Set<Command>(['audit', 'protect', 'oncall', 'breakglass']);

/** A token may begin with a slash too, but is longer than any command. */
const COMMAND = /^\/[a-z]\w{0,31}(?=(?:@\w+)?(?:\s|$))/i;

/** Keyboards of right-to-left languages put these before a command, which Telegram then takes for text. */
const INVISIBLE_MARKS_BEFORE = /^\p{Default_Ignorable_Code_Point}+(?=\/)/u;

export function inAnyCase(): MiddlewareFn<Ctx> {
  return ({ message }, next) => {
    if (typeof message?.text === 'string') {
      const marks = INVISIBLE_MARKS_BEFORE.exec(message.text)?.[0].length ?? 0;
      message.text = lowered(message.text.slice(marks));
      for (const entity of message.entities ?? []) entity.offset -= marks;
    }
    if (typeof message?.caption === 'string') message.caption = lowered(message.caption);
    return next();
  };
}

function lowered(text: string): string {
  return text.replace(COMMAND, (command) => command.toLowerCase());
}

export function isCommand(text: string): boolean {
  return COMMAND.test(text);
}

export function onCommand(
  composer: Composer<Ctx>,
  name: keyof typeof RIGHTS,
  handle: (ctx: CommandContext<Ctx>, next: NextFunction) => unknown,
): void {
  const is = Context.has.command(name);
  const handleCommand = async (ctx: CommandContext<Ctx>, next: NextFunction) => {
    if (!isPrivate(ctx) || !ABOUT_TEAMS.has(name)) await requireRight(ctx, RIGHTS[name], { typed: ctx.match });
    return handle(ctx, next);
  };
  composer.use((ctx, next) => (is(ctx) ? handleCommand(ctx, next) : next()));
}

/** Channels and anonymous administrators have no user id, and so no rights. */
export function onAnonymousCommand(
  composer: Composer<Ctx>,
  names: string | string[],
  handle: (ctx: CommandContext<Ctx>, next: NextFunction) => unknown,
): void {
  const is = Context.has.command(names);
  composer.use((ctx, next) => (is(ctx) ? handle(ctx, next) : next()));
}
