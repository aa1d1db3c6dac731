import type { MessageEntity } from 'grammy/types';
import { Refusal } from '../bot-api/refusal.ts';

export interface OpenTag {
  name: string;
  attributes: ReadonlyMap<string, string>;
  /** The beginning of its text, in UTF-16 units. */
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

/** Adds the entity of a closed tag; `text` ends at its end tag. */
export function addEntity(tag: OpenTag, text: string, entities: MessageEntity[]): void {
  const place = { offset: tag.offset, length: text.length - tag.offset };
  const plain = PLAIN.get(tag.name);
  if (plain) entities.push({ type: plain, ...place });
  else if (tag.name === 'a') addLink(tag, text, place, entities);
  else if (tag.name === 'blockquote') {
    entities.push({ type: tag.attributes.has('expandable') ? 'expandable_blockquote' : 'blockquote', ...place });
  } else if (tag.name === 'tg-emoji') entities.push({ type: 'custom_emoji', custom_emoji_id: emojiId(tag), ...place });
  else if (tag.name === 'tg-time') entities.push(dateTime(tag, place));
  else addCode(tag, place, entities);
}

type Place = { offset: number; length: number };

/** `<pre><code class="language-x">` in either order becomes one `pre` with a language. The language of a lone `code` is dropped. */
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

/** The language of a `code`, for the case that a `pre` around it has no other content. */
const LANGUAGE = new WeakMap<MessageEntity, string>();

function addLink(tag: OpenTag, text: string, place: Place, entities: MessageEntity[]): void {
  const url = checkedLink(tag.attributes.get('href') || text.slice(tag.offset));
  if (url) entities.push({ type: 'text_link', url, ...place });
}

/** The URL as Telegram stores it, with a scheme; undefined for an invalid URL, which is no entity. */
function checkedLink(url: string): string | undefined {
  const whole = /^[a-z][a-z0-9+.-]*:/i.test(url) && !/^[^/:]+:\d+(\/|$)/.test(url) ? url : `http://${url}`;
  const parsed = URL.parse(whole);
  if (!parsed || !['http:', 'https:', 'tg:', 'ton:', 'tonsite:', 'ftp:', 'mailto:', 'tel:'].includes(parsed.protocol)) {
    return undefined;
  }
  if (/^https?:$/.test(parsed.protocol) && !/[.:]/.test(parsed.hostname)) return undefined;
  return parsed.href;
}

function emojiId(tag: OpenTag): string {
  const id = tag.attributes.get('emoji-id') ?? '';
  if (!/^[1-9]\d{0,18}$/.test(id)) {
    throw new Refusal(400, "Bad Request: can't parse entities: Invalid custom emoji identifier specified");
  }
  return id;
}

/** `<tg-time unix="1647531900" format="wDT">` (Bot API 9.5). */
function dateTime(tag: OpenTag, place: Place): MessageEntity {
  const unix = tag.attributes.get('unix') ?? '';
  const date_time_format = tag.attributes.get('format') ?? '';
  if (!/^[1-9]\d{0,9}$/.test(unix)) {
    throw new Refusal(400, "Bad Request: can't parse entities: Invalid Unix time specified");
  }
  if (!isDateTimeFormat(date_time_format)) {
    throw new Refusal(400, "Bad Request: can't parse entities: Invalid date-time format specified");
  }
  return { type: 'date_time', unix_time: Number(unix), date_time_format, ...place };
}

type DateTimeFormat = MessageEntity.DateTimeMessageEntity['date_time_format'];

export function isDateTimeFormat(format: string): format is DateTimeFormat {
  return /^(r|w?[dD]?[tT]?)$/.test(format);
}
