import type { Operation } from '../../operations/index.ts';
import { isRestored } from '../../store/operations/index.ts';
import type { Ctx } from '../../telegram/context.ts';
import type { Html } from '../../telegram/i18n/index.ts';
import { code, formatListed } from '../../telegram/ui/format.ts';
import type { Receipts } from '../common/operation/receipt.ts';
import { money } from '../common/payment/money.ts';

/** The operation, its time, price, order code and state. */
export function receiptLines({ t, services }: Ctx, operation: Operation, number: number): string {
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

/** Which operations a button lists. */
export function filterOf(text: string): Receipts {
  return text === 'all' ? 'all' : 'paid';
}
