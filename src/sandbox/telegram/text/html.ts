/**
 * The grammar of Telegram's HTML, its errors and their byte offsets follow TDLib's `parse_html` (td/telegram/MessageEntity.cpp)
 * and core.telegram.org/bots/api#html-style.
 */
import type { MessageEntity } from 'grammy/types';
import { type Refusal, unparsable } from '../bot-api/refusal.ts';
import { addEntity, type OpenTag, TAGS } from './tags.ts';

export interface Formatted {
  text: string;
  /** Offsets and lengths in UTF-16 units. */
  entities: MessageEntity[];
}

const SPACE = /[\s\0\v]/;

/** @throws Refusal "Bad Request: can't parse entities: …" */
export function parseHtml(source: string): Formatted {
  return new HtmlReader(source).read();
}

class HtmlReader {
  readonly #source: string;
  #at = 0;
  #text = '';
  readonly #open: OpenTag[] = [];
  readonly #entities: MessageEntity[] = [];

  constructor(source: string) {
    this.#source = source;
  }

  read(): Formatted {
    while (this.#at < this.#source.length) {
      const char = this.#peek();
      if (char === '<') this.#tag();
      else if (char === '&') this.#text += this.#reference();
      else {
        this.#text += char;
        this.#at++;
      }
    }
    const unclosed = this.#open.at(-1);
    if (unclosed) throw unparsable(`Can't find end tag corresponding to start tag "${unclosed.name}"`);
    if (!this.#text.isWellFormed()) {
      throw unparsable(
        'Text contains invalid Unicode characters after decoding HTML entities, check for unmatched surrogate code units',
      );
    }
    return { text: this.#text, entities: this.#entities };
  }

  #peek(): string {
    return this.#source[this.#at] ?? '';
  }

  /** A plain ampersand stands for itself. */
  #reference(): string {
    const found = decodeReference(this.#source, this.#at);
    this.#at += found?.length ?? 1;
    return found?.text ?? '&';
  }

  #tag(): void {
    const begin = this.#at++;
    if (this.#peek() === '/') this.#endTag(begin);
    else this.#startTag(begin);
  }

  #startTag(begin: number): void {
    const name = this.#until((char) => SPACE.test(char) || char === '>').toLowerCase();
    if (this.#ended()) throw this.#wrong('Unclosed start tag', begin);
    if (!TAGS.has(name)) throw this.#wrong(`Unsupported start tag "${name}"`, begin);
    const attributes = new Map<string, string>();
    while (this.#peek() !== '>') {
      this.#spaces();
      if (this.#peek() === '>') break;
      const [attribute, value] = this.#attribute(name, begin);
      if (value !== undefined || attribute === 'expandable') attributes.set(attribute, value ?? '');
    }
    this.#at++;
    if (name === 'span' && attributes.get('class') !== 'tg-spoiler') {
      throw this.#wrong('Tag "span" must have class "tg-spoiler"', begin);
    }
    this.#open.push({ name, attributes, offset: this.#text.length });
  }

  #attribute(tag: string, begin: number): [string, string | undefined] {
    const name = this.#until((char) => SPACE.test(char) || '=>/"\''.includes(char));
    if (name === '') throw this.#wrong(`Empty attribute name in the tag "${tag}"`, begin);
    this.#spaces();
    if (this.#ended()) throw this.#wrong(`Unclosed start tag "${tag}"`, begin);
    if (this.#peek() !== '=') return [name, undefined];
    this.#at++;
    this.#spaces();
    if (this.#ended()) throw this.#wrong(`Unclosed start tag "${tag}"`, begin);
    const value = this.#value();
    if (this.#ended()) throw this.#wrong('Unclosed start tag', begin);
    return [name, value];
  }

  #value(): string {
    const begin = this.#at;
    const quote = this.#peek();
    if (quote !== '"' && quote !== "'") {
      const token = this.#until((char) => !/[A-Za-z0-9.-]/.test(char));
      if (!SPACE.test(this.#peek()) && this.#peek() !== '>') throw this.#wrong('Unexpected end of name token', begin);
      return token.toLowerCase();
    }
    this.#at++;
    let value = '';
    while (this.#peek() !== quote && !this.#ended()) {
      if (this.#peek() === '&') value += this.#reference();
      else value += this.#source[this.#at++];
    }
    if (this.#peek() === quote) this.#at++;
    return value;
  }

  #endTag(begin: number): void {
    const open = this.#open.pop();
    if (!open) throw this.#wrong('Unexpected end tag', begin);
    this.#at++;
    const name = this.#until((char) => SPACE.test(char) || char === '>').toLowerCase();
    this.#spaces();
    if (this.#peek() !== '>') throw this.#wrong('Unclosed end tag', begin);
    this.#at++;
    if (name !== '' && name !== open.name) {
      throw this.#wrong('Unmatched end tag', begin, `, expected "</${open.name}>", found "</${name}>"`);
    }
    if (this.#text.length > open.offset) addEntity(open, this.#text, this.#entities);
  }

  #until(stop: (char: string) => boolean): string {
    const begin = this.#at;
    while (this.#peek() !== '' && !stop(this.#peek())) this.#at++;
    return this.#source.slice(begin, this.#at);
  }

  #spaces(): void {
    this.#until((char) => !SPACE.test(char) || char === '\0');
  }

  /** A NUL ends a tag as the end of the text does. */
  #ended(): boolean {
    return this.#peek() === '' || this.#peek() === '\0';
  }

  #wrong(what: string, at: number, more = ''): Refusal {
    return unparsable(`${what} at byte offset ${Buffer.byteLength(this.#source.slice(0, at))}${more}`);
  }
}

const NAMED = new Map(Object.entries({ lt: '<', gt: '>', amp: '&', quot: '"' }));

/** Telegram knows four names, and numbers; `undefined` for plain text. */
function decodeReference(source: string, at: number): { text: string; length: number } | undefined {
  const rest = source.slice(at, at + 16);
  const number = /^&#(?:x([0-9a-fA-F]*)|([0-9]*))/.exec(rest);
  if (number) {
    const code = number[1] === undefined ? Number.parseInt(number[2] ?? '', 10) : Number.parseInt(number[1], 16);
    if (!(code > 0 && code < 0x10ffff) || number[0].length >= 10) return undefined;
    return { text: String.fromCodePoint(code), length: withSemicolon(rest, number[0].length) };
  }
  const name = /^&([a-zA-Z]+)/.exec(rest);
  const text = NAMED.get(name?.[1] ?? '');
  return name && text ? { text, length: withSemicolon(rest, name[0].length) } : undefined;
}

function withSemicolon(rest: string, length: number): number {
  return rest[length] === ';' ? length + 1 : length;
}
