import type { MessageEntity } from 'grammy/types';
import { t } from '../texts.ts';
import { append, el, icon } from '../ui/dom.ts';
import { dateTime } from '../ui/format.ts';
import { isBlock, type Piece, pieces } from './entities.ts';

export interface TapActions {
  command(text: string): void;
  link(address: string): void;
  mention(name: string): void;
  copy(text: string): void;
  readonly isProtected: boolean;
}

/** @returns nodes for an element that preserves white space */
export function richText(
  text: string,
  entities: readonly MessageEntity[] | undefined,
  taps: TapActions,
): DocumentFragment {
  const fragment = document.createDocumentFragment();
  append(fragment, nodes(pieces(text, entities), taps));
  return fragment;
}

function nodes(list: readonly Piece[], taps: TapActions): Node[] {
  return list.map((piece, at) => {
    if (typeof piece !== 'string') return entityNode(piece.entity, piece.text, piece.pieces, taps);
    // A block element breaks the line itself; the line feeds beside it would show as empty lines.
    const before = list[at - 1];
    const after = list[at + 1];
    let words = piece;
    if (typeof before === 'object' && isBlock(before.entity)) words = words.replace(/^\n/, '');
    if (typeof after === 'object' && isBlock(after.entity)) words = words.replace(/\n$/, '');
    return document.createTextNode(words);
  });
}

const TAGS = { bold: 'strong', italic: 'em', underline: 'u', strikethrough: 's' } as const;

function entityNode(entity: MessageEntity, text: string, inside: readonly Piece[], taps: TapActions): Node {
  const children = nodes(inside, taps);
  const tap = (action: () => void, kind = 'link') =>
    el('span', { class: kind, role: 'link', tabindex: 0, click: action }, ...children);
  switch (entity.type) {
    case 'bold':
    case 'italic':
    case 'underline':
    case 'strikethrough':
      return el(TAGS[entity.type], {}, ...children);
    case 'spoiler':
      return spoiler(children);
    case 'code':
      return codeNode(text, children, taps);
    case 'pre':
      return preBlock(entity.language, text, children, taps);
    case 'blockquote':
      return el('blockquote', { dir: 'auto' }, ...children);
    case 'expandable_blockquote':
      return expandable(text, children);
    case 'text_link':
      return tap(() => taps.link(entity.url));
    case 'url':
      return tap(() => taps.link(text));
    case 'email':
      return tap(() => taps.link(`mailto:${text}`));
    case 'phone_number':
      return tap(() => taps.link(`tel:${text.replace(/[^\d+]/g, '')}`));
    case 'mention':
      return tap(() => taps.mention(text));
    case 'text_mention':
      return tap(() => taps.mention(entity.user.first_name));
    case 'bot_command':
      return tap(() => taps.command(text), 'link command');
    case 'date_time':
      return el('time', { title: text }, dateTime(entity.unix_time, entity.date_time_format, text));
    case 'custom_emoji':
      return el('span', { class: 'emoji' }, ...children);
    default:
      return el('span', { class: 'tag' }, ...children);
  }
}

export function codeNode(text: string, children: Node[], taps: TapActions): HTMLElement {
  if (taps.isProtected) return el('code', {}, ...children);
  const tap = { role: 'button', tabindex: 0, title: t('tap_to_copy'), click: () => taps.copy(text) };
  return el('code', tap, ...children);
}

export function spoiler(children: Node[]): HTMLElement {
  const inside = el('span', { class: 'spoiler-text', 'aria-hidden': 'true' }, ...children);
  const cover = el(
    'span',
    { class: 'spoiler', role: 'button', tabindex: 0, 'aria-label': t('spoiler'), title: t('spoiler') },
    inside,
  );
  const reveal = (event: Event) => {
    if (cover.classList.contains('revealed')) return;
    // The first tap reveals the text; links and code in it react to later taps only.
    event.stopPropagation();
    event.preventDefault();
    cover.classList.add('revealed');
    inside.removeAttribute('aria-hidden');
    for (const name of ['role', 'tabindex', 'aria-label', 'title']) cover.removeAttribute(name);
  };
  cover.addEventListener('click', reveal, true);
  return cover;
}

export function preBlock(language: string | undefined, text: string, children: Node[], taps: TapActions): HTMLElement {
  const copy = el(
    'button',
    { type: 'button', class: 'pre-copy', 'aria-label': t('copy'), title: t('copy'), click: () => taps.copy(text) },
    icon('copy'),
  );
  return el(
    'div',
    { class: 'pre', dir: 'ltr' },
    language !== undefined && el('div', { class: 'pre-language' }, language),
    el('pre', {}, ...children),
    !taps.isProtected && copy,
  );
}

const COLLAPSED_LINES = 3;
const COLLAPSED_CHARACTERS = 150;

export function expandable(text: string, children: Node[]): HTMLElement {
  const quote = el(
    'blockquote',
    { class: 'expandable', dir: 'auto' },
    el('div', { class: 'expandable-text' }, ...children),
  );
  if (text.split('\n').length <= COLLAPSED_LINES && text.length <= COLLAPSED_CHARACTERS) return quote;
  const toggle = el(
    'button',
    { type: 'button', class: 'expander', 'aria-expanded': 'false', 'aria-label': t('expand') },
    icon('down'),
  );
  quote.classList.add('collapsed');
  quote.append(toggle);
  quote.addEventListener('click', (event) => {
    const isLinkInside = event.target instanceof Element && event.target.closest('.link, code') !== null;
    if (isLinkInside) return;
    const collapsed = quote.classList.toggle('collapsed');
    toggle.setAttribute('aria-expanded', String(!collapsed));
    toggle.setAttribute('aria-label', t(collapsed ? 'expand' : 'collapse'));
  });
  return quote;
}
