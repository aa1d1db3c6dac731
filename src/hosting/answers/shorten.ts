/** Longest text of the provider that is kept, in UTF-16 code units. */
const MAX_WORDS = 600;
/** Longest value of a field, such as a status, an address or a date. */
const MAX_VALUE = 200;

/** Stands where something was left out. */
export const LEFT_OUT = '…';

/** Embeddings, overrides and isolates: one left open turns the direction of all that follows it. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/g;
const LINE_ENDS = /\r\n?|[\u0085\u2028\u2029]/g;
/** No client shows them, and the XML of a picture can't hold them. */
const CONTROLS = /(?!\n)\p{Cc}+/gu;
const EMPTY_LINES = /\n\s*\n\s*/g;

/**
 * A text of the provider as it is passed on: well-formed, without control characters or turns of direction, and ending in
 * `…` where it was too long to keep whole.
 */
export function shortened(text: string, most = MAX_WORDS): string {
  // What is cut off anyway costs no cleaning: a text may have megabytes.
  const cut = text.length > 2 * most;
  const whole = (cut ? text.slice(0, 2 * most) : text)
    .replace(TURNS, '')
    .replace(LINE_ENDS, '\n')
    .replace(CONTROLS, ' ')
    .replace(EMPTY_LINES, '\n\n')
    .trim();
  if (whole.length <= most && !cut) return whole.toWellFormed();
  // Half of a character that takes two code units goes with the rest.
  const kept = whole.slice(0, most - LEFT_OUT.length).replace(/[\ud800-\udbff]$/, '');
  return `${kept.toWellFormed()}${LEFT_OUT}`;
}

/** What most values are made of: they need no cleaning. */
const PLAIN = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;

/** {@link shortened} to one line: a value among others. */
export function oneLine(text: string, most = MAX_VALUE): string {
  return text.length <= most && PLAIN.test(text) ? text : shortened(text, most).replace(/\s*\n\s*/g, ' ');
}

/** Whether nothing of a text was left out. */
export function isWhole(text: string): boolean {
  return !text.endsWith(LEFT_OUT);
}

/** Whether a text can be sent back, and shown, as it came: nothing in it is lost in a URL, a database or on a screen. */
export function isExact(text: string, most: number): boolean {
  return (
    text.length <= most &&
    (PLAIN.test(text) || (text.isWellFormed() && !/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u.test(text)))
  );
}
