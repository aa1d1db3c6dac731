import type { MessageEntity } from 'grammy/types';
import { Refusal } from '../bot-api/refusal.ts';

/** Telegram finds these itself and ignores them in a call. */
const FOUND = new Set(['mention', 'hashtag', 'cashtag', 'bot_command', 'url', 'email', 'phone_number']);

/** Checks the entities a call gave beside its text. @throws Refusal when one leaves the text or splits a character */
export function checkGiven(text: string, entities: readonly MessageEntity[]): MessageEntity[] {
  for (const entity of entities) {
    const end = entity.offset + entity.length;
    if (entity.offset < 0 || entity.length <= 0) throw wrong(entity, 'has no text');
    if (end > text.length) throw wrong(entity, `ends after the end of the text at UTF-16 offset ${text.length}`);
    if (splits(text, entity.offset)) throw wrong(entity, 'begins in a middle of a UTF-16 symbol');
    if (splits(text, end)) throw wrong(entity, 'ends in a middle of a UTF-16 symbol');
  }
  return entities.filter((entity) => !FOUND.has(entity.type));
}

function splits(text: string, offset: number): boolean {
  return /^[\uDC00-\uDFFF]/.test(text.slice(offset)) && /[\uD800-\uDBFF]$/.test(text.slice(0, offset));
}

function wrong(entity: MessageEntity, what: string): Refusal {
  return new Refusal(400, `Bad Request: entity beginning at UTF-16 offset ${entity.offset} ${what}`);
}
