import { Composer } from 'grammy';
import type { Operation } from '../../operations/index.ts';
import { isRestored } from '../../store/operations/index.ts';
import { type Ctx, isPrivate } from '../../telegram/context.ts';
import { Refusal } from '../../telegram/failures/refusal.ts';
import type { Html } from '../../telegram/i18n/index.ts';
import { onButton } from '../../telegram/ui/button.ts';
import { onCommand } from '../../telegram/ui/command.ts';
import { code, formatListed, formatNumber } from '../../telegram/ui/format.ts';
import type { Screen } from '../../telegram/ui/screen.ts';
import { send, show } from '../../telegram/ui/show.ts';
import { buttons } from '../buttons.ts';
import { home, sendToPrivate } from '../common/next-steps.ts';
import { RECEIPTS, RECEIPTS_A_PAGE, type Receipts, receiptScreen } from '../common/operation/receipt.ts';
import { money } from '../common/payment/money.ts';
import { requirePrivate } from '../common/require.ts';

/** /orders: the ledger as receipts, open ones first. Private chats only. */
export const orders = new Composer<Ctx>();

onCommand(orders, 'orders', async (ctx) => {
  if (!isPrivate(ctx)) return sendToPrivate(ctx, 'private-only');
  await send(ctx, await list(ctx, 'paid', 0));
});
orders.use(
  onButton(buttons.orders, async (ctx, { filter, page }) => {
    requirePrivate(ctx);
    await show(ctx, await list(ctx, filterOf(filter), pageNumber(page)));
  }),
);
orders.use(
  onButton(buttons.order, async (ctx, { operation: id, filter, page }) => {
    requirePrivate(ctx);
    const operation = await ctx.services.operations.get(id);
    if (operation?.userId !== ctx.person.id) throw new Refusal((t) => t('operation-missing'));
    await show(ctx, await receiptScreen(ctx, operation, filterOf(filter), page));
  }),
);

async function list(ctx: Ctx, filter: Receipts, wanted: number): Promise<Screen> {
  const { t, services } = ctx;
  const { ledger } = services.store;
  const kinds = RECEIPTS[filter];
  const count = await ledger.countOf(ctx.person.id, kinds);
  const pages = Math.max(1, Math.ceil(count / RECEIPTS_A_PAGE));
  const page = Math.min(wanted, pages - 1);
  const found = await ledger.listOf(ctx.person.id, kinds, page * RECEIPTS_A_PAGE, RECEIPTS_A_PAGE);
  const turn = (to: number, words: string) => buttons.orders.make(words, { filter, page: String(to) });
  const other = filter === 'paid' ? 'all' : 'paid';
  const text = [
    t(count === 0 ? `orders-none-${filter}` : `orders-${filter}`, { count }),
    ...(pages > 1 ? [t('servers-page', { page: page + 1, pages })] : []),
    ...found.map((operation, index) => `\n${receipt(ctx, operation, page * RECEIPTS_A_PAGE + index + 1)}`),
  ];
  const opens = found.map((operation, index) =>
    buttons.order.make(formatNumber(page * RECEIPTS_A_PAGE + index + 1, t.locale), {
      operation: operation.id,
      filter,
      page: String(page),
    }),
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
    ].filter((row) => row.length > 0),
  };
}

/** The operation, its time, price, order code and state. */
function receipt({ t, services }: Ctx, operation: Operation, number: number): string {
  const { quote, receipt: given, said, state, createdAt, sentAt } = operation;
  const what: Html = services.summaryOf(operation, t);
  const stands = said
    ? t(said.happened ? 'state-said-yes' : 'state-said-no')
    : t(isRestored(operation) ? 'state-restored' : `state-${state}`);
  const details = [
    formatListed(sentAt ?? createdAt, t).html,
    ...(quote ? [money(t, quote).html] : []),
    ...(given?.orderId === undefined ? [] : [code(given.orderId).html]),
  ];
  return `${t('orders-row', { number, what, state: { html: stands } })}\n${details.join(' · ')}`;
}

function filterOf(text: string): Receipts {
  return text === 'all' ? 'all' : 'paid';
}

function pageNumber(text: string): number {
  return /^\d{1,6}$/.test(text) ? Number(text) : 0;
}
