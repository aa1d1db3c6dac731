import { normalise } from './spelling.ts';

const WORDS = {
  toman: ['toman', 'tomans', 'tuman', 'tomaan', 'irt', 'تومان', 'تومن', 'تومنی', 'تومانی'],
  rial: ['rial', 'rials', 'riyal', 'irr', 'ریال', 'ریالی'],
  usd: ['usd', '$', 'us$', 'dollar', 'dollars', 'دلار'],
  eur: ['eur', '€', 'euro', 'euros', 'یورو'],
} as const;

const RIALS_PER_UNIT: ReadonlyMap<string, number> = new Map([
  ['toman', 10],
  ['rial', 1],
]);

const BY_WORD: ReadonlyMap<string, string> = new Map(
  Object.entries(WORDS).flatMap(([currency, words]) => words.map((word) => [word, currency] as const)),
);

/** The first matching alternative wins, so the longest word comes first. */
export const CURRENCY_WORDS: readonly string[] = [...BY_WORD.keys()].sort((one, other) => other.length - one.length);

export function currencyOf(name: string): string {
  const word = normalise(name);
  return BY_WORD.get(word) ?? word;
}

export function isKnownCurrency(name: string): boolean {
  return Object.hasOwn(WORDS, currencyOf(name));
}

export function worthIn(currency: string, amount: { total: number; currency: string }): number | undefined {
  const [from, to] = [currencyOf(amount.currency), currencyOf(currency)];
  if (from === to) return amount.total;
  const [one, other] = [RIALS_PER_UNIT.get(from), RIALS_PER_UNIT.get(to)];
  return one === undefined || other === undefined ? undefined : (amount.total * one) / other;
}
