import { normalise } from '../../../hosting/answers/spelling.ts';

export { normalise };

/** Digits in groups of three, or without groups: "1.5", "1,5" and "1,00" are no whole numbers. */
const WHOLE = /^\+?(?:\d+|\d{1,3}(?:[,٬،'’ ]\d{3})+)$/;

/** A whole number in digits of any script; `undefined` for another text, `Infinity` beyond safe integers. */
export function typedNumber(text: string | undefined): number | undefined {
  const typed = normalise(text ?? '');
  if (!WHOLE.test(typed)) return undefined;
  const value = Number(typed.replace(/\D/g, ''));
  return Number.isSafeInteger(value) ? value : Number.POSITIVE_INFINITY;
}
