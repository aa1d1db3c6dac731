/** Rich messages consist of blocks such as tables, lists, details and media. */
import type { Chat, RichBlock, RichBlockCaption, RichMessage, RichMessageButton, RichText } from 'grammy/types';
import type { Backend } from '../backend/backend.ts';
import { chooseMarkup, readInlineMarkup } from '../bot-api/markup.ts';
import { fileOfMedium } from '../bot-api/methods/media.ts';
import { badRequest, refusal, sandboxRefusal } from '../bot-api/refusal.ts';
import { isUpload } from '../bot-api/values.ts';
import { parseHtml } from './html.ts';
import { labelOf } from './labels.ts';
import { checkSize, tooMany } from './limits.ts';
import { markdownNodes } from './markdown.ts';
import { blocksOfNodes } from './nodes.ts';
import { type Medium, readBlocks, readMedia, type SentBlock } from './schema.ts';
import { checkButtonText, plainText, storedText } from './texts.ts';

interface Sent {
  blocks?: readonly object[];
  html?: string;
  markdown?: string;
  media?: readonly object[];
  is_rtl?: boolean;
  skip_entity_detection?: boolean;
}

export interface Place {
  /** `undefined` for a result of inline mode. */
  chat?: Chat['type'];
  isDraft?: boolean;
  takesUploads?: boolean;
}

/** @throws Refusal where the message cannot be read or exceeds a limit */
export function richMessageOf(backend: Backend, sent: Sent, place: Place = {}): RichMessage {
  const { is_rtl, skip_entity_detection } = sent;
  const store = new BlockStore(backend, place, !skip_entity_detection);
  const blocks = store.all(blocksOf(sent));
  checkSize(blocks);
  return { blocks, ...(is_rtl ? { is_rtl } : {}) };
}

function blocksOf({ blocks, html, markdown, media = [] }: Sent): SentBlock[] {
  const forms = [blocks, html, markdown].filter((form) => form !== undefined);
  if (forms.length === 0) throw badRequest('Rich message must be non-empty');
  if (forms.length > 1) throw sandboxRefusal('a rich message in more than one of blocks, html and markdown');
  if (blocks) return readBlocks(blocks);
  const made = shallow(() =>
    blocksOfNodes(html === undefined ? markdownNodes(markdown ?? '') : parseHtml(html), readMedia(media)),
  );
  if (made.length === 0) throw refusal('richEmpty');
  return readBlocks(made);
}

/** Thousands of levels exhaust the stack before they can be counted. */
function shallow<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) throw tooMany('levels');
    throw error;
  }
}

class BlockStore {
  readonly #backend: Backend;
  readonly #place: Place;
  readonly #detects: boolean;

  constructor(backend: Backend, place: Place, detects: boolean) {
    this.#backend = backend;
    this.#place = place;
    this.#detects = detects;
  }

  all(blocks: readonly SentBlock[]): RichBlock[] {
    return blocks.map((one) => this.#block(one));
  }

  #block(one: SentBlock): RichBlock {
    switch (one.type) {
      case 'list':
        return this.#list(one);
      case 'table':
        return this.#table(one);
      case 'map':
        return { ...checkedMap(one), ...this.#captioned(one) };
      case 'details':
        return { ...one, summary: this.#text(one.summary), blocks: this.all(one.blocks) };
      case 'blockquote':
        return { ...one, blocks: this.all(one.blocks), ...this.#credited(one) };
      case 'collage':
      case 'slideshow':
        return { ...one, blocks: this.all(one.blocks), ...this.#captioned(one) };
      case 'buttons':
        return { ...one, buttons: one.buttons.map((button) => this.#button(button)) };
      case 'divider':
      case 'anchor':
      case 'mathematical_expression':
        return one;
      default:
        return 'text' in one ? this.#words(one) : this.#medium(one);
    }
  }

  #words(one: Extract<SentBlock, { text: RichText }>): RichBlock {
    if (one.type === 'thinking' && !this.#place.isDraft)
      throw sandboxRefusal('a block of type thinking is for drafts only');
    const text = this.#text(one.text, one.type !== 'pre');
    return one.type === 'expandable_blockquote' || one.type === 'pullquote'
      ? { ...one, text, ...this.#credited(one) }
      : { ...one, text };
  }

  #list({ items, type }: Extract<SentBlock, { type: 'list' }>): RichBlock {
    const isOrdered = items[0]?.type !== undefined;
    if (items.some((item) => (item.type !== undefined) !== isOrdered))
      throw badRequest('List must be either ordered or unordered');
    return {
      type,
      items: items.map(({ value = 0, ...item }) => ({
        ...item,
        label: item.type === undefined ? '•' : labelOf(value, item.type),
        blocks: this.all(item.blocks),
        ...(item.type === undefined ? {} : { value }),
      })),
    };
  }

  #table(one: Extract<SentBlock, { type: 'table' }>): RichBlock {
    const cells = one.cells.map((row) =>
      row.map((cell) => ({ ...cell, ...(cell.text === undefined ? {} : { text: this.#text(cell.text) }) })),
    );
    return { ...one, cells, ...(one.caption === undefined ? {} : { caption: this.#text(one.caption) }) };
  }

  #medium(one: Extract<SentBlock, { type: Medium['media']['type'] }>): RichBlock {
    const given: Medium['media'] = mediumOf(one);
    if (isUpload(given.media) && this.#place.takesUploads === false)
      throw badRequest('Invalid inline message content specified');
    const spoiler = 'has_spoiler' in given && given.has_spoiler ? { has_spoiler: true as const } : {};
    return { ...fileOfMedium(this.#backend, given), ...spoiler, ...this.#captioned(one) };
  }

  #captioned({ caption }: { caption?: RichBlockCaption }): { caption?: RichBlockCaption } {
    return caption ? { caption: { text: this.#text(caption.text), ...this.#credited(caption) } } : {};
  }

  #credited({ credit }: { credit?: RichText }): { credit?: RichText } {
    return credit === undefined ? {} : { credit: this.#text(credit) };
  }

  #text(text: RichText, mayDetect = true): RichText {
    const detects = this.#detects && mayDetect;
    return storedText(text, { people: this.#backend.people, detects, button: (one) => this.#button(one) });
  }

  /** The rules of the action are those of an inline button. */
  #button(given: RichMessageButton): RichMessageButton {
    const { text, style, ...action } = given;
    checkButtonText(text);
    if (style === 'link' && !('callback_data' in action))
      throw sandboxRefusal('the style link is for buttons with callback_data only');
    const plain = { text: plainText(text), ...action };
    const { reply_markup } = readInlineMarkup(chooseMarkup({ inline_keyboard: [[plain]] }), this.#place.chat);
    const checked = reply_markup?.inline_keyboard[0]?.[0];
    if (!checked) throw sandboxRefusal('a button without words');
    return { ...given, ...checked, text: this.#text(text, false) };
  }
}

function mediumOf(one: Extract<SentBlock, { type: Medium['media']['type'] }>): Medium['media'] {
  switch (one.type) {
    case 'photo':
      return one.photo;
    case 'video':
      return one.video;
    case 'animation':
      return one.animation;
    case 'audio':
      return one.audio;
    case 'document':
      return one.document;
    case 'voice_note':
      return one.voice_note;
  }
}

const MAP_SIDES = 10_000;
const MAP_RATIO = 20;

/** The zoom of a message is 13 to 20 (documented); a bot may send 0 to 24. Source: TDLib `get_web_page_blocks` */
function checkedMap(map: Extract<SentBlock, { type: 'map' }>): Extract<RichBlock, { type: 'map' }> {
  const { zoom, width, height } = map;
  const isWrong =
    zoom < 0 ||
    zoom > 24 ||
    width < 0 ||
    height < 0 ||
    width + height > MAP_SIDES ||
    width > height * MAP_RATIO ||
    height > width * MAP_RATIO;
  if (isWrong) throw badRequest('Invalid map properties specified');
  return { ...map, zoom: ZOOMS.find((one) => one >= zoom) ?? 20 };
}

const ZOOMS = [13, 14, 15, 16, 17, 18, 19, 20] as const;
