import type { RichBlock, RichText } from 'grammy/types';
import { type Refusal, refusal, sandboxRefusal } from '../bot-api/refusal.ts';
import { RICH_LIMITS } from '../choices.ts';
import { lengthOf } from '../text/format.ts';

type Size = Record<keyof typeof RICH_LIMITS, number>;

const NOTHING: Size = { characters: 0, blocks: 0, levels: 0, media: 0, columns: 0 };
/** Blocks that show something without words. */
const WORDLESS = new Set(['divider', 'map', 'buttons']);

/** @throws Refusal where the message is empty or exceeds a limit */
export function checkSize(blocks: readonly RichBlock[]): void {
  const size = sizeOf(blocks);
  if (size.characters + size.media === 0 && !blocks.some(({ type }) => WORDLESS.has(type))) throw refusal('richEmpty');
  for (const what of NAMES) if (size[what] > RICH_LIMITS[what]) throw tooMany(what);
}

const NAMES = ['characters', 'blocks', 'levels', 'media', 'columns'] as const satisfies (keyof Size)[];

export function tooMany(what: keyof Size): Refusal {
  return sandboxRefusal(`a rich message of more than ${RICH_LIMITS[what]} ${what}`);
}

/** Counts the items of lists and the rows of tables as blocks. */
function sizeOf(all: readonly RichBlock[]): Size {
  return sum(all.map((one) => within(insideOf(one))));
}

function insideOf(one: RichBlock): Size {
  switch (one.type) {
    case 'list':
      return sum(one.items.map((item) => within(sizeOf(item.blocks))));
    case 'table': {
      const columns = Math.max(0, ...one.cells.map((row) => row.reduce((all, { colspan }) => all + (colspan || 1), 0)));
      const rows = one.cells.map((row) => within(textSize(row.map(({ text = '' }) => text))));
      return { ...sum([...rows, textSize(one.caption)]), columns };
    }
    case 'details':
      return sum([textSize(one.summary), sizeOf(one.blocks)]);
    case 'blockquote':
      return sum([sizeOf(one.blocks), textSize(one.credit)]);
    case 'collage':
    case 'slideshow':
      return sum([sizeOf(one.blocks), captionSize(one)]);
    case 'mathematical_expression':
      return { ...NOTHING, characters: lengthOf(one.expression) };
    case 'buttons':
      return textSize(one.buttons.map(({ text }) => text));
    case 'divider':
    case 'anchor':
      return NOTHING;
    default:
      if ('text' in one) return sum([textSize(one.text), textSize('credit' in one ? one.credit : undefined)]);
      return sum([captionSize(one), { ...NOTHING, media: one.type === 'map' ? 0 : 1 }]);
  }
}

function captionSize({ caption }: { caption?: { text: RichText; credit?: RichText } }): Size {
  return sum([textSize(caption?.text), textSize(caption?.credit)]);
}

function textSize(text: RichText = ''): Size {
  if (typeof text === 'string') return { ...NOTHING, characters: lengthOf(text) };
  if (Array.isArray(text)) return sum(text.map(textSize));
  const inside = insideOfSpan(text);
  return { ...inside, levels: inside.levels + 1 };
}

function insideOfSpan(span: Exclude<RichText, string | RichText[]>): Size {
  if (span.type === 'button') return textSize(span.button.text);
  if (span.type === 'custom_emoji') return textSize(span.alternative_text);
  if (span.type === 'mathematical_expression') return textSize(span.expression);
  return 'text' in span ? textSize(span.text) : NOTHING;
}

function within(inside: Size): Size {
  return { ...inside, blocks: inside.blocks + 1, levels: inside.levels + 1 };
}

function sum(all: readonly Size[]): Size {
  const total = (name: keyof Size) => all.reduce((count, one) => count + one[name], 0);
  return {
    characters: total('characters'),
    blocks: total('blocks'),
    media: total('media'),
    levels: Math.max(0, ...all.map(({ levels }) => levels)),
    columns: Math.max(0, ...all.map(({ columns }) => columns)),
  };
}
