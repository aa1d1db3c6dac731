/** Turns a tree of HTML into blocks and texts. */
import { sandboxRefusal } from '../bot-api/refusal.ts';
import { dateTimeFormat, unixTime } from '../text/tags.ts';
import type { Element, Node } from './html.ts';
import type { Medium } from './schema.ts';

type Made = object;
type Words = string | object | Words[];

/** @param media the targets of links such as `tg://photo?id=` */
export function blocksOfNodes(nodes: readonly Node[], media: readonly Medium[]): Made[] {
  return new BlockMaker(media, referencesIn(nodes)).blocks(nodes);
}

/** A link to one of these leads to a reference, every other to an anchor. */
function referencesIn(nodes: readonly Node[]): Set<string> {
  const found = new Set<string>();
  for (const node of nodes) {
    if (typeof node === 'string') continue;
    if (node.name === 'tg-reference') found.add(node.attributes.get('name') ?? '');
    for (const name of referencesIn(node.children)) found.add(name);
  }
  return found;
}

/** Separates the children with this tag from the others. */
function apart({ children }: Element, name: string): { part: Element | undefined; rest: Node[] } {
  const part = children.find((node): node is Element => typeof node !== 'string' && node.name === name);
  return { part, rest: children.filter((node) => node !== part) };
}

function elementsIn({ children }: Element, ...names: string[]): Element[] {
  return children.filter((node): node is Element => typeof node !== 'string' && names.includes(node.name));
}

function isEmoji({ name, attributes }: Element): boolean {
  return name === 'img' && /^tg:\/\/emoji\?/i.test(attributes.get('src') ?? '');
}

class BlockMaker {
  readonly #media: readonly Medium[];
  readonly #references: ReadonlySet<string>;

  constructor(media: readonly Medium[], references: ReadonlySet<string>) {
    this.#media = media;
    this.#references = references;
  }

  /** Text between two blocks is a paragraph. */
  blocks(nodes: readonly Node[]): Made[] {
    const made: Made[] = [];
    let run: Node[] = [];
    const end = () => {
      made.push(...this.#paragraph(run));
      run = [];
    };
    for (const node of nodes) {
      const make = typeof node === 'string' || isEmoji(node) ? undefined : this.#makers[node.name];
      if (typeof node === 'string' || !make) run.push(node);
      else {
        end();
        made.push(make(node));
      }
    }
    end();
    return made;
  }

  /** An anchor alone is a block. */
  #paragraph(run: readonly Node[]): Made[] {
    const [only, ...others] = run.filter((node) => typeof node !== 'string' || node.trim() !== '');
    if (typeof only === 'object' && others.length === 0 && only.name === 'a' && only.children.length === 0) {
      const name = only.attributes.get('name');
      if (name !== undefined) return [{ type: 'anchor', name }];
    }
    const text = this.#text(run);
    return text === '' ? [] : [{ type: 'paragraph', text }];
  }

  readonly #makers: Record<string, (element: Element) => Made> = {
    p: ({ children }) => ({ type: 'paragraph', text: this.#text(children) }),
    footer: ({ children }) => ({ type: 'footer', text: this.#text(children) }),
    'tg-thinking': ({ children }) => ({ type: 'thinking', text: this.#text(children) }),
    ...Object.fromEntries(
      [1, 2, 3, 4, 5, 6].map((size) => [
        `h${size}`,
        ({ children }: Element) => ({ type: 'heading', size, text: this.#text(children) }),
      ]),
    ),
    hr: () => ({ type: 'divider' }),
    pre: (element) => this.#pre(element),
    'tg-math-block': ({ children }) => ({ type: 'mathematical_expression', expression: rawOf(children).trim() }),
    ul: (element) => ({ type: 'list', items: this.#items(element) }),
    ol: (element) => ({ type: 'list', items: this.#orderedItems(element) }),
    blockquote: (element) => this.#quote(element),
    aside: (element) => this.#credited('pullquote', element),
    details: (element) => this.#details(element),
    table: (element) => this.#table(element),
    ...Object.fromEntries(
      ['img', 'video', 'audio', 'tg-document', 'tg-map'].map((name) => [
        name,
        (element: Element) => this.#medium(element),
      ]),
    ),
    figure: (element) => this.#figure(element),
    'tg-collage': (element) => this.#several('collage', element),
    'tg-slideshow': (element) => this.#several('slideshow', element),
    'tg-button-row': (element) => {
      const align = element.attributes.get('align');
      return {
        type: 'buttons',
        buttons: elementsIn(element, 'tg-button').map((one) => this.#button(one)),
        ...(align === undefined ? {} : { align }),
      };
    },
  };

  #pre(element: Element): Made {
    const [code] = elementsIn(element, 'code');
    const isWhole =
      code && element.children.every((node) => node === code || (typeof node === 'string' && node.trim() === ''));
    const language = /^language-(.+)/s.exec(code?.attributes.get('class') ?? '')?.[1];
    const inside = isWhole ? code.children : element.children;
    return {
      type: 'pre',
      text: joined(inside.flatMap((node) => (typeof node === 'string' ? node : this.#inline(node, new Spaces(true))))),
      ...(isWhole && language ? { language } : {}),
    };
  }

  #items(list: Element): Made[] {
    return elementsIn(list, 'li').map((item) => this.#item(item));
  }

  #item(item: Element): Made {
    const { part: box, rest } = apart(item, 'input');
    const isBox = box?.attributes.get('type') === 'checkbox';
    return {
      blocks: this.blocks(rest),
      ...(isBox ? { has_checkbox: true } : {}),
      ...(isBox && box.attributes.has('checked') ? { is_checked: true } : {}),
    };
  }

  #orderedItems(list: Element): Made[] {
    const items = elementsIn(list, 'li');
    const isReversed = list.attributes.has('reversed');
    let next = numberOf(list, 'start') ?? (isReversed ? items.length : 1);
    return items.map((item) => {
      const value = numberOf(item, 'value') ?? next;
      next = value + (isReversed ? -1 : 1);
      return { ...this.#item(item), value, type: item.attributes.get('type') ?? list.attributes.get('type') ?? '1' };
    });
  }

  #quote(element: Element): Made {
    if (element.attributes.has('expandable')) return this.#credited('expandable_blockquote', element);
    const { part, rest } = apart(element, 'cite');
    return { type: 'blockquote', blocks: this.blocks(rest), ...this.#credit(part) };
  }

  #credited(type: string, element: Element): Made {
    const { part, rest } = apart(element, 'cite');
    return { type, text: this.#text(rest), ...this.#credit(part) };
  }

  #credit(cite: Element | undefined): { credit?: Words } {
    return cite ? { credit: this.#text(cite.children) } : {};
  }

  #details(element: Element): Made {
    const { part, rest } = apart(element, 'summary');
    return {
      type: 'details',
      summary: this.#text(part?.children ?? []),
      blocks: this.blocks(rest),
      ...(element.attributes.has('open') ? { is_open: true } : {}),
    };
  }

  #table(element: Element): Made {
    const { part: caption } = apart(element, 'caption');
    const flags = ['bordered', 'striped', 'compact'].filter((name) => element.attributes.has(name));
    return {
      type: 'table',
      cells: elementsIn(element, 'tr').map((row) => elementsIn(row, 'td', 'th').map((cell) => this.#cell(cell))),
      ...(caption ? { caption: this.#text(caption.children) } : {}),
      ...Object.fromEntries(flags.map((name) => [`is_${name}`, true])),
    };
  }

  #cell(cell: Element): Made {
    const places = ['align', 'valign'].flatMap((name) => {
      const value = cell.attributes.get(name);
      return value === undefined ? [] : [[name, value]];
    });
    const spans = ['colspan', 'rowspan'].flatMap((name) => {
      const count = numberOf(cell, name);
      return count === undefined ? [] : [[name, count]];
    });
    return {
      text: this.#text(cell.children),
      ...(cell.name === 'th' ? { is_header: true } : {}),
      ...Object.fromEntries([...spans, ...places]),
    };
  }

  #several(type: string, element: Element): Made {
    const { part, rest } = apart(element, 'figcaption');
    return { type, blocks: this.blocks(rest), ...this.#caption(part) };
  }

  #figure(element: Element): Made {
    const { part, rest } = apart(element, 'figcaption');
    const [made, ...others] = this.blocks(rest);
    if (!made || others.length > 0) throw sandboxRefusal('a figure holds one medium or map');
    return { ...made, ...this.#caption(part) };
  }

  #caption(figcaption: Element | undefined): { caption?: Made } {
    if (!figcaption) return {};
    const { part, rest } = apart(figcaption, 'cite');
    return { caption: { text: this.#text(rest), ...this.#credit(part) } };
  }

  #medium(element: Element): Made {
    if (element.name === 'tg-map') return mapOf(element);
    const source = element.attributes.get('src') ?? '';
    const id = /^tg:\/\/(?:photo|video|document|audio)\?id=([\w-]+)$/i.exec(source)?.[1];
    const given = this.#media.find((one) => one.id === id)?.media;
    if (id !== undefined && !given) throw sandboxRefusal(`no medium ${id} in rich_message.media`);
    if (!given && !/^https?:\/\//i.test(source)) throw sandboxRefusal(`a medium needs an HTTP URL, not ${source}`);
    const medium = given ?? { type: typeOfMedium(element.name, source), media: source };
    const spoiler = element.attributes.has('tg-spoiler') ? { has_spoiler: true } : {};
    return { type: medium.type, [medium.type]: { ...medium, ...spoiler } };
  }

  #text(nodes: readonly Node[]): Words {
    const spaces = new Spaces();
    return withoutEnd(joined(nodes.flatMap((node) => this.#inline(node, spaces))));
  }

  #inline(node: Node, spaces: Spaces): Words[] {
    if (typeof node === 'string') return [spaces.collapse(node)];
    if (node.name === 'br') return [spaces.lineBreak()];
    const inside = () => joined(node.children.flatMap((one) => this.#inline(one, spaces)));
    const style = STYLES[node.name];
    if (style !== undefined) {
      const text = inside();
      return text === '' ? [] : [{ type: style, text }];
    }
    const made = this.#span(node, inside);
    if (made !== undefined) spaces.end();
    // A block inside a line becomes its words.
    return made === undefined ? [inside()] : [made];
  }

  #span(element: Element, inside: () => Words): Words | undefined {
    const { name, attributes, children } = element;
    const named = (attribute: string) => attributes.get(attribute) ?? '';
    switch (name) {
      case 'a':
        return this.#link(attributes, inside);
      case 'tg-reference':
        return { type: 'reference', name: named('name'), text: inside() };
      case 'tg-emoji':
        return { type: 'custom_emoji', custom_emoji_id: named('emoji-id'), alternative_text: rawOf(children) };
      case 'img':
        return isEmoji(element) ? emojiOf(attributes) : undefined;
      case 'tg-time':
        return timeOf(attributes, inside());
      case 'tg-math':
        return { type: 'mathematical_expression', expression: rawOf(children).trim() };
      case 'tg-button':
        return { type: 'button', button: this.#button(element) };
      default:
        return undefined;
    }
  }

  #link(attributes: ReadonlyMap<string, string>, inside: () => Words): Words {
    const name = attributes.get('name');
    if (name !== undefined) return joined([{ type: 'anchor', name }, inside()]);
    const text = inside();
    const href = attributes.get('href') ?? '';
    const [, scheme = '', rest = ''] = /^(#|mailto:|tel:)(.*)$/is.exec(href) ?? [];
    if (scheme === '#')
      return this.#references.has(rest)
        ? { type: 'reference_link', text, reference_name: rest }
        : { type: 'anchor_link', text, anchor_name: rest };
    if (scheme.toLowerCase() === 'mailto:') return { type: 'email_address', text, email_address: rest };
    if (scheme.toLowerCase() === 'tel:') return { type: 'phone_number', text, phone_number: rest };
    return { type: 'url', text, url: href };
  }

  #button({ attributes, children }: Element): Made {
    const named = (attribute: string) => attributes.get(attribute) ?? '';
    const flags = (...names: string[]) =>
      Object.fromEntries(names.filter((name) => attributes.has(name)).map((name) => [name.replaceAll('-', '_'), true]));
    const actions: Record<string, () => unknown> = {
      url: () => named('url'),
      callback_data: () => named('data'),
      web_app: () => ({ url: named('url') }),
      login_url: () => ({
        url: named('url'),
        ...(attributes.has('forward-text') ? { forward_text: named('forward-text') } : {}),
        ...flags('request-write-access'),
      }),
      switch_inline_query: () => named('query'),
      switch_inline_query_current_chat: () => named('query'),
      switch_inline_query_chosen_chat: () => ({
        query: named('query'),
        ...flags('allow-user-chats', 'allow-bot-chats', 'allow-group-chats', 'allow-channel-chats'),
      }),
      copy_text: () => ({ text: named('text') }),
      disabled: () => ({}),
    };
    const type = named('type');
    const action = Object.hasOwn(actions, type) ? actions[type] : undefined;
    if (!action) throw sandboxRefusal(`a tg-button of type ${type}`);
    const style = attributes.get('style');
    return { text: this.#text(children), [type]: action(), ...(style === undefined ? {} : { style }) };
  }
}

/** Turns white space into single spaces, also across tags, and drops white space at the beginning of a line. */
class Spaces {
  #isAfter = true;
  readonly #keeps: boolean;

  constructor(keeps = false) {
    this.#keeps = keeps;
  }

  collapse(text: string): string {
    if (this.#keeps) return text;
    const single = text.replace(/[ \t\r\n]+/g, ' ');
    const kept = this.#isAfter ? single.replace(/^ /, '') : single;
    if (kept !== '') this.#isAfter = kept.endsWith(' ');
    return kept;
  }

  lineBreak(): string {
    this.#isAfter = true;
    return '\n';
  }

  end(): void {
    this.#isAfter = false;
  }
}

function joined(pieces: readonly Words[]): Words {
  const kept: Words[] = [];
  for (const piece of pieces.flat()) {
    const last = kept.at(-1);
    if (typeof piece === 'string' && typeof last === 'string') kept[kept.length - 1] = last + piece;
    else if (piece !== '') kept.push(piece);
  }
  return kept.length === 1 && kept[0] !== undefined ? kept[0] : kept.length === 0 ? '' : kept;
}

function withoutEnd(text: Words): Words {
  if (typeof text === 'string') return text.replace(/[ \n]+$/, '');
  if (!Array.isArray(text)) return text;
  const last = text.at(-1);
  if (typeof last !== 'string') return text;
  const trimmed = withoutEnd(last);
  return joined(trimmed === '' ? text.slice(0, -1) : [...text.slice(0, -1), trimmed]);
}

function rawOf(nodes: readonly Node[]): string {
  return nodes.map((node) => (typeof node === 'string' ? node : rawOf(node.children))).join('');
}

function numberOf({ attributes }: Element, name: string): number | undefined {
  const value = attributes.get(name);
  return value !== undefined && /^-?\d{1,9}$/.test(value) ? Number(value) : undefined;
}

const STYLES: Partial<Record<string, string>> = {
  ...{ b: 'bold', strong: 'bold', i: 'italic', em: 'italic', u: 'underline', ins: 'underline' },
  ...{ s: 'strikethrough', strike: 'strikethrough', del: 'strikethrough', 'tg-spoiler': 'spoiler' },
  ...{ sub: 'subscript', sup: 'superscript', mark: 'marked', code: 'code' },
};

function emojiOf(attributes: ReadonlyMap<string, string>): Words {
  const id = /[?&]id=([^&]*)/.exec(attributes.get('src') ?? '')?.[1] ?? '';
  return { type: 'custom_emoji', custom_emoji_id: id, alternative_text: attributes.get('alt') ?? '' };
}

function timeOf(attributes: ReadonlyMap<string, string>, text: Words): Words {
  const date_time_format = dateTimeFormat(attributes.get('format') ?? '');
  const unix_time = unixTime(attributes.get('unix') ?? '');
  return { type: 'date_time', text, unix_time, date_time_format: date_time_format ?? attributes.get('format') };
}

function typeOfMedium(tag: string, source: string): Medium['media']['type'] {
  if (tag === 'img') return 'photo';
  if (tag === 'tg-document') return 'document';
  const { pathname } = URL.parse(source) ?? { pathname: '' };
  if (tag === 'audio') return /\.og[ga]$/i.test(pathname) ? 'voice_note' : 'audio';
  return /\.gif$/i.test(pathname) ? 'animation' : 'video';
}

function mapOf({ attributes }: Element): Made {
  const number = (name: string, otherwise?: number) => Number(attributes.get(name) ?? otherwise);
  return {
    type: 'map',
    location: { latitude: number('lat'), longitude: number('long') },
    zoom: number('zoom', MAP.zoom),
    width: number('width', MAP.width),
    height: number('height', MAP.height),
  };
}

const MAP = { zoom: 15, width: 600, height: 300 };
