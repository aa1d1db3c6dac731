import type { MessageEntity, User } from 'grammy/types';
import { mistake, Refusal, refuse } from '../bot-api/refusal.ts';
import { detect } from './detect.ts';
import { type Formatted, parseHtml } from './html.ts';
import { settle } from './normalize.ts';
import { trim, visible } from './trim.ts';

export interface TextAsk {
  text: string;
  parse_mode?: string | undefined;
  entities?: readonly MessageEntity[] | undefined;
}

/**
 * The text of a message as Telegram keeps it: parsed, cleaned, trimmed, with what Telegram finds in it (links,
 * commands, mentions) added to the entities.
 * @param people who can be mentioned by identifier (`tg://user?id=`)
 * @throws Refusal for wrong markup and entities that don't fit the text
 */
export function formatText(ask: TextAsk, people: readonly User[]): Formatted {
  const parsed = parse(ask);
  const cleaned = clean({ text: parsed.text, entities: settle(mention(parsed.entities, people)) });
  // Characters that went can have made two entities touch: they are settled again.
  const { text, entities } = trim({ text: cleaned.text, entities: settle(visible(cleaned)) });
  return { text, entities: visible({ text, entities: settle([...entities, ...detect(text)]) }) };
}

/** Telegram reads no longer text, markup included, in bytes. */
const SOURCE_BYTES = 1 << 15;

/** Characters as Telegram's limits count them: Unicode code points. */
export function lengthOf(text: string): number {
  return [...text].length;
}

function parse({ text, parse_mode, entities }: TextAsk): Formatted {
  if (Buffer.byteLength(text) > SOURCE_BYTES) throw refuse('textTooLong');
  if (!parse_mode) return { text, entities: checkGiven(text, entities ?? []) };
  const mode = parse_mode.toLowerCase();
  if (!['html', 'markdown', 'markdownv2'].includes(mode)) throw refuse('parseModeUnsupported');
  if (mode !== 'html') throw new Refusal(501, `Not Implemented: sandbox: parse mode ${parse_mode}`);
  if (entities) throw mistake('entities beside parse_mode are ignored by Telegram');
  return parseHtml(text);
}

/** Links to people become mentions; a mention of somebody unknown is dropped. */
function mention(entities: readonly MessageEntity[], people: readonly User[]): MessageEntity[] {
  return entities.flatMap((entity): MessageEntity[] => {
    const id = entity.type === 'text_link' ? /^tg:\/\/user\/?\?id=(\d+)$/.exec(entity.url)?.[1] : undefined;
    if (!id) return [entity];
    const user = people.find((person) => person.id === Number(id));
    return user ? [{ type: 'text_mention', user, offset: entity.offset, length: entity.length }] : [];
  });
}

/** Telegram finds these itself and ignores them in a call. */
const FOUND = new Set(['mention', 'hashtag', 'cashtag', 'bot_command', 'url', 'email', 'phone_number']);

/** Checks the entities a call gave beside its text. @throws Refusal when one leaves the text or splits a character */
function checkGiven(text: string, entities: readonly MessageEntity[]): MessageEntity[] {
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

/** Carriage returns, separators and direction embeddings, and three combining marks that draw lines. */
const REMOVED = /[\r\u2028-\u202e]|\u0333|\u033f|\u030a/u;
/** Of several direction marks in a row the last one counts; the others become zero-width non-joiners. */
const MARKS = /[\u200e\u200f](?=[\u200e\u200f])/g;

/**
 * Removes what Telegram removes from a text, makes spaces of control characters (tabs too), and moves the entities
 * along; none may be left of one. Source: TDLib `clean_input_string_with_entities`.
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
    text: cleaned.replace(MARKS, '\u200c'),
    entities: entities
      .map((entity) => {
        const offset = place(entity.offset);
        return { ...entity, offset, length: place(entity.offset + entity.length) - offset };
      })
      .filter(({ length }) => length > 0),
  };
}
