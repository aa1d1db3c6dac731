import { normalise } from '../find-server.ts';

/** A whole number as a person types it, in digits of any script; `undefined` where it is none, or beyond counting. */
export function typedNumber(text: string | undefined): number | undefined {
  const typed = normalise(text ?? '').replace(/[,٬\s]/g, '');
  return /^\d{1,15}$/.test(typed) ? Number(typed) : undefined;
}
