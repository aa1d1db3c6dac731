import type { Team } from '../../store/key-value/teams.ts';
import { Composer } from '../../telegram/composer.ts';
import { type Ctx, isPrivate, topicOf } from '../../telegram/context.ts';
import { Refusal } from '../../telegram/failures/refusal.ts';
import { onButton } from '../../telegram/ui/button.ts';
import { onCommand } from '../../telegram/ui/command.ts';
import { formatNumber, listedZone } from '../../telegram/ui/format.ts';
import type { Screen } from '../../telegram/ui/screen.ts';
import { send, show } from '../../telegram/ui/show.ts';
import { buttons } from '../buttons.ts';
import { home, sendToPrivate } from '../common/next-steps.ts';
import { isReadable, RECEIPTS, RECEIPTS_A_PAGE, type Receipts, receiptScreen } from '../common/operation/receipt.ts';
import { accessIfAny, requireAccess, requirePrivate } from '../common/require.ts';
import { receiptFilter, receiptLines } from './receipt-lines.ts';
import { teamList, teamOrders } from './team-orders.ts';

/** /orders: operations as receipts, open ones first: a person's own in private, a team's where its account is used. */
export const orders = new Composer<Ctx>(teamOrders);

onCommand(orders, 'orders', async (ctx) => {
  const inTeam = !isPrivate(ctx) && (await ctx.services.store.teams.inChat(ctx.chat.id, topicOf(ctx)));
  // A person's own orders belong into the private chat, those of a team to its members.
  if (!isPrivate(ctx) && !inTeam) return sendToPrivate(ctx, 'private-only');
  const team = inTeam ? (await requireAccess(ctx, 'read')).team : await joinedTeam(ctx);
  await send(ctx, team ? await teamList(ctx, team, 'all', 0) : await list(ctx, 'paid', 0));
});
orders.use(
  onButton(buttons.orders, async (ctx, { filter, page }) => {
    requirePrivate(ctx);
    await show(ctx, await list(ctx, receiptFilter(filter), pageNumber(page)));
  }),
);
orders.use(
  onButton(buttons.order, async (ctx, { operation: id, filter, page }) => {
    requirePrivate(ctx);
    const operation = await ctx.services.operations.get(id);
    if (operation?.userId !== ctx.person.id || !(await isReadable(ctx, operation)))
      throw new Refusal((t) => t('operation-missing'));
    await show(ctx, await receiptScreen(ctx, operation, receiptFilter(filter), page));
  }),
);

async function joinedTeam(ctx: Ctx): Promise<Team | undefined> {
  const team = (await accessIfAny(ctx, 'read'))?.team;
  return team?.ownerId === ctx.person.id ? undefined : team;
}

async function list(ctx: Ctx, filter: Receipts, wanted: number): Promise<Screen> {
  const { t, services } = ctx;
  const { ledger, teams } = services.store;
  const lent = (await teams.ofPerson(ctx.person.id))[0];
  const kinds = RECEIPTS[filter];
  const count = await ledger.countOf(ctx.person.id, kinds);
  const pages = Math.max(1, Math.ceil(count / RECEIPTS_A_PAGE));
  const page = Math.min(wanted, pages - 1);
  const found = await ledger.listOf(ctx.person.id, kinds, page * RECEIPTS_A_PAGE, RECEIPTS_A_PAGE);
  const rows = await Promise.all(
    found.map(async (operation, index) => ({
      operation,
      number: page * RECEIPTS_A_PAGE + index + 1,
      isOwn: await isReadable(ctx, operation),
    })),
  );
  const turn = (to: number, words: string) => buttons.orders.make(words, { filter, page: String(to) });
  const other = filter === 'paid' ? 'all' : 'paid';
  const text = [
    t(count === 0 ? `orders-none-${filter}` : `orders-${filter}`, { count }),
    ...(pages > 1 ? [t('servers-page', { page: page + 1, pages })] : []),
    ...(rows.some(({ isOwn }) => isOwn) ? listedZone(t) : []),
    ...rows.map(({ operation, number, isOwn }) =>
      isOwn ? `\n${receiptLines(ctx, operation, number)}` : `\n${t('orders-row-former', { number })}`,
    ),
  ];
  const opens = rows
    .filter(({ isOwn }) => isOwn)
    .map(({ operation, number }) =>
      buttons.order.make(formatNumber(number, t.locale), { operation: operation.id, filter, page: String(page) }),
    );
  return {
    text: text.join('\n'),
    keyboard: [
      ...(opens.length > 0 ? [opens] : []),
      [
        ...(page > 0 ? [turn(page - 1, t.plain('button-previous'))] : []),
        ...(page < pages - 1 ? [turn(page + 1, t.plain('button-next'))] : []),
      ],
      [buttons.orders.make(t.plain(`button-orders-${other}`), { filter: other, page: '0' }), ...home(ctx)],
      ...(lent
        ? [
            [
              buttons.teamOrders.make(t.plain('button-orders-team'), {
                account: lent.accountId,
                filter: 'all',
                page: '0',
              }),
            ],
          ]
        : []),
    ].filter((row) => row.length > 0),
  };
}

function pageNumber(text: string): number {
  return /^\d{1,6}$/.test(text) ? Number(text) : 0;
}
