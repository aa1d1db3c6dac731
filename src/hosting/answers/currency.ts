import { normalise } from './spelling.ts';

/** The known currencies, each with all words that providers and people write for it. */
const WORDS = {
  toman: ['toman', 'tomans', 'tuman', 'tomaan', 'irt', 'تومان', 'تومن', 'تومنی', 'تومانی'],
  rial: ['rial', 'rials', 'riyal', 'irr', 'ریال', 'ریالی'],
  usd: ['usd', '$', 'us$', 'dollar', 'dollars', 'دلار'],
  eur: ['eur', '€', 'euro', 'euros', 'یورو'],
} as const;

/** The value of one unit in rials, for currencies with a fixed rate: a toman is ten rials. */
const RIALS: ReadonlyMap<string, number> = new Map([
  ['toman', 10],
  ['rial', 1],
]);

const BY_WORD: ReadonlyMap<string, string> = new Map(
  Object.entries(WORDS).flatMap(([currency, words]) => words.map((word) => [word, currency] as const)),
);

/** Every word for a known currency, the longest first, for an expression. */
export const CURRENCY_WORDS: readonly string[] = [...BY_WORD.keys()].sort((one, other) => other.length - one.length);

/** The name of a known currency here, or any other name in one spelling. */
export function currencyOf(name: string): string {
  const word = normalise(name);
  return BY_WORD.get(word) ?? word;
}

export function isKnownCurrency(name: string): boolean {
  return Object.hasOwn(WORDS, currencyOf(name));
}

/** An amount in another currency; `undefined` where the two have no fixed rate. */
export function worthIn(currency: string, amount: { total: number; currency: string }): number | undefined {
  const [from, to] = [currencyOf(amount.currency), currencyOf(currency)];
  if (from === to) return amount.total;
  const [one, other] = [RIALS.get(from), RIALS.get(to)];
  return one === undefined || other === undefined ? undefined : (amount.total * one) / other;
}
