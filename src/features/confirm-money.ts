import type { InlineKeyboardButton } from 'grammy/types';
import type { Operation } from '../operations/index.ts';
import { formatMoment, name } from '../telegram/format.ts';
import type { Translate } from '../telegram/i18n.ts';
import { failureLine, failureWords, providerLine, providerWords, type Told } from '../telegram/report-failure.ts';
import type { Screen } from '../telegram/screen.ts';
import { buttons } from './buttons.ts';
import { toReseller } from './leads.ts';
import { type Money, money, moneyLabel } from './money.ts';
import { accountLines, type Desk, type MoneyLook, unlimitedLines } from './money-look.ts';

/** The confirm of a purchase: what happened to the last try, all that is bought, what it costs, what it means. */
export function confirmMoney(operation: Operation, t: Translate, look: MoneyLook, desk: Desk): Screen {
  const { id, failure, offer = 0, quote } = operation;
  const short = failure?.kind === 'insufficientBalance' && !failure.unpriced;
  const parts = [
    setback(operation, t),
    [look.ask, ...look.lines, ...accountLines(t, desk)].join('\n'),
    [...(quote ? [totalLine(t, quote)] : []), ...unlimitedLines(t, desk, quote?.currency)].join('\n'),
    ...twinLines(operation, t),
    look.means,
    [...(short ? [] : [t('confirm-life')]), ...(look.by ? [t('operation-by', { person: name(look.by) })] : [])].join(
      '\n',
    ),
  ];
  const price = quote ? moneyLabel(t, quote) : '';
  const yes = failure || operation.quotedBefore ? t.plain('money-again', { price }) : look.yes(price);
  return {
    text: parts.filter((part) => part !== '').join('\n\n'),
    keyboard: [
      ...(short ? topUp(t, desk) : []),
      ...(failure?.kind === 'resellerServiceMissing' ? toReseller(t, desk) : []),
      [buttons.pay.make(yes, { operation: id, offer: String(offer) }, 'danger')],
      [buttons.cancel.make(t.plain('button-cancel'), { operation: id })],
    ],
  };
}

/** What it costs, as the provider computed it. */
export function totalLine(t: Translate, quote: Money & { period?: number | undefined }): string {
  const price = money(t, quote);
  return quote.period === undefined
    ? t('money-total', { price })
    : t('money-total-days', { price, days: quote.period });
}

/** That the same was sent already, where it was. */
export function twinLines({ twinAt }: Operation, t: Translate): string[] {
  return twinAt === undefined ? [] : [t('money-twin', { moment: formatMoment(twinAt, t.locale) })];
}

/** Where a person puts money on the account, where the operator told. */
export function topUp(t: Translate, { topUpUrl }: Desk): InlineKeyboardButton[][] {
  return topUpUrl === undefined ? [] : [[{ text: t.plain('button-top-up'), url: topUpUrl }]];
}

/**
 * Why the person is asked once more; empty where they are asked for the first time.
 * @param line where it has to fit into a line: the characters that the provider's words may take
 */
export function setback({ failure, quote, quotedBefore }: Operation, t: Translate, line?: number): string {
  const why = (told: Told) => (line === undefined ? failureWords(t, told) : failureLine(t, told, line));
  if (failure?.unpriced) return `${t('money-unpriced')}${line === undefined ? '\n' : ' '}${why(failure)}`;
  const currency = quote?.currency ?? '';
  if (failure?.kind === 'insufficientBalance') {
    const { words: said } = failure;
    const words = line === undefined ? providerWords(t, said).html : providerLine(t, said, line);
    const lacks = failure.amount === undefined ? undefined : money(t, { total: failure.amount, currency });
    const head = lacks ? t('money-short-by', { amount: lacks }) : t('money-short');
    return `${head} ${t('money-short-then')}${words}`;
  }
  if (failure?.kind === 'overLimit')
    return t('money-over-limit', { limit: money(t, { total: failure.amount ?? 0, currency }) });
  if (failure?.kind === 'interrupted') return t('confirm-interrupted-again');
  if (failure?.kind === 'twin' || failure?.kind === 'changed') return t(`money-${failure.kind}-again`);
  if (failure) return why(failure);
  if (quotedBefore && quote) return t('money-repriced', { before: money(t, quotedBefore), now: money(t, quote) });
  return '';
}
