import type { MessageEntity } from 'grammy/types';
import { unparsable } from '../bot-api/refusal.ts';
import { linkEntity } from './links.ts';

export interface OpenTag {
  name: string;
  attributes: ReadonlyMap<string, string>;
  offset: number;
}

const PLAIN = new Map<string, MessageEntity.CommonMessageEntity['type']>([
  ['b', 'bold'],
  ['strong', 'bold'],
  ['i', 'italic'],
  ['em', 'italic'],
  ['u', 'underline'],
  ['ins', 'underline'],
  ['s', 'strikethrough'],
  ['strike', 'strikethrough'],
  ['del', 'strikethrough'],
  ['tg-spoiler', 'spoiler'],
  ['span', 'spoiler'],
]);

export const TAGS: ReadonlySet<string> = new Set([
  ...PLAIN.keys(),
  ...['a', 'code', 'pre', 'blockquote', 'tg-emoji', 'tg-time'],
]);

/** `text` ends at the end tag. */
export function addEntity(tag: OpenTag, text: string, entities: MessageEntity[]): void {
  const place = { offset: tag.offset, length: text.length - tag.offset };
  const plain = PLAIN.get(tag.name);
  if (plain) entities.push({ type: plain, ...place });
  else if (tag.name === 'a') addLink(tag, text, place, entities);
  else if (tag.name === 'blockquote') {
    entities.push({ type: tag.attributes.has('expandable') ? 'expandable_blockquote' : 'blockquote', ...place });
  } else if (tag.name === 'tg-emoji') entities.push({ type: 'custom_emoji', custom_emoji_id: emojiId(tag), ...place });
  else if (tag.name === 'tg-time') addTime(tag, place, entities);
  else addCode(tag, place, entities);
}

type Place = { offset: number; length: number };

/** `<pre><code class="language-x">` in either order becomes one `pre` with a language. A lone `code` loses its language. */
function addCode(tag: OpenTag, place: Place, entities: MessageEntity[]): void {
  const language = /^language-(.+)/s.exec(tag.attributes.get('class') ?? '')?.[1];
  const last = entities.at(-1);
  const inside = last && last.offset === place.offset && last.length === place.length ? last : undefined;
  if (tag.name === 'pre' && inside?.type === 'code') {
    entities.pop();
    const known = LANGUAGE.get(inside);
    entities.push(known ? { type: 'pre', language: known, ...place } : { type: 'pre', ...place });
  } else if (tag.name === 'code' && inside?.type === 'pre' && language) {
    entities.pop();
    entities.push({ type: 'pre', language, ...place });
  } else if (tag.name === 'pre') entities.push({ type: 'pre', ...place });
  else {
    const code: MessageEntity = { type: 'code', ...place };
    if (language) LANGUAGE.set(code, language);
    entities.push(code);
  }
}

/** For a `pre` that contains only this `code`. */
const LANGUAGE = new WeakMap<MessageEntity, string>();

function addLink(tag: OpenTag, text: string, place: Place, entities: MessageEntity[]): void {
  const entity = linkEntity(tag.attributes.get('href') || text.slice(tag.offset), place);
  if (entity) entities.push(entity);
}

function emojiId(tag: OpenTag): string {
  const id = customEmojiId(tag.attributes.get('emoji-id') ?? '');
  if (id === undefined) throw unparsable('Invalid custom emoji identifier specified');
  return id;
}

/** A number of 64 bits without needless zeros, as it was written. */
export function customEmojiId(id: string): string | undefined {
  return /^-?[1-9]\d*$/.test(id) && BigInt.asIntN(64, BigInt(id)) === BigInt(id) ? id : undefined;
}

/** `<tg-time unix="1647531900" format="wDT">`; without a time the tag is no entity. */
function addTime(tag: OpenTag, place: Place, entities: MessageEntity[]): void {
  const date_time_format = dateTimeFormat(tag.attributes.get('format') ?? '');
  if (date_time_format === undefined) throw unparsable('Invalid date format used');
  const unix_time = unixTime(tag.attributes.get('unix') ?? '');
  if (unix_time > 0) entities.push({ type: 'date_time', unix_time, date_time_format, ...place });
}

/** Reads digits as a number of 32 bits and drops higher bits. Source: TDLib `to_integer` */
export function unixTime(written: string): number {
  const [, digits = ''] = /^(\d*)/.exec(written) ?? [];
  return [...digits].reduce((value, digit) => (value * 10 + Number(digit)) >>> 0, 0) | 0;
}

type DateTimeFormat = MessageEntity.DateTimeMessageEntity['date_time_format'];

export function isDateTimeFormat(format: string): format is DateTimeFormat {
  return /^(r|w?[dD]?[tT]?)$/.test(format);
}

/** Telegram accepts the letters in any order; `undefined` for an unknown letter. */
export function dateTimeFormat(letters: string): DateTimeFormat | undefined {
  if (/^r$/i.test(letters)) return 'r';
  if (!/^[dDtTwW]*$/.test(letters)) return undefined;
  const day = /w/i.test(letters) ? 'w' : '';
  return `${day}${lastOf(letters, 'd', 'D')}${lastOf(letters, 't', 'T')}`;
}

function lastOf<A extends string, B extends string>(letters: string, short: A, long: B): A | B | '' {
  const [at, longAt] = [letters.lastIndexOf(short), letters.lastIndexOf(long)];
  if (at < 0 && longAt < 0) return '';
  return at > longAt ? short : long;
}
