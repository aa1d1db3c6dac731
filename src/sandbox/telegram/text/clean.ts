import type { Formatted } from './html.ts';

/** Carriage returns, separators and direction embeddings, and three combining marks that draw lines. */
const REMOVED = /[\r\u2028-\u202e]|\u0333|\u033f|\u030a/u;
/** Of several direction marks in a row the last one counts; the others become zero-width non-joiners. */
const MARKS = /[\u200e\u200f](?=[\u200e\u200f])/g;

/**
 * Removes what Telegram removes from a text, makes spaces of control characters (tabs too), and moves the entities
 * along; none may be left of one. Source: TDLib `clean_input_string_with_entities`.
 */
export function clean({ text, entities }: Formatted): Formatted {
  const moved: number[] = [];
  let cleaned = '';
  for (const char of text.split('')) {
    moved.push(cleaned.length);
    if (!REMOVED.test(char)) cleaned += char < ' ' && char !== '\n' ? ' ' : char;
  }
  const place = (at: number) => moved[at] ?? cleaned.length;
  return {
    text: cleaned.replace(MARKS, '\u200c'),
    entities: entities
      .map((entity) => {
        const offset = place(entity.offset);
        return { ...entity, offset, length: place(entity.offset + entity.length) - offset };
      })
      .filter(({ length }) => length > 0),
  };
}
