import type { Formatted } from './html.ts';

/** Line and paragraph separators, direction embeddings, and three combining marks that draw lines: TDLib removes them. */
const REMOVED = /\r|[\u2028-\u202e]|\u0333|\u033f|\u030a/u;
/** Other control characters become spaces; tab and line feed stay. */
function isControl(char: string): boolean {
  return char < ' ' && char !== '\t' && char !== '\n';
}

/**
 * Removes what Telegram removes from a text and trims it, moving the entities along; entities without a visible
 * character go. Source: TDLib `clean_input_string` and `fix_formatted_text`.
 */
export function clean({ text, entities }: Formatted): Formatted {
  const moved: number[] = [];
  let cleaned = '';
  for (const char of text.split('')) {
    moved.push(cleaned.length);
    if (!REMOVED.test(char)) cleaned += isControl(char) ? ' ' : char;
  }
  moved.push(cleaned.length);
  const visible = entities.filter((entity) => hasText(text, entity.offset, entity.length));
  const firstEntity = Math.min(cleaned.length, ...visible.map((entity) => moved[entity.offset] ?? 0));
  const begin = Math.min(firstEntity, leadingSpace(cleaned));
  const end = Math.max(begin, cleaned.trimEnd().length === 0 ? 0 : endOfText(cleaned));
  const kept = visible.map((entity) => {
    const from = Math.max(begin, moved[entity.offset] ?? 0);
    const to = Math.min(end, moved[entity.offset + entity.length] ?? end);
    return { ...entity, offset: from - begin, length: to - from };
  });
  const trimmed = cleaned.slice(begin, end);
  return { text: trimmed, entities: kept.filter((entity) => hasText(trimmed, entity.offset, entity.length)) };
}

function leadingSpace(text: string): number {
  return /^[ \n]*/.exec(text)?.[0].length ?? 0;
}

function endOfText(text: string): number {
  return text.replace(/[ \n\t]+$/, '').length;
}

function hasText(text: string, offset: number, length: number): boolean {
  return length > 0 && /[^ \n\t]/.test(text.slice(offset, offset + length));
}
