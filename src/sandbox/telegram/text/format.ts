import type { MessageEntity, User } from 'grammy/types';
import { Refusal, refusal, sandboxRefusal } from '../bot-api/refusal.ts';
import { detect } from './detect.ts';
import { type Formatted, parseHtml } from './html.ts';
import { normalizeEntities } from './normalize.ts';
import { trim, withoutLeadingSpaces } from './trim.ts';

export interface TextParameters {
  text: string;
  parse_mode?: string | undefined;
  entities?: readonly MessageEntity[] | undefined;
}

/**
 * The text of a message as Telegram stores it: parsed, cleaned, trimmed, with the entities that Telegram finds in it
 * (links, commands, mentions).
 * @param people the people who can be mentioned by identifier (`tg://user?id=`)
 * @throws Refusal for invalid markup and for entities outside the text
 */
export function formatText(source: TextParameters, people: readonly User[]): Formatted {
  const parsed = parse(source);
  const cleaned = clean({ text: parsed.text, entities: normalizeEntities(withMentions(parsed.entities, people)) });
  // Two entities can touch after the removal of characters, so they are normalized again.
  const { text, entities } = trim({ text: cleaned.text, entities: normalizeEntities(withoutLeadingSpaces(cleaned)) });
  return {
    text,
    entities: withoutLeadingSpaces({ text, entities: normalizeEntities([...entities, ...detect(text)]) }),
  };
}

/** The longest text with markup, in bytes. */
const SOURCE_BYTES = 1 << 15;

/** Characters as Telegram's limits count them: Unicode code points. */
export function lengthOf(text: string): number {
  return [...text].length;
}

function parse({ text, parse_mode, entities }: TextParameters): Formatted {
  if (Buffer.byteLength(text) > SOURCE_BYTES) throw refusal('textTooLong');
  if (!parse_mode) return { text, entities: checkEntities(text, entities ?? []) };
  const mode = parse_mode.toLowerCase();
  if (!['html', 'markdown', 'markdownv2'].includes(mode)) throw refusal('parseModeUnsupported');
  if (mode !== 'html') throw new Refusal(501, `Not Implemented: sandbox: parse mode ${parse_mode}`);
  if (entities) throw sandboxRefusal('entities beside parse_mode are ignored by Telegram');
  return parseHtml(text);
}

/** Turns links to people into mentions; drops links to unknown people. */
function withMentions(entities: readonly MessageEntity[], people: readonly User[]): MessageEntity[] {
  return entities.flatMap((entity): MessageEntity[] => {
    const id = entity.type === 'text_link' ? /^tg:\/\/user\/?\?id=(\d+)$/.exec(entity.url)?.[1] : undefined;
    if (!id) return [entity];
    const user = people.find((person) => person.id === Number(id));
    return user ? [{ type: 'text_mention', user, offset: entity.offset, length: entity.length }] : [];
  });
}

/** Telegram detects these itself and ignores them in a call. */
const DETECTED = new Set(['mention', 'hashtag', 'cashtag', 'bot_command', 'url', 'email', 'phone_number']);

/** The entities of a call beside its text. @throws Refusal where one leaves the text or splits a character */
function checkEntities(text: string, entities: readonly MessageEntity[]): MessageEntity[] {
  for (const entity of entities) {
    const end = entity.offset + entity.length;
    if (entity.offset < 0 || entity.length <= 0) throw wrong(entity, 'has no text');
    if (end > text.length) throw wrong(entity, `ends after the end of the text at UTF-16 offset ${text.length}`);
    if (splits(text, entity.offset)) throw wrong(entity, 'begins in a middle of a UTF-16 symbol');
    if (splits(text, end)) throw wrong(entity, 'ends in a middle of a UTF-16 symbol');
  }
  return entities.filter((entity) => !DETECTED.has(entity.type));
}

function splits(text: string, offset: number): boolean {
  return /^[\uDC00-\uDFFF]/.test(text.slice(offset)) && /[\uD800-\uDBFF]$/.test(text.slice(0, offset));
}

function wrong(entity: MessageEntity, what: string): Refusal {
  return new Refusal(400, `Bad Request: entity beginning at UTF-16 offset ${entity.offset} ${what}`);
}

/** Carriage returns, separators, direction embeddings, and three combining marks that draw lines. */
const REMOVED = /[\r\u2028-\u202e]|\u0333|\u033f|\u030a/u;
/** Direction marks before another one; they become zero-width non-joiners. */
const REPEATED_MARKS = /[\u200e\u200f](?=[\u200e\u200f])/g;

/**
 * Removes the characters that Telegram removes, turns control characters (also tabs) into spaces and adjusts the
 * entities; empty ones are dropped. Source: TDLib `clean_input_string_with_entities`.
 */
function clean({ text, entities }: Formatted): Formatted {
  const moved: number[] = [];
  let cleaned = '';
  for (const char of text.split('')) {
    moved.push(cleaned.length);
    if (!REMOVED.test(char)) cleaned += char < ' ' && char !== '\n' ? ' ' : char;
  }
  const place = (at: number) => moved[at] ?? cleaned.length;
  return {
    text: cleaned.replace(REPEATED_MARKS, '\u200c'),
    entities: entities
      .map((entity) => {
        const offset = place(entity.offset);
        return { ...entity, offset, length: place(entity.offset + entity.length) - offset };
      })
      .filter(({ length }) => length > 0),
  };
}
