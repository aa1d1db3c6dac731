/** Turns a text and its flat list of entities into the tree they describe. */
import type { MessageEntity } from 'grammy/types';

/** A run of text, or an entity around further pieces with their whole `text`. */
export type Piece = string | { entity: MessageEntity; text: string; pieces: Piece[] };

const BLOCKS = new Set(['blockquote', 'expandable_blockquote', 'pre']);

/**
 * Offsets and lengths are UTF-16 units. An overlapping entity is split at the outer one's end, as in Telegram's apps.
 * Entities outside the text are dropped.
 */
export function pieces(text: string, entities: readonly MessageEntity[] = []): Piece[] {
  return within(text, [...entities], 0, text.length);
}

export function isBlock(entity: MessageEntity): boolean {
  return BLOCKS.has(entity.type);
}

function within(text: string, entities: MessageEntity[], start: number, end: number): Piece[] {
  const found: Piece[] = [];
  const queue = entities
    .filter((one) => one.length > 0 && one.offset >= start && one.offset < end)
    .sort(outermostFirst);
  let cursor = start;
  for (let entity = queue.shift(); entity; entity = queue.shift()) {
    const stop = Math.min(entity.offset + entity.length, end);
    const inside: MessageEntity[] = [];
    while (queue[0] && queue[0].offset < stop) {
      const next = queue.shift();
      if (!next) break;
      const [head, tail] = cut(next, stop);
      inside.push(head);
      if (tail) queue.push(tail);
    }
    queue.sort(outermostFirst);
    if (entity.offset > cursor) found.push(text.slice(cursor, entity.offset));
    found.push({ entity, text: text.slice(entity.offset, stop), pieces: within(text, inside, entity.offset, stop) });
    cursor = stop;
  }
  if (cursor < end) found.push(text.slice(cursor, end));
  return found;
}

function outermostFirst(one: MessageEntity, other: MessageEntity): number {
  return one.offset - other.offset || other.length - one.length || Number(isBlock(other)) - Number(isBlock(one));
}

function cut(entity: MessageEntity, at: number): [MessageEntity, MessageEntity | undefined] {
  const over = entity.offset + entity.length - at;
  if (over <= 0) return [entity, undefined];
  return [
    { ...entity, length: entity.length - over },
    { ...entity, offset: at, length: over },
  ];
}
