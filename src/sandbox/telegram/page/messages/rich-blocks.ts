/** Renders the blocks of a rich message: headings, lists, tables, details and quotations. */
import type { RichBlock, RichBlockTableCell, RichMessage, RichText } from 'grammy/types';
import { append, el } from '../ui/dom.ts';
import { dateTime } from '../ui/format.ts';
import { codeNode, preBlock, spoiler, type TapActions } from './rich-text.ts';

export function richBlocks({ blocks, is_rtl }: RichMessage, taps: TapActions): HTMLElement {
  return el('div', { class: 'rich', dir: is_rtl ? 'rtl' : 'auto' }, ...blocks.map((one) => blockNode(one, taps)));
}

/** The words of a rich message without their form. */
export function plainOf(blocks: readonly RichBlock[]): string {
  return blocks.map(wordsOf).filter(Boolean).join(' ');
}

function wordsOf(block: RichBlock): string {
  if (block.type === 'list') return block.items.map((item) => plainOf(item.blocks)).join(' ');
  if (block.type === 'table')
    return [block.caption ?? '', ...block.cells.flat().map(({ text = '' }) => text)]
      .map(plainText)
      .filter(Boolean)
      .join(' ');
  if (block.type === 'details') return `${plainText(block.summary)} ${plainOf(block.blocks)}`;
  if (block.type === 'blockquote') return plainOf(block.blocks);
  return 'text' in block ? plainText(block.text) : '';
}

function plainText(text: RichText): string {
  if (typeof text === 'string') return text;
  if (Array.isArray(text)) return text.map(plainText).join('');
  if (text.type === 'spoiler') return '▒'.repeat(plainText(text.text).length);
  return 'text' in text ? plainText(text.text) : '';
}

function blockNode(block: RichBlock, taps: TapActions): Node {
  const inline = (text: RichText) => spans(text, taps);
  const inside = (blocks: readonly RichBlock[]) => blocks.map((one) => blockNode(one, taps));
  switch (block.type) {
    case 'paragraph':
      return el('p', { dir: 'auto' }, ...inline(block.text));
    case 'heading':
      return el(
        'div',
        { class: `heading size-${block.size}`, role: 'heading', 'aria-level': block.size + 2, dir: 'auto' },
        ...inline(block.text),
      );
    case 'pre':
      return preBlock(block.language, plainText(block.text), inline(block.text), taps);
    case 'footer':
      return el('footer', { dir: 'auto' }, ...inline(block.text));
    case 'divider':
      return el('hr');
    case 'list':
      return el(
        'ul',
        {},
        ...block.items.map((item) => {
          const box = item.is_checked ? '☑' : '☐';
          const label = el('span', { class: 'list-label' }, item.has_checkbox ? box : item.label);
          return el('li', {}, label, el('div', {}, ...inside(item.blocks)));
        }),
      );
    case 'blockquote':
      return el('blockquote', { dir: 'auto' }, ...inside(block.blocks), credit(block.credit, taps));
    case 'expandable_blockquote':
    case 'pullquote':
      return el('blockquote', { dir: 'auto', class: block.type }, ...inline(block.text), credit(block.credit, taps));
    case 'table':
      return table(block, taps);
    case 'details':
      return el(
        'details',
        { open: block.is_open === true },
        el('summary', { dir: 'auto' }, ...inline(block.summary)),
        ...inside(block.blocks),
      );
    default:
      return document.createTextNode('');
  }
}

function credit(text: RichText | undefined, taps: TapActions): HTMLElement | false {
  return text !== undefined && el('cite', { dir: 'auto' }, ...spans(text, taps));
}

function table(block: Extract<RichBlock, { type: 'table' }>, taps: TapActions): HTMLElement {
  const look = [block.is_bordered && 'bordered', block.is_striped && 'striped', block.is_compact && 'compact'];
  return el(
    'div',
    { class: 'table-frame', tabindex: 0 },
    el(
      'table',
      { class: look.filter(Boolean).join(' ') },
      block.caption !== undefined && el('caption', { dir: 'auto' }, ...spans(block.caption, taps)),
      el('tbody', {}, ...block.cells.map((row) => el('tr', {}, ...row.map((cell) => cellNode(cell, taps))))),
    ),
  );
}

/** The left of a right-to-left message is its beginning, as it is where every cell begins when the bot says nothing. */
const ALIGNED = { left: 'start', center: 'center', right: 'end' } as const;

function cellNode(cell: RichBlockTableCell, taps: TapActions): HTMLElement {
  const attributes = {
    class: `${ALIGNED[cell.align]} ${cell.valign}${cell.text === undefined ? ' invisible' : ''}`,
    colspan: cell.colspan,
    rowspan: cell.rowspan,
  };
  return el(cell.is_header ? 'th' : 'td', attributes, ...spans(cell.text ?? '', taps));
}

const TAGS = {
  bold: 'strong',
  italic: 'em',
  underline: 'u',
  strikethrough: 's',
  subscript: 'sub',
  superscript: 'sup',
  marked: 'mark',
} as const;

function spans(text: RichText, taps: TapActions): Node[] {
  if (typeof text === 'string') return [document.createTextNode(text)];
  if (Array.isArray(text)) return text.flatMap((one) => spans(one, taps));
  const words = plainText(text);
  const children = 'text' in text ? spans(text.text, taps) : [];
  const link = (action: () => void) => {
    const node = el('span', { class: 'link', role: 'link', tabindex: 0, click: action });
    append(node, children);
    return [node];
  };
  switch (text.type) {
    case 'bold':
    case 'italic':
    case 'underline':
    case 'strikethrough':
    case 'subscript':
    case 'superscript':
    case 'marked':
      return [el(TAGS[text.type], {}, ...children)];
    case 'spoiler':
      return [spoiler(children)];
    case 'code':
      return [codeNode(words, children, taps)];
    case 'date_time':
      return [el('time', { title: words }, dateTime(text.unix_time, text.date_time_format, words))];
    case 'url':
      return link(() => taps.link(text.url));
    case 'email_address':
      return link(() => taps.link(`mailto:${text.email_address}`));
    case 'phone_number':
      return link(() => taps.link(`tel:${text.phone_number}`));
    case 'mention':
      return link(() => taps.mention(words));
    case 'bot_command':
      return link(() => taps.command(words));
    default:
      return children;
  }
}
