import { type CommandContext, Context, type MiddlewareFn, type NextFunction } from 'grammy';
import { POWER_RIGHTS } from '../../teams/actions.ts';
import type { Right } from '../../teams/rights.ts';
import { requireRight } from '../access/require-right.ts';
import type { Composer } from '../composer.ts';
import { type Ctx, isPrivate } from '../context.ts';
import type { TextKey } from '../i18n/texts.ts';

type CommandName<Key> = Key extends `command-${infer Name}` ? Name : never;
/** A command with a line in the menu. */
export type Command = Exclude<CommandName<TextKey>, 'unknown'>;

/** The least right of a person who sends the command, where they work with a team's account there. */
const RIGHTS: Record<Command | 'start', Right> = {
  start: 'anyone',
  help: 'anyone',
  cancel: 'anyone',
  language: 'anyone',
  group: 'anyone',
  connect: 'anyone',
  accounts: 'anyone',
  // A person in no team sets one up; a member's right is asked for in the team that is meant.
  team: 'anyone',
  members: 'anyone',
  role: 'anyone',
  servers: 'read',
  audit: 'audit',
  watch: 'read',
  alerts: 'read',
  // A private chat's quiet hours are its person's; in a group its team is asked.
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

/** The least right of a person who sends the command. */
export function rightOf(command: Command): Right {
  return RIGHTS[command];
}

/** Commands about a team: in private the person may mean another than they work with, so the right is asked for in the one that is meant. */
const ABOUT_TEAMS: ReadonlySet<string> = new Set<Command>(['audit', 'protect', 'oncall', 'breakglass']);

/** The shape of a command. A token may begin with a slash too, but is longer than any command. */
const COMMAND = /^\/[a-z]\w{0,31}(?=(?:@\w+)?(?:\s|$))/i;

/** Marks that can't be seen, which keyboards of right-to-left languages put before a command. Telegram takes it for none then. */
const MARKS_BEFORE = /^\p{Default_Ignorable_Code_Point}+(?=\/)/u;

/** Lowers the capital letters of a command, and takes the marks before it away. The text behind it stays as it was typed. */
export function inAnyCase(): MiddlewareFn<Ctx> {
  return ({ message }, next) => {
    if (typeof message?.text === 'string') {
      const marks = MARKS_BEFORE.exec(message.text)?.[0].length ?? 0;
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

/** Whether a text begins with a command. */
export function isCommand(text: string): boolean {
  return COMMAND.test(text);
}

/** Handles a command. */
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

/** Handles commands of channels and anonymous administrators, who have no user id and so no rights. */
export function onAnonymousCommand(
  composer: Composer<Ctx>,
  names: string | string[],
  handle: (ctx: CommandContext<Ctx>, next: NextFunction) => unknown,
): void {
  const is = Context.has.command(names);
  composer.use((ctx, next) => (is(ctx) ? handle(ctx, next) : next()));
}
