/**
 * Brings typed text into the form in which it is compared: digits of any script, Arabic and Persian letters alike, a half-space like a
 * space, no case.
 */
export function normalise(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) - 0x06f0))
    .replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x0660))
    .replaceAll('\u064a', '\u06cc')
    .replaceAll('\u0643', '\u06a9')
    .replace(/[\u2066-\u2069\u200e\u200f]/g, '')
    .replace(/[\s\u200c]+/g, ' ')
    .trim()
    .toLowerCase();
}

/** Digits that are grouped by threes, or not at all: "1.5", "1,5" and "1,00" are no whole numbers. */
const WHOLE = /^\+?(?:\d+|\d{1,3}(?:[,٬،'’ ]\d{3})+)$/;

/**
 * A whole number as a person types it, in digits of any script, thousands grouped or not; `undefined` where it is none. One
 * that is too large to count on comes as `Infinity`.
 */
export function typedNumber(text: string | undefined): number | undefined {
  const typed = normalise(text ?? '');
  if (!WHOLE.test(typed)) return undefined;
  const value = Number(typed.replace(/\D/g, ''));
  return Number.isSafeInteger(value) ? value : Number.POSITIVE_INFINITY;
}
