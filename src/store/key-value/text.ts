/**
 * The text of a stored value, as keyv writes it, which earlier releases used: JSON in an object, and a colon before each text that
 * begins with one, because keyv marks what JSON can't hold so.
 */

/** Where JSON text may hold a text that begins with a colon: few values do, and only those are gone through. */
const MAY_BEGIN_WITH_COLON = /[[:,]":/;

/** @param value of what JSON can hold */
export function textOf(value: unknown): string {
  const text = JSON.stringify({ value });
  if (!MAY_BEGIN_WITH_COLON.test(text)) return text;
  return JSON.stringify({ value }, (_, each: unknown) => (beginsWithColon(each) ? `:${each}` : each));
}

/** @throws SyntaxError */
export function valueIn(text: string): unknown {
  const { value }: { value?: unknown } = MAY_BEGIN_WITH_COLON.test(text)
    ? JSON.parse(text, (_, each: unknown) => (beginsWithColon(each) ? each.slice(1) : each))
    : JSON.parse(text);
  return value;
}

function beginsWithColon(value: unknown): value is string {
  return typeof value === 'string' && value.startsWith(':');
}
