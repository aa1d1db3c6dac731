import { isDeepStrictEqual } from 'node:util';
import type { InlineKeyboardButton } from 'grammy/types';
import { MESSAGE_LANGUAGE } from '../../../hosting/index.ts';
import type { Operation } from '../../../operations/index.ts';
import { failureWords, providerWords } from '../../../telegram/failures/words.ts';
import type { Translate } from '../../../telegram/i18n/index.ts';
import { code, formatMoment } from '../../../telegram/ui/format.ts';
import type { Screen } from '../../../telegram/ui/screen.ts';
import { buttons } from '../../buttons.ts';
import { toReseller } from '../next-steps.ts';
import {
  accountGoneLine,
  approvalLine,
  askerName,
  declinedWords,
  waitingRequestsRows,
  waitingScreen,
  withoutRight,
} from '../operation/approval.ts';
import { byLine, expiredWords } from '../operation/screen.ts';
import { confirmMoney, confirmParagraphs } from './confirm.ts';
import { money } from './money.ts';
import { accountLines, type PaymentContext, type PaymentView } from './view.ts';

/** Other values help after these failures. */
const VALUES_AT_FAULT = ['fields', 'invalid', 'outgrown'];
/** The provider's refusal may be about a value. */
const VALUES_IN_DOUBT = ['refused', 'notFound'];

export function moneyScreen(operation: Operation, t: Translate, view: PaymentView, payment: PaymentContext): Screen {
  const { what, back } = view;
  const account = accountLines(t, payment);
  const again = view.again ? [[view.again]] : [];
  switch (operation.state) {
    case 'ready':
      return confirmMoney(operation, t, view, payment);
    case 'waiting':
      return waitingScreen(operation, t, confirmParagraphs(operation, t, view, payment));
    case 'quoting':
    case 'sending':
      return screen([t(`money-${operation.state}`, { what }), ...account], []);
    case 'accepted':
    case 'unknown':
      return openScreen(operation, t, view, payment);
    case 'done': {
      const lines = [view.done, ...receiptLines(operation, t, view, payment)];
      return screen([lines.join('\n') + successWords(operation, t)], [...(view.onward ?? []), ...back]);
    }
    case 'refused':
      return refusedScreen(operation, t, view, payment);
    case 'expired':
      return screen([expiredWords(operation, t, what, t('money-expired', { what })), ...account], [...again, ...back]);
    case 'cancelled':
      return screen(
        [
          declinedWords(operation, t, what.html) ?? t('money-cancelled', { what }),
          ...account,
          ...askedBy(operation, t, view),
        ],
        back,
      );
  }
}

function screen(lines: readonly string[], keyboard: InlineKeyboardButton[][] = []): Screen {
  return { text: lines.join('\n'), keyboard };
}

function openScreen(operation: Operation, t: Translate, view: PaymentView, payment: PaymentContext): Screen {
  const { what, back, unclear, unreadable, accepted, stillOpen } = view;
  const receipt = [...(unreadable ? [t('money-unread')] : []), ...receiptLines(operation, t, view, payment)];
  const lookAgain = [buttons.lookAgain.make(t.plain('button-look-again'), { operation: operation.id })];
  if (operation.state === 'accepted') {
    const head = unclear ? (stillOpen ?? t('money-unclear', { what })) : (accepted ?? t('money-accepted', { what }));
    const words = (unclear ? receiptWords : successWords)(operation, t);
    return screen([[head, ...receipt].join('\n') + words], [lookAgain, ...back]);
  }
  const { said } = operation;
  if (!unclear && !said) return screen([t('money-lost', { what }), ...receipt], [lookAgain, ...back]);
  const lines = [t('money-unknown', { what }), ...receipt, ...(said ? saidLine(said, t) : [])];
  return screen(lines, [lookAgain, ...saying(operation, t), ...back]);
}

function refusedScreen(operation: Operation, t: Translate, view: PaymentView, payment: PaymentContext): Screen {
  const { failure = { kind: 'refused' } } = operation;
  const lacking = withoutRight(operation, t, view.what);
  const about = [...accountLines(t, payment), ...askedBy(operation, t, view)];
  if (lacking !== undefined) return screen([lacking, ...about], [...waitingRequestsRows(operation, t), ...view.back]);
  const why = failure.kind === 'outgrown' ? t('money-outgrown') : failureWords(t, failure);
  const head = [t('money-refused', { what: view.what }), ...about].join('\n');
  const way = failure.kind === 'resellerServiceMissing' ? toReseller(t, payment) : [];
  return { text: `${head}\n\n${why}`, keyboard: [...way, ...mending(failure.kind, view), ...view.back] };
}

function mending(kind: string, { changes = [], again }: PaymentView): InlineKeyboardButton[][] {
  if (VALUES_AT_FAULT.includes(kind) && changes.length > 0) return changes.map((each) => [each]);
  const others = VALUES_IN_DOUBT.includes(kind) ? changes : [];
  const isOneOf = again && others.some((each) => isDeepStrictEqual({ ...each, text: again.text }, again));
  return [...others, ...(again && !isOneOf ? [again] : [])].map((each) => [each]);
}

function receiptLines(
  operation: Operation,
  t: Translate,
  { evidence, bought = [], by }: PaymentView,
  payment: PaymentContext,
): string[] {
  const { quote, receipt } = operation;
  return [
    ...(evidence ? [evidence] : []),
    ...bought,
    ...accountLines(t, payment),
    ...(receipt?.orderId === undefined ? [] : [t('money-code', { code: code(receipt.orderId) })]),
    ...(quote ? [t('money-paid', { price: money(t, quote) })] : []),
    ...askedBy(operation, t, { by }),
    ...[approvalLine(operation, t), accountGoneLine(operation, t)].filter((line) => line !== ''),
  ];
}

function askedBy(operation: Operation, t: Translate, { by }: Pick<PaymentView, 'by'>): string[] {
  const person = askerName(operation, by);
  return person ? [byLine(operation, t, person)] : [];
}

function receiptWords({ receipt }: Operation, t: Translate): string {
  return providerWords(t, receipt?.words).html;
}

/** The provider's words for a plain success, only for readers of their language. */
function successWords(operation: Operation, t: Translate): string {
  return t.locale === MESSAGE_LANGUAGE ? receiptWords(operation, t) : '';
}

function saidLine({ happened, at }: NonNullable<Operation['said']>, t: Translate): string[] {
  return ['', t(happened ? 'money-said-yes' : 'money-said-no', { date: formatMoment(at, t) })];
}

function saying({ id, said }: Operation, t: Translate): InlineKeyboardButton[][] {
  if (said) {
    const label = t.plain(said.happened ? 'button-said-wrong-yes' : 'button-said-wrong-no');
    return [[buttons.said.make(label, { operation: id, happened: said.happened ? 'n' : 'y' })]];
  }
  return [
    [buttons.said.make(t.plain('button-went-through'), { operation: id, happened: 'y' })],
    [buttons.said.make(t.plain('button-did-not'), { operation: id, happened: 'n' })],
  ];
}
