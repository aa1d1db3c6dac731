/** The longest text of the provider to keep, in UTF-16 code units. */
const MAX_WORDS = 600;
/** The longest value of a field, such as a status, an address or a date. */
const MAX_VALUE = 200;

/** Marks a cut. */
export const LEFT_OUT = '…';

/** Embeddings, overrides and isolates: an open one changes the direction of all text behind it. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/g;
const LINE_ENDS = /\r\n?|[\u0085\u2028\u2029]/g;
/** Characters that no client shows, and that the XML of a picture can't hold. */
const CONTROLS = /(?!\n)\p{Cc}+/gu;
const EMPTY_LINES = /\n\s*\n\s*/g;

/**
 * A text of the provider, cleaned: well-formed, without control characters or direction marks, and cut with `…` where it is too
 * long.
 */
export function shortened(text: string, most = MAX_WORDS): string {
  // The cut comes first: a text may have megabytes.
  const cut = text.length > 2 * most;
  const whole = (cut ? text.slice(0, 2 * most) : text)
    .replace(TURNS, '')
    .replace(LINE_ENDS, '\n')
    .replace(CONTROLS, ' ')
    .replace(EMPTY_LINES, '\n\n')
    .trim();
  if (whole.length <= most && !cut) return whole.toWellFormed();
  // Removes half of a character of two code units as well.
  const kept = whole.slice(0, most - LEFT_OUT.length).replace(/[\ud800-\udbff]$/, '');
  return `${kept.toWellFormed()}${LEFT_OUT}`;
}

/** Most values match this and need no cleaning. */
const PLAIN = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;

/** {@link shortened} on one line. */
export function shortenedLine(text: string, most = MAX_VALUE): string {
  return text.length <= most && PLAIN.test(text) ? text : shortened(text, most).replace(/\s*\n\s*/g, ' ');
}

/** Whether a text was not cut. */
export function isWhole(text: string): boolean {
  return !text.endsWith(LEFT_OUT);
}

/** Whether a text can be shown and sent back exactly: it loses nothing in a URL, a database or on a screen. */
export function isExact(text: string, most: number): boolean {
  return (
    text.length <= most &&
    (PLAIN.test(text) || (text.isWellFormed() && !/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u.test(text)))
  );
}
