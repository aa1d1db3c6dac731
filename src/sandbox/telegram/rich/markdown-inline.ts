/** Parses the words of Markdown: styles, links, emoji, times, formulas, footnotes and tags. */
import { contentOf, decode, type Element, type Node, tagAt } from './html.ts';

type Found = { node: Node; end: number } | undefined;
type Rule = (source: string, at: number, dead: Set<string>) => Found;

function element(name: string, children: Node[], attributes: Record<string, string> = {}): Element {
  return { name, children, attributes: new Map(Object.entries(attributes)) };
}

/** @param only with `tags`, Markdown's own signs are words */
export function inlineNodes(source: string, only?: 'tags'): Node[] {
  const nodes: Node[] = [];
  /** The signs without a closing one further on. */
  const dead = new Set<string>();
  let words = '';
  let at = 0;
  const end = () => {
    if (words !== '') nodes.push(decode(words));
    words = '';
  };
  while (at < source.length) {
    const rules = only === 'tags' ? TAG_RULES : (RULES[source[at] ?? ''] ?? []);
    const found = first(rules, source, at, dead);
    if (!found) words += source[at++];
    else {
      end();
      nodes.push(found.node);
      at = found.end;
    }
  }
  end();
  return nodes;
}

function first(rules: readonly Rule[], source: string, at: number, dead: Set<string>): Found {
  for (const rule of rules) {
    const found = rule(source, at, dead);
    if (found) return found;
  }
  return undefined;
}

const escaped: Rule = (source, at) => {
  const next = source[at + 1] ?? '';
  if (next === '\n') return { node: element('br', []), end: at + 2 };
  return /[!-/:-@[-`{-~]/.test(next) ? { node: next, end: at + 2 } : undefined;
};

/** Two spaces at the end of a line break the line. */
const brokenLine: Rule = (source, at) => {
  const [whole] = /^ {2,}\n/.exec(source.slice(at, at + 80)) ?? [];
  return whole === undefined ? undefined : { node: element('br', []), end: at + whole.length };
};

const code: Rule = (source, at) => {
  const mark = /^`+/.exec(source.slice(at))?.[0] ?? '`';
  const end = closing(source, at + mark.length, mark);
  if (end < 0) return { node: mark, end: at + mark.length };
  const inside = source.slice(at + mark.length, end).replaceAll('\n', ' ');
  const text = /^ .*[^ ].* $/.test(inside) ? inside.slice(1, -1) : inside;
  return { node: element('code', [text]), end: end + mark.length };
};

/** The place of the next run with exactly these marks. */
function closing(source: string, from: number, mark: string): number {
  for (let at = source.indexOf(mark, from); at >= 0; at = source.indexOf(mark, at + 1)) {
    const run = /^`+/.exec(source.slice(at))?.[0] ?? '';
    if (run.length === mark.length) return at;
    at += run.length - 1;
  }
  return -1;
}

const formula: Rule = (source, at) => {
  const [whole, expression = ''] = /^\$(?![\s$])((?:\\.|[^\\$\n])*?[^\\\s$])\$(?!\d)/.exec(source.slice(at)) ?? [];
  return whole === undefined ? undefined : { node: element('tg-math', [expression]), end: at + whole.length };
};

const TARGET =
  /^\(\s*(?:<([^<>\n]*)>|([^\s()]*(?:\([^\s()]*\)[^\s()]*)*))(?:\s+(?:"((?:\\.|[^"\\])*)"|'((?:\\.|[^'\\])*)'))?\s*\)/;

function linkAt(
  source: string,
  at: number,
  dead = new Set<string>(),
): { words: string; address: string; title: string; end: number } | undefined {
  const close = dead.has('[') ? -1 : bracketEnd(source, at);
  if (close < 0) {
    // Without its end, this bracket hides the ends of later brackets.
    dead.add('[');
    return undefined;
  }
  const [whole, pointed, plain = '', double, single] = TARGET.exec(source.slice(close + 1)) ?? [];
  if (whole === undefined) return undefined;
  const title = (double ?? single ?? '').replace(/\\(["'\\])/g, '$1');
  const address = decode(pointed ?? plain);
  return { words: source.slice(at + 1, close), address, title, end: close + 1 + whole.length };
}

function bracketEnd(source: string, at: number): number {
  let depth = 0;
  for (let index = at; index < source.length; index++) {
    const char = source[index];
    if (char === '\\') index++;
    else if (char === '[') depth++;
    else if (char === ']' && --depth === 0) return index;
  }
  return -1;
}

const link: Rule = (source, at, dead) => {
  const found = linkAt(source, at, dead);
  return found && { node: element('a', inlineNodes(found.words), { href: found.address }), end: found.end };
};

const footnote: Rule = (source, at) => {
  const [whole, name = ''] = /^\[\^([^\]\s]+)\]/.exec(source.slice(at, at + 80)) ?? [];
  if (whole === undefined) return undefined;
  return { node: element('a', [element('sup', [name])], { href: `#${name}` }), end: at + whole.length };
};

/** `![👍](tg://emoji?id=5)` and `![22:45](tg://time?unix=1&format=t)`; other pictures are blocks. */
const picture: Rule = (source, at, dead) => {
  const found = source[at + 1] === '[' ? linkAt(source, at + 1, dead) : undefined;
  const [, kind, query = ''] = /^tg:\/\/(emoji|time)\?(.*)$/.exec(found?.address ?? '') ?? [];
  if (!found || kind === undefined) return undefined;
  const values = new URLSearchParams(query);
  const attributes =
    kind === 'emoji'
      ? { 'emoji-id': values.get('id') ?? '' }
      : { unix: values.get('unix') ?? '', format: values.get('format') ?? '' };
  return { node: element(`tg-${kind}`, inlineNodes(found.words), attributes), end: found.end };
};

const address: Rule = (source, at) => {
  const [whole, href] = /^<((?:https?|tg|mailto|tel):[^\s<>]+)>/i.exec(source.slice(at)) ?? [];
  const words = href?.replace(/^(mailto|tel):/i, '') ?? '';
  return whole === undefined || href === undefined
    ? undefined
    : { node: element('a', [words], { href }), end: at + whole.length };
};

const RAW = new Set(['code', 'tg-math', 'tg-math-block', 'pre']);

const tag: Rule = (source, at) => {
  const found = tagAt(source, at);
  if (!found || found.isEnd) return undefined;
  const { name, attributes } = found;
  if (found.isEmpty) return { node: { name, attributes, children: [] }, end: found.end };
  const content = contentOf(source, found);
  if (!content) return undefined;
  const children = inlineNodes(content.inside, RAW.has(name) ? 'tags' : undefined);
  return { node: { name, attributes, children }, end: content.end };
};

/** Drops a tag that Telegram does not know, and keeps its content. */
const unknownTag: Rule = (source, at) => {
  const [whole] = /^<\/?[a-z][^<>]*>|^<!--[\s\S]*?-->/i.exec(source.slice(at)) ?? [];
  return whole === undefined ? undefined : { node: '', end: at + whole.length };
};

function styled(sign: string, ...names: string[]): Rule {
  return (source, at, dead) => {
    if (dead.has(sign) || !opens(source, at, sign)) return undefined;
    const end = styleEnd(source, at + sign.length, sign);
    if (end < 0) {
      dead.add(sign);
      return undefined;
    }
    const inside = inlineNodes(source.slice(at + sign.length, end));
    return {
      node: names.reduce<Node>(
        (node, name) => element(name, typeof node === 'string' && node === '' ? inside : [node]),
        '',
      ),
      end: end + sign.length,
    };
  };
}

const WORD = /[\p{L}\p{N}_]/u;

function opens(source: string, at: number, sign: string): boolean {
  if (!source.startsWith(sign, at) || /^(\s|$)/.test(source.slice(at + sign.length, at + sign.length + 1)))
    return false;
  // An underscore inside a word is a letter.
  return !sign.startsWith('_') || !WORD.test(source[at - 1] ?? '');
}

function styleEnd(source: string, from: number, sign: string): number {
  for (let at = from; at < source.length; at++) {
    const skipped = skip(source, at, sign);
    if (skipped > at) at = skipped - 1;
    else if (source.startsWith(sign, at) && closes(source, at, from, sign)) return at;
  }
  return -1;
}

function closes(source: string, at: number, from: number, sign: string): boolean {
  if (at === from || /\s/.test(source[at - 1] ?? '')) return false;
  return !sign.startsWith('_') || !WORD.test(source[at + sign.length] ?? '');
}

/** The place after an escape, code, or the double of a single sign, which hide the sign. */
function skip(source: string, at: number, sign: string): number {
  const char = source[at];
  if (char === '\\') return at + 2;
  if (char === '`') {
    const mark = /^`+/.exec(source.slice(at))?.[0] ?? '`';
    const end = closing(source, at + mark.length, mark);
    return end < 0 ? at + mark.length : end + mark.length;
  }
  if (sign.length > 1 || char !== sign || source[at + 1] !== sign) return at;
  const end = styleEnd(source, at + 2, sign + sign);
  return end < 0 ? at : end + 2;
}

const RULES: Record<string, readonly Rule[]> = {
  '\\': [escaped],
  ' ': [brokenLine],
  '`': [code],
  $: [formula],
  '!': [picture],
  '[': [footnote, link],
  '<': [address, tag, unknownTag],
  '*': [styled('***', 'b', 'i'), styled('**', 'b'), styled('*', 'i')],
  _: [styled('___', 'b', 'i'), styled('__', 'b'), styled('_', 'i')],
  '~': [styled('~~', 's')],
  '=': [styled('==', 'mark')],
  '|': [styled('||', 'tg-spoiler')],
};
const TAG_RULES: readonly Rule[] = [];

const MEDIA: readonly [RegExp, string][] = [
  [/^tg:\/\/photo\?|\.(jpe?g|png|webp|bmp)$/i, 'img'],
  [/^tg:\/\/video\?|\.(mp4|mov|webm|gif)$/i, 'video'],
  [/^tg:\/\/audio\?|\.(mp3|m4a|og[ga]|flac|wav)$/i, 'audio'],
];

/** `![](address "caption")`. */
export function mediumOf(line: string): Element | undefined {
  const found = line.startsWith('![') ? linkAt(line, 1) : undefined;
  if (found?.end !== line.length || !/^(https?:|tg:\/\/(photo|video|audio|document)\?)/i.test(found.address))
    return undefined;
  const path = found.address.replace(/[?#].*$/s, (rest) => (found.address.startsWith('tg:') ? rest : ''));
  const name = MEDIA.find(([pattern]) => pattern.test(path))?.[1] ?? 'tg-document';
  const node = element(name, [], { src: found.address });
  if (found.title === '') return node;
  return element('figure', [node, element('figcaption', inlineNodes(found.title))]);
}
