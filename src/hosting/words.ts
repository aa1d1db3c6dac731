/** Longest text of the provider that is kept, in UTF-16 code units. */
const MAX_WORDS = 600;

/** Stands where something was left out. */
export const LEFT_OUT = '…';

/** A text of the provider as it is passed on: well-formed, and ending in `…` where it was too long to keep whole. */
export function shortened(text: string, most = MAX_WORDS): string {
  const whole = text.trim();
  if (whole.length <= most) return whole.toWellFormed();
  // Half of a character that takes two code units goes with the rest.
  const kept = whole.slice(0, most - LEFT_OUT.length).replace(/[\ud800-\udbff]$/, '');
  return `${kept.toWellFormed()}${LEFT_OUT}`;
}
