/** Parses the HTML of rich messages. Tags and references: core.telegram.org/bots/api#rich-html-style. */
import { type Refusal, sandboxRefusal } from '../bot-api/refusal.ts';

export type Node = string | Element;

export interface Element {
  name: string;
  attributes: ReadonlyMap<string, string>;
  children: Node[];
}

const BLOCKS = [
  ...['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'pre', 'footer', 'hr', 'ul', 'ol', 'blockquote', 'aside', 'details'],
  ...['img', 'video', 'audio', 'figure', 'table', 'tg-document', 'tg-map', 'tg-collage', 'tg-slideshow'],
  ...['tg-math-block', 'tg-button-row', 'tg-thinking'],
];
const PARTS = ['li', 'tr', 'th', 'td', 'caption', 'summary', 'figcaption', 'cite', 'input'];
const INLINE = [
  ...['b', 'strong', 'i', 'em', 'u', 'ins', 's', 'strike', 'del', 'code', 'mark', 'sub', 'sup', 'tg-spoiler', 'a'],
  ...['tg-reference', 'tg-emoji', 'tg-time', 'tg-math', 'tg-button', 'br'],
];
const KNOWN = new Set([...BLOCKS, ...PARTS, ...INLINE]);
/** A block or a part of one. */
export const BLOCK_TAGS: ReadonlySet<string> = new Set([...BLOCKS, ...PARTS]);
const EMPTY = new Set(['br', 'hr', 'img', 'input', 'tg-map']);

export interface Tag {
  name: string;
  attributes: Map<string, string>;
  isEnd: boolean;
  isEmpty: boolean;
  end: number;
}

const TAG = /<(\/?)([a-z][a-z0-9-]*)((?:\s+[a-z][\w-]*(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>`]+))?)*)\s*(\/?)>/iy;
const ATTRIBUTE = /([a-z][\w-]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/gi;

export function tagAt(source: string, at: number): Tag | undefined {
  TAG.lastIndex = at;
  const [whole = '', slash, written = '', rest = '', close] = TAG.exec(source) ?? [];
  const name = written.toLowerCase();
  if (!KNOWN.has(name)) return undefined;
  const attributes = new Map(
    [...rest.matchAll(ATTRIBUTE)].map(([, key = '', double, single, bare]): [string, string] => [
      key.toLowerCase(),
      decode(double ?? single ?? bare ?? ''),
    ]),
  );
  return { name, attributes, isEnd: slash === '/', isEmpty: close === '/' || EMPTY.has(name), end: at + whole.length };
}

/** @throws Refusal where a tag is unknown or not closed */
export function parseHtml(source: string): Node[] {
  const root: Element = { name: '', attributes: new Map(), children: [] };
  const open = [root];
  let at = 0;
  while (at < source.length) {
    const next = source.indexOf('<', at);
    const until = next < 0 ? source.length : next;
    if (until > at) open.at(-1)?.children.push(decode(source.slice(at, until)));
    if (next < 0) break;
    const tag = tagAt(source, next);
    if (!tag) throw wrong(`unsupported tag at ${source.slice(next, next + 20)}`);
    place(tag, open);
    at = tag.end;
  }
  const unclosed = open.length > 1 ? open.at(-1) : undefined;
  if (unclosed) throw wrong(`<${unclosed.name}> is not closed`);
  return root.children;
}

function place({ name, attributes, isEnd, isEmpty }: Tag, open: Element[]): void {
  if (!isEnd) {
    const element: Element = { name, attributes, children: [] };
    open.at(-1)?.children.push(element);
    if (!isEmpty) open.push(element);
  } else if (!EMPTY.has(name)) {
    if (open.length < 2 || open.pop()?.name !== name) throw wrong(`</${name}> closes no tag`);
  }
}

/** `undefined` where the element is not closed. */
export function contentOf(source: string, { name, end }: Tag): { inside: string; end: number } | undefined {
  if (!source.includes('</', end)) return undefined;
  let depth = 1;
  for (let at = source.indexOf('<', end); at >= 0; at = source.indexOf('<', at + 1)) {
    const tag = tagAt(source, at);
    if (tag?.name !== name || (tag.isEmpty && !tag.isEnd)) continue;
    depth += tag.isEnd ? -1 : 1;
    if (depth === 0) return { inside: source.slice(end, at), end: tag.end };
  }
  return undefined;
}

function wrong(what: string): Refusal {
  return sandboxRefusal(`rich_message.html: ${what}`);
}

const NAMED = new Map(
  Object.entries({
    ...{ lt: '<', gt: '>', amp: '&', quot: '"', apos: "'", nbsp: '\u00a0', hellip: '…', mdash: '—', ndash: '–' },
    ...{ lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”' },
  }),
);

/** Unknown references, and those of no character, stay as they are. */
export function decode(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]+));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return NAMED.get(name) ?? whole;
    const code = Number.parseInt(hex ?? decimal, hex === undefined ? 10 : 16);
    const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
    return isCharacter ? String.fromCodePoint(code) : whole;
  });
}
