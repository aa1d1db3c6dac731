/**
 * Parses the Markdown of rich messages: GitHub's, with marked text, spoilers, formulas, media, emoji and times.
 * Rules: core.telegram.org/bots/api#rich-markdown-style; `choices.ts` has the sandbox's own.
 */
import { RICH_LIMITS } from '../choices.ts';
import { BLOCK_TAGS, contentOf, type Element, type Node, type Tag, tagAt } from './html.ts';
import { tooMany } from './limits.ts';
import { inlineNodes, mediumOf } from './markdown-inline.ts';

type Lines = readonly string[];
type Found = { nodes: Node[]; next: number } | undefined;

export function markdownNodes(source: string): Node[] {
  return blockNodes(source.replaceAll('\r\n', '\n').split('\n'));
}

function element(name: string, children: Node[], attributes: Record<string, string> = {}): Element {
  return { name, children, attributes: new Map(Object.entries(attributes)) };
}

/** Deeper than any message can be: no block takes more than two levels of tags. */
const MAX_LEVELS = 2 * RICH_LIMITS.levels;

/** @throws Refusal where the blocks are nested too deeply */
function blockNodes(lines: Lines, level = 0): Node[] {
  if (level > MAX_LEVELS) throw tooMany('levels');
  const nodes: Node[] = [];
  let at = 0;
  while (at < lines.length) {
    const found = blockAt(lines, at, level);
    nodes.push(...(found?.nodes ?? []));
    at = found?.next ?? at + 1;
  }
  return nodes;
}

function blockAt(lines: Lines, at: number, level: number): Found {
  for (const rule of RULES) {
    const found = rule(lines, at, level);
    if (found) return found;
  }
  return undefined;
}

const blank = (line = '') => line.trim() === '';

/** These lines end a paragraph. */
const RULES: readonly ((lines: Lines, at: number, level: number) => Found)[] = [
  (lines, at) => (blank(lines[at]) ? { nodes: [], next: at + 1 } : undefined),
  fence,
  formula,
  heading,
  divider,
  quote,
  list,
  table,
  footnote,
  html,
  medium,
  paragraph,
];

function fence(lines: Lines, at: number): Found {
  const [, indent = '', mark = '', info = ''] = /^( {0,3})(`{3,}|~{3,})\s*([^`\s]*)[^`]*$/.exec(lines[at] ?? '') ?? [];
  if (mark === '') return undefined;
  const close = new RegExp(`^ {0,3}[${mark[0]}]{${mark.length},}\\s*$`);
  const end = lines.findIndex((line, index) => index > at && close.test(line));
  const last = end < 0 ? lines.length : end;
  const margin = new RegExp(`^ {0,${indent.length}}`);
  const text = lines
    .slice(at + 1, last)
    .map((line) => line.replace(margin, ''))
    .join('\n');
  const code = info === '' ? text : element('code', [text], { class: `language-${info}` });
  return { nodes: [info === 'math' ? element('tg-math-block', [text]) : element('pre', [code])], next: last + 1 };
}

function formula(lines: Lines, at: number): Found {
  if (!/^\s*\$\$/.test(lines[at] ?? '')) return undefined;
  for (let end = at; end < lines.length && !blank(lines[end]); end++) {
    const whole = lines
      .slice(at, end + 1)
      .join('\n')
      .trim();
    if (whole.length > 4 && whole.endsWith('$$'))
      return { nodes: [element('tg-math-block', [whole.slice(2, -2)])], next: end + 1 };
  }
  return undefined;
}

function heading(lines: Lines, at: number): Found {
  const [, marks, words = ''] = /^ {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$/.exec(lines[at] ?? '') ?? [];
  return marks === undefined ? undefined : { nodes: [element(`h${marks.length}`, inlineNodes(words))], next: at + 1 };
}

function divider(lines: Lines, at: number): Found {
  return /^ {0,3}([-*_])[ \t]*(?:\1[ \t]*){2,}$/.test(lines[at] ?? '')
    ? { nodes: [element('hr', [])], next: at + 1 }
    : undefined;
}

const QUOTED = /^ {0,3}> ?/;

/** A line without a mark continues the quotation's paragraph. */
function quote(lines: Lines, at: number, level: number): Found {
  if (!QUOTED.test(lines[at] ?? '')) return undefined;
  let next = at + 1;
  while (QUOTED.test(lines[next] ?? '') || continues(lines, next)) next++;
  const inside = lines.slice(at, next).map((line) => line.replace(QUOTED, ''));
  return { nodes: [element('blockquote', blockNodes(inside, level + 1))], next };
}

function continues(lines: Lines, at: number): boolean {
  return !blank(lines[at]) && !blank((lines[at - 1] ?? '').replace(QUOTED, '')) && !interrupts(lines, at);
}

const ITEM = /^( {0,3})([-*+]|\d{1,9}[.)])(?:([ \t]+)(?=\S)|[ \t]*$)/;

interface Item {
  mark: string;
  indent: number;
}

function itemAt(line = ''): Item | undefined {
  const [whole, , mark, gap = ''] = ITEM.exec(line) ?? [];
  if (whole === undefined || mark === undefined) return undefined;
  // Code inside an item begins one column after the mark.
  return { mark, indent: gap.length > 4 || gap === '' ? whole.trimEnd().length + 1 : whole.length };
}

const kindOf = (mark: string) => mark.slice(-1);

function list(lines: Lines, at: number, level: number): Found {
  const first = itemAt(lines[at]);
  if (!first || divider(lines, at)) return undefined;
  const items: Element[] = [];
  let next = at;
  for (;;) {
    const item = itemAt(lines[next]);
    if (!item || kindOf(item.mark) !== kindOf(first.mark) || divider(lines, next)) break;
    const end = itemEnd(lines, next, item.indent);
    items.push(listItem(lines.slice(next, end), item.indent, level));
    next = end;
  }
  const start = Number.parseInt(first.mark, 10);
  const made = Number.isNaN(start) ? element('ul', items) : element('ol', items, { start: String(start) });
  return { nodes: [made], next };
}

/** Blank lines belong to the item where indented lines follow. */
function itemEnd(lines: Lines, at: number, indent: number): number {
  const inside = (index: number) => (lines[index] ?? '').startsWith(' '.repeat(indent)) && !blank(lines[index]);
  let end = at + 1;
  for (let next = end; next < lines.length; next++) {
    if (inside(next) || (next === end && continues(lines, next) && !itemAt(lines[next]))) end = next + 1;
    else if (!blank(lines[next])) break;
  }
  // Blank lines between two items belong to neither.
  let following = end;
  while (following < lines.length && blank(lines[following])) following++;
  return itemAt(lines[following]) ? following : end;
}

function listItem(lines: Lines, indent: number, level: number): Element {
  const [first = '', ...others] = lines;
  const margin = new RegExp(`^ {0,${indent}}`);
  const [box = '', mark] = /^\[([ xX])\](?=\s)/.exec(first.slice(indent)) ?? [];
  const content = [first.slice(indent + box.length), ...others.map((line) => line.replace(margin, ''))];
  const inside = blockNodes(content, level + 1);
  if (mark === undefined) return element('li', inside);
  const checked: Record<string, string> = mark === ' ' ? {} : { checked: '' };
  return element('li', [element('input', [], { type: 'checkbox', ...checked }), ...inside]);
}

const ALIGNMENT = /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/;

function table(lines: Lines, at: number): Found {
  const [head = '', marks = ''] = [lines[at], lines[at + 1]];
  if (!head.includes('|') || !ALIGNMENT.test(marks)) return undefined;
  const aligns = cellsOf(marks).map(alignOf);
  const names = cellsOf(head);
  if (names.length !== aligns.length) return undefined;
  let next = at + 2;
  while (!blank(lines[next]) && !interrupts(lines, next)) next++;
  const row = (tag: string, cells: readonly string[]) =>
    element(
      'tr',
      aligns.map((align, column) => element(tag, inlineNodes(cells[column] ?? ''), align)),
    );
  const rows = lines.slice(at + 2, next).map((line) => row('td', cellsOf(line)));
  return { nodes: [element('table', [row('th', names), ...rows])], next };
}

function cellsOf(line: string): string[] {
  const inner = line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '');
  return inner.split(/(?<!\\|\|)\|(?!\|)/).map((cell) => cell.trim().replaceAll('\\|', '|'));
}

function alignOf(mark: string): Record<string, string> {
  const [left, right] = [mark.startsWith(':'), mark.endsWith(':')];
  if (left && right) return { align: 'center' };
  return right ? { align: 'right' } : {};
}

/** A footnote's definition is a paragraph, to which its references lead. */
function footnote(lines: Lines, at: number): Found {
  const [, name, words = ''] = /^ {0,3}\[\^([^\]\s]+)\]:[ \t]*(.*)$/.exec(lines[at] ?? '') ?? [];
  if (name === undefined) return undefined;
  let next = at + 1;
  while (!blank(lines[next]) && !interrupts(lines, next)) next++;
  const text = [words, ...lines.slice(at + 1, next).map((line) => line.trim())].join('\n');
  return { nodes: [element('p', [element('tg-reference', inlineNodes(text), { name })])], next };
}

/** These contain Markdown; other tags contain only their own kind. */
const CONTAINERS = new Set(['details', 'blockquote', 'tg-collage', 'tg-slideshow', 'li', 'figure']);
const STRUCTURES = new Set(['table', 'tr', 'ul', 'ol', 'tg-button-row']);

function html(lines: Lines, at: number, level: number): Found {
  if (!beginsTag(lines[at])) return undefined;
  const line = lines[at] ?? '';
  const begin = line.length - line.trimStart().length;
  const source = lines.slice(at).join('\n');
  const made = htmlBlock(source, begin, level);
  if (!made) return undefined;
  const rest = source.slice(made.end);
  const used = source.slice(0, made.end).split('\n').length;
  // The text after the tag on its line is a block of its own.
  const behind = rest.split('\n', 1)[0] ?? '';
  return { nodes: [made.node, ...(blank(behind) ? [] : blockNodes([behind], level))], next: at + used };
}

const beginsTag = (line = '') => line.trimStart().startsWith('<');

function htmlBlock(source: string, at: number, level: number): { node: Element; end: number } | undefined {
  const { tag, content } = wholeTagAt(source, at) ?? {};
  if (!tag) return undefined;
  if (!content) return { node: { ...tag, children: [] }, end: tag.end };
  return { node: { ...tag, children: insideOf(tag.name, content.inside, level + 1) }, end: content.end };
}

function wholeTagAt(source: string, at: number): { tag: Tag; content?: ReturnType<typeof contentOf> } | undefined {
  const tag = tagAt(source, at);
  if (!tag || tag.isEnd || !BLOCK_TAGS.has(tag.name) || isEmojiTag(tag)) return undefined;
  if (tag.isEmpty) return { tag };
  const content = contentOf(source, tag);
  return content && { tag, content };
}

function isEmojiTag({ attributes }: { attributes: ReadonlyMap<string, string> }): boolean {
  return attributes.get('src')?.startsWith('tg://emoji') === true;
}

function insideOf(name: string, inside: string, level: number): Node[] {
  if (name === 'pre' || name === 'tg-math-block') return inlineNodes(inside, 'tags');
  if (CONTAINERS.has(name))
    return inside.includes('\n\n') ? blockNodes(inside.split('\n'), level) : piecesOf(inside, level);
  return STRUCTURES.has(name) ? piecesOf(inside, level) : inlineNodes(inside);
}

function piecesOf(source: string, level: number): Node[] {
  if (level > MAX_LEVELS) throw tooMany('levels');
  const nodes: Node[] = [];
  let done = 0;
  for (let at = source.indexOf('<'); at >= 0; at = source.indexOf('<', Math.max(at + 1, done))) {
    const made = htmlBlock(source, at, level);
    if (!made) continue;
    nodes.push(...inlineNodes(source.slice(done, at)), made.node);
    done = made.end;
  }
  return [...nodes, ...inlineNodes(source.slice(done))];
}

/** A medium stands alone in its line. */
function medium(lines: Lines, at: number): Found {
  const node = mediumOf((lines[at] ?? '').trim());
  return node && { nodes: [node], next: at + 1 };
}

const INTERRUPTING = [fence, formula, heading, divider, footnote, medium];

function interrupts(lines: Lines, at: number): boolean {
  const line = lines[at] ?? '';
  if (QUOTED.test(line)) return true;
  if (beginsTag(line) && wholeTagAt(lines.slice(at).join('\n'), line.search(/\S/))) return true;
  if (INTERRUPTING.some((rule) => rule(lines, at) !== undefined)) return true;
  const mark = itemAt(lines[at])?.mark;
  return mark !== undefined && (!/^\d/.test(mark) || /^1[.)]/.test(mark));
}

function paragraph(lines: Lines, at: number): Found {
  let next = at + 1;
  for (; !blank(lines[next]); next++) {
    const under = /^ {0,3}(=+|-+)[ \t]*$/.exec(lines[next] ?? '')?.[1];
    if (under !== undefined)
      return {
        nodes: [element(under.startsWith('=') ? 'h1' : 'h2', inlineNodes(lines.slice(at, next).join('\n')))],
        next: next + 1,
      };
    if (interrupts(lines, next)) break;
  }
  const text = lines
    .slice(at, next)
    .map((line) => line.trimStart())
    .join('\n');
  const nodes = inlineNodes(text);
  const [only] = nodes;
  const isAnchor = nodes.length === 1 && typeof only === 'object' && only.name === 'a' && only.attributes.has('name');
  return { nodes: isAnchor ? nodes : [element('p', nodes)], next };
}
