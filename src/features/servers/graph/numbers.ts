import type { Locale } from '../../../telegram/i18n/index.ts';

/** A number short enough for an axis: three digits that count, in the digits and words of the language. */
export function shortNumber(value: number, locale: Locale): string {
  return new Intl.NumberFormat(locale, {
    maximumSignificantDigits: 3,
    notation: notationOf(value),
  }).format(value);
}

function notationOf(value: number): 'standard' | 'compact' | 'scientific' {
  const size = Math.abs(value);
  if (size >= 1e15 || (size > 0 && size < 1e-3)) return 'scientific';
  return size >= 1e4 ? 'compact' : 'standard';
}
