import type { InlineKeyboardButton } from 'grammy/types';
import type { Operation } from '../../../operations/index.ts';
import { failureLine, failureWords, providerLine, providerWords } from '../../../telegram/failures/words.ts';
import type { Translate } from '../../../telegram/i18n/index.ts';
import { formatMoment, name } from '../../../telegram/ui/format.ts';
import type { Screen } from '../../../telegram/ui/screen.ts';
import { buttons } from '../../buttons.ts';
import { toReseller } from '../next-steps.ts';
import { approvalNeeded } from '../operation/approval.ts';
import { confirmLife } from '../operation/screen.ts';
import { type Money, money, payablePrice } from './money.ts';
import { toLimit } from './spending-limit.ts';
import { accountLines, type PaymentContext, type PaymentView, shortLines, unlimitedLines } from './view.ts';

/** Without a price in the text and on the button there is no confirm. */
export function confirmMoney(operation: Operation, t: Translate, view: PaymentView, payment: PaymentContext): Screen {
  const { id, failure, offer = 0, quote } = operation;
  const short = failure?.kind === 'insufficientBalance' && !failure.unpriced;
  const paragraphs = [
    setback(operation, t),
    ...confirmParagraphs(operation, t, view, payment),
    approvalNeeded(operation, t),
    [
      ...(short ? [] : [confirmLife(operation, t)]),
      ...(view.by ? [t('operation-by', { person: name(view.by) })] : []),
    ].join('\n'),
  ];
  const text = paragraphs.filter((part) => part !== '').join('\n\n');
  const price = payablePrice(t, quote);
  const again = failure !== undefined || operation.quotedBefore !== undefined;
  const yes = price && (again ? t.plain('money-again', { price: price.label }) : view.yes(price.label));
  const cancel = buttons.cancel.make(t.plain('button-cancel'), { operation: id });
  if (!price || !yes?.includes(price.label) || !text.includes(price.html.html))
    return {
      text: [setback(operation, t), [view.ask, ...view.lines].join('\n'), t('money-no-price')]
        .filter((part) => part !== '')
        .join('\n\n'),
      keyboard: [...(view.again ? [[view.again]] : []), [cancel]],
    };
  return {
    text,
    keyboard: [
      ...(short || payment.short ? topUp(t, payment) : []),
      ...(failure?.kind === 'resellerServiceMissing' ? toReseller(t, payment) : []),
      ...(failure?.kind === 'limitUnclear' ? toLimit(t, operation.accountId) : []),
      [buttons.pay.make(yes, { operation: id, offer: String(offer) }, 'danger')],
      [cancel],
    ],
  };
}

export function confirmParagraphs(
  operation: Operation,
  t: Translate,
  view: PaymentView,
  payment: PaymentContext,
): string[] {
  const { quote } = operation;
  return [
    [view.ask, ...view.lines, ...accountLines(t, payment)].join('\n'),
    [...(quote ? [totalLine(t, quote)] : []), ...unlimitedLines(t, payment, quote?.currency)].join('\n'),
    ...duplicateLines(operation, t),
    ...shortLines(t, payment),
    view.means,
  ].filter((part) => part !== '');
}

export function totalLine(t: Translate, quote: Money & { period?: number | undefined }): string {
  const price = money(t, quote);
  return quote.period === undefined
    ? t('money-total', { price })
    : t('money-total-days', { price, days: quote.period });
}

export function duplicateLines({ duplicateAt }: Operation, t: Translate): string[] {
  return duplicateAt === undefined ? [] : [t('money-duplicate', { moment: formatMoment(duplicateAt, t) })];
}

/** No row if the operator has set no top-up page. */
export function topUp(t: Translate, { topUpUrl }: PaymentContext): InlineKeyboardButton[][] {
  return topUpUrl === undefined ? [] : [[{ text: t.plain('button-top-up'), url: topUpUrl }]];
}

/** The texts for a purchase alone, and for a line among several, of which others may have been bought. */
const SETBACKS = {
  alone: {
    unpriced: 'money-unpriced',
    short: 'money-short',
    shortBy: 'money-short-by',
    overLimit: 'money-over-limit',
    limitUnclear: 'money-limit-unclear',
    repriced: 'money-repriced',
    interrupted: 'confirm-interrupted-again',
  },
  line: {
    unpriced: 'batch-again-unpriced',
    short: 'batch-short',
    shortBy: 'batch-short-by',
    overLimit: 'batch-over-limit',
    limitUnclear: 'batch-limit-unclear',
    repriced: 'batch-repriced',
    interrupted: 'batch-interrupted-again',
  },
} as const;

/** Why the person is asked again; empty at first. @param line bounds the provider's words in a text of one line */
export function setback(operation: Operation, t: Translate, line?: number): string {
  const { failure, quote, quotedBefore } = operation;
  const texts = line === undefined ? SETBACKS.alone : SETBACKS.line;
  if (failure) return failureSetback(failure, quote?.currency ?? '', t, line);
  if (quotedBefore && quote) return t(texts.repriced, { before: money(t, quotedBefore), now: money(t, quote) });
  return '';
}

type ConfirmFailure = NonNullable<Operation['failure']>;

function failureSetback(failure: ConfirmFailure, currency: string, t: Translate, line: number | undefined): string {
  const why = () => (line === undefined ? failureWords(t, failure) : failureLine(t, failure, line));
  const texts = line === undefined ? SETBACKS.alone : SETBACKS.line;
  if (failure.unpriced) return `${t(texts.unpriced)}${line === undefined ? '\n' : ' '}${why()}`;
  switch (failure.kind) {
    case 'insufficientBalance':
      return shortSetback(failure, currency, t, line);
    case 'overLimit':
      return t(texts.overLimit, { limit: money(t, { total: failure.amount ?? 0, currency }) });
    case 'limitUnclear':
      return t(texts.limitUnclear, { currency: name(currency) });
    case 'interrupted':
      return t(texts.interrupted);
    case 'duplicate':
    case 'changed':
      return t(`money-${failure.kind}-again`);
    default:
      return why();
  }
}

function shortSetback(failure: ConfirmFailure, currency: string, t: Translate, line: number | undefined): string {
  const { words: said, amount } = failure;
  const texts = line === undefined ? SETBACKS.alone : SETBACKS.line;
  const words = line === undefined ? providerWords(t, said).html : providerLine(t, said, line);
  const head =
    amount === undefined ? t(texts.short) : t(texts.shortBy, { amount: money(t, { total: amount, currency }) });
  return `${head} ${t('money-short-then')}${words}`;
}
