import type { InlineKeyboardButton } from 'grammy/types';
import type { Operation } from '../../../operations/index.ts';
import type { Translate } from '../../../telegram/i18n/index.ts';
import { failureWords, providerWords } from '../../../telegram/report-failure.ts';
import { code, formatDay, name } from '../../../telegram/ui/format.ts';
import type { Screen } from '../../../telegram/ui/screen.ts';
import { buttons } from '../../buttons.ts';
import { toReseller } from '../next-steps.ts';
import { expiredWords } from '../operation/screen.ts';
import { confirmMoney } from './confirm.ts';
import { money } from './money.ts';
import { accountLines, type PaymentContext, type PaymentView } from './view.ts';

/** Why it was refused, where other values may do. */
const VALUES_AT_FAULT = ['fields', 'invalid', 'outgrown'];

/** A purchase as its message shows it, in each of its states. */
export function moneyScreen(operation: Operation, t: Translate, look: PaymentView, payment: PaymentContext): Screen {
  const { what, back } = look;
  const receipt = receiptLines(operation, t, look, payment);
  const evidence = look.evidence ? [look.evidence] : [];
  const again = look.again ? [[look.again]] : [];
  const lookAgain = [buttons.lookAgain.make(t.plain('button-look-again'), { operation: operation.id })];
  const screen = (lines: string[], keyboard: InlineKeyboardButton[][] = []): Screen => ({
    text: lines.join('\n') + words(operation, t),
    keyboard,
  });
  switch (operation.state) {
    case 'ready':
      return confirmMoney(operation, t, look, payment);
    case 'quoting':
      return screen([t('money-quoting', { what }), ...accountLines(t, payment)]);
    case 'sending':
      return screen([t('money-sending', { what }), ...accountLines(t, payment)]);
    case 'accepted': {
      const head = look.unclear
        ? (look.stillOpen ?? t('money-unclear', { what }))
        : (look.accepted ?? t('money-accepted', { what }));
      return screen([head, ...evidence, ...receipt], [lookAgain, ...back]);
    }
    case 'unknown': {
      const { said } = operation;
      if (!look.unclear && !said)
        return screen([t('money-lost', { what }), ...evidence, ...receipt], [lookAgain, ...back]);
      const head = said ? saidLine(said, t) : [];
      const keyboard = [lookAgain, ...saying(operation, t), ...back];
      return screen([t('money-unknown', { what }), ...evidence, ...receipt, ...head], keyboard);
    }
    case 'done':
      return screen(
        [look.done ?? t('money-done', { what }), ...evidence, ...receipt],
        [...(look.onward ?? []), ...back],
      );
    case 'refused': {
      const { failure = { kind: 'refused' } } = operation;
      const why = failure.kind === 'outgrown' ? t('money-outgrown') : failureWords(t, failure);
      const onward = VALUES_AT_FAULT.includes(failure.kind) && look.change ? [[look.change]] : again;
      const head = [t('money-refused', { what }), ...accountLines(t, payment)].join('\n');
      const way = failure.kind === 'resellerServiceMissing' ? toReseller(t, payment) : [];
      return { text: `${head}\n\n${why}`, keyboard: [...way, ...onward, ...back] };
    }
    case 'expired':
      return screen(
        [expiredWords(operation, t, what, t('money-expired', { what })), ...accountLines(t, payment)],
        [...again, ...back],
      );
    case 'cancelled':
      return screen([t('money-cancelled', { what }), ...accountLines(t, payment)], back);
  }
}

function receiptLines(
  { quote, receipt }: Operation,
  t: Translate,
  { bought = [], by }: PaymentView,
  payment: PaymentContext,
): string[] {
  return [
    ...bought,
    ...accountLines(t, payment),
    ...(receipt?.orderId === undefined ? [] : [t('money-code', { code: code(receipt.orderId) })]),
    ...(quote ? [t('money-paid', { price: money(t, quote) })] : []),
    ...(by ? [t('operation-by', { person: name(by) })] : []),
  ];
}

function words({ state, receipt }: Operation, t: Translate): string {
  return state === 'accepted' || state === 'done' ? providerWords(t, receipt?.words).html : '';
}

function saidLine({ happened, at }: NonNullable<Operation['said']>, t: Translate): string[] {
  return ['', t(happened ? 'money-said-yes' : 'money-said-no', { date: formatDay(at, t.locale) })];
}

/** What the person found out, or, where that was a slip, the other. */
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
