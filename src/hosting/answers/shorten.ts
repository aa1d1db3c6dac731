const MAX_TEXT_LENGTH = 600;
const MAX_VALUE_LENGTH = 200;

export const LEFT_OUT = '…';

/** An open embedding, override or isolate changes the direction of all text behind it. */
const DIRECTION_MARKS = /[\u202a-\u202e\u2066-\u2069]/g;
const LINE_ENDS = /\r\n?|[\u0085\u2028\u2029]/g;
/** No client shows control characters, and the XML of a picture can't hold them. */
const CONTROLS = /(?!\n)\p{Cc}+/gu;
const EMPTY_LINES = /\n\s*\n\s*/g;

/** Cuts at `most` UTF-16 code units. */
export function shortened(text: string, most = MAX_TEXT_LENGTH): string {
  // The cut comes first: a text may have megabytes.
  const cut = text.length > 2 * most;
  const whole = (cut ? text.slice(0, 2 * most) : text)
    .replace(DIRECTION_MARKS, '')
    .replace(LINE_ENDS, '\n')
    .replace(CONTROLS, ' ')
    .replace(EMPTY_LINES, '\n\n')
    .trim();
  if (whole.length <= most && !cut) return whole.toWellFormed();
  // A cut character of two code units loses its first half as well.
  const kept = whole.slice(0, most - LEFT_OUT.length).replace(/[\ud800-\udbff]$/, '');
  return `${kept.toWellFormed()}${LEFT_OUT}`;
}

const PLAIN = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;

export function shortenedLine(text: string, most = MAX_VALUE_LENGTH): string {
  return text.length <= most && PLAIN.test(text) ? text : shortened(text, most).replace(/\s*\n\s*/g, ' ');
}

export function isWhole(text: string): boolean {
  return !text.endsWith(LEFT_OUT);
}

export function isExact(text: string, most: number): boolean {
  return (
    text.length <= most &&
    (PLAIN.test(text) || (text.isWellFormed() && !/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u.test(text)))
  );
}
