import { currencyOf, worthIn } from '../../../hosting/index.ts';
import type { QuoteShown } from '../../../operations/index.ts';
import { escapeHtml, type Html, LOCALES, type Texts, type Translate } from '../../../telegram/i18n/index.ts';
import { formatWhole, isolate } from '../../../telegram/ui/format.ts';
import { normalise, typedNumber } from '../input/typed-input.ts';

/** The currencies whose names the texts know; any other is shown as the provider names it. */
const KNOWN: ReadonlyMap<string, 'money-toman' | 'money-rial'> = new Map([
  ['toman', 'money-toman'],
  ['rial', 'money-rial'],
]);

export type Money = Pick<QuoteShown, 'total' | 'currency'>;

/** An amount of money for a message, in the digits of the language, and whole: a price is never rounded. */
export function money(t: Translate, { total, currency }: Money): Html {
  const known = KNOWN.get(currencyOf(currency));
  const amount = formatWhole(total, t.locale);
  return { html: known ? t(known, { amount }) : t('money-other', { amount, currency: named(currency) }) };
}

/** {@link moneyLabel} of a domain's price: the provider quotes it for one year. */
export function yearlyLabel(t: Translate, quote: Money): string {
  return t.plain('price-per-year', { price: moneyLabel(t, quote) });
}

/** An amount of money for a button. */
export function moneyLabel(t: Translate, { total, currency }: Money): string {
  const known = KNOWN.get(currencyOf(currency));
  const amount = formatWhole(total, t.locale);
  return known ? t.plain(known, { amount }) : t.plain('money-other', { amount, currency: isolate(currency) });
}

/** A price, for a message and for a button. */
export interface PayablePrice {
  html: Html;
  label: string;
}

/** A price that may be paid: undefined where there is none, or its words do not say the amount, such as for want of a text. */
export function payablePrice(t: Translate, quote: Money | undefined): PayablePrice | undefined {
  if (quote === undefined || !(quote.total >= 0) || quote.currency.trim() === '') return undefined;
  const price = { html: money(t, quote), label: moneyLabel(t, quote) };
  const amount = formatWhole(quote.total, t.locale);
  return [price.html.html, price.label].every((words) => words.includes(amount)) ? price : undefined;
}

/** Whether amounts of the two can be compared: one currency under two names, or two with a fixed rate. */
export function comparable(one: string, other: string): boolean {
  return worthIn(one, { total: 1, currency: other }) !== undefined;
}

/** As long as a name that the provider may give one. */
const LONGEST_CURRENCY = 40;
/** How people shorten large amounts ("5 million toman"), by the words of every language. */
const TIMES = { 'money-words-thousand': 1e3, 'money-words-million': 1e6, 'money-words-billion': 1e9 } as const;
/** An amount, perhaps a word that multiplies it, and perhaps a currency: words, or its sign. */
const MONEY = /^(\+?\d(?:[\d,٬،'’ ]*\d)?)\s*([\p{L}\p{Sc}_].*)?$/u;

/** An amount as a person types it: "5,000,000 toman", "5 million"; its currency is empty where none was typed. `undefined` where it is none. */
export function moneyIn(text: string | undefined, texts: Texts): Money | undefined {
  const [, digits, words = ''] = MONEY.exec(normalise(text ?? '')) ?? [];
  const [first = '', ...others] = words.split(/\s+/);
  const times = timesOf(first, texts);
  const currency = times === undefined ? words : others.join(' ');
  const total = (typedNumber(digits) ?? 0) * (times ?? 1);
  const isName = /^(?:$|[\p{L}\p{Sc}_])/u.test(currency) && timesOf(currency, texts) === undefined;
  const fits = isName && currency.length <= LONGEST_CURRENCY;
  return fits && total > 0 && Number.isSafeInteger(total) ? { total, currency } : undefined;
}

function timesOf(word: string, texts: Texts): number | undefined {
  const keys = ['money-words-thousand', 'money-words-million', 'money-words-billion'] as const;
  const key = keys.find((each) =>
    LOCALES.some((locale) => normalise(texts.in(locale).plain(each)).split(/\s+/).includes(word)),
  );
  return key && TIMES[key];
}

function named(currency: string): Html {
  return { html: isolate(escapeHtml(currency)) };
}
