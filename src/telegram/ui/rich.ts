import type { InputRichMessage } from 'grammy/types';
import { conventionsOf, type Translate } from '../i18n/index.ts';
import { isolate, oneLine } from './format.ts';
import { type Screen, visibleLength } from './screen.ts';

export interface Table {
  title?: string;
  columns: readonly Column[];
  rows: readonly (readonly string[])[];
  isAligned?: boolean;
}

export interface Column {
  title: string;
  align?: 'end';
}

/** Details hold no further details: a rich message may have at most 16 levels. */
export interface Details {
  summary: string;
  parts: readonly (string | Table)[];
}

export type Part = string | Table | Details;

const LIMITS = { characters: 32_768, blocks: 500, columns: 20 } as const;

/** A screen beyond the limits of rich messages is plain text only. */
export function richScreen(t: Translate, all: readonly Part[]): Pick<Screen, 'text' | 'rich'> {
  const parts = all.filter(
    (part) => part !== '' && !(typeof part === 'object' && 'rows' in part && part.rows.length === 0),
  );
  const text = plain(t, parts);
  const html = parts.map((part) => htmlOf(t, part)).join('');
  const isRtl = conventionsOf(t.locale).rightToLeft;
  const rich: InputRichMessage = { html, ...(isRtl ? { is_rtl: true } : {}) };
  return fits(parts, html) ? { text, rich } : { text };
}

export function withBelow(screen: Screen, html: string): Screen {
  const { text, rich } = screen;
  const below = rich ? { rich: { ...rich, html: `${rich.html ?? ''}${paragraphs(html)}` } } : {};
  return { ...screen, text: `${text}\n\n${html}`, ...below };
}

function plain(t: Translate, parts: readonly Part[]): string {
  return parts.map((part) => plainPart(t, part)).join('\n\n');
}

function plainPart(t: Translate, part: Part): string {
  if (typeof part === 'string') return part;
  if ('parts' in part) return `${part.summary}\n${plain(t, part.parts)}`;
  const rows = part.isAligned ? [`<pre>${isolate(aligned(part))}</pre>`] : part.rows.map((row) => lineOf(t, row));
  return [...(part.title === undefined ? [] : [part.title]), ...rows].join('\n');
}

function lineOf(t: Translate, row: readonly string[]): string {
  return t.directed(oneLine(row.filter((cell) => cell !== '').join(' · ')));
}

function aligned({ columns, rows }: Table): string {
  const straight = rows.map((row) => row.map(oneLine));
  const widths = columns.map((_, at) => Math.max(0, ...straight.map((row) => visibleLength(row[at] ?? ''))));
  const padded = (html: string, at: number) => {
    const room = ' '.repeat((widths[at] ?? 0) - visibleLength(html));
    return columns[at]?.align === 'end' ? room + html : html + room;
  };
  return straight.map((row) => row.map(padded).join('  ').trimEnd()).join('\n');
}

function htmlOf(t: Translate, part: Part): string {
  if (typeof part === 'string') return paragraphs(part);
  if ('parts' in part) {
    const inside = part.parts.map((each) => htmlOf(t, each)).join('');
    return `<details><summary>${part.summary}</summary>${inside}</details>`;
  }
  const row = (tag: 'th' | 'td', cells: readonly string[]) =>
    `<tr>${part.columns.map(({ align }, at) => cell(tag, t.directed(oneLine(cells[at] ?? '')), align)).join('')}</tr>`;
  const titles = part.columns.map(({ title }) => title);
  const head = titles.some((title) => title !== '') ? row('th', titles) : '';
  const title = part.title === undefined ? '' : `<p>${part.title}</p>`;
  return `${title}<table striped compact>${head}${part.rows.map((cells) => row('td', cells)).join('')}</table>`;
}

function cell(tag: 'th' | 'td', html: string, align: Column['align']): string {
  return align === 'end' ? `<${tag} align="right">${html}</${tag}>` : `<${tag}>${html}</${tag}>`;
}

/** Rich messages take these as blocks, which stand in no paragraph. */
const BLOCKS = /(<(blockquote|pre)\b[^>]*>[\s\S]*?<\/\2>)/;

/** Rich messages read a line break as a space. */
function paragraphs(html: string): string {
  // The pattern's inner group brings the tag's name as each third piece.
  const pieces = html.split(BLOCKS).filter((_, at) => at % 3 !== 2);
  return pieces.map((piece) => (BLOCKS.test(piece) ? piece.replaceAll('\n', '<br>') : lines(piece))).join('');
}

function lines(html: string): string {
  return html
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.replace(/^\n|\n$/g, ''))
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => `<p>${paragraph.replaceAll('\n', '<br>')}</p>`)
    .join('');
}

function fits(parts: readonly Part[], html: string): boolean {
  const blocks = html.match(/<(?:p|tr|table|details|summary|blockquote|pre)\b/g)?.length ?? 0;
  return visibleLength(html) <= LIMITS.characters && blocks <= LIMITS.blocks && parts.every(isNarrow);
}

function isNarrow(part: Part): boolean {
  if (typeof part === 'string') return true;
  return 'parts' in part ? part.parts.every(isNarrow) : part.columns.length <= LIMITS.columns;
}
