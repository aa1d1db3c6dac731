/** Renders the blocks of a rich message: headings, lists, tables, details, quotations, media, maps and rows of buttons. */
import type { RichBlock, RichBlockCaption, RichBlockTableCell, RichMessage, RichText } from 'grammy/types';
import { fileAddress } from '../session/api.ts';
import { t } from '../texts.ts';
import { el } from '../ui/dom.ts';
import { document as fileNode, note, photo } from './media.ts';
import { anchor, formula, type RichActions, spans } from './rich-spans.ts';
import { expandable, preBlock } from './rich-text.ts';
import { plainText } from './rich-words.ts';

export function richBlocks({ blocks, is_rtl }: RichMessage, taps: RichActions): HTMLElement {
  return el('div', { class: 'rich', dir: is_rtl ? 'rtl' : 'auto' }, ...blocks.map((one) => blockNode(one, taps)));
}

function blockNode(block: RichBlock, taps: RichActions): Node {
  switch (block.type) {
    case 'list':
      return list(block, taps);
    case 'table':
      return table(block, taps);
    case 'details':
      return el(
        'details',
        { open: block.is_open === true },
        el('summary', { dir: 'auto' }, ...spans(block.summary, taps)),
        ...block.blocks.map((one) => blockNode(one, taps)),
      );
    case 'blockquote':
      return el('blockquote', {}, ...block.blocks.map((one) => blockNode(one, taps)), credit(block.credit, taps));
    case 'buttons':
      return el(
        'div',
        { class: `rich-buttons ${block.align ?? ''}`.trim() },
        ...block.buttons.map((button) => taps.button(button, spans(button.text, taps))),
      );
    case 'divider':
      return el('hr');
    case 'anchor':
      return anchor(block.name);
    case 'mathematical_expression':
      return el('div', { class: 'formula-frame', tabindex: 0 }, formula(block.expression));
    default:
      return 'text' in block ? words(block, taps) : figure(block, taps);
  }
}

function words(block: Extract<RichBlock, { text: RichText }>, taps: RichActions): Node {
  const inline = spans(block.text, taps);
  switch (block.type) {
    case 'heading':
      return el(
        'div',
        { class: `heading size-${block.size}`, role: 'heading', 'aria-level': block.size + 2, dir: 'auto' },
        ...inline,
      );
    case 'pre':
      return preBlock(block.language, plainText(block.text), inline, taps);
    case 'footer':
      return el('footer', { dir: 'auto' }, ...inline);
    case 'expandable_blockquote': {
      const quote = expandable(plainText(block.text), inline);
      const by = credit(block.credit, taps);
      if (by) quote.append(by);
      return quote;
    }
    case 'pullquote':
      return el('blockquote', { dir: 'auto', class: block.type }, ...inline, credit(block.credit, taps));
    case 'thinking':
      return el('p', { dir: 'auto', class: 'thinking' }, ...inline);
    default:
      return el('p', { dir: 'auto' }, ...inline);
  }
}

function list({ items }: Extract<RichBlock, { type: 'list' }>, taps: RichActions): HTMLElement {
  const rows = items.map((item) => {
    const box = item.is_checked ? '☑' : '☐';
    const label = el('span', { class: 'list-label' }, item.has_checkbox ? box : item.label);
    return el('li', {}, label, el('div', {}, ...item.blocks.map((one) => blockNode(one, taps))));
  });
  return el('ul', {}, ...rows);
}

function credit(text: RichText | undefined, taps: RichActions): HTMLElement | false {
  return text !== undefined && el('cite', { dir: 'auto' }, ...spans(text, taps));
}

type Figure = Extract<RichBlock, { caption?: RichBlockCaption }>;

function figure(block: Figure, taps: RichActions): HTMLElement {
  const { caption } = block;
  const below =
    caption && el('figcaption', { dir: 'auto' }, ...spans(caption.text, taps), credit(caption.credit, taps));
  return el('figure', {}, mediumOf(block, taps), below);
}

function mediumOf(block: Figure, taps: RichActions): HTMLElement {
  switch (block.type) {
    case 'collage':
    case 'slideshow':
      return el(
        'div',
        { class: block.type, tabindex: block.type === 'slideshow' ? 0 : undefined },
        ...block.blocks.map((one) => blockNode(one, taps)),
      );
    case 'map':
      return map(block);
    case 'photo': {
      const largest = block.photo.reduce((one, other) => (other.width > one.width ? other : one));
      const description = block.caption ? plainText(block.caption.text) : t('photo');
      return photo(largest, description, block.has_spoiler === true);
    }
    case 'document':
      return file(block.document, t('file'), taps);
    case 'audio':
      return player('audio', block.audio, block.audio.title ?? block.audio.file_name ?? t('file'));
    case 'voice_note':
      return player('audio', block.voice_note, t('voice'));
    case 'video':
      return covered(player('video', block.video, block.video.file_name ?? t('file')), block.has_spoiler);
    case 'animation':
      return covered(moving(block.animation), block.has_spoiler);
  }
}

interface File {
  file_id: string;
  file_name?: string;
  mime_type?: string;
  file_size?: number;
}

function file({ file_id, file_name, file_size }: File, name: string, { isProtected }: RichActions): HTMLElement {
  return fileNode(file_id, file_name ?? name, file_size, isProtected);
}

function player(tag: 'audio' | 'video', { file_id }: File, label: string): HTMLElement {
  return el(tag, { src: fileAddress(file_id), controls: true, preload: 'metadata', 'aria-label': label });
}

function moving(animation: File): HTMLElement {
  const label = animation.file_name ?? t('file');
  if (animation.mime_type?.startsWith('image/')) return el('img', { src: fileAddress(animation.file_id), alt: label });
  return player('video', animation, label);
}

function covered(node: HTMLElement, isCovered: true | undefined): HTMLElement {
  if (!isCovered) return node;
  const cover = el('div', { class: 'photo covered', click: () => cover.classList.remove('covered') }, node);
  return cover;
}

/** The page requests no picture of a map from another machine. */
function map({ location, width, height }: Extract<RichBlock, { type: 'map' }>): HTMLElement {
  const place = note('pin', t('location'), `${location.latitude}, ${location.longitude}`);
  const frame = el('div', { class: 'map' }, place);
  if (width > 0 && height > 0) frame.style.aspectRatio = `${width} / ${height}`;
  return frame;
}

function table(block: Extract<RichBlock, { type: 'table' }>, taps: RichActions): HTMLElement {
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

/** The left of a right-to-left message is its beginning, where each cell begins by default. */
const ALIGNED = { left: 'start', center: 'center', right: 'end' } as const;

function cellNode(cell: RichBlockTableCell, taps: RichActions): HTMLElement {
  const attributes = {
    class: `${ALIGNED[cell.align]} ${cell.valign}${cell.text === undefined ? ' invisible' : ''}`,
    colspan: cell.colspan,
    rowspan: cell.rowspan,
  };
  // The words run in their own direction, and stand where the message's direction places them.
  return el(cell.is_header ? 'th' : 'td', attributes, el('bdi', {}, ...spans(cell.text ?? '', taps)));
}
