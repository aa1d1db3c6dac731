import type { QuoteShown } from '../operations/index.ts';
import { isolate } from '../telegram/format.ts';
import type { Html, Translate } from '../telegram/i18n.ts';
import { escapeHtml } from '../telegram/i18n.ts';
import { normalise } from './find-server.ts';

/** The currencies whose names the texts know; any other is shown as the provider names it. */
const KNOWN: Readonly<Record<string, 'money-toman' | 'money-rial'>> = {
  toman: 'money-toman',
  tomans: 'money-toman',
  irt: 'money-toman',
  تومان: 'money-toman',
  rial: 'money-rial',
  rials: 'money-rial',
  irr: 'money-rial',
  ریال: 'money-rial',
};

export type Money = Pick<QuoteShown, 'total' | 'currency'>;

/** An amount of money for a message, in the digits of the language. */
export function money(t: Translate, { total, currency }: Money): Html {
  const known = KNOWN[currency.trim().toLowerCase()];
  return { html: known ? t(known, { amount: total }) : t('money-other', { amount: total, currency: named(currency) }) };
}

/** An amount of money for a button. */
export function moneyLabel(t: Translate, { total, currency }: Money): string {
  const known = KNOWN[currency.trim().toLowerCase()];
  return known
    ? t.plain(known, { amount: total })
    : t.plain('money-other', { amount: total, currency: isolate(currency) });
}

/** Whether two names mean the same currency. */
export function sameCurrency(one: string, other: string): boolean {
  const [a, b] = [one.trim().toLowerCase(), other.trim().toLowerCase()];
  return a === b || (KNOWN[a] !== undefined && KNOWN[a] === KNOWN[b]);
}

const LONGEST_CURRENCY = 20;

/** An amount and its currency as a person types them: "5,000,000 toman"; `undefined` where it is not both. */
export function moneyIn(text: string | undefined): Money | undefined {
  const [, digits = '', currency = ''] = /^([\d,٬\s]*\d)\s*([^\d\s].*)$/.exec(normalise(text ?? '')) ?? [];
  const total = Number(digits.replace(/\D/g, ''));
  const fits = digits !== '' && total > 0 && Number.isSafeInteger(total) && currency.length <= LONGEST_CURRENCY;
  return fits ? { total, currency } : undefined;
}

function named(currency: string): Html {
  return { html: isolate(escapeHtml(currency)) };
}
