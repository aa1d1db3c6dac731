import { normalise } from '../../../hosting/answers/spelling.ts';

export { normalise };

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
