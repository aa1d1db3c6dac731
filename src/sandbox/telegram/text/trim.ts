import type { MessageEntity } from 'grammy/types';
import type { Formatted } from './html.ts';

/** These keep their leading spaces. Source: TDLib `is_hidden_data_entity`. */
const ON_SPACES = new Set(['text_link', 'text_mention', 'pre', 'code']);

/**
 * Removes the leading spaces of entities, and entities of spaces only. Needs Telegram's order.
 * Source: TDLib `remove_invalid_entities`.
 */
export function withoutLeadingSpaces({ text, entities }: Formatted): MessageEntity[] {
  return entities.flatMap((entity, order): MessageEntity[] => {
    if (ON_SPACES.has(entity.type)) return [entity];
    const inner = entities.slice(order + 1).filter(({ type }) => ON_SPACES.has(type));
    const end = entity.offset + entity.length;
    let begin = entity.offset;
    while (begin < end && isSpace(text[begin]) && !inner.some((one) => covers(one, begin))) begin++;
    return /^[ \n]*$/.test(text.slice(begin, end)) ? [] : [{ ...entity, offset: begin, length: end - begin }];
  });
}

/** Removes the spaces at the end, and those at the beginning up to the first entity. Source: TDLib `fix_formatted_text`. */
export function trim({ text, entities }: Formatted): Formatted {
  const end = text.replace(/[ \n]+$/, '').length;
  const within = entities
    .filter(({ offset }) => offset < end)
    .map((entity) => ({ ...entity, length: Math.min(end - entity.offset, entity.length) }));
  const spaces = /^[ \n]*/.exec(text)?.[0].length ?? 0;
  const begin = Math.min(spaces, end, ...within.map(({ offset }) => offset));
  return {
    text: text.slice(begin, end),
    entities: within.map((entity) => ({ ...entity, offset: entity.offset - begin })),
  };
}

function covers({ offset, length }: MessageEntity, at: number): boolean {
  return offset <= at && at < offset + length;
}

function isSpace(char: string | undefined): boolean {
  return char === ' ' || char === '\n';
}
