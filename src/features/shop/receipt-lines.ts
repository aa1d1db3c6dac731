import type { Operation } from '../../operations/index.ts';
import { isDeclined } from '../../operations/outcome.ts';
import { gapOf } from '../../store/operations/index.ts';
import type { Ctx } from '../../telegram/context.ts';
import type { Html, Translate } from '../../telegram/i18n/index.ts';
import { code, formatListed, name } from '../../telegram/ui/format.ts';
import type { Receipts } from '../common/operation/receipt.ts';
import { money } from '../common/payment/money.ts';

/** @param asker the person of the operation, if others read it; empty for an unknown name */
export function receiptLines({ t, services }: Ctx, operation: Operation, number: number, asker?: string): string {
  const { quote, receipt: given, said, createdAt, sentAt } = operation;
  const what: Html = services.summaryOf(operation, t);
  const stands = said ? saidWords(said, t, asker) : stateWords(operation, t, asker);
  const details = [
    formatListed(sentAt ?? createdAt, t).html,
    ...(quote ? [money(t, quote).html] : []),
    ...(given?.orderId === undefined ? [] : [code(given.orderId).html]),
  ];
  return `${t('orders-row', { number, what, state: { html: stands } })}\n${details.join(' · ')}`;
}

function saidWords({ happened }: NonNullable<Operation['said']>, t: Translate, asker: string | undefined): string {
  const is = happened ? 'yes' : 'no';
  if (asker === undefined) return t(`state-said-${is}`);
  return asker === '' ? t(`state-said-${is}-other`) : t(`state-said-${is}-of`, { person: name(asker) });
}

function stateWords(operation: Operation, t: Translate, asker: string | undefined): string {
  const { state } = operation;
  const gap = gapOf(operation);
  if (gap) return t(`state-${gap}`);
  if (isDeclined(operation)) return t('state-declined');
  if (state !== 'ready' || asker === undefined) return t(`state-${state}`);
  return asker === '' ? t('state-ready-other') : t('state-ready-of', { person: name(asker) });
}

export function receiptFilter(text: string): Receipts {
  return text === 'all' ? 'all' : 'paid';
}
