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
  /** For a button that carries more than the command's own: the picker then has one page. */
  button?: MakeButton;
  rest?: string;
  above?: string;
  /** Answers if no server fits; resolves to `false` for the common answer. */
  none?(access: Access): Promise<boolean>;
}

/** Continues with the server that a command names; shows a picker for none or several. */
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

export async function pickServer(
  ctx: Ctx,
  access: Access,
  { command, typed, found, choice = {}, page: wanted = '0' }: Picking,
  put: (screen: Screen) => Promise<number>,
): Promise<void> {
  const { t } = ctx;
  const account = access.account.id;
  // A larger button does not fit into the button that turns a page.
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
    // A name is no choice if the button carries more than the command and its rest.
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

export const pickers = new Composer<Ctx>();

pickers.use(
  onAccount(buttons.pick, async (ctx, access, { command, page, filter }) => {
    const typed = filter === '' ? '' : await keptWords(ctx, access, filter);
    if (!isServerCommand(command) || typed === undefined) throw new Refusal((t) => t('button-old'));
    const found = await findServers(ctx, access, typed);
    await pickServer(ctx, access, { command, typed, found, page }, (screen) => show(ctx, screen));
  }),
);

export function onServerCommand(
  composer: Composer<Ctx>,
  command: ServerCommand,
  handle: (ctx: Ctx, access: Access, server: Named) => Promise<unknown>,
): void {
  onCommand(composer, command, (ctx) =>
    chooseServer(ctx, command, ctx.match, (access, server) => handle(ctx, access, server)),
  );
}
