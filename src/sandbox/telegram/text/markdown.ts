/**
 * The grammar, errors and byte offsets follow TDLib's `parse_markdown_v2` and `parse_markdown` (td/telegram/MessageEntity.cpp),
 * also where they surprise.
 */
import type { MessageEntity } from 'grammy/types';
import { type Refusal, unparsable } from '../bot-api/refusal.ts';
import type { Formatted } from './html.ts';
import { linkEntity, parametersOf } from './links.ts';
import { customEmojiId, dateTimeFormat } from './tags.ts';

/** @throws Refusal "Bad Request: can't parse entities: …" */
export function parseMarkdownV2(source: string): Formatted {
  return new MarkdownV2Reader(source).read();
}

/** The legacy mode: entities can't be nested. @throws Refusal "Bad Request: can't parse entities: …" */
export function parseMarkdown(source: string): Formatted {
  return new MarkdownReader(source).read();
}

/** TDLib's errors use these names. */
type Kind = keyof typeof CLOSING | 'BlockQuote';

const CLOSING = {
  Bold: '*',
  Italic: '_',
  Underline: '__',
  Strikethrough: '~',
  Spoiler: '||',
  Code: '`',
  Pre: '```',
  PreCode: '```',
  TextUrl: ']',
  CustomEmoji: ']',
};

/** The longer of two marks with the same beginning comes first. */
const OPENING = [
  ['```', 'Pre'],
  ['`', 'Code'],
  ['__', 'Underline'],
  ['_', 'Italic'],
  ['*', 'Bold'],
  ['~', 'Strikethrough'],
  ['||', 'Spoiler'],
  ['![', 'CustomEmoji'],
  ['[', 'TextUrl'],
] as const;

const RESERVED = new Set('_*[]()~`>#+-=|{}.!\n');
const RESERVED_IN_CODE = new Set('`');

interface Open {
  kind: Kind;
  language: string | undefined;
  offset: number;
  at: number;
}

class MarkdownV2Reader {
  readonly #source: string;
  #at = 0;
  #text = '';
  readonly #open: Open[] = [];
  readonly #entities: MessageEntity[] = [];
  #inQuote = false;
  #mayQuote = true;

  constructor(source: string) {
    this.#source = source;
  }

  read(): Formatted {
    while (this.#at < this.#source.length) {
      if (isEscape(this.#source, this.#at)) {
        this.#at++;
        this.#plain((char) => char === '\n');
      } else if (!this.#isReserved()) this.#plain(() => false);
      else if (this.#inQuote && /^\n(?!>)/.test(this.#source.slice(this.#at, this.#at + 2))) this.#closeQuote();
      else if (this.#isClosing()) this.#close();
      else this.#begin();
    }
    if (this.#inQuote) this.#closeLastQuote();
    const unclosed = this.#open.at(-1);
    if (unclosed) throw this.#unclosed(unclosed);
    return { text: this.#text, entities: this.#entities };
  }

  /** After a carriage return a quote may still follow. */
  #plain(mayQuoteAfter: (char: string) => boolean): void {
    const char = this.#source[this.#at++] ?? '';
    this.#text += char;
    if (char !== '\r') this.#mayQuote = mayQuoteAfter(char);
  }

  #isReserved(): boolean {
    const isCode = ['Code', 'Pre', 'PreCode'].includes(this.#open.at(-1)?.kind ?? '');
    return (isCode ? RESERVED_IN_CODE : RESERVED).has(this.#source[this.#at] ?? '');
  }

  #isClosing(): boolean {
    const open = this.#open.at(-1);
    if (!open || open.kind === 'BlockQuote') return false;
    if (open.kind === 'Italic' && this.#startsWith('__')) return false;
    return this.#startsWith(CLOSING[open.kind]);
  }

  #begin(): void {
    const char = this.#source[this.#at] ?? '';
    if (char === '\n') {
      this.#text += char;
      this.#at++;
      this.#mayQuote = true;
    } else if (char === '>' && this.#mayQuote) this.#beginQuote();
    else {
      const [mark, kind] = OPENING.find(([opening]) => this.#startsWith(opening)) ?? [];
      if (!mark) throw unparsable(`Character '${char}' is reserved and must be escaped with the preceding '\\'`);
      this.#push(kind, mark);
    }
  }

  /** Drops the `>` of the next lines of a quote. */
  #beginQuote(): void {
    if (this.#inQuote) this.#at++;
    else this.#push('BlockQuote', '>');
    this.#inQuote = true;
  }

  #push(kind: Kind, mark: string): void {
    const at = this.#at;
    this.#at += mark.length;
    const head = kind === 'Pre' ? headOfPre(this.#source, this.#at) : { language: undefined, end: this.#at };
    this.#at = head.end;
    const named = head.language === undefined ? kind : 'PreCode';
    this.#open.push({ kind: named, language: head.language, offset: this.#text.length, at });
  }

  #close(): void {
    const open = this.#open.pop();
    if (!open || open.kind === 'BlockQuote') return;
    this.#at += CLOSING[open.kind].length;
    const place = { offset: open.offset, length: this.#text.length - open.offset };
    const entity = this.#entityOf(open.kind, open.language, place);
    if (entity && place.length > 0) this.#entities.push(entity);
  }

  #entityOf(kind: keyof typeof CLOSING, language: string | undefined, place: Place): MessageEntity | undefined {
    if (kind === 'TextUrl') return linkEntity(this.#url() ?? this.#text.slice(place.offset), place);
    if (kind === 'CustomEmoji') {
      const url = this.#url();
      if (url === undefined) throw unparsable('The entity must contain a tg://emoji or tg://time URL');
      const entity = emojiEntity(url, place) ?? timeEntity(url, place);
      if (!entity) throw unparsable('Invalid tg://emoji or tg://time URL specified');
      return entity;
    }
    return language === undefined ? { type: PLAIN[kind], ...place } : { type: 'pre', language, ...place };
  }

  /** `undefined` without parentheses. */
  #url(): string | undefined {
    if (!this.#startsWith('(')) return undefined;
    const begin = ++this.#at;
    let url = '';
    while (this.#at < this.#source.length && !this.#startsWith(')')) {
      if (isEscape(this.#source, this.#at)) this.#at++;
      url += this.#source[this.#at++];
    }
    if (!this.#startsWith(')')) throw this.#wrong("Can't find end of a URL", begin);
    this.#at++;
    return url;
  }

  /** A quote includes the end of its line. An empty spoiler before the end makes the quote expandable. */
  #closeQuote(): void {
    const type = this.#quoteType(this.#source.slice(0, this.#at).replace(/\r$/, '').length);
    const open = this.#open.pop();
    if (open?.kind !== 'BlockQuote') throw this.#unclosed(open);
    this.#at++;
    this.#text += '\n';
    this.#mayQuote = true;
    this.#inQuote = false;
    this.#entities.push({ type, offset: open.offset, length: this.#text.length - open.offset });
  }

  #closeLastQuote(): void {
    const type = this.#quoteType(this.#source.length);
    const open = this.#open.at(-1);
    if (open?.kind !== 'BlockQuote') return;
    this.#open.pop();
    const length = this.#text.length - open.offset;
    if (length > 0) this.#entities.push({ type, offset: open.offset, length });
  }

  /** Removes the mark of an expandable quote, which ends at `end` in the source. */
  #quoteType(end: number): 'expandable_blockquote' | 'blockquote' {
    const last = this.#open.at(-1);
    if (last?.kind !== 'Spoiler' || last.at !== end - CLOSING.Spoiler.length) return 'blockquote';
    this.#open.pop();
    return 'expandable_blockquote';
  }

  #startsWith(mark: string): boolean {
    return this.#source.startsWith(mark, this.#at);
  }

  #unclosed(open: Open | undefined): Refusal {
    return this.#wrong(`Can't find end of ${open?.kind} entity`, open?.at ?? 0);
  }

  #wrong(what: string, at: number): Refusal {
    return unparsable(`${what} at byte offset ${Buffer.byteLength(this.#source.slice(0, at))}`);
  }
}

type Place = { offset: number; length: number };

const PLAIN = {
  Bold: 'bold',
  Italic: 'italic',
  Underline: 'underline',
  Strikethrough: 'strikethrough',
  Spoiler: 'spoiler',
  Code: 'code',
  Pre: 'pre',
  PreCode: 'pre',
} as const;

const DEL = 127;

/** A backslash escapes every character of ASCII except NUL and DEL. */
function isEscape(source: string, at: number): boolean {
  const next = source.charCodeAt(at + 1);
  return source[at] === '\\' && next > 0 && next < DEL;
}

/** The language, up to a space, and one line break. */
const PRE_HEAD = /(?:([^ \t\r\n\0\v`]+)(?=[ \t\r\n\0\v]))?(?:\r\n|\n\r|\r|\n)?/y;

function headOfPre(source: string, at: number): { language: string | undefined; end: number } {
  PRE_HEAD.lastIndex = at;
  const [head = '', language] = PRE_HEAD.exec(source) ?? [];
  return { language, end: at + head.length };
}

function emojiEntity(url: string, place: Place): MessageEntity | undefined {
  const id = parametersOf(url, 'emoji').find(([name]) => name === 'id')?.[1];
  const custom_emoji_id = id === undefined ? undefined : customEmojiId(id);
  return custom_emoji_id === undefined ? undefined : { type: 'custom_emoji', custom_emoji_id, ...place };
}

const LATEST = 2 ** 31 - 1;

function timeEntity(url: string, place: Place): MessageEntity | undefined {
  const parameters = parametersOf(url, 'time');
  const times = parameters.filter(([name]) => name === 'unix').map(([, value]) => value);
  const date_time_format = dateTimeFormat(parameters.findLast(([name]) => name === 'format')?.[1] ?? '');
  const unix_time = Number(times.at(-1) ?? 0);
  if (!times.every((time) => /^[1-9]\d*$/.test(time) && Number(time) <= LATEST)) return undefined;
  if (unix_time === 0 || date_time_format === undefined) return undefined;
  return { type: 'date_time', unix_time, date_time_format, ...place };
}

const LEGACY = { _: 'italic', '*': 'bold', '`': 'code', '```': 'pre', '[': 'text_link' } as const;
type LegacyMark = keyof typeof LEGACY;

class MarkdownReader {
  readonly #source: string;
  #at = 0;
  #text = '';
  readonly #entities: MessageEntity[] = [];

  constructor(source: string) {
    this.#source = source;
  }

  read(): Formatted {
    while (this.#at < this.#source.length) {
      const mark = this.#mark();
      if (mark) this.#entity(mark);
      else {
        if (/^\\[_*`[]/.test(this.#source.slice(this.#at, this.#at + 2))) this.#at++;
        this.#text += this.#source[this.#at++];
      }
    }
    return { text: this.#text, entities: this.#entities };
  }

  #mark(): LegacyMark | undefined {
    const marks: readonly LegacyMark[] = ['```', '`', '_', '*', '['];
    return marks.find((mark) => this.#source.startsWith(mark, this.#at));
  }

  #entity(mark: LegacyMark): void {
    const begin = this.#at;
    const start = begin + mark.length;
    const head = mark === '```' ? headOfPre(this.#source, start) : { language: undefined, end: start };
    const closing = mark === '[' ? ']' : mark;
    const end = this.#source.indexOf(closing, head.end);
    if (end < 0) throw unparsable(`Can't find end of the entity starting at byte offset ${bytes(this.#source, begin)}`);
    const inside = this.#source.slice(head.end, end);
    const place = { offset: this.#text.length, length: inside.length };
    const shift = bytes(this.#source, begin) - Buffer.byteLength(this.#text);
    this.#text += inside;
    this.#at = end + closing.length;
    if (inside === '') return;
    const entity = mark === '[' ? linkEntity(this.#url() ?? shiftedUrl(inside, shift + mark.length), place) : undefined;
    if (entity) this.#entities.push(entity);
    if (mark !== '[') this.#entities.push(styleEntity(mark, head.language, place));
  }

  /** The address in parentheses, or up to the end of the text without the second one. */
  #url(): string | undefined {
    if (this.#source[this.#at] !== '(') return undefined;
    const begin = this.#at + 1;
    const end = this.#source.indexOf(')', begin);
    this.#at = end < 0 ? this.#source.length : end + 1;
    return this.#source.slice(begin, end < 0 ? undefined : end);
  }
}

function styleEntity(mark: Exclude<LegacyMark, '['>, language: string | undefined, place: Place): MessageEntity {
  return language === undefined ? { type: LEGACY[mark], ...place } : { type: 'pre', language, ...place };
}

function bytes(source: string, end: number): number {
  return Buffer.byteLength(source.slice(0, end));
}

/**
 * The address of `[example.com]`. TDLib moves a text over its own source, by `shift` bytes, and then reads the old place:
 * `[example.com]` at the beginning leads to `xample.comm`.
 */
function shiftedUrl(inside: string, shift: number): string {
  const moved = Buffer.from(inside);
  return Buffer.concat([moved.subarray(shift), moved.subarray(Math.max(0, moved.length - shift))]).toString();
}
