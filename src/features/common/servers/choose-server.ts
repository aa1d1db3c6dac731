import type { InlineKeyboardButton } from 'grammy/types';
import { SERVER_ACTIONS, type ServerAction } from '../../../hosting/index.ts';
import { serverReference } from '../../../hosting/kept/kept-lists.ts';
import type { Access } from '../../../telegram/access/access.ts';
import { Composer } from '../../../telegram/composer.ts';
import type { Ctx } from '../../../telegram/context.ts';
import { expectPick } from '../../../telegram/dialog/ask.ts';
import { Refusal } from '../../../telegram/failures/refusal.ts';
import { onCommand, rightOf } from '../../../telegram/ui/command.ts';
import { name } from '../../../telegram/ui/format.ts';
import type { Screen } from '../../../telegram/ui/screen.ts';
import { send, show } from '../../../telegram/ui/show.ts';
import { buttons } from '../../buttons.ts';
import { keepWords, keptWords, pageLine, pageOf } from '../pages.ts';
import { onAccount, requireAccess } from '../require.ts';
import { findServers, type Named } from './find-server.ts';
import { rowLabels, type States, showWithStates, sortServers, statesLine } from './server-rows.ts';

const PAGE_SIZE = 8;

interface OfServer {
  account: string;
  server: string;
}
type MakeButton = (label: string, values: OfServer) => InlineKeyboardButton;

/** The actions on a server that a person names, besides power actions: the command, and the button that does it. */
const ACTIONS = {
  server: buttons.server.make,
  console: buttons.console.make,
  rescue: buttons.rescue.make,
  snapshot: buttons.newSnapshot.make,
  graph: (label, values) => buttons.graph.make(label, { ...values, period: 'day' }),
  renew: buttons.renew.make,
  upgrade: buttons.upgrade.make,
} as const satisfies Record<string, MakeButton>;
export type ServerCommand = keyof typeof ACTIONS | ServerAction;

const isPower = (command: string): command is ServerAction => SERVER_ACTIONS.some((action) => action === command);
const isServerCommand = (command: string): command is ServerCommand =>
  isPower(command) || Object.hasOwn(ACTIONS, command);

function buttonOf(command: ServerCommand): MakeButton {
  if (!isPower(command)) return ACTIONS[command];
  return (label, values) => buttons.power.make(label, { ...values, action: command });
}

export interface Choice {
  /** The button of each server, where it carries more than the command's own: then the picker has one page. */
  button?: MakeButton;
  /** The words behind the server's name in the command. */
  rest?: string;
  /** A line above the question. */
  above?: string;
  /** Answers where no server fits; resolves to `false` where the common answer does. */
  none?(access: Access): Promise<boolean>;
}

/** Finds the server that a command names and goes on with it; lets the person choose where several fit or none was named. */
export async function chooseServer(
  ctx: Ctx,
  command: ServerCommand,
  typed: string,
  goOn: (access: Access, server: Named) => Promise<unknown>,
  choice: Choice = {},
): Promise<void> {
  const access = await requireAccess(ctx, rightOf(command));
  const found = await findServers(ctx, access, typed);
  const [first] = found;
  if (first && found.length === 1) return void (await goOn(access, first));
  if (first) return pickServer(ctx, access, { command, typed, found, choice }, (screen) => send(ctx, screen));
  if (await choice.none?.(access)) return;
  const wanted = name(typed.trim());
  const text = typed.trim() === '' ? ctx.t('servers-none') : ctx.t('server-unknown', { wanted });
  await send(ctx, { text, keyboard: [[allServers(ctx, access)]] });
}

interface Picking {
  command: ServerCommand;
  typed: string;
  found: readonly Named[];
  choice?: Omit<Choice, 'none'>;
  page?: string;
}

/** Asks which of several servers is meant, by the question of the command. */
export async function pickServer(
  ctx: Ctx,
  access: Access,
  { command, typed, found, choice = {}, page: wanted = '0' }: Picking,
  put: (screen: Screen) => Promise<number>,
): Promise<void> {
  const { t } = ctx;
  const account = access.account.id;
  // A button that carries more than the command has no room in the button of a page.
  const turns = choice.button === undefined;
  const filter = turns && found.length > PAGE_SIZE ? await keepWords(ctx, access, typed) : '';
  const sorted = sortServers(t, access.account, found, 'expiry');
  const page = pageOf(turns ? sorted : sorted.slice(0, PAGE_SIZE), wanted, PAGE_SIZE, (to, direction) =>
    buttons.pick.make(t.plain(`button-${direction}`), { account, command, page: to, filter }),
  );
  const make: MakeButton = choice.button ?? buttonOf(command);
  const more = turns ? '' : moreLine(ctx, found.length);
  const draw = (states: States): Screen => ({
    text: [
      ...(choice.above ? [choice.above, ''] : []),
      t(`pick-${command}`) + pageLine(t, page) + more,
      ...lineOf(statesLine(t, page.items, states)),
    ].join('\n'),
    keyboard: [
      ...rowLabels(t, page.items, states).map(({ id, label }) => [
        make(label, { account, server: serverReference(id) }),
      ]),
      ...page.turns,
      [allServers(ctx, access)],
    ],
  });
  await showWithStates(ctx, access, page.items, draw, async (screen) => {
    const messageId = await put(screen);
    // Of a button that carries more than the command and its rest, a name alone is no choice.
    if (turns || choice.rest !== undefined) await expectPick(ctx, { command, rest: choice.rest ?? '' }, messageId);
    return messageId;
  });
}

function lineOf(line: string): string[] {
  return line === '' ? [] : [line];
}

function moreLine({ t }: Ctx, count: number): string {
  return count > PAGE_SIZE ? `\n${t('server-choose-more', { count, shown: PAGE_SIZE })}` : '';
}

function allServers({ t }: Ctx, { account }: Access): InlineKeyboardButton {
  return buttons.servers.make(t.plain('button-servers'), { account: account.id, page: '0', filter: '' });
}

/** Turns the pages of a picker. */
export const pickers = new Composer<Ctx>();

pickers.use(
  onAccount(buttons.pick, async (ctx, access, { command, page, filter }) => {
    const typed = filter === '' ? '' : await keptWords(ctx, access, filter);
    if (!isServerCommand(command) || typed === undefined) throw new Refusal((t) => t('button-old'));
    const found = await findServers(ctx, access, typed);
    await pickServer(ctx, access, { command, typed, found, page }, (screen) => show(ctx, screen));
  }),
);

/** Handles a command that names a server, and lets the person choose where several fit. */
export function onServerCommand(
  composer: Composer<Ctx>,
  command: ServerCommand,
  handle: (ctx: Ctx, access: Access, server: Named) => Promise<unknown>,
): void {
  onCommand(composer, command, (ctx) =>
    chooseServer(ctx, command, ctx.match, (access, server) => handle(ctx, access, server)),
  );
}
