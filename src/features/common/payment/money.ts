import { currencyOf, worthIn } from '../../../hosting/index.ts';
import type { QuoteShown } from '../../../operations/index.ts';
import { escapeHtml, type Html, LOCALES, type Texts, type Translate } from '../../../telegram/i18n/index.ts';
import { formatWhole, isolate } from '../../../telegram/ui/format.ts';
import { normalise, typedNumber } from '../input/typed-input.ts';

const KNOWN: ReadonlyMap<string, 'money-toman' | 'money-rial'> = new Map([
  ['toman', 'money-toman'],
  ['rial', 'money-rial'],
]);

export type Money = Pick<QuoteShown, 'total' | 'currency'>;

/** Whole, because a price is never rounded. */
export function money(t: Translate, { total, currency }: Money): Html {
  const known = KNOWN.get(currencyOf(currency));
  const amount = formatWhole(total, t.locale);
  return { html: known ? t(known, { amount }) : t('money-other', { amount, currency: named(currency) }) };
}

/** The provider quotes a domain's price for one year. */
export function yearlyLabel(t: Translate, quote: Money): string {
  return t.plain('price-per-year', { price: moneyLabel(t, quote) });
}

export function moneyLabel(t: Translate, { total, currency }: Money): string {
  const known = KNOWN.get(currencyOf(currency));
  const amount = formatWhole(total, t.locale);
  return known ? t.plain(known, { amount }) : t.plain('money-other', { amount, currency: isolate(currency) });
}

export interface PayablePrice {
  html: Html;
  label: string;
}

/** `undefined` without a price, or if a missing text hides the amount: nothing is paid for it. */
export function payablePrice(t: Translate, quote: Money | undefined): PayablePrice | undefined {
  if (quote === undefined || !(quote.total >= 0) || quote.currency.trim() === '') return undefined;
  const price = { html: money(t, quote), label: moneyLabel(t, quote) };
  const amount = formatWhole(quote.total, t.locale);
  return [price.html.html, price.label].every((words) => words.includes(amount)) ? price : undefined;
}

export function comparable(one: string, other: string): boolean {
  return worthIn(one, { total: 1, currency: other }) !== undefined;
}

const MAX_CURRENCY_LENGTH = 40;
/** Words of every language that shorten large amounts ("5 million toman"). */
const MULTIPLIERS = { 'money-words-thousand': 1e3, 'money-words-million': 1e6, 'money-words-billion': 1e9 } as const;
const MONEY = /^(\+?\d(?:[\d,٬،'’ ]*\d)?)\s*([\p{L}\p{Sc}_].*)?$/u;

/** A typed amount: "5,000,000 toman", "5 million"; `currency` may be empty. `undefined` for another text. */
export function moneyIn(text: string | undefined, texts: Texts): Money | undefined {
  const [, digits, words = ''] = MONEY.exec(normalise(text ?? '')) ?? [];
  const [first = '', ...others] = words.split(/\s+/);
  const times = timesOf(first, texts);
  const currency = times === undefined ? words : others.join(' ');
  const total = (typedNumber(digits) ?? 0) * (times ?? 1);
  const isName = /^(?:$|[\p{L}\p{Sc}_])/u.test(currency) && timesOf(currency, texts) === undefined;
  const fits = isName && currency.length <= MAX_CURRENCY_LENGTH;
  return fits && total > 0 && Number.isSafeInteger(total) ? { total, currency } : undefined;
}

function timesOf(word: string, texts: Texts): number | undefined {
  const keys = ['money-words-thousand', 'money-words-million', 'money-words-billion'] as const;
  const key = keys.find((each) =>
    LOCALES.some((locale) => normalise(texts.in(locale).plain(each)).split(/\s+/).includes(word)),
  );
  return key && MULTIPLIERS[key];
}

function named(currency: string): Html {
  return { html: isolate(escapeHtml(currency)) };
}
