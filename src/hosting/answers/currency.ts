/** The currencies that are known, by every word for them that providers and people write. */
const WORDS = {
  toman: ['toman', 'tomans', 'tuman', 'tomaan', 'irt', 'تومان', 'تومن', 'تومنی', 'تومانی'],
  rial: ['rial', 'rials', 'riyal', 'irr', 'ریال', 'ریالی'],
  usd: ['usd', '$', 'us$', 'dollar', 'dollars', 'دلار'],
  eur: ['eur', '€', 'euro', 'euros', 'یورو'],
} as const;

/** What one unit is worth among those that have a fixed rate: ten rials are a toman. */
const RIALS: ReadonlyMap<string, number> = new Map([
  ['toman', 10],
  ['rial', 1],
]);

const BY_WORD: ReadonlyMap<string, string> = new Map(
  Object.entries(WORDS).flatMap(([currency, words]) => words.map((word) => [word, currency] as const)),
);

/** Every word for a currency that is known, the longest first: as an expression finds them. */
export const CURRENCY_WORDS: readonly string[] = [...BY_WORD.keys()].sort((one, other) => other.length - one.length);

/** A currency in one spelling, whatever it is called; the known ones by their names here. */
export function currencyOf(name: string): string {
  const word = name
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replaceAll('ي', 'ی')
    .replaceAll('ك', 'ک')
    .trim()
    .toLowerCase()
    .replace(/\s+/gu, ' ');
  return BY_WORD.get(word) ?? word;
}

export function isKnownCurrency(name: string): boolean {
  return Object.hasOwn(WORDS, currencyOf(name));
}

/** What an amount is in another currency; `undefined` where the two have no fixed rate. */
export function worthIn(currency: string, amount: { total: number; currency: string }): number | undefined {
  const [from, to] = [currencyOf(amount.currency), currencyOf(currency)];
  if (from === to) return amount.total;
  const [one, other] = [RIALS.get(from), RIALS.get(to)];
  return one === undefined || other === undefined ? undefined : (amount.total * one) / other;
}
