import type { Operation } from '../../operations/index.ts';
import type { Team } from '../../store/key-value/teams.ts';
import { memberOf } from '../../teams/rights.ts';
import type { Access } from '../../telegram/access/access.ts';
import { Composer } from '../../telegram/composer.ts';
import { type Ctx, isPrivate } from '../../telegram/context.ts';
import { Refusal } from '../../telegram/failures/refusal.ts';
import { formatMoment, formatNumber, listedZone, name, teamName } from '../../telegram/ui/format.ts';
import { withBelow } from '../../telegram/ui/rich.ts';
import type { Screen } from '../../telegram/ui/screen.ts';
import { show } from '../../telegram/ui/show.ts';
import { buttons } from '../buttons.ts';
import { home } from '../common/next-steps.ts';
import { approvalLine } from '../common/operation/approval.ts';
import { RECEIPTS, RECEIPTS_A_PAGE, type Receipts } from '../common/operation/receipt.ts';
import { onAccount } from '../common/require.ts';
import { receiptFilter, receiptLines } from './receipt-lines.ts';

/** The operations of a team: its members read them, and only their own person acts on them. */
export const teamOrders = new Composer<Ctx>();

teamOrders.use(
  onAccount(buttons.teamOrders, async (ctx, access, { filter, page }) => {
    await show(ctx, await teamList(ctx, requireTeamOf(access), receiptFilter(filter), Number(page)));
  }),
);
teamOrders.use(
  onAccount(buttons.teamOrder, async (ctx, access, { account, operation: id, filter, page }) => {
    const team = requireTeamOf(access);
    const operation = await ctx.services.operations.get(id);
    if (operation?.team !== team.id) throw new Refusal((t) => t('operation-missing'));
    const back = buttons.teamOrders.make(ctx.t.plain('button-orders'), {
      account,
      filter: receiptFilter(filter),
      page,
    });
    await show(ctx, { ...(await readOnly(ctx, team, operation)), keyboard: [[back]] });
  }),
);

function requireTeamOf({ team }: Access): Team {
  if (!team) throw new Refusal((t) => t('right-ended'));
  return team;
}

/** Without buttons, and without what only its person may see. */
async function readOnly(ctx: Ctx, team: Team, operation: Operation): Promise<Screen> {
  const { t, services, person } = ctx;
  // In a group all read along, also an operation from elsewhere.
  const chatId = ctx.chat?.id ?? person.id;
  const { keyboard: _, ...screen } = await services.screenOf({ ...operation, chatId }, t);
  const when = t('orders-when', { date: formatMoment(operation.createdAt, t) });
  return withBelow(screen, [whoLine(ctx, team, operation), when].join('\n'));
}

export async function teamList(ctx: Ctx, team: Team, filter: Receipts, wanted: number): Promise<Screen> {
  const { t, services } = ctx;
  const { ledger } = services.store;
  const kinds = RECEIPTS[filter];
  const account = team.accountId;
  const count = await ledger.countOfTeam(team.id, kinds);
  const pages = Math.max(1, Math.ceil(count / RECEIPTS_A_PAGE));
  const page = Math.min(wanted, pages - 1);
  const first = page * RECEIPTS_A_PAGE;
  const found = await ledger.listOfTeam(team.id, kinds, first, RECEIPTS_A_PAGE);
  const turn = (to: number, words: string) => buttons.teamOrders.make(words, { account, filter, page: String(to) });
  const other = filter === 'paid' ? 'all' : 'paid';
  const rows = found.map((operation, index) =>
    [
      `\n${receiptLines(ctx, operation, first + index + 1, readerSees(ctx, team, operation))}`,
      whoLine(ctx, team, operation),
      approvalLine(operation, t),
    ]
      .filter((line) => line !== '')
      .join('\n'),
  );
  const opens = found.map(({ id }, index) =>
    buttons.teamOrder.make(formatNumber(first + index + 1, t.locale), {
      account,
      operation: id,
      filter,
      page: String(page),
    }),
  );
  return {
    text: [
      t('orders-team', { team: name(teamName(team)) }),
      t(count === 0 ? `orders-none-${filter}` : `orders-team-${filter}`, { count }),
      ...(pages > 1 ? [t('servers-page', { page: page + 1, pages })] : []),
      ...(count > 0 ? listedZone(t) : []),
      ...rows,
    ].join('\n'),
    keyboard: [
      opens,
      [
        ...(page > 0 ? [turn(page - 1, t.plain('button-previous'))] : []),
        ...(page < pages - 1 ? [turn(page + 1, t.plain('button-next'))] : []),
      ],
      [buttons.teamOrders.make(t.plain(`button-orders-${other}`), { account, filter: other, page: '0' })],
      ...(isPrivate(ctx)
        ? [[buttons.orders.make(t.plain('button-orders-own'), { filter: 'paid', page: '0' }), ...home(ctx)]]
        : []),
    ].filter((row) => row.length > 0),
  };
}

/** The asker's name for all others; empty if unknown. */
function readerSees({ person }: Ctx, team: Team, { userId, approval }: Operation): string | undefined {
  return userId === person.id ? undefined : (memberOf(team, userId)?.name ?? approval?.asker ?? '');
}

/** For a former member, the name at that time if known. */
function whoLine({ t }: Ctx, team: Team, { userId, approval }: Operation): string {
  const shown = memberOf(team, userId)?.name ?? approval?.asker;
  return shown === undefined ? t('orders-by-former') : t('orders-by', { person: name(shown) });
}
