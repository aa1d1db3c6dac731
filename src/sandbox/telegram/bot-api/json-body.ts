import type { Raw } from './types.ts';
import { attempt, isDeeper, isRecord, JSON_LEVELS } from './values.ts';

export function parseBody(body: string): ReturnType<typeof attempt> {
  return attempt(() => JSON.parse(body));
}

/**
 * Telegram reads a JSON body leniently (line breaks in strings, a comma before the end) and keeps the part before a mistake.
 * A body that is a string is the parameter `content`. Source: TDLib `HttpReader::parse_json_parameters`
 * @param tried the result of {@link parseBody}, where it is known
 */
export function readJsonBody(body: string, tried: ReturnType<typeof parseBody> = parseBody(body)): Raw {
  // A parameter itself can have all levels.
  if (!('value' in tried) || isDeeper(tried.value, JSON_LEVELS + 1)) return new LenientReader(body).parameters();
  const { value: read } = tried;
  return isRecord(read) ? read : typeof read === 'string' ? { content: read } : {};
}

const SPACES = /[ \t\r\n\0\v]*/y;
const STRING = /"((?:[^"\\]|\\u[0-9a-fA-F]{4}|\\[^u])*)"/sy;
const LITERAL = /false|true|null|[-+.\d][-+.\deE]*/y;

class LenientReader {
  readonly #body: string;
  #at = 0;

  constructor(body: string) {
    this.#body = body;
  }

  parameters(): Raw {
    const read = new Map<string, unknown>();
    if (!this.#skip('{')) return {};
    while (!this.#skip('}')) {
      const name = this.#string();
      const value = name !== undefined && this.#skip(':') ? this.#value() : undefined;
      if (name === undefined || value === undefined) break;
      if (!read.has(name)) read.set(name, value);
      if (!this.#skip(',') && !this.#isNext('}')) break;
    }
    return Object.fromEntries(read);
  }

  /** A string, or the text of another value; `undefined` where it can't be read. */
  #value(): string | undefined {
    if (this.#isNext('"')) return this.#string();
    const begin = this.#at;
    return this.#skipValue(JSON_LEVELS) ? this.#body.slice(begin, this.#at) : undefined;
  }

  #string(): string | undefined {
    const text = this.#match(STRING)?.[1];
    return text?.replace(/\\(?:u([0-9a-fA-F]{4})|([^u]))/gs, (_escape, code?: string, char = '') =>
      code === undefined ? (NAMED[char] ?? char) : String.fromCharCode(Number.parseInt(code, 16)),
    );
  }

  #skipValue(depth: number): boolean {
    if (depth < 0) return false;
    if (this.#skip('[')) return this.#skipItems(']', () => this.#skipValue(depth - 1));
    if (this.#skip('{'))
      return this.#skipItems('}', () => this.#string() !== undefined && this.#skip(':') && this.#skipValue(depth - 1));
    return (this.#match(STRING) ?? this.#match(LITERAL)) !== null;
  }

  #skipItems(end: string, skipItem: () => boolean): boolean {
    if (this.#skip(end)) return true;
    do {
      if (!skipItem()) return false;
    } while (this.#skip(','));
    return this.#skip(end);
  }

  #skip(char: string): boolean {
    const isNext = this.#isNext(char);
    if (isNext) this.#at++;
    return isNext;
  }

  #isNext(char: string): boolean {
    SPACES.lastIndex = this.#at;
    this.#at += SPACES.exec(this.#body)?.[0].length ?? 0;
    return this.#body[this.#at] === char;
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    this.#isNext('');
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#body);
    this.#at += found?.[0].length ?? 0;
    return found;
  }
}

const NAMED: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };
