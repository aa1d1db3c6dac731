import type { MessageEntity, User } from 'grammy/types';
import { Refusal, refusal } from '../bot-api/refusal.ts';
import { detect, overlap } from './detect.ts';
import { type Formatted, parseHtml } from './html.ts';
import { checkLink, userOfLink } from './links.ts';
import { parseMarkdown, parseMarkdownV2 } from './markdown.ts';
import { isContinuous, normalizeEntities } from './normalize.ts';
import { dateTimeFormat } from './tags.ts';

export interface TextParameters {
  text: string;
  parse_mode?: string | undefined;
  entities?: readonly MessageEntity[] | undefined;
}

/**
 * Parses, cleans and trims a text, and finds its links, commands and mentions.
 * Source: TDLib `get_formatted_text` and `fix_formatted_text`.
 * @param people can be mentioned by identifier (`tg://user?id=`) @param mayBeEmpty for captions
 * @throws Refusal for invalid markup, for entities outside the text, and for an empty text
 */
export function formatText(source: TextParameters, people: readonly User[], mayBeEmpty = false): Formatted {
  return fixText(parseText(source), people, mayBeEmpty);
}

/** The second stage of {@link formatText}, which needs the chat. */
export function fixText(parsed: Formatted, people: readonly User[], mayBeEmpty = false): Formatted {
  if (!parsed.text.isWellFormed()) throw refusal('textNotUtf8');
  const given = normalizeEntities(checkedEntities(parsed.entities, people));
  checkPlaces(parsed.text, given);
  const cleaned = clean({ text: parsed.text, entities: given });
  // Removed characters can make two entities touch.
  const { text, entities } = trim({ text: cleaned.text, entities: normalizeEntities(cleaned.entities) });
  if (!mayBeEmpty && isEmptyText(text)) throw refusal('textEmpty');
  return { text, entities: withDetected(text, entities) };
}

const MAX_MARKUP_BYTES = 1 << 15;

/** Telegram's limits count Unicode code points. */
export function lengthOf(text: string): number {
  return [...text].length;
}

/** Spaces of every kind, zero-width characters, direction marks and tags. Source: TDLib `is_empty_string`. */
const EMPTY =
  /^(?:[ \n\u00a0\u1680\u180e\u2000-\u200b\u200e\u200f\u202e\u202f\u205f\u2800\u3000\ufeff\ufffc]|\u200c|\u200d|[\u{e0000}-\u{e007f}])*$/u;

export function isEmptyText(text: string): boolean {
  return EMPTY.test(text);
}

/** The first stage of {@link formatText}: reads the markup. A parse mode makes Telegram ignore entities. */
export function parseText({ text, parse_mode = '', entities = [] }: TextParameters): Formatted {
  if (Buffer.byteLength(text) > MAX_MARKUP_BYTES) throw refusal('textTooLong');
  const mode = parse_mode.toLowerCase();
  if (text === '' || mode === '' || mode === 'none')
    return { text, entities: entities.filter(({ type }) => !DETECTED.has(type)) };
  const parse = PARSERS.get(mode);
  if (!parse) throw refusal('parseModeUnsupported');
  if (!text.isWellFormed()) throw refusal('markupNotUtf8');
  return parse(text);
}

const PARSERS = new Map([
  ['html', parseHtml],
  ['markdown', parseMarkdown],
  ['markdownv2', parseMarkdownV2],
]);

/** Telegram detects these itself and ignores them in a call. */
const DETECTED = new Set([
  ...['mention', 'hashtag', 'cashtag', 'bot_command', 'url', 'email', 'phone_number', 'bank_card_number'],
]);

/** Turns links to people into mentions, drops mentions of unknown people, and completes links. */
function checkedEntities(entities: readonly MessageEntity[], people: readonly User[]): MessageEntity[] {
  return entities.filter(hasPlace).flatMap((entity): MessageEntity[] => {
    const { offset, length } = entity;
    if (entity.type === 'custom_emoji' && Number(entity.custom_emoji_id) === 0) throw refusal('customEmojiInvalid');
    if (entity.type === 'date_time') return [checkedDate(entity)];
    const mentioned = mentionedBy(entity);
    if (mentioned !== undefined) {
      const user = people.find(({ id }) => id === mentioned);
      return user ? [{ type: 'text_mention', user, offset, length }] : [];
    }
    return entity.type === 'text_link' ? [{ ...entity, url: checkedUrl(entity.url) }] : [entity];
  });
}

function checkedDate(entity: MessageEntity.DateTimeMessageEntity): MessageEntity {
  if (entity.unix_time <= 0) throw refusal('dateInvalid');
  return { ...entity, date_time_format: dateTimeFormat(entity.date_time_format ?? '') ?? '' };
}

function mentionedBy(entity: MessageEntity): number | undefined {
  if (entity.type === 'text_mention') return entity.user.id;
  return entity.type === 'text_link' ? userOfLink(entity.url) : undefined;
}

function checkedUrl(url: string): string {
  const checked = checkLink(url);
  if ('url' in checked) return checked.url;
  throw new Refusal(400, `Bad Request: entity URL '${url}' is invalid: ${checked.problem}`);
}

const FARTHEST = 1_000_000;

function hasPlace({ offset, length }: MessageEntity): boolean {
  if (offset < 0 || offset > FARTHEST) throw incorrect('offset', offset);
  if (length < 0 || length > FARTHEST) throw incorrect('length', length);
  return length > 0;
}

function incorrect(what: string, value: number): Refusal {
  return new Refusal(400, `Bad Request: receive an entity with incorrect ${what} ${value}`);
}

/** @throws Refusal where an entity leaves the text or splits a character */
function checkPlaces(text: string, sorted: readonly MessageEntity[]): void {
  const ends = sorted.filter((entity) => splits(text, endOf(entity)));
  const begins = sorted.filter(({ offset }) => splits(text, offset));
  const end = ends.toSorted((one, other) => endOf(one) - endOf(other)).at(0);
  const begin = begins.at(0);
  if (end && !(begin && begin.offset < endOf(end)))
    throw misplaced(`beginning at UTF-16 offset ${end.offset} ends ${inTheMiddle(text, endOf(end))}`);
  if (begin) throw misplaced(`begins ${inTheMiddle(text, begin.offset)}`);
  const beyond = sorted.find(({ offset }) => offset > text.length);
  if (beyond) throw misplaced(`begins after the end of the text at UTF-16 offset ${beyond.offset}`);
  const over = sorted.findLast((entity) => endOf(entity) > text.length);
  if (!over) return;
  const place = `beginning at UTF-16 offset ${over.offset}`;
  throw misplaced(`${place} ends after the end of the text at UTF-16 offset ${endOf(over)}`);
}

function endOf({ offset, length }: MessageEntity): number {
  return offset + length;
}

function splits(text: string, offset: number): boolean {
  return /^[\uDC00-\uDFFF]/.test(text.slice(offset, offset + 1)) && offset > 0;
}

function inTheMiddle(text: string, offset: number): string {
  return `in a middle of a UTF-16 symbol at byte offset ${Buffer.byteLength(text.slice(0, offset + 1))}`;
}

function misplaced(what: string): Refusal {
  return new Refusal(400, `Bad Request: entity ${what}`);
}

/** Keeps spaces after the beginning of the first entity. */
function trim({ text, entities }: Formatted): Formatted {
  const end = text.replace(/[ \n]+$/, '').length;
  if (end === 0) return { text: '', entities: [] };
  const within = entities
    .filter(({ offset }) => offset < end)
    .map((entity) => ({ ...entity, length: Math.min(end - entity.offset, entity.length) }));
  const spaces = /^[ \n]*/.exec(text)?.[0].length ?? 0;
  const begin = Math.min(spaces, ...within.map(({ offset }) => offset));
  return {
    text: text.slice(begin, end),
    entities: normalizeEntities(within.map((entity) => ({ ...entity, offset: entity.offset - begin }))),
  };
}

/** Entities of the call win over detected ones. */
function withDetected(text: string, entities: readonly MessageEntity[]): MessageEntity[] {
  const claimed = entities.filter(({ type }) => isContinuous(type));
  const found = detect(text).filter((entity) => !claimed.some((other) => overlap(other, entity)));
  return normalizeEntities([...entities, ...found]);
}

/** For texts without entities: of a button, a command. Source: TDLib `clean_input_string`. */
export function cleanString(text: string): string {
  return clean({ text, entities: [] }).text;
}

/** Carriage returns, separators, direction embeddings, and three combining marks that draw lines. */
const REMOVED = /[\r\u2028-\u202e]|\u0333|\u033f|\u030a/u;
/** Any of these, or a control character that becomes a space. */
const CHANGED = /[^\P{Cc}\n]|[\u2028-\u202e]|\u0333|\u033f|\u030a/u;
/** A direction mark before another one becomes a zero-width non-joiner. */
const REPEATED_MARKS = /[\u200e\u200f](?=[\u200e\u200f])/g;

/**
 * Removes what Telegram removes, turns control characters (also tabs) into spaces, and adjusts the entities.
 * Source: TDLib `clean_input_string_with_entities`.
 */
function clean({ text, entities }: Formatted): Formatted {
  if (!CHANGED.test(text)) return { text: text.replace(REPEATED_MARKS, '\u200c'), entities: [...entities] };
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
