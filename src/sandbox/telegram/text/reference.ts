const NAMED: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"' };

/**
 * The character reference that starts at `at` (an ampersand), with the length it takes. Telegram knows four names and
 * numbers; anything else is plain text: undefined.
 */
export function decodeReference(source: string, at: number): { text: string; length: number } | undefined {
  const rest = source.slice(at, at + 16);
  const number = /^&#(?:x([0-9a-fA-F]*)|([0-9]*))/.exec(rest);
  if (number) {
    const code = number[1] === undefined ? Number.parseInt(number[2] ?? '', 10) : Number.parseInt(number[1], 16);
    if (!(code > 0 && code < 0x10ffff) || number[0].length >= 10) return undefined;
    return { text: String.fromCodePoint(code), length: withSemicolon(rest, number[0].length) };
  }
  const name = /^&([a-zA-Z]+)/.exec(rest);
  const text = NAMED[name?.[1] ?? ''];
  return name && text ? { text, length: withSemicolon(rest, name[0].length) } : undefined;
}

function withSemicolon(rest: string, length: number): number {
  return rest[length] === ';' ? length + 1 : length;
}
